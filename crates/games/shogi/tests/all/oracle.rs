//! The rules against those of `shogi_legality_lite`, which was written by others.

use shogi_core::PartialPosition;
use shogi_legality_lite::{all_legal_moves_partial, is_in_check_partial_lite};
use shogi_usi_parser::FromUsi;
use threefold_shogi::{Color, Move, Position, perft};

use crate::common::{Random, legal, random_game, random_position};

fn theirs(position: &Position) -> PartialPosition {
    PartialPosition::from_usi(&format!("sfen {position}")).unwrap()
}

fn text(m: shogi_core::Move) -> String {
    let square = |square: shogi_core::Square| {
        format!("{}{}", square.file(), (b'a' - 1 + square.rank()) as char)
    };
    match m {
        shogi_core::Move::Normal { from, to, promote } => {
            format!("{}{}{}", square(from), square(to), if promote { "+" } else { "" })
        }
        shogi_core::Move::Drop { piece, to } => {
            let kinds = "PLNSGBRK";
            let kind = kinds.as_bytes()[piece.piece_kind() as usize - 1] as char;
            format!("{kind}*{}", square(to))
        }
    }
}

fn sorted(moves: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut moves: Vec<String> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}

fn texts(moves: &[Move]) -> Vec<String> {
    sorted(moves.iter().map(Move::to_string))
}

/// Compares all moves, and those that give check.
fn compare(position: &Position) {
    let other = theirs(position);
    let expected = all_legal_moves_partial(&other);
    assert_eq!(texts(&legal(position)), sorted(expected.iter().copied().map(text)), "{position}");
    let checking = expected.into_iter().filter(|&m| {
        let mut after = other.clone();
        after.make_move(m).unwrap();
        is_in_check_partial_lite(&after)
    });
    let mut checks = Vec::new();
    position.checking_moves(&mut checks);
    assert_eq!(texts(&checks), sorted(checking.map(text)), "checks of {position}");
}

#[test]
fn moves_and_checks_of_random_games_are_those_of_another_program() {
    let mut random = Random(1);
    for _ in 0..12 {
        for position in random_game(&mut random, 150) {
            compare(&position);
        }
    }
}

#[test]
fn moves_and_checks_of_random_positions_are_those_of_another_program() {
    let mut random = Random(2);
    let (mut without_king, mut in_check) = (0, 0);
    for _ in 0..4000 {
        let position = random_position(&mut random);
        compare(&position);
        without_king += u32::from(position.king(Color::Black).is_none());
        in_check += u32::from(position.is_in_check(position.side_to_move()));
    }
    assert!(without_king > 500 && in_check > 500, "{without_king} {in_check}");
}

/// Sequences of checks and answers to them, counted by the other program.
fn tsume_perft(position: &PartialPosition, depth: u32, attack: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sum = 0;
    for m in all_legal_moves_partial(position) {
        let mut after = position.clone();
        after.make_move(m).unwrap();
        if !attack || is_in_check_partial_lite(&after) {
            sum += tsume_perft(&after, depth - 1, !attack);
        }
    }
    sum
}

#[test]
fn checks_and_evasions_of_random_positions_are_those_of_another_program() {
    let mut random = Random(3);
    let mut all = 0;
    for _ in 0..400 {
        let mut position = random_position(&mut random);
        let count = perft::tsume(&mut position, 2);
        assert_eq!(count, tsume_perft(&theirs(&position), 2, true), "{position}");
        all += count;
    }
    assert!(all > 1000, "{all}");
}
