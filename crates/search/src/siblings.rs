//! Refutations tried among sibling moves: when a move has been refuted, the refutation is replayed
//! against the other moves of the position.
//!
//! The moves that do nothing for the player are many, and fail to the same play. Kawano (1996)
//! proved the useless interpositions of tsume-shogi this way; the one-eye solver of Kishimoto and
//! Mueller does so with the attempts at an eye. Two positions are played side by side: the *model*,
//! after the refuted move, of which the table knows how it is refuted, and the sibling on the path,
//! where each of these moves has to be legal and is verified like everything that is simulated. A
//! reply that only the sibling has must be refuted by what is known of the sibling.

use threefold_game::Searchable;

use crate::rules::ByRules;
use crate::stack::Stack;
use crate::worker::{Model, Worker};

/// If the child that was searched last has been refuted: tries the refutation on the others of the
/// position at hand.
#[inline]
pub(crate) fn refute<G: Searchable>(worker: &mut Worker<'_, G>, stack: &mut Stack<G>) {
    let budget = worker.task().options().sibling_budget;
    if budget == 0 || worker.task().game().symmetries() > 1 {
        return;
    }
    let or_node = stack.top().or_node;
    let (children, selected) = stack.children_mut();
    let (before, others) = children.split_at_mut(selected);
    let (refuted, after) = others.split_first_mut().expect("a child was selected");
    if !refuted.found.is_solved() || refuted.found.is_proven() == or_node {
        return;
    }
    let mut model = worker.position().clone();
    worker.task().game().make(&mut model, refuted.m);
    let model = Model(model);
    let open = before.iter_mut().chain(after).filter(|child| !child.found.is_solved());
    for child in open {
        let undo = worker.make(child.m);
        let by_rules = match child.is_seen {
            true => ByRules::Open,
            false => {
                let id = worker.id(child.arrival);
                worker.by_rules(id, child.arrival)
            }
        };
        let found = match by_rules {
            // It is taken away when its turn comes.
            ByRules::Illegal => None,
            ByRules::Over(found) => Some(found),
            ByRules::Open => worker.simulate_model(child.arrival, &model, !or_node, budget),
        };
        worker.undo(child.m, undo);
        child.is_seen |= found.is_some();
        if let Some(found) = found {
            child.found = found;
        }
    }
}
