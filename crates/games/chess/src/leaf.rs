//! What is known about a position before the search expands it.
//!
//! This is the hot loop of the search: nothing is allocated, moves are counted in bulk.

use cozy_chess::{Board, Color, Move};
use threefold_game::Leaf;

use crate::estimate::resistance;
use crate::game::stuck;
use crate::mate::mate_in_one;
use crate::movegen;

/// Initial disproof number of a position in which the defender is to move: one more than where
/// the attacker is, because one reply is enough to refute.
const DEFENDER_DN: u32 = 2;

/// Initial proof and disproof numbers, or the result if it is seen at once.
#[inline]
pub(crate) fn leaf(board: &Board, attacker: Color) -> Leaf<Move> {
    if board.side_to_move() == attacker {
        attacker_to_move(board, attacker)
    } else {
        defender_to_move(board, attacker)
    }
}

/// One move has to be found: the shortest hope is a mate at once.
#[inline]
fn attacker_to_move(board: &Board, attacker: Color) -> Leaf<Move> {
    match mate_in_one(board) {
        Some(m) => Leaf::WinsBy(m),
        None if movegen::any(board) => {
            let attacked = movegen::attacked_past_king(board, attacker);
            Leaf::Estimate { pn: 1 + resistance(board, attacker, attacked), dn: 1 }
        }
        None => Leaf::Over(stuck(board)),
    }
}

/// Every reply has to be refuted: as much work as there are replies, and half of it if they have
/// to be to a check.
#[inline]
fn defender_to_move(board: &Board, attacker: Color) -> Leaf<Move> {
    let attacked = movegen::attacked_past_king(board, attacker);
    match movegen::count(board, attacked) {
        0 => Leaf::Over(stuck(board)),
        replies => {
            let replies = if board.checkers().is_empty() { replies } else { replies.div_ceil(2) };
            Leaf::Estimate { pn: replies + resistance(board, attacker, attacked), dn: DEFENDER_DN }
        }
    }
}
