//! What is seen at once in a position: mate, mate in one, no check; else how much work it looks.

use threefold_game::{Leaf, Outcome, Player};

use crate::{Move, Position, movegen};

/// A position in which the attacker is to move.
pub(crate) fn attacker_to_move(position: &mut Position, attacker: Player) -> Leaf<Move> {
    let mut checks = [None; MOST];
    let mut count = 0;
    movegen::checks(position, |m| {
        if let Some(place) = checks.get_mut(count) {
            *place = Some(m);
        }
        count += 1;
    });
    if count == 0 {
        return Leaf::Over(Outcome::Win(attacker.opponent()));
    }
    for m in checks.into_iter().flatten() {
        let undo = position.make(m);
        let mates = !movegen::has_legal_move(position);
        position.undo(m, undo);
        if mates {
            return Leaf::WinsBy(m);
        }
    }
    Leaf::Estimate { pn: 1, dn: 1 }
}

/// A position in which the defender is to move.
pub(crate) fn defender_to_move(position: &Position, attacker: Player) -> Leaf<Move> {
    let mut replies = 0;
    movegen::legal(position, |_| replies += 1);
    if replies == 0 {
        return Leaf::Over(Outcome::Win(attacker));
    }
    Leaf::Estimate { pn: replies, dn: 1 }
}

/// No position has as many checks as this; were there one with more, a mate among those left out
/// would be found later.
const MOST: usize = 160;
