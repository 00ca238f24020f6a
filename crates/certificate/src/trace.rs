//! What a walk has met, position by position: what is shown of a proof, and played against.

use threefold_game::Game;

use crate::store::{Id, Store};

/// What a position of a [`Trace`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Met {
    /// Its walk has not ended: the trace is not complete.
    Open,
    /// What is played there is walked below it.
    Walked,
    /// The game is over there, or the player to move has no move.
    End,
    /// It has occurred before the root so often that meeting it is a draw.
    History,
    /// The database covers it.
    Database,
    /// The plies for which the claimant holds are over.
    Horizon,
    /// What comes within the last plies has been looked through
    /// ([`Omitted::leaf_plies`](crate::Omitted::leaf_plies)).
    Leaf,
}

/// A position of a [`Trace`], or under superko one walk of it.
#[derive(Clone, Copy, Debug)]
pub struct Traced {
    /// What it is.
    pub met: Met,
    /// The position on whose account it was met first; `None` for the root.
    pub parent: Option<u32>,
    /// The line of the block's body with the claimant's move, from 1; 0 if there is none.
    pub line: u64,
    /// The most plies that play can last from here; `None` if there is no end to it.
    pub height: Option<u32>,
    /// How many plies were left, where the claim is to hold for a number of them.
    pub left: u32,
    id: Id,
    first: u64,
    count: u32,
}

/// What a completed walk has met ([`Walk::tracing`](crate::Walk::tracing)). Positions have numbers
/// in the order in which they were met, from the root, which is 0. Where a position is walked
/// several times (under superko, or with more plies left) each walk has a number, and moves lead to
/// the one that holds there.
pub struct Trace<G: Game> {
    nodes: Vec<Traced>,
    /// The moves of all positions, each with the number that it leads to.
    edges: Vec<(G::Move, u32)>,
    /// By the number of a position in the store: its last walk.
    latest: Vec<u32>,
    pub(crate) store: Store<G::Position>,
}

impl<G: Game> Trace<G> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none; a walk meets at least its root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many different positions there are.
    pub fn positions(&self) -> usize {
        self.store.len()
    }

    /// What a position is.
    pub fn node(&self, number: u32) -> Option<&Traced> {
        self.nodes.get(number as usize)
    }

    /// The position itself.
    pub fn position(&self, number: u32) -> Option<&G::Position> {
        Some(self.store.get(self.node(number)?.id))
    }

    /// The moves that are walked from a position, in the order of the walk, each with the position
    /// that it leads to: the claimant's one, or all of the opponent.
    pub fn moves(&self, number: u32) -> &[(G::Move, u32)] {
        let Some(node) = self.node(number) else { return &[] };
        let first = node.first as usize;
        &self.edges[first..first + node.count as usize]
    }

    /// The last walk of a position.
    pub fn find(&self, position: &G::Position) -> Option<u32> {
        self.latest.get(self.store.find(position)? as usize).copied()
    }
}

/// A trace that is being made.
pub(crate) struct Tracing<G: Game> {
    nodes: Vec<Traced>,
    edges: Vec<(G::Move, u32)>,
    latest: Vec<u32>,
    /// Open positions, each with where its moves begin in `pending`.
    open: Vec<(u32, usize)>,
    pending: Vec<(G::Move, u32)>,
    /// Under superko a position is met by its last finished walk.
    by_finished: bool,
    store: Store<G::Position>,
}

impl<G: Game> Tracing<G> {
    pub(crate) fn new(by_finished: bool) -> Self {
        let (nodes, edges, latest) = (Vec::new(), Vec::new(), Vec::new());
        let (open, pending, store) = (Vec::new(), Vec::new(), Store::new());
        Tracing { nodes, edges, latest, open, pending, by_finished, store }
    }

    /// A position has got its number, the next one.
    pub(crate) fn keep(&mut self, position: &G::Position) {
        self.store.intern(position);
    }

    /// A position is walked.
    pub(crate) fn enter(&mut self, id: Id, by: Option<G::Move>, left: u32) {
        let number = u32::try_from(self.nodes.len()).expect("fewer than 2^32 fit in memory");
        let parent = self.open.last().map(|&(parent, _)| parent);
        let (first, count, line) = (0, 0, 0);
        let (met, height) = (Met::Open, None);
        self.nodes.push(Traced { met, parent, line, height, left, id, first, count });
        self.pending.extend(by.map(|by| (by, number)));
        self.open.push((number, self.pending.len()));
        if self.latest.len() <= id as usize {
            self.latest.resize(id as usize + 1, number);
        }
        if !self.by_finished {
            self.latest[id as usize] = number;
        }
    }

    /// A position is met that need not be walked.
    pub(crate) fn skip(&mut self, id: Id, by: Option<G::Move>) {
        let number = self.latest[id as usize];
        self.pending.extend(by.map(|by| (by, number)));
    }

    /// The claimant's move has been chosen.
    pub(crate) fn choose(&mut self, line: u64) {
        if let Some(&(number, _)) = self.open.last() {
            self.nodes[number as usize].line = line;
        }
    }

    /// The last open position is finished.
    pub(crate) fn close(&mut self, met: Met) {
        let Some((number, from)) = self.open.pop() else { return };
        let mut height = Some(0);
        for &(_, child) in &self.pending[from..] {
            let child = &self.nodes[child as usize];
            // An open one is an ancestor, or the position itself: play can go round there.
            let below = child.height.filter(|_| child.met != Met::Open);
            height = height.zip(below).map(|(height, below)| u32::max(height, below + 1));
        }
        let first = self.edges.len() as u64;
        self.edges.extend(self.pending.drain(from..));
        let node = &mut self.nodes[number as usize];
        node.count = (self.edges.len() as u64 - first) as u32;
        *node = Traced { met, height, first, ..*node };
        let id = node.id;
        self.latest[id as usize] = number;
    }

    pub(crate) fn bytes(&self) -> usize {
        self.store.bytes()
    }

    pub(crate) fn finish(self) -> Trace<G> {
        let Tracing { nodes, edges, latest, store, .. } = self;
        Trace { nodes, edges, latest, store }
    }
}
