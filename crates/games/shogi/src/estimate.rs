//! What is seen at once in a position: mate, mate in one, no check; else how much work it looks.

use threefold_game::{Leaf, Outcome, Player};

use crate::bitboard::Bitboard;
use crate::{Color, Move, Position, Square, attacks, movegen};

/// A position in which the attacker is to move.
pub(crate) fn attacker_to_move(position: &mut Position, attacker: Player) -> Leaf<Move> {
    let nowhere = Square::new(0);
    let mut checks = [Move::board(nowhere, nowhere, false); MOST];
    let mut count = 0;
    movegen::checks(position, |m| {
        if let Some(place) = checks.get_mut(count) {
            *place = m;
        }
        count += 1;
    });
    if count == 0 {
        return Leaf::Over(Outcome::Win(attacker.opponent()));
    }
    let Some(net) = Net::of(position) else { return Leaf::Estimate { pn: 1, dn: 1 } };
    for m in checks.into_iter().take(count) {
        if net.has_hole(position, m) {
            continue;
        }
        let undo = position.make(m);
        let mates = !movegen::has_legal_move(position);
        position.undo(m, undo);
        if mates {
            return Leaf::WinsBy(m);
        }
    }
    Leaf::Estimate { pn: 1, dn: 1 }
}

/// What the side to move controls around the other side's king.
struct Net {
    us: Color,
    king: Square,
    /// What stands on the board beside the king.
    others: Bitboard,
    /// Where he could go if it were his turn.
    escapes: Bitboard,
}

impl Net {
    fn of(position: &Position) -> Option<Net> {
        let us = position.side_to_move();
        let king = position.king(us.opponent())?;
        let others = position.occupied() ^ Bitboard::of(king);
        Some(Net { us, king, others, escapes: movegen::escapes(position, us.opponent(), king) })
    }

    /// Whether the king can go somewhere behind a check: what most checks leave him is seen without
    /// playing them.
    fn has_hole(&self, position: &Position, m: Move) -> bool {
        let Net { us, king, others, escapes } = *self;
        let to = m.to();
        let Some(from) = m.from() else {
            // A piece more attacks what it attacks and nothing else.
            let attacks = |kind| attacks::of(us, kind, to, others);
            return m.dropped().is_some_and(|kind| !(escapes & !attacks(kind)).is_empty());
        };
        let others = others ^ Bitboard::of(from);
        let kind = position.kind_at(from);
        let kind = if m.promotes() { kind.promoted().unwrap_or(kind) } else { kind };
        let mut holes = escapes & !attacks::of(us, kind, to, others);
        if !holes.is_empty() {
            // A piece that leaves its square opens the lines of those behind it.
            for slider in position.aligned(us, from) {
                holes &= !attacks::ray_through(slider, from);
            }
        }
        // He may also take it.
        !holes.is_empty()
            || attacks::king(king).has(to)
                && (position.attackers(us, to, others) & !Bitboard::of(from)).is_empty()
    }
}

/// A position in which the defender is to move: his replies, without the drops, which wait for one
/// another in a chain. On every third of the odd problems of the Muso and the Zuko, 100,000 nodes
/// each, this solves 24 of 35; counting the chain as one more reply 23, as two more 19, and the
/// square of the replies 16.
pub(crate) fn defender_to_move(position: &Position, attacker: Player) -> Leaf<Move> {
    let (mut moves, mut drops) = (0, false);
    movegen::legal(position, |m| match m.dropped() {
        None => moves += 1,
        Some(_) => drops = true,
    });
    match (moves, drops) {
        (0, false) => Leaf::Over(Outcome::Win(attacker)),
        _ => Leaf::Estimate { pn: moves.max(1), dn: 1 },
    }
}

/// No position has as many checks as this; were there one with more, a mate among those left out
/// would be found later.
const MOST: usize = 160;
