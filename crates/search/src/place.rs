//! Where a worker stands: a path, and the position it leads to.

use threefold_game::Searchable;

use crate::found::{Arrival, Id};
use crate::mix::mix;
use crate::name::Name;
use crate::options::Policy;
use crate::path::Path;
use crate::task::Task;

/// A position, and what is on the path before it.
#[derive(Debug)]
pub struct Below<'a, P> {
    /// Positions that count as repeated when they are met again, the root of the question first.
    /// The position itself is not among them.
    pub way: &'a [P],
    /// The position in question.
    pub position: &'a P,
}

impl<P> Clone for Below<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Below<'_, P> {}

impl<P> Below<'_, P> {
    /// What distances are counted from.
    pub(crate) fn root(&self) -> &P {
        self.way.first().unwrap_or(self.position)
    }
}

/// A path, and the position it leads to.
pub(crate) struct Place<G: Searchable> {
    pub path: Path,
    /// The last position of the path, or a child of it while that is looked up.
    pub position: G::Position,
}

impl<G: Searchable> Place<G> {
    /// The root, which is not yet on the path.
    pub fn root(task: &Task<'_, G>) -> Self {
        Place { path: task.path(), position: task.root().clone() }
    }

    /// A position below a root, with the way to it on the path. That a step of the way is taken for
    /// reversible, whatever move it was, only makes what is found rely on more.
    pub fn below(task: &Task<'_, G>, at: Below<'_, G::Position>) -> Self {
        let mut place = Place::root(task);
        for position in at.way {
            place.position.clone_from(position);
            let id = place.id(task, Arrival::ROOT);
            place.push(task, id, Arrival::ROOT);
        }
        place.position.clone_from(at.position);
        place
    }

    /// The position at hand, which the path (to its parent) reaches by `arrival`.
    #[inline]
    pub fn id(&self, task: &Task<'_, G>, arrival: Arrival) -> Id {
        let mut id = task.id(&self.position);
        if task.options().policy == Policy::PathKeyed {
            id.name.key ^= mix(self.code(id, arrival));
        }
        id
    }

    /// The code of the path that leads to the position at hand by `arrival`.
    #[inline]
    pub fn code(&self, id: Id, arrival: Arrival) -> u64 {
        self.path.code_after(id.repetition_key, arrival.mv, arrival.irreversible)
    }

    /// Puts the position at hand on the path.
    #[inline]
    pub fn push(&mut self, task: &Task<'_, G>, id: Id, arrival: Arrival) {
        task.push(&mut self.path, id.repetition_key, arrival, &self.position);
    }

    /// The level at which the path, or the history, has what the position at hand repeats. Where a
    /// repetition is a result and more in hand is never worse, also that of an ancestor with the
    /// same board that is at least as good for whoever a repetition fails: such a way to where he
    /// has been already leads nowhere, either (`docs/ghi-hands.md`).
    #[inline]
    pub fn repeats_or_is_worse(&self, task: &Task<'_, G>, id: Id, arrival: Arrival) -> Option<u32> {
        if !G::HANDS || arrival.irreversible {
            return self.repeats(id.repetition_key, arrival);
        }
        let level = self.at_least_as_good(task, id.name);
        level.or_else(|| self.path.find(id.repetition_key))
    }

    /// The deepest level of the path at which there is a position with the board of this one that
    /// is at least as good for whoever a repetition fails.
    #[inline]
    pub fn at_least_as_good(&self, task: &Task<'_, G>, name: Name) -> Option<u32> {
        let succeeds = task.question().repetition_succeeds()?;
        self.path
            .with_board(name.key)
            .filter(|&(_, hand)| task.covers(hand, succeeds, name.hand))
            .map(|(level, _)| level)
            .max()
    }

    /// The level at which the path, or the history, has what the position at hand would repeat.
    #[inline]
    pub fn repeats(&self, repetition_key: u64, arrival: Arrival) -> Option<u32> {
        // Nothing that has been on the path can occur any more.
        if arrival.irreversible { None } else { self.path.find(repetition_key) }
    }
}
