//! The stack of df-pn: the positions of the path, and what is known of their children.
//!
//! Positions on the path are *frames*; each frame owns the children it has looked up, in one arena
//! that is used as a stack:
//!
//! ```text
//!   frames     [ root         | P1       | P2    ]
//!   children   [ a b c d e f  | g h i    | j k   ]     selected: c, then h
//! ```
//! A child is looked up when its parent is expanded and again just before it is entered; in
//! between, the numbers in the arena may be out of date, which costs work and nothing else.

use threefold_game::Searchable;

use crate::chains::Chains;
use crate::combine::{Combining, Numbers};
use crate::factor::Factor;
use crate::found::{Arrival, Found, Id};
use crate::threshold::Thresholds;
use crate::worker::{Mark, Worker};

/// A move of a frame's position, and what is known about where it leads.
pub(crate) struct Child<M> {
    pub m: M,
    pub arrival: Arrival,
    /// The chain that it belongs to ([`Searchable::chain`]); 0 if to none.
    pub chain: u8,
    /// How much harder it counts than its numbers say.
    pub factor: Factor,
    /// Whether rules, table and game have been asked about it. A move that waits is asked about
    /// when its turn comes (`waiting.rs`).
    pub is_seen: bool,
    pub found: Found,
}

impl<M> Child<M> {
    /// What it counts for where the attacker chooses (at an OR node) or the defender: proof and
    /// disproof number.
    #[inline]
    pub fn counts_for(&self, or_node: bool) -> (u32, u32) {
        let Found { pn, dn, .. } = self.found;
        if or_node { (self.factor.raise(pn), dn) } else { (pn, self.factor.raise(dn)) }
    }
}

/// A position of the path that is being searched.
pub(crate) struct Frame<G: Searchable> {
    pub id: Id,
    pub or_node: bool,
    /// Where its children begin in the arena.
    pub first: usize,
    /// The child that is being searched, in the arena.
    pub selected: usize,
    /// How to return from that child.
    pub undo: Option<G::Undo>,
    pub thresholds: Thresholds,
    /// Threshold control is on for this visit and those below.
    pub control: bool,
    /// Before the first pass over the children of this visit.
    pub fresh: bool,
    /// What the worker's stacks hold above it belongs to its children.
    pub mark: Mark,
    pub min_depth: u32,
    /// Which of the children have positions below them in common (`sources.rs`).
    pub shared: Shared,
    /// Value of the node counter on entry, for the work.
    pub entered_at: u64,
}

impl<G: Searchable> Frame<G> {
    /// Threshold control at the first pass over the children: if there is need for it, the position
    /// is entered at least once, whatever its thresholds.
    #[inline]
    pub fn raise_if_controlled(&mut self, numbers: &Numbers) {
        if self.fresh && !numbers.is_solved() {
            self.fresh = false;
            if self.control {
                self.thresholds.raise(numbers.pn, numbers.dn);
            }
        }
    }
}

/// The stack.
pub(crate) struct Stack<G: Searchable> {
    frames: Vec<Frame<G>>,
    children: Vec<Child<G::Move>>,
    combining: Combining,
}

impl<G: Searchable> Stack<G> {
    pub fn new(combining: Combining) -> Self {
        Stack { frames: Vec::new(), children: Vec::new(), combining }
    }

    /// How the numbers of children add up.
    #[inline]
    pub fn combining(&self) -> Combining {
        self.combining
    }

    /// The frames, the root's first.
    #[inline]
    pub fn frames(&self) -> &[Frame<G>] {
        &self.frames
    }

    /// That of the position at hand.
    #[inline]
    pub fn top(&self) -> &Frame<G> {
        self.frames.last().expect("the root leaves by returning")
    }

    #[inline]
    pub fn top_mut(&mut self) -> &mut Frame<G> {
        self.frames.last_mut().expect("the root leaves by returning")
    }

    /// Chooses a child of the position at hand by its number.
    #[inline]
    pub fn select(&mut self, child: usize) -> (&mut Frame<G>, &mut Child<G::Move>) {
        let frame = self.top_mut();
        frame.selected = frame.first + child;
        self.selected_mut()
    }

    /// The last frame, and its child that is being searched.
    #[inline]
    pub fn selected_mut(&mut self) -> (&mut Frame<G>, &mut Child<G::Move>) {
        let frame = self.frames.last_mut().expect("the root leaves by returning");
        let child = &mut self.children[frame.selected];
        (frame, child)
    }

    /// The children of the position at hand.
    #[inline]
    pub fn children(&self) -> &[Child<G::Move>] {
        &self.children[self.top().first..]
    }

    /// The same, and which is being searched.
    #[inline]
    pub fn children_mut(&mut self) -> (&mut [Child<G::Move>], usize) {
        let (first, selected) = (self.top().first, self.top().selected);
        (&mut self.children[first..], selected - first)
    }

    /// Takes a child of the position at hand away.
    pub fn remove(&mut self, child: usize) {
        let first = self.top().first;
        self.children.remove(first + child);
    }

    /// The arena, for children whose frame is yet to be pushed.
    #[inline]
    pub fn arena(&mut self) -> &mut Vec<Child<G::Move>> {
        &mut self.children
    }

    /// The child of a frame that is being searched.
    #[inline]
    pub fn selected(&self, frame: usize) -> &Child<G::Move> {
        &self.children[self.frames[frame].selected]
    }

    /// Notes of a frame which of its children have positions below them in common.
    pub fn share(&mut self, frame: usize, shared: Shared) {
        self.frames[frame].shared.add(shared);
    }

    #[inline]
    pub fn push(&mut self, frame: Frame<G>) {
        self.frames.push(frame);
    }

    /// Removes the last frame and its children.
    #[inline]
    pub fn pop(&mut self) {
        let frame = self.frames.pop().expect("there is a position at hand");
        self.children.truncate(frame.first);
    }

    /// The children that count, with their places: all but those that wait for others of their
    /// chain.
    #[inline]
    pub fn that_count<'c>(
        children: &'c [Child<G::Move>],
    ) -> impl Iterator<Item = (usize, &'c Child<G::Move>)>
    where
        G: 'c,
    {
        let mut chains = Chains::default();
        children.iter().enumerate().filter(move |(_, child)| {
            !G::CHAINS || chains.counts(child.chain, child.found.is_solved())
        })
    }

    /// What the children of a frame come to.
    #[inline]
    pub fn numbers(&self, frame: usize, worker: &Worker<'_, G>) -> Numbers {
        let end = self.frames.get(frame + 1).map_or(self.children.len(), |next| next.first);
        let frame = &self.frames[frame];
        let children = &self.children[frame.first..end];
        if children.is_empty() {
            // It is the one at hand: it is solved, and no other is entered before it is left.
            return Numbers::stuck(worker.task().is_success_stuck(worker.position()));
        }
        let numbers = Self::that_count(children).map(|(i, child)| {
            let (pn, dn) = match G::FACTORS {
                true => child.counts_for(frame.or_node),
                false => (child.found.pn, child.found.dn),
            };
            (i, pn, dn)
        });
        let is_shared = |i| G::SOURCES && frame.shared.contains(i);
        Numbers::of_some_shared(numbers, is_shared, frame.or_node, self.combining)
    }

    /// Bytes in use.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.children.capacity() * size_of::<Child<G::Move>>()
            + self.frames.capacity() * size_of::<Frame<G>>()
    }
}

/// Which moves of a position lead to positions that others of them lead to as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shared(pub u64);

impl Shared {
    #[inline]
    pub fn contains(self, number: usize) -> bool {
        self.0 >> number.min(63) & 1 != 0
    }

    #[inline]
    pub fn add(&mut self, others: Shared) {
        self.0 |= others.0;
    }
}
