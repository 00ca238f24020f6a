//! Building a graph game, and what can be wrong with one.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use thiserror::Error;
use threefold_game::{Outcome, Player, quote};

use crate::components::components;
use crate::{Edge, GraphGame, Node, NodeId, Status};

/// What is wrong with a graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GraphError {
    /// A name that the text format could not read back.
    #[error("{} is not a name, expected ASCII letters, digits and any of _ - . '", quote(.0))]
    Name(String),
    /// Two positions with one name.
    #[error("position '{0}' is defined twice")]
    DuplicatePosition(String),
    /// Two moves from one position to another: they would have the same notation.
    #[error("'{to}' is a successor of '{from}' twice")]
    DuplicateSuccessor {
        /// Where both moves start.
        from: String,
        /// Where both lead.
        to: String,
    },
    /// A finished game goes on.
    #[error("position '{0}' has a result and cannot have successors")]
    SuccessorOfResult(String),
    /// A move is marked as irreversible and is not.
    #[error("'{from}' to '{to}' is marked irreversible, but a way leads back, from board to board")]
    Reversible {
        /// Where the move starts.
        from: String,
        /// Where it leads.
        to: String,
    },
    /// Passes that lead round in a circle: nothing would ever end the game.
    #[error("the pass from '{from}' to '{to}' is part of a cycle of passes")]
    PassCycle {
        /// Where the pass starts.
        from: String,
        /// Where it leads.
        to: String,
    },
    /// A number that does not belong to a position of this graph.
    #[error("there is no position number {0}")]
    NoSuchPosition(usize),
    /// More positions than can be numbered.
    #[error("more than {} positions", u32::MAX)]
    TooManyPositions,
}

/// Builds a [`GraphGame`] position by position.
///
/// ```
/// use threefold_game::{Outcome, Player};
/// use threefold_graph::{Edge, GraphBuilder};
///
/// # fn main() -> Result<(), threefold_graph::GraphError> {
/// let mut builder = GraphBuilder::new();
/// let a = builder.turn("A", Player::First)?;
/// let b = builder.turn("B", Player::Second)?;
/// let won = builder.over("won", Outcome::Win(Player::First))?;
/// builder.edge(a, Edge::new(b))?;
/// builder.edge(b, Edge::new(a))?;
/// builder.edge(a, Edge::new(won).irreversible())?;
/// let game = builder.build()?;
/// assert_eq!(game.nodes().len(), 3);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct GraphBuilder {
    nodes: Vec<Node>,
    names: HashMap<String, NodeId>,
    /// The board label of each position; `None` for a board of its own.
    labels: Vec<Option<String>>,
    /// All moves so far, to find doubles.
    moves: HashSet<(NodeId, NodeId)>,
}

/// Whether `text` can be the name of a position or of a board.
pub(crate) fn is_name(text: &str) -> bool {
    // ASCII: what else is a letter changes with every version of Unicode.
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "_-.'".contains(c))
}

impl GraphBuilder {
    /// A graph without positions.
    pub fn new() -> Self {
        GraphBuilder::default()
    }

    /// Adds a position in which `player` is to move.
    ///
    /// # Errors
    /// [`GraphError::Name`], [`GraphError::DuplicatePosition`], [`GraphError::TooManyPositions`].
    pub fn turn(&mut self, name: &str, player: Player) -> Result<NodeId, GraphError> {
        self.position(name, Status::Turn(player))
    }

    /// Adds a position in which the game is over.
    ///
    /// # Errors
    /// As [`GraphBuilder::turn`].
    pub fn over(&mut self, name: &str, outcome: Outcome) -> Result<NodeId, GraphError> {
        self.position(name, Status::Over(outcome))
    }

    /// Adds a position.
    ///
    /// # Errors
    /// As [`GraphBuilder::turn`].
    pub fn position(&mut self, name: &str, status: Status) -> Result<NodeId, GraphError> {
        if !is_name(name) {
            return Err(GraphError::Name(name.to_owned()));
        }
        let number = u32::try_from(self.nodes.len()).map_err(|_| GraphError::TooManyPositions)?;
        // The last number is kept free, so that a count always fits as well.
        if number == u32::MAX {
            return Err(GraphError::TooManyPositions);
        }
        let id = NodeId(number);
        match self.names.entry(name.to_owned()) {
            Entry::Occupied(_) => return Err(GraphError::DuplicatePosition(name.to_owned())),
            Entry::Vacant(entry) => entry.insert(id),
        };
        self.nodes.push(Node { name: name.to_owned(), status, board: 0, edges: Vec::new() });
        self.labels.push(None);
        Ok(id)
    }

    /// The position with this name.
    pub fn find(&self, name: &str) -> Option<NodeId> {
        self.names.get(name).copied()
    }

    /// Labels the board of a position. Positions with the same label recreate each other's
    /// board under positional superko; without a label the position's name is the label.
    ///
    /// # Errors
    /// [`GraphError::Name`], [`GraphError::NoSuchPosition`].
    pub fn board(&mut self, position: NodeId, label: &str) -> Result<(), GraphError> {
        if !is_name(label) {
            return Err(GraphError::Name(label.to_owned()));
        }
        let slot = self
            .labels
            .get_mut(position.index())
            .ok_or(GraphError::NoSuchPosition(position.index()))?;
        *slot = Some(label.to_owned());
        Ok(())
    }

    /// Adds a move, after those that the position already has.
    ///
    /// # Errors
    /// [`GraphError::DuplicateSuccessor`], [`GraphError::SuccessorOfResult`],
    /// [`GraphError::NoSuchPosition`].
    pub fn edge(&mut self, from: NodeId, edge: Edge) -> Result<(), GraphError> {
        for id in [from, edge.to] {
            if id.index() >= self.nodes.len() {
                return Err(GraphError::NoSuchPosition(id.index()));
            }
        }
        if let Status::Over(_) = self.nodes[from.index()].status {
            return Err(GraphError::SuccessorOfResult(self.name(from)));
        }
        if !self.moves.insert((from, edge.to)) {
            return Err(GraphError::DuplicateSuccessor {
                from: self.name(from),
                to: self.name(edge.to),
            });
        }
        self.nodes[from.index()].edges.push(edge);
        Ok(())
    }

    /// Checks the graph as a whole and makes it a game.
    ///
    /// # Errors
    /// [`GraphError::Reversible`], [`GraphError::PassCycle`].
    pub fn build(self) -> Result<GraphGame, GraphError> {
        self.try_build().map_err(|fault| fault.error)
    }

    /// As [`GraphBuilder::build`], but says which move is at fault.
    pub(crate) fn try_build(mut self) -> Result<GraphGame, Fault> {
        let boards = number_boards(&mut self.nodes, &self.labels);
        self.check_irreversible(boards.len())?;
        self.check_passes()?;
        Ok(GraphGame::from_parts(self.nodes, self.names, boards))
    }

    fn name(&self, id: NodeId) -> String {
        self.nodes[id.index()].name.clone()
    }

    /// All moves, as (where it starts, its place among the successors, the move).
    fn all_edges(&self) -> impl Iterator<Item = (NodeId, usize, Edge)> {
        self.nodes.iter().enumerate().flat_map(|(i, node)| {
            node.edges.iter().enumerate().map(move |(k, &edge)| (NodeId(i as u32), k, edge))
        })
    }

    /// A move is irreversible if no way leads back. Ways are taken between *boards*, because
    /// the mark holds under every repetition rule: under positional superko an earlier board
    /// must not come back either. Where positions share boards this asks for a little more than
    /// needed (the way may change from one position to another with the same board twice).
    fn check_irreversible(&self, boards: usize) -> Result<(), Fault> {
        if !self.all_edges().any(|(_, _, edge)| edge.irreversible) {
            return Ok(());
        }
        let board = |id: NodeId| self.nodes[id.index()].board;
        let edges: Vec<(u32, u32)> =
            self.all_edges().map(|(from, _, edge)| (board(from), board(edge.to))).collect();
        let component = components(boards, &edges);
        for (from, index, edge) in self.all_edges() {
            if edge.irreversible
                && component[board(from) as usize] == component[board(edge.to) as usize]
            {
                let error =
                    GraphError::Reversible { from: self.name(from), to: self.name(edge.to) };
                return Err(Fault { from, index, error });
            }
        }
        Ok(())
    }

    /// Passes are never banned, so a cycle of passes would let a game go on for ever.
    fn check_passes(&self) -> Result<(), Fault> {
        let passes: Vec<(u32, u32)> = self
            .all_edges()
            .filter(|(_, _, edge)| edge.pass)
            .map(|(from, _, edge)| (from.0, edge.to.0))
            .collect();
        if passes.is_empty() {
            return Ok(());
        }
        let component = components(self.nodes.len(), &passes);
        for (from, index, edge) in self.all_edges() {
            if edge.pass && component[from.index()] == component[edge.to.index()] {
                let error = GraphError::PassCycle { from: self.name(from), to: self.name(edge.to) };
                return Err(Fault { from, index, error });
            }
        }
        Ok(())
    }
}

/// Gives each position the number of its board and returns the labels in that order.
pub(crate) fn number_boards(nodes: &mut [Node], labels: &[Option<String>]) -> Vec<String> {
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut boards = Vec::new();
    for (node, label) in nodes.iter_mut().zip(labels) {
        let label = label.as_ref().unwrap_or(&node.name);
        node.board = *numbers.entry(label.clone()).or_insert_with(|| {
            boards.push(label.clone());
            boards.len() as u32 - 1
        });
    }
    boards
}

/// An error of the graph as a whole, and the move that shows it.
pub(crate) struct Fault {
    pub(crate) from: NodeId,
    /// The move's place among the successors of `from`.
    pub(crate) index: usize,
    pub(crate) error: GraphError,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> (GraphBuilder, NodeId, NodeId) {
        let mut builder = GraphBuilder::new();
        let a = builder.turn("A", Player::First).unwrap();
        let b = builder.turn("B", Player::Second).unwrap();
        (builder, a, b)
    }

    #[test]
    fn names_must_be_readable_and_distinct() {
        let (mut builder, a, _) = two();
        assert_eq!(builder.turn("", Player::First), Err(GraphError::Name(String::new())));
        assert_eq!(builder.turn("a b", Player::First), Err(GraphError::Name("a b".into())));
        assert_eq!(
            builder.turn("A", Player::First),
            Err(GraphError::DuplicatePosition("A".into()))
        );
        assert_eq!(builder.board(a, "!"), Err(GraphError::Name("!".into())));
        assert_eq!(builder.find("A"), Some(a));
    }

    #[test]
    fn irreversible_moves_must_not_lead_back() {
        let (mut builder, a, b) = two();
        builder.edge(a, Edge::new(b).irreversible()).unwrap();
        assert!(builder.clone().build().is_ok());
        builder.edge(b, Edge::new(a)).unwrap();
        assert_eq!(
            builder.build(),
            Err(GraphError::Reversible { from: "A".into(), to: "B".into() })
        );
    }

    #[test]
    fn irreversible_moves_must_not_recreate_a_board() {
        let (mut builder, a, b) = two();
        let c = builder.turn("C", Player::First).unwrap();
        builder.edge(a, Edge::new(b).irreversible()).unwrap();
        builder.edge(b, Edge::new(c)).unwrap();
        assert!(builder.clone().build().is_ok());
        builder.board(c, "A").unwrap();
        assert!(matches!(builder.build(), Err(GraphError::Reversible { .. })));
    }

    #[test]
    fn passes_must_not_go_round() {
        let (mut builder, a, b) = two();
        builder.edge(a, Edge::new(b).pass()).unwrap();
        let mut other = builder.clone();
        other.edge(b, Edge::new(a)).unwrap();
        assert!(other.build().is_ok());
        builder.edge(b, Edge::new(a).pass()).unwrap();
        assert!(matches!(builder.build(), Err(GraphError::PassCycle { .. })));
    }
}
