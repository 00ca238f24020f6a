//! Which positions are searched next.
//!
//! From the root along the best numbers to a leaf. A leaf with a job in flight keeps its numbers,
//! as if nothing were known of the job, and is passed over (virtual equivalence and a flag, Wu et
//! al. 2013); then its siblings have their turn, and so on. Every position is entered once, so that
//! all leaves on which the answer may depend are found in the end, whatever the numbers say.

use std::collections::HashSet;

use threefold_game::Searchable;

use crate::facts::Id;
use crate::graph::Graph;

/// A position on the way to a leaf.
struct Step {
    id: Id,
    /// Where to go from here, the best last.
    next: Vec<Id>,
}

/// Leaves, one after the other.
pub(crate) struct Selection {
    /// All there is below these has been looked at.
    done: HashSet<Id>,
    path: Vec<Step>,
    on_path: HashSet<Id>,
    /// Leaves with jobs that were passed over.
    pub busy: Vec<Id>,
}

impl Selection {
    pub fn new() -> Self {
        let (done, on_path) = (HashSet::new(), HashSet::new());
        Selection { done, path: Vec::new(), on_path, busy: Vec::new() }
    }

    /// The best leaf without a job that has not been given yet.
    pub fn next<G: Searchable>(
        &mut self,
        graph: &Graph<'_, G>,
        is_busy: impl Fn(Id) -> bool,
    ) -> Option<Id> {
        // Numbers have not changed, but the way may have become another one.
        self.path.clear();
        self.on_path.clear();
        self.enter(graph, Graph::<G>::ROOT);
        while let Some(step) = self.path.last_mut() {
            match step.next.pop() {
                Some(id) if self.done.contains(&id) || self.on_path.contains(&id) => {}
                Some(id) => self.enter(graph, id),
                None => {
                    let id = step.id;
                    self.on_path.remove(&id);
                    self.done.insert(id);
                    if graph.is_leaf(id) {
                        if !is_busy(id) {
                            return Some(id);
                        }
                        self.busy.push(id);
                    }
                    self.path.pop();
                }
            }
        }
        None
    }

    /// The way to the leaf that was given last, without the leaf.
    pub fn way(&self) -> Vec<Id> {
        let ids = self.path.iter().map(|step| step.id);
        ids.take(self.path.len().saturating_sub(1)).collect()
    }

    /// A leaf has been expanded: it is entered again.
    pub fn reopen<G: Searchable>(&mut self, graph: &Graph<'_, G>, id: Id) {
        self.done.remove(&id);
        // Whatever was looked through above it is no longer.
        let mut list = vec![id];
        while let Some(one) = list.pop() {
            for &above in graph.node(one).parents.iter().chain(&graph.node(one).users) {
                if self.done.remove(&above) {
                    list.push(above);
                }
            }
        }
    }

    fn enter<G: Searchable>(&mut self, graph: &Graph<'_, G>, id: Id) {
        if !graph.is_open(id) {
            return;
        }
        let winner_moves = graph.winner_moves(id);
        let mut next = graph.continuations(id);
        next.sort_by_cached_key(|&child| {
            let numbers = graph.numbers(child);
            let key = match winner_moves {
                true => (numbers.pn, numbers.dn),
                false => (numbers.dn, numbers.pn),
            };
            std::cmp::Reverse(key)
        });
        self.on_path.insert(id);
        self.path.push(Step { id, next });
    }
}
