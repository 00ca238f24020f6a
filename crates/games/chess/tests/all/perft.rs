//! The number of move sequences, against published figures
//! (<https://www.chessprogramming.org/Perft_Results>).

use threefold_chess::{Chess, ChessPosition, Move};
use threefold_game::{Game, Searchable};

fn perft(position: &mut ChessPosition, depth: u32, stack: &mut Vec<Move>) -> u64 {
    let first = stack.len();
    Chess.moves(position, stack);
    let mut count = 0;
    if depth == 1 {
        count = (stack.len() - first) as u64;
    } else {
        for i in first..stack.len() {
            let m = stack[i];
            let undo = Chess.make(position, m);
            count += perft(position, depth - 1, stack);
            Chess.undo(position, m, undo);
        }
    }
    stack.truncate(first);
    count
}

#[track_caller]
pub fn check(fen: &str, depth: u32, expected: u64) {
    let mut position = crate::common::position(fen);
    let (before, key) = (position.clone(), Chess.key(&position));
    assert_eq!(perft(&mut position, depth, &mut Vec::new()), expected);
    assert_eq!((position, key), (before.clone(), Chess.key(&before)));
}

#[test]
fn start() {
    check(crate::common::STARTS[0], 5, 4_865_609);
}

#[test]
#[ignore = "119 million positions"]
fn start_deep() {
    check(crate::common::STARTS[0], 6, 119_060_324);
}

#[test]
fn kiwipete() {
    check(crate::common::STARTS[1], 4, 4_085_603);
}

#[test]
fn position_3() {
    check(crate::common::STARTS[2], 5, 674_624);
}

#[test]
fn position_4() {
    check(crate::common::STARTS[3], 4, 422_333);
}

#[test]
fn position_5() {
    check(crate::common::STARTS[4], 4, 2_103_487);
}

#[test]
fn position_6() {
    check(crate::common::STARTS[5], 4, 3_894_594);
}

/// The same counts as by python-chess and by the verified checker's rules.
#[test]
fn without_a_white_king() {
    check("7k/8/8/8/8/5n2/4P1pr/R2Q4 w - -", 3, 15_343);
    check("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R6R w kq -", 3, 112_068);
    check("8/2p5/3p4/1P5r/1R3p1k/8/4P1P1/8 w - -", 3, 2_458);
}
