//! Expansion: the moves of the position at hand, and what is known of each.
//!
//! Two passes: first what the rules say of each child, while the table's part of memory is on its
//! way; then what table and game say of the others. A child that decides ends either: the others
//! need not be looked at.

use threefold_game::Searchable;

use crate::found::{Found, Id};
use crate::rules::ByRules;
use crate::stack::Child;
use crate::worker::Worker;

/// A child of which the rules say nothing.
struct Open<G: Searchable> {
    /// Where it is in the arena.
    child: usize,
    id: Id,
    /// Copying it costs less than making the move again, in every game so far.
    position: G::Position,
}

/// Scratch space of an expansion.
pub(crate) struct Expansion<G: Searchable> {
    moves: Vec<G::Move>,
    open: Vec<Open<G>>,
}

impl<G: Searchable> Expansion<G> {
    pub fn new() -> Self {
        Expansion { moves: Vec::new(), open: Vec::new() }
    }

    /// Adds the children of the position at hand, the last of the path, to the arena. Situations to
    /// which illegal moves lead are noted ([`Worker::ban`]).
    pub fn expand(
        &mut self,
        worker: &mut Worker<'_, G>,
        or_node: bool,
        arena: &mut Vec<Child<G::Move>>,
    ) {
        let first = arena.len();
        let decides = |found: &Found| {
            found.is_solved() && found.is_proven() == or_node && found.reliance.is_nothing()
        };
        self.moves.clear();
        worker.task().game().moves(worker.position(), &mut self.moves);
        self.open.clear();
        for &m in &self.moves {
            let arrival = worker.arrival(m);
            let chain =
                if G::CHAINS { worker.task().game().chain(worker.position(), m) } else { 0 };
            let undo = worker.make(m);
            let id = worker.id(arrival);
            worker.stats().lookups += 1;
            let by_rules = worker.by_rules(id, arrival);
            if let ByRules::Open = by_rules {
                worker.prefetch(id);
                let position = worker.position().clone();
                self.open.push(Open { child: arena.len(), id, position });
            }
            worker.undo(m, undo);
            let found = match by_rules {
                ByRules::Over(found) => found,
                ByRules::Open => Found::bounds(1, 1, None),
                ByRules::Illegal => {
                    worker.ban(id.repetition_key);
                    continue;
                }
            };
            let decided = decides(&found);
            if decided {
                self.open.clear();
                arena.truncate(first);
            }
            arena.push(Child { m, arrival, chain, found });
            if decided {
                break;
            }
        }
        for open in &mut self.open {
            let child = &mut arena[open.child];
            child.found = match worker.without_position(open.id) {
                Some(found) => found,
                None => {
                    worker.swap_position(&mut open.position);
                    let found = worker.beyond_rules(open.id, child.arrival);
                    worker.swap_position(&mut open.position);
                    found
                }
            };
            if decides(&child.found) {
                arena.swap(first, open.child);
                arena.truncate(first + 1);
                break;
            }
        }
    }
}
