//! What is known about a position before the search expands it: mobility first of all (one reply
//! more has to be refuted), then material and how far the men have gone.
//!
//! The weights are a flat optimum: of 108 endings with 7 to 10 pieces, searched with the database
//! of 5 and 20,000 nodes a question, 43 are solved with them, and 42 or 43 with a weight of
//! nothing, half, two or four times as much.

use threefold_game::{Leaf, Outcome, Player};

use crate::board::{bits, crown_row};
use crate::movegen::{self, View};
use crate::moves::CheckersMove;
use crate::position::CheckersPosition;

/// What pieces are worth in the estimate, in twelfths of a man: a man, a king, a row that a man
/// has gone.
const MAN: i32 = 12;
const KING: i32 = 18;
const ROW: i32 = 1;
/// The pn (or dn) that a man's worth of disadvantage costs.
const STEP: i32 = 4;

/// Initial proof and disproof numbers, or the result if it is seen at once.
#[inline]
pub(crate) fn leaf(position: &CheckersPosition, attacker: Player) -> Leaf<CheckersMove> {
    let view = View::of(position);
    let jumpers = view.jumpers();
    let replies = if jumpers != 0 {
        if let Some(m) = captures_everything(position, &view) {
            return Leaf::WinsBy(m);
        }
        jumpers.count_ones()
    } else {
        match view.count_quiet() {
            0 => return Leaf::Over(Outcome::Win(position.turn.opponent())),
            replies => replies,
        }
    };
    let advantage = advantage(position, attacker);
    let behind = (-advantage).max(0) as u32 * STEP as u32 / MAN as u32;
    let ahead = advantage.max(0) as u32 * STEP as u32 / MAN as u32;
    if position.turn == attacker {
        Leaf::Estimate { pn: 1 + behind, dn: replies + ahead }
    } else {
        Leaf::Estimate { pn: replies + behind, dn: 1 + ahead }
    }
}

/// A jump that leaves the other side without a piece. (The position it leads to has not occurred
/// before: it comes from a capture.)
#[inline]
fn captures_everything(position: &CheckersPosition, view: &View) -> Option<CheckersMove> {
    if view.them.count_ones() > 4 {
        return None;
    }
    let mut all = None;
    view.each_jump(|jump| {
        let m = CheckersMove::jumps(jump.from, jump.jumps, jump.path);
        let mut after = *position;
        movegen::make(&mut after, m);
        if !movegen::any(&after) {
            all = Some(m);
        }
    });
    all
}

/// How much better the attacker stands, in twelfths of a man.
#[inline]
fn advantage(position: &CheckersPosition, attacker: Player) -> i32 {
    let worth = |player: Player| {
        let men = position.men(player);
        let white = player == Player::Second;
        let rows: u32 = bits(men)
            .map(|bit| {
                let row = bit.trailing_zeros() / 4;
                if white { 7 - row } else { row }
            })
            .sum();
        debug_assert_eq!(men & crown_row(white), 0);
        MAN * men.count_ones() as i32
            + KING * position.kings(player).count_ones() as i32
            + ROW * rows as i32
    };
    worth(attacker) - worth(attacker.opponent())
}
