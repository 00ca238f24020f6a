//! The rules of a graph game.

use std::collections::HashMap;

use threefold_game::{
    Distances, ExactFootprint, Game, Leaf, NotationError, Outcome, Player, RepetitionRule,
    Searchable, splitmix,
};

use crate::{Edge, Node, NodeId, OccurrenceRule, Status};

/// A game given as a graph: positions with their moves, one by one.
///
/// A position is the number of a node; a move is the node it leads to and is written as that
/// node's name. A player who cannot move has lost. Made by a
/// [`GraphBuilder`](crate::GraphBuilder), read from a file ([`parse`](crate::parse)) or at random
/// ([`RandomGraph`](crate::RandomGraph)).
///
/// ```
/// use threefold_game::{Game, RepetitionRule};
///
/// let file = threefold_graph::parse("\
/// threefold game 1
/// rule: situational-superko
/// root: A
/// A first: B won
/// B second: A
/// won win-first
/// ").unwrap();
/// let game = &file.game;
/// let mut position = *file.root();
/// let m = game.parse_move(&position, "B").unwrap();
/// game.make(&mut position, m);
/// assert_eq!(game.position_text(&position), "B");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphGame {
    nodes: Vec<Node>,
    names: HashMap<String, NodeId>,
    /// The label of each board.
    boards: Vec<String>,
    /// Of positions with many moves, the places of the moves by the number of the position they
    /// lead to. A walk asks of every move whether it is a pass.
    by_target: Vec<Vec<u32>>,
    occurrences: OccurrenceRule,
}

/// Up to so many moves looking at all of them is as fast.
const FEW_MOVES: usize = 8;

impl GraphGame {
    /// The builder has checked all of it.
    pub(crate) fn from_parts(
        nodes: Vec<Node>,
        names: HashMap<String, NodeId>,
        boards: Vec<String>,
    ) -> Self {
        let by_target = nodes.iter().map(|node| {
            let mut places: Vec<u32> = Vec::new();
            if node.edges.len() > FEW_MOVES {
                places.extend(0..node.edges.len() as u32);
                places.sort_unstable_by_key(|&place| node.edges[place as usize].to);
            }
            places
        });
        let by_target = by_target.collect();
        GraphGame { nodes, names, boards, by_target, occurrences: OccurrenceRule::default() }
    }

    /// From which occurrence of a position on it counts as a repetition.
    pub fn occurrence_rule(&self) -> OccurrenceRule {
        self.occurrences
    }

    /// The same positions and moves, with another number of occurrences.
    #[must_use]
    pub fn with_occurrences(self, occurrences: OccurrenceRule) -> Self {
        GraphGame { occurrences, ..self }
    }

    /// The positions, in the order of their numbers.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The numbers of all positions, in order.
    ///
    /// ```
    /// let game = threefold_graph::RandomGraph::new(12).generate(1);
    /// assert_eq!(game.ids().count(), 12);
    /// ```
    pub fn ids(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        // `NodeId`s of one game can be used with another one; `node` copes with that.
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// A position with all that the rules say about it.
    ///
    /// # Panics
    /// If the number comes from another game with more positions.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The position with this name.
    pub fn find(&self, name: &str) -> Option<NodeId> {
        self.names.get(name).copied()
    }

    /// The label of the position's board; its name, unless it was given one.
    pub fn board(&self, id: NodeId) -> &str {
        &self.boards[self.node(id).board as usize]
    }

    /// Whether no two positions share a board, so that positional superko is situational.
    pub fn boards_are_distinct(&self) -> bool {
        self.boards.len() == self.nodes.len()
    }

    /// The place of the move among those of the position.
    fn place(&self, from: NodeId, to: NodeId) -> Option<usize> {
        let edges = &self.node(from).edges;
        let places = &self.by_target[from.index()];
        if places.is_empty() {
            return edges.iter().position(|edge| edge.to == to);
        }
        let found = places.binary_search_by_key(&to, |&place| edges[place as usize].to).ok()?;
        Some(places[found] as usize)
    }

    fn edge(&self, from: NodeId, to: NodeId) -> Option<Edge> {
        self.place(from, to).map(|place| self.node(from).edges[place])
    }
}

impl Distances for GraphGame {
    /// Looks at every move: whether it gives the turn to the other player, or ends the game without
    /// his having won.
    fn winner_moves_last(&self) -> bool {
        self.nodes().iter().all(|node| match node.status() {
            Status::Over(_) => true,
            Status::Turn(player) => {
                node.edges().iter().all(|edge| match self.node(edge.to).status() {
                    Status::Turn(next) => next != player,
                    Status::Over(outcome) => !outcome.is_win_of(player.opponent()),
                })
            }
        })
    }
}

impl Game for GraphGame {
    type Position = NodeId;
    type Move = NodeId;
    type Undo = NodeId;
    /// The number of the board under positional superko, of the node otherwise.
    type Situation = u32;
    type Footprint = ExactFootprint;

    fn name(&self) -> &str {
        "graph"
    }

    fn player_name(&self, player: Player) -> &str {
        player_name(player)
    }

    fn repetition_rules(&self) -> &[RepetitionRule] {
        &RepetitionRule::ALL
    }

    fn player_to_move(&self, position: &NodeId) -> Player {
        match self.node(*position).status {
            Status::Turn(player) => player,
            // Nobody moves any more; the trait wants a player all the same.
            Status::Over(_) => Player::First,
        }
    }

    fn terminal(&self, position: &NodeId) -> Option<Outcome> {
        match self.node(*position).status {
            Status::Turn(_) => None,
            Status::Over(outcome) => Some(outcome),
        }
    }

    fn moves(&self, position: &NodeId, moves: &mut Vec<NodeId>) {
        moves.extend(self.node(*position).edges.iter().map(|edge| edge.to));
    }

    fn stuck(&self, position: &NodeId) -> Outcome {
        Outcome::Win(self.player_to_move(position).opponent())
    }

    fn make(&self, position: &mut NodeId, m: NodeId) -> NodeId {
        std::mem::replace(position, m)
    }

    fn undo(&self, position: &mut NodeId, _m: NodeId, undo: NodeId) {
        *position = undo;
    }

    fn situation(&self, position: &NodeId, rule: RepetitionRule) -> u32 {
        match rule {
            RepetitionRule::PositionalSuperko => self.node(*position).board,
            _ => position.0,
        }
    }

    fn occurrences(&self) -> u32 {
        self.occurrences.game
    }

    fn is_irreversible(&self, position: &NodeId, m: NodeId) -> bool {
        self.edge(*position, m).is_some_and(Edge::is_irreversible)
    }

    fn is_pass(&self, position: &NodeId, m: NodeId) -> bool {
        self.edge(*position, m).is_some_and(Edge::is_pass)
    }

    fn write_move(&self, _position: &NodeId, m: NodeId, out: &mut String) {
        out.push_str(&self.node(m).name);
    }

    fn parse_move(&self, position: &NodeId, text: &str) -> Result<NodeId, NotationError> {
        self.find(text).filter(|&to| self.edge(*position, to).is_some()).ok_or_else(|| {
            let from = &self.node(*position).name;
            NotationError::new(format!("no move leads from '{from}' to '{text}'"))
        })
    }

    fn sort_by_notation(&self, _position: &NodeId, moves: &mut [NodeId]) {
        moves.sort_unstable_by(|&a, &b| self.node(a).name.cmp(&self.node(b).name));
    }

    fn write_position(&self, position: &NodeId, out: &mut String) {
        out.push_str(&self.node(*position).name);
    }

    fn parse_position(&self, text: &str) -> Result<NodeId, NotationError> {
        self.find(text).ok_or_else(|| NotationError::new(format!("unknown position '{text}'")))
    }
}

impl Searchable for GraphGame {
    fn key(&self, position: &NodeId) -> u64 {
        splitmix(u64::from(position.0))
    }

    fn repetition_key(&self, position: &NodeId, rule: RepetitionRule) -> u64 {
        match rule {
            // Boards are numbered above all positions, lest a board's key be a position's.
            RepetitionRule::PositionalSuperko => {
                splitmix((1 << 32) | u64::from(self.node(*position).board))
            }
            _ => self.key(position),
        }
    }

    const SITUATION_WORDS: usize = 1;

    /// The situation's number: an interval consists of all numbers that agree with the set where
    /// the set agrees.
    fn situation_bits(&self, position: &NodeId, rule: RepetitionRule, bits: &mut [u64]) {
        bits[0] = self.situation(position, rule).into();
    }

    fn repetition_is_exact(&self, rule: RepetitionRule) -> bool {
        rule != RepetitionRule::PositionalSuperko || self.boards_are_distinct()
    }

    /// The defender has to be beaten after each of his moves, the attacker after one of them:
    /// the number of moves is the first guess.
    fn leaf(&self, position: &mut NodeId, attacker: Player) -> Leaf<NodeId> {
        let moves = self.node(*position).edges.len() as u32;
        if moves == 0 {
            Leaf::Over(self.stuck(position))
        } else if self.player_to_move(position) == attacker {
            Leaf::Estimate { pn: 1, dn: moves }
        } else {
            Leaf::Estimate { pn: moves, dn: 1 }
        }
    }

    /// The move's place among the successors.
    fn encode_move(&self, position: &NodeId, m: NodeId) -> u32 {
        self.place(*position, m).map_or(u32::MAX, |place| place as u32)
    }

    fn decode_move(&self, position: &NodeId, code: u32) -> Option<NodeId> {
        self.node(*position).edges.get(code as usize).map(|edge| edge.to)
    }
}

/// The players' names in files and claims.
pub(crate) const fn player_name(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GraphBuilder;

    /// A and B share a board; C has one of its own.
    fn game() -> GraphGame {
        let mut builder = GraphBuilder::new();
        let a = builder.turn("A", Player::First).unwrap();
        let b = builder.turn("B", Player::Second).unwrap();
        let c = builder.turn("C", Player::Second).unwrap();
        builder.board(b, "A").unwrap();
        builder.edge(a, Edge::new(c)).unwrap();
        builder.edge(a, Edge::new(b).pass()).unwrap();
        builder.build().unwrap()
    }

    #[test]
    fn boards_are_compared_under_positional_superko_only() {
        let game = game();
        let [a, b, c] = ["A", "B", "C"].map(|name| game.find(name).unwrap());
        for (rule, same) in [
            (RepetitionRule::PositionalSuperko, true),
            (RepetitionRule::SituationalSuperko, false),
            (RepetitionRule::Draw, false),
        ] {
            assert_eq!(game.repetition_key(&a, rule) == game.repetition_key(&b, rule), same);
            assert_eq!(game.situation(&a, rule) == game.situation(&b, rule), same);
            assert_ne!(game.repetition_key(&a, rule), game.repetition_key(&c, rule));
            assert_eq!(game.repetition_is_exact(rule), !same);
        }
    }

    #[test]
    fn moves_have_numbers_and_names() {
        let game = game();
        let [a, b, c] = ["A", "B", "C"].map(|name| game.find(name).unwrap());
        let mut moves = Vec::new();
        game.moves(&a, &mut moves);
        assert_eq!(moves, [c, b]);
        for m in moves.clone() {
            assert_eq!(game.decode_move(&a, game.encode_move(&a, m)), Some(m));
            assert_eq!(game.parse_move(&a, &game.move_text(&a, m)), Ok(m));
        }
        game.sort_by_notation(&a, &mut moves);
        assert_eq!(moves, [b, c]);
        assert!(game.parse_move(&b, "A").is_err());
        assert!(game.is_pass(&a, b) && !game.is_pass(&a, c) && !game.is_pass(&b, a));
    }

    #[test]
    fn who_cannot_move_has_lost() {
        let game = game();
        let mut c = game.find("C").unwrap();
        assert_eq!(game.stuck(&c), Outcome::Win(Player::First));
        assert_eq!(game.leaf(&mut c, Player::First), Leaf::Over(Outcome::Win(Player::First)));
    }
}
