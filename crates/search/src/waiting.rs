//! Moves that wait: unlikely ones are looked at when the others have failed, or look worse.
//!
//! Where a game has factors ([`factors`](threefold_game::Searchable::factors)), moves that count
//! for twice their numbers or more are one chain (`chains.rs`), the likeliest first. To ask rules,
//! table and game about each of them is most of what a position costs, and of most of them nothing
//! is ever heard: they stand in the list without having been *seen*, and count for what the best
//! of the others counts for, times their factor.
//!
//! ```text
//!   move   number   factor   counts for
//!   a      6        1        6    <- chosen
//!   b      9        5/4      12
//!   c      (6)      5/2      15   the head of those that wait; seen when its turn comes
//!   d      (6)      4        -    waits
//! ```
//! **No answer depends on it.** A number that nobody has looked up is neither 0 nor infinity, so
//! that the position stays open until every move has been seen and answered, or one that has been
//! seen decides. What is illegal because it repeats is found out when it is seen, and is taken away
//! then.

use threefold_game::Searchable;

use crate::factor::Factor;
use crate::found::{Arrival, Found};
use crate::rules::ByRules;
use crate::stack::{Child, Stack};
use crate::worker::Worker;

/// Moves with this factor or a larger one wait. With four times in place of twice a node costs a
/// fifth more, and no more problems are solved with as many nodes.
pub(crate) const WAITS: Factor = Factor::TWO;

/// The chain of those that wait: games have not that many.
const CHAIN: u8 = 128;

/// A move that nothing has been asked about.
#[inline]
pub(crate) fn unseen<M>(m: M, arrival: Arrival, factor: Factor) -> Child<M> {
    let found = Found::bounds(1, 1, None);
    Child { m, arrival, chain: CHAIN, factor, is_seen: false, found }
}

/// Gives the moves that have not been seen the numbers of the best of the others.
pub(crate) fn guess<M>(children: &mut [Child<M>], or_node: bool) {
    let by_choice = |found: &Found| match or_node {
        true => (found.pn, found.dn),
        false => (found.dn, found.pn),
    };
    let open = children.iter().filter(|child| child.is_seen && !child.found.is_solved());
    let Some(best) = open.map(|child| child.found).min_by_key(by_choice) else { return };
    for child in children.iter_mut().filter(|child| !child.is_seen) {
        child.found = Found::bounds(best.pn, best.dn, None);
    }
}

/// Asks about a child of the position at hand that has waited, by its place among all. It is
/// taken away if it is illegal.
pub(crate) fn see<G: Searchable>(worker: &mut Worker<'_, G>, stack: &mut Stack<G>, child: usize) {
    let (frame, unseen) = stack.select(child);
    let (m, arrival) = (unseen.m, unseen.arrival);
    worker.stats().lookups += 1;
    let undo = worker.make(m);
    let id = worker.id(arrival);
    let found = match worker.by_rules(id, arrival) {
        ByRules::Illegal => None,
        ByRules::Over(found) => Some(found),
        ByRules::Open => Some(worker.beyond_rules(id, arrival)),
    };
    worker.undo(m, undo);
    let Some(found) = found else {
        worker.ban(id.repetition_key);
        stack.remove(child);
        return;
    };
    unseen.found = found;
    unseen.is_seen = true;
    // As for the children that were seen as the position was entered (`threshold.rs`).
    let is_old = !found.is_solved() && found.expanded_at.is_some_and(|at| at <= frame.min_depth);
    frame.control |= is_old && worker.task().options().threshold_control;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_not_been_seen_is_like_the_best_of_the_others() {
        let seen = |pn, dn| {
            let found = Found::bounds(pn, dn, None);
            Child { is_seen: true, found, ..unseen((), Arrival::ROOT, Factor::ONE) }
        };
        let waits = || unseen((), Arrival::ROOT, WAITS);
        for (or_node, expected) in [(true, (3, 9)), (false, (8, 2))] {
            let mut children = [seen(3, 9), seen(8, 2), waits(), seen(5, 5), waits()];
            guess(&mut children, or_node);
            let numbers = children.map(|child| (child.found.pn, child.found.dn));
            assert_eq!(numbers, [(3, 9), (8, 2), expected, (5, 5), expected]);
        }
    }

    #[test]
    fn a_solved_move_is_no_guess() {
        let over = Found::over(false, 0, crate::reliance::Reliance::Nothing);
        let solved = Child { is_seen: true, found: over, ..unseen((), Arrival::ROOT, Factor::ONE) };
        let mut children = [solved, unseen((), Arrival::ROOT, WAITS)];
        guess(&mut children, true);
        assert_eq!((children[1].found.pn, children[1].found.dn), (1, 1));
    }
}
