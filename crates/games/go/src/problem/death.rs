//! A target that is captured whatever is played, seen without playing on.
//!
//! Let *safe* be the attacker's stones that are connected to safe stones outside, and *E* the cells
//! without such a stone and not next to one, inside or outside. The attacker has won under
//! [`ProblemGoal::Survive`](super::ProblemGoal::Survive) if
//!
//! 1. a superko rule applies, and no eyes are marked;
//! 2. the defender cannot connect to safe stones outside: each cell next to one holds a safe stone
//!    of the attacker;
//! 3. every two cells of E are neighbours: since no three are on a grid, E is nothing, one cell or
//!    two neighbours;
//! 4. there are empty cells outside E: one if it is the attacker's turn, two if it is the
//!    defender's.
//!
//! *Proof.* A stone of the attacker outside E is connected to safe ones. It is always legal, stays
//! for ever, and nothing before it can recur. It makes *safe* larger and E no larger, so that the
//! conditions 1 to 3 stay, and there are finitely many such moves. All stones of the attacker that
//! are not safe are in E, and none of the defender's ever is (2). The attacker plays outside E
//! wherever there is an empty cell. He does so at least once: the defender has time for one stone
//! before (4; with a threat he is to move again, and nothing else has changed). So only the
//! situations since his last move outside E matter, history or not.
//!
//! When it is his turn and all empty cells are in E, every chain of the defender has its liberties
//! there.
//!
//! - None is empty: no chain has a liberty, so that there is none, and the target was captured.
//! - One, e: every chain has the one liberty e. He plays there and captures all of them. No
//!   situation since his last move outside E was without the target, so that this one is new.
//! - Two, E = {a, b}: he plays a, which has the liberty b. It is new: since his last move outside E
//!   there are the situation after it and the one after the answer. In the latter a is empty. If
//!   the board were the former, there was a stone of his on a, b was empty, and the answer was a
//!   stone outside E, since a and b are empty after it, that captured the stone on a; but that had
//!   the liberty b. What a captures was outside E, where he goes on if the defender, who has one
//!   stone for it, leaves a cell of it empty. If he does not, b alone is empty, as above. If
//!   nothing is captured, the defender has no stone to put but b, which captures a: then a alone
//!   is empty, as above; and after a pass b alone is.
//!
//! Threats change nothing on the board, and there are finitely many. The attacker, who may not
//! pass, has a move all the time, and all of it holds under situational and positional superko.
//! Without 4 he may have to begin in E, where what was before can ban his move.

use super::life::{eye_cells, two_apart};
use super::local::{CellSet, Local};
use super::position::ProblemPosition;
use crate::Colour;

/// Whether the conditions 2 to 4 hold: `true` is certain.
#[inline]
pub(super) fn is_dead<S: CellSet>(
    local: &Local<S>,
    position: &ProblemPosition<S>,
    defender: Colour,
) -> bool {
    let attacker = defender.opponent();
    let safe = position.safe[attacker.index()];
    if !local.beside_safe(defender).is_within(safe) {
        return false;
    }
    let room = eye_cells(local, safe, attacker);
    if two_apart(local, room) {
        return false;
    }
    let spare = position.empty(local) & !room;
    if position.turn == attacker { !spare.is_empty() } else { spare.has_two() }
}
