//! The endgame databases, up to four pieces, against published and independently found figures.

mod common;

use std::sync::OnceLock;

use common::{moves, position};
use proptest::prelude::*;
use threefold_checkers::egdb::{BuildOptions, Database, Material, Value};
use threefold_game::Game;

/// Built once for all tests.
fn four() -> &'static Database {
    static DATABASE: OnceLock<Database> = OnceLock::new();
    DATABASE.get_or_init(|| Database::in_memory(4))
}

fn totals(database: &Database, pieces: u8) -> (u64, u64, u64, u64) {
    let slices = database.info();
    let of = slices.iter().filter(|slice| slice.material.pieces() == pieces);
    of.fold((0, 0, 0, 0), |(n, w, d, l), slice| {
        (n + slice.positions, w + slice.wins, d + slice.draws, l + slice.losses)
    })
}

#[test]
fn totals_of_wins_draws_and_losses() {
    assert_eq!(totals(four(), 2), (3_488, 716, 2_370, 402));
    assert_eq!(totals(four(), 3), (196_032, 100_250, 8_477, 87_305));
    assert_eq!(totals(four(), 4), (6_209_316, 2_574_304, 1_717_922, 1_917_090));
}

fn material(own_men: u8, own_kings: u8, their_men: u8, their_kings: u8) -> Material {
    Material { own_men, own_kings, their_men, their_kings }
}

/// Plies to the end of the game. 1 king each: Trice's report, 230 won, 654 drawn, 108 lost, and no win
/// longer than 11.
#[test]
fn longest_wins() {
    let info = four().info();
    let of = |m: Material| info.iter().find(|slice| slice.material == m).unwrap();
    for (m, plies) in [
        (material(0, 1, 0, 1), 11),
        (material(1, 0, 1, 0), 13),
        (material(2, 0, 0, 1), 61),
        (material(2, 0, 1, 0), 61),
        (material(2, 0, 2, 0), 109),
        (material(1, 1, 2, 0), 107),
        (material(1, 1, 1, 1), 103),
        (material(0, 2, 1, 1), 95),
        (material(0, 2, 2, 0), 89),
    ] {
        assert_eq!(of(m).longest_win, Some(plies), "{m}");
    }
    let kings = of(material(0, 1, 0, 1));
    assert_eq!((kings.wins, kings.draws, kings.losses), (230, 654, 108));
    assert_eq!(four().depth(&position("W:W18,31:B3,4")), Some(109));
}
