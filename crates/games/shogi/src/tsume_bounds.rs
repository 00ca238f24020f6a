//! For which hands of a player a result holds: proof hands and disproof hands.
//!
//! The lemmas, with their proofs, are in `docs/ghi-hands.md`.

use crate::{Color, Hand, Kind, Move, Position, movegen};

/// What is neither side's on the board: the most that one of them can have in hand.
fn off_board(position: &Position) -> Hand {
    position.hand(Color::Black).and(position.hand(Color::White))
}

/// The bound for `color` in a position, if behind the move `m` it is `bound`.
pub(crate) fn before(
    position: &Position,
    color: Color,
    m: Move,
    bound: Hand,
    proven: bool,
) -> Hand {
    if position.side_to_move() != color {
        // His hand stays what it is. What the opponent drops he has himself, and cannot have if
        // all of it were in the other hand; behind the move there is one less in both together, and
        // one more if he captures.
        let mut most = off_board(position);
        if let Some(kind) = m.dropped() {
            most = most.without(kind);
        }
        return if proven { bound } else { bound.least(most) };
    }
    if let Some(kind) = m.dropped() {
        return bound.with(kind);
    }
    match position.piece_at(m.to()).map(|piece| piece.kind.unpromoted()) {
        Some(kind) if bound.has(kind) => bound.without(kind),
        _ => bound,
    }
}

/// Within which hands of `color` the side to move has no moves but those that it has here.
/// `checks`: it has to give check.
pub(crate) fn of_moves(position: &Position, color: Color, proven: bool, checks: bool) -> Hand {
    let mover = position.side_to_move();
    if proven == (mover == color) {
        return position.hand(color);
    }
    let all = off_board(position);
    let mut missing = Hand::EMPTY;
    for kind in Kind::IN_HAND {
        if all.has(kind) && !position.hand(mover).has(kind) {
            missing = missing.with(kind);
        }
    }
    let droppable = movegen::droppable(position, missing, checks);
    let mut bound = if proven { Hand::EMPTY } else { all };
    for kind in Kind::IN_HAND {
        if droppable.has(kind) {
            // The mover has none, and must not have one: all are in the other hand.
            bound = bound.with_count(kind, if proven { all.count(kind) } else { 0 });
        }
    }
    bound
}
