//! What is known about a position before the search expands it.
//!
//! This is the hot loop of the search: nothing is allocated, moves are counted in bulk.

use cozy_chess::{Board, Color, Move};
use threefold_game::{Leaf, Outcome};

use crate::estimate::resistance;
use crate::mate::mate_in_one;
use crate::movegen;
use crate::position::player;

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

/// The same where a win within a number of plies is asked for, and disproofs are wanted as much as
/// proofs: all moves of the attacker have to be refuted, so that the replies that leave him few of
/// them come first.
#[inline]
pub(crate) fn glance(board: &Board, attacker: Color) -> Leaf<Move> {
    /// Moves that count one. Between 8 and 16 the number does not matter; 3 is worse.
    const MOVES: u32 = 8;
    if board.side_to_move() != attacker {
        return defender_to_move(board, attacker);
    }
    match mate_in_one(board) {
        Some(m) => Leaf::WinsBy(m),
        None => match movegen::count(board, movegen::attacked_past_king(board, !attacker)) {
            0 => Leaf::Over(stuck(board)),
            moves => {
                let attacked = movegen::attacked_past_king(board, attacker);
                let pn = 1 + resistance(board, attacker, attacked);
                Leaf::Estimate { pn, dn: 1 + moves / MOVES }
            }
        },
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

/// The result for a side to move that has no legal move: mated or stalemated.
#[inline]
pub(crate) fn stuck(board: &Board) -> Outcome {
    if board.checkers().is_empty() {
        Outcome::Draw
    } else {
        Outcome::Win(player(!board.side_to_move()))
    }
}
