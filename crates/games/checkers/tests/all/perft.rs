//! The number of move sequences from the start, against published figures (OEIS A133046, Aart Bik).
//! Jumps that differ in their path alone count as different.

use crate::common::RULES;
use threefold_checkers::perft::{PUBLISHED, count};
use threefold_checkers::{CheckersMove, CheckersPosition};
use threefold_game::Game;

/// With every move played and taken back, as a search does.
fn perft(position: &mut CheckersPosition, depth: usize, stack: &mut Vec<CheckersMove>) -> u64 {
    let first = stack.len();
    RULES.moves(position, stack);
    let mut count = 0;
    if depth == 1 {
        count = (stack.len() - first) as u64;
    } else {
        for i in first..stack.len() {
            let m = stack[i];
            let undo = RULES.make(position, m);
            count += perft(position, depth - 1, stack);
            RULES.undo(position, m, undo);
        }
    }
    stack.truncate(first);
    count
}

#[track_caller]
fn check(depths: std::ops::RangeInclusive<usize>) {
    for depth in depths {
        let mut position = CheckersPosition::startpos();
        assert_eq!(perft(&mut position, depth, &mut Vec::new()), PUBLISHED[depth - 1], "{depth}");
        assert_eq!(position, CheckersPosition::startpos());
    }
}

#[test]
fn start() {
    check(1..=9);
}

#[test]
fn counted_by_the_library() {
    let start = CheckersPosition::startpos();
    assert_eq!(count(&start, 0), 1);
    for plies in 1..=8 {
        assert_eq!(count(&start, plies), PUBLISHED[plies as usize - 1], "{plies}");
    }
}

#[test]
#[ignore = "389 million positions"]
fn start_deep() {
    check(10..=12);
}

/// The other colour has the same games: turning the board changes nothing.
#[test]
fn start_turned() {
    let mut position = CheckersPosition::startpos().turned();
    assert_eq!(perft(&mut position, 8, &mut Vec::new()), PUBLISHED[7]);
}
