//! Chains of the attacker that cannot be kept from connecting to safe stones, in the search for
//! room for two eyes.
//!
//! Let *safe* be the attacker's stones that are connected to safe stones outside, and *doors* the
//! empty cells next to such a stone, inside or outside. A chain that is not safe is *held* if two
//! doors are its liberties and no other held chain has either: if the defender plays on one of
//! them, the attacker connects over the other. Which chains are held is settled in the order of
//! their first cells: each takes the first two doors that are left of its liberties. Let *E(X)* be
//! the cells without a stone of X, not next to one and not next to a safe stone of the attacker
//! outside.
//!
//! A superko rule applies, no eyes are marked, and the defender cannot connect to safe stones
//! outside: each cell next to one holds a safe stone of the attacker. The attacker has won
//!
//! 1. under [`ProblemGoal::Live`](super::ProblemGoal::Live), if every two cells of E(safe) that
//!    hold no stone of the defender are neighbours;
//! 2. under that goal, if it is so with his unconditionally living stones in place of *safe* (which
//!    is looked at where five of his stones or more are not safe);
//! 3. under both, if there is a held chain and every two cells of E(safe and held), with those that
//!    hold stones of the defender, are neighbours.
//!
//! Two regions that are vital to the defender have no cell in common and are not neighbours, so
//! that there are two cells, one of each, that are not neighbours. Where he can never have such
//! regions he never has what [`ProblemGoal::Live`](super::ProblemGoal::Live) asks for, since he
//! cannot connect to safe stones either. He cannot move for ever under superko, may not pass, and
//! has a finite number of threats: in the end he has no move, and has lost.
//!
//! *Proof of 1 and 2.* The attacker always passes. So the defender's stones are never taken, nor
//! are the attacker's that are safe or live unconditionally. A region that is vital to the defender
//! has no cell of a stone that he has now, and no cell of such a stone of the attacker or next to
//! one ([`has_eye_space`](super::estimate::has_eye_space)).
//!
//! *Proof of 3 for `Live`.* The attacker passes, unless the defender has just played on a door of a
//! held chain: then he plays on the chain's other door. That is legal, since the stone is connected
//! to safe ones; such stones stay for ever, so that nothing before it can recur, whatever was
//! played. Whenever the defender is to move, each held chain is safe or has both its doors empty:
//! he fills one door of one chain at most before the attacker answers (a threat, after which he is
//! to move again, changes no stone), an answer fills a door of a chain that is safe from then on,
//! and doors stay next to safe stones. So a held chain has a liberty all the time and is never
//! taken. A region that is vital to the defender has no stone of a held chain and no cell next to
//! one: with the cell it would contain the chain, whose connection, or an empty door, leads to safe
//! stones, and what is next to those outside is vital to nobody. The attacker's answers may take
//! stones of the defender, whose cells therefore count.
//!
//! *Proof of 3 for `Survive`.* The attacker, who may not pass, answers in the same way, and where
//! there is nothing to answer he plays on a door of a held chain that is not yet safe. At least one
//! such move is made, since there is a held chain. When none is left, the last of them was legal,
//! stays for ever, and left a position without room for two eyes, to which the defender has added
//! one stone at most. From there it goes on as behind a stone outside E in [`super::death`], whose
//! fourth condition is there for the first such move only.

use super::life::{eye_cells, two_apart};
use super::local::{CellSet, Local};
use super::position::ProblemPosition;
use crate::Colour;

/// Whether 3 holds, and the defender cannot connect to safe stones: `true` is certain.
#[inline]
pub(super) fn is_lost<S: CellSet>(
    local: &Local<S>,
    position: &ProblemPosition<S>,
    defender: Colour,
) -> bool {
    let attacker = defender.opponent();
    let safe = position.safe[attacker.index()];
    let loose = position.stones[attacker.index()] & !safe;
    if loose.is_empty() || !local.beside_safe(defender).is_within(safe) {
        return false;
    }
    let doors = position.empty(local) & (local.around(safe) | local.beside_safe(attacker));
    if !(doors & local.around(loose)).has_two() {
        return false;
    }
    // No more than all of them are held.
    if two_apart(local, eye_cells(local, safe | loose, attacker)) {
        return false;
    }
    let held = held(local, loose, doors);
    !held.is_empty() && !two_apart(local, eye_cells(local, safe | held, attacker))
}

/// The stones of the chains that have two doors for themselves.
fn held<S: CellSet>(local: &Local<S>, loose: S, mut doors: S) -> S {
    let mut held = S::EMPTY;
    for chain in local.parts(loose) {
        let its = local.around(chain) & doors;
        if its.has_two() {
            held |= chain;
            let first = its.lowest();
            doors &= !(first | (its & !first).lowest());
        }
    }
    held
}
