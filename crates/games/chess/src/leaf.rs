//! What is known about a position before the search expands it.
//!
//! This is the hot loop of the search: nothing is allocated, moves are counted in bulk.

use cozy_chess::{Color, Move};
use threefold_game::{Leaf, Outcome};

use crate::board::{Board, Guard};
use crate::estimate::resistance;
use crate::mate::mate_given;
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
    let (cover, guard) = (board.cover(attacker), board.guard());
    match mate_given(board, &cover) {
        Some(m) => Leaf::WinsBy(m),
        None => match board.replies(&guard, board.cover(!attacker).all) {
            0 => Leaf::Over(over(board, &guard)),
            moves => {
                let pn = 1 + resistance(board, attacker, cover.all);
                Leaf::Estimate { pn, dn: 1 + moves / MOVES }
            }
        },
    }
}

/// One move has to be found: the shortest hope is a mate at once.
#[inline]
fn attacker_to_move(board: &Board, attacker: Color) -> Leaf<Move> {
    let cover = board.cover(attacker);
    match mate_given(board, &cover) {
        Some(m) => Leaf::WinsBy(m),
        None if board.can_move() => {
            Leaf::Estimate { pn: 1 + resistance(board, attacker, cover.all), dn: 1 }
        }
        None => Leaf::Over(over(board, &board.guard())),
    }
}

/// Every reply has to be refuted: as much work as there are replies, and half of it if they have
/// to be to a check.
#[inline]
fn defender_to_move(board: &Board, attacker: Color) -> Leaf<Move> {
    let (attacked, guard) = (board.cover(attacker).all, board.guard());
    match board.replies(&guard, attacked) {
        0 => Leaf::Over(over(board, &guard)),
        replies => {
            let replies = if guard.checkers.is_empty() { replies } else { replies.div_ceil(2) };
            Leaf::Estimate { pn: replies + resistance(board, attacker, attacked), dn: DEFENDER_DN }
        }
    }
}

/// The result for a side to move that has no legal move: mated or stalemated.
#[inline]
fn over(board: &Board, guard: &Guard) -> Outcome {
    match guard.checkers.is_empty() {
        true => Outcome::Draw,
        false => Outcome::Win(player(!board.side_to_move())),
    }
}

/// The same of a position.
#[inline]
pub(crate) fn stuck(board: &Board) -> Outcome {
    if board.checkers().is_empty() {
        Outcome::Draw
    } else {
        Outcome::Win(player(!board.side_to_move()))
    }
}
