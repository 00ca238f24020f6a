//! What a graph is made of.

use threefold_game::{Outcome, Player};

/// A position of a graph game: the number of its node, counted from 0 in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The number of the node.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What happens in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It is the player's turn. If he has no move, he has lost.
    Turn(Player),
    /// The game is over.
    Over(Outcome),
}

/// A move: an edge to another position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    pub(crate) to: NodeId,
    pub(crate) irreversible: bool,
    pub(crate) pass: bool,
}

impl Edge {
    /// An ordinary move to `to`.
    pub const fn new(to: NodeId) -> Self {
        Edge { to, irreversible: false, pass: false }
    }

    /// The same move, marked as irreversible: no position from before it can occur after it.
    #[must_use]
    pub const fn irreversible(self) -> Self {
        Edge { irreversible: true, ..self }
    }

    /// The same move, marked as a pass: legal under superko whatever it repeats.
    #[must_use]
    pub const fn pass(self) -> Self {
        Edge { pass: true, ..self }
    }

    /// The position it leads to.
    pub const fn to(self) -> NodeId {
        self.to
    }

    /// Whether it is marked as irreversible.
    pub const fn is_irreversible(self) -> bool {
        self.irreversible
    }

    /// Whether it is a pass.
    pub const fn is_pass(self) -> bool {
        self.pass
    }
}

/// A position with all that the rules say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub(crate) name: String,
    pub(crate) status: Status,
    /// Number of the board; equal for positions that recreate each other's board.
    pub(crate) board: u32,
    pub(crate) edges: Vec<Edge>,
}

impl Node {
    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whose turn it is, or how the game ended.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The moves, in order.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }
}
