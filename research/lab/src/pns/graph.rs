//! The search graph of the treatments that have one node per position.
//!
//! ```text
//!   nodes   [ A | B | C ]           each with its proof and disproof number
//!   edges   [ A>B A>C | B>C ]       the moves of an expanded position, one after the other; those
//!                                   that lead to a node are chained from there (its parents)
//! ```

use std::collections::{HashMap, VecDeque};

use threefold_search::Reason;

use super::{NONE, combine, solved, verdict};
use crate::mix::{keyed, mix};
use crate::rules::{Arrival, Clock, Estimate, Path, Rules};
use crate::{Claim, Cost, Informed, Query};

/// What a move is worth apart from where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// What the node is worth that it leads to.
    Open,
    /// The attacker has succeeded or failed.
    Decided(bool),
    /// Superko: it cannot be played.
    Illegal,
}

#[derive(Debug)]
pub(super) struct Edge<M> {
    pub m: M,
    pub from: u32,
    /// The node behind it; [`NONE`] if the game is over there.
    pub to: u32,
    /// The next edge to the same node.
    next_parent: u32,
    /// A stamp and a level for walks that mark moves.
    pub marked_in: u32,
    pub mark: u32,
    pub state: State,
    /// Superko: a pass, which is never illegal.
    pub pass: bool,
    /// Nothing before it can recur.
    pub irreversible: bool,
}

#[derive(Debug)]
pub(super) struct Node {
    pub repetition_key: u64,
    pub pn: u32,
    pub dn: u32,
    /// The first of its edges; [`NONE`] before the expansion.
    first: u32,
    edges: u32,
    /// The first edge that leads here.
    parents: u32,
    /// The edge that led here when the node was made; [`NONE`] for the root.
    pub made_by: u32,
    /// The update in which its numbers were computed last.
    updated_in: u32,
    /// A stamp and a level for walks that mark positions.
    pub marked_in: u32,
    pub mark: u32,
    pub or_node: bool,
    /// What being without a legal move means: whether the attacker succeeds.
    stuck: bool,
}

/// Bytes that a node takes, with its entry in the index; edges come on top.
const NODE_BYTES: usize = size_of::<Node>() + 2 * size_of::<(u64, u32)>();

/// Bytes of a node and of a move.
pub(crate) fn node_bytes<G: Informed>() -> (usize, usize) {
    (NODE_BYTES, size_of::<Edge<G::Move>>())
}

impl Node {
    pub fn is_expanded(&self) -> bool {
        self.first != NONE
    }

    pub fn is_solved(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }
}

/// How often an update may compute a node's unsolved numbers again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Update {
    /// Until nothing changes: in a graph without circles.
    Exact,
    /// Once: on a circle numbers would raise each other without end. What is solved goes to
    /// the end all the same.
    Once,
}

pub(super) struct Graph<'a, G: Informed> {
    pub rules: Rules<'a, G>,
    pub clock: Clock<'a>,
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge<G::Move>>,
    index: HashMap<u64, u32>,
    /// The positions from the root to the one at hand.
    pub path: Path,
    pub position: G::Position,
    /// Moves from the root to the position at hand.
    undos: Vec<(G::Move, G::Undo)>,
    /// Positions expanded.
    pub expanded: u64,
    /// The depth of the deepest position that was expanded.
    depth: u32,
    /// Positions met on walks.
    pub walked: u64,
    /// For each position of the path the set of positions from the last irreversible move to it.
    sets: Vec<u64>,
    memory_bytes: usize,
    update: Update,
    updates: u32,
}

/// What is one node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sharing {
    /// A position.
    Positions,
    /// A position behind a set of positions, those before the last irreversible move left out.
    Sets,
}

/// The root's node.
pub(super) const ROOT: u32 = 0;

impl<'a, G: Informed> Graph<'a, G> {
    pub fn new(query: &Query<'a, G>, update: Update) -> Self {
        let Query { game, question, history, limits, memory_bytes, interrupt } = *query;
        let mut graph = Graph {
            rules: Rules::new(game, question, history),
            clock: Clock::new(limits, interrupt),
            nodes: Vec::new(),
            edges: Vec::new(),
            index: HashMap::new(),
            path: Path::default(),
            position: history.root().clone(),
            undos: Vec::new(),
            expanded: 0,
            depth: 0,
            walked: 0,
            sets: Vec::new(),
            memory_bytes,
            update,
            updates: 0,
        };
        let (pn, dn) = graph.rules.root(&mut graph.position);
        graph.add_node(pn, dn, NONE);
        let key = graph.rules.key(&graph.position);
        graph.index.insert(key, ROOT);
        graph.path.push(graph.nodes[0].repetition_key);
        graph.sets.push(mix(graph.nodes[0].repetition_key));
        graph
    }

    /// Runs `step` until the root is solved.
    pub fn run(mut self, mut step: impl FnMut(&mut Self) -> Result<(), Reason>) -> Claim {
        let result = loop {
            let root = &self.nodes[ROOT as usize];
            if root.is_solved() {
                break Ok((root.pn, root.dn));
            }
            let result = self.check().and_then(|()| step(&mut self));
            if let Err(reason) = result {
                break Err(reason);
            }
        };
        let cost = Cost {
            nodes: self.expanded,
            lookups: self.walked,
            memory_bytes: self.bytes() as u64,
            time: self.clock.started.elapsed(),
            ..Cost::default()
        };
        Claim { verdict: verdict(result), cost }
    }

    /// Bytes of the graph.
    fn bytes(&self) -> usize {
        let (node, edge) = node_bytes::<G>();
        self.nodes.len() * node + self.edges.len() * edge
    }

    fn check(&self) -> Result<(), Reason> {
        // At each expansion: one can take long where it looks at all ancestors.
        self.clock.read()?;
        if self.bytes() > self.memory_bytes || self.edges.len() >= NONE as usize {
            return Err(Reason::Memory);
        }
        self.clock.check(self.expanded, self.depth)
    }

    pub fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    pub fn edge(&self, id: u32) -> &Edge<G::Move> {
        &self.edges[id as usize]
    }

    /// Whether the attacker succeeds where the player to move has no legal move. Only for nodes
    /// that have been expanded.
    pub fn stuck(&self, id: u32) -> bool {
        self.node(id).stuck
    }

    /// The edges of a node, none before its expansion.
    pub fn edges_of(&self, id: u32) -> std::ops::Range<u32> {
        let node = self.node(id);
        if node.is_expanded() { node.first..node.first + node.edges } else { 0..0 }
    }

    /// The numbers of a move, `None` if it is illegal.
    pub fn numbers_of(&self, edge: u32) -> Option<(u32, u32)> {
        let edge = self.edge(edge);
        match edge.state {
            State::Illegal => None,
            State::Decided(succeeds) => Some(solved(succeeds)),
            State::Open => {
                let node = self.node(edge.to);
                Some((node.pn, node.dn))
            }
        }
    }

    /// The unsolved move with the smallest number among those that are `allowed`.
    pub fn best_edge(&self, id: u32, allowed: impl Fn(u32) -> bool) -> Option<u32> {
        let or_node = self.node(id).or_node;
        self.edges_of(id)
            .filter(|&edge| {
                let open = self.numbers_of(edge).is_some_and(|(pn, dn)| pn != 0 && dn != 0);
                open && allowed(edge)
            })
            .min_by_key(|&edge| {
                let (pn, dn) = self.numbers_of(edge).expect("as above");
                if or_node { (pn, dn) } else { (dn, pn) }
            })
    }

    /// Makes the move of an edge and puts where it leads on the path.
    pub fn descend(&mut self, edge: u32) {
        self.walked += 1;
        let m = self.edge(edge).m;
        let undo = self.rules.game.make(&mut self.position, m);
        self.undos.push((m, undo));
        let key = self.node(self.edge(edge).to).repetition_key;
        let before = self.sets.last().copied().expect("the root is on the path");
        // A sum does not depend on the order; a pass can come to a position of the set.
        self.sets.push(match self.path.find(key) {
            _ if self.edge(edge).irreversible => mix(key),
            Some(_) => before,
            None => before.wrapping_add(mix(key)),
        });
        self.path.push(key);
    }

    /// Takes the last move back.
    pub fn ascend(&mut self) {
        let (m, undo) = self.undos.pop().expect("not at the root");
        self.rules.game.undo(&mut self.position, m, undo);
        self.path.pop();
        self.sets.pop();
    }

    /// Takes all moves back.
    pub fn return_to_root(&mut self) {
        while !self.undos.is_empty() {
            self.ascend();
        }
    }

    /// At which level of the path the move repeats, if it does; `None` for passes under superko.
    pub fn repeats(&self, edge: u32) -> Option<u32> {
        let edge = self.edge(edge);
        if edge.pass || edge.irreversible {
            return None;
        }
        self.path.find(self.node(edge.to).repetition_key)
    }

    /// What a move that repeats is worth.
    pub fn repetition(&self) -> State {
        if self.rules.superko() {
            State::Illegal
        } else {
            State::Decided(self.rules.repetition_succeeds())
        }
    }

    fn add_node(&mut self, pn: u32, dn: u32, made_by: u32) -> u32 {
        let id = self.nodes.len() as u32;
        self.nodes.push(Node {
            repetition_key: self.rules.repetition_key(&self.position),
            pn,
            dn,
            first: NONE,
            edges: 0,
            parents: NONE,
            made_by,
            updated_in: 0,
            marked_in: 0,
            mark: 0,
            or_node: self.rules.is_or_node(&self.position),
            stuck: false,
        });
        id
    }

    /// Adds the moves of the position at hand, whose node is `id`, and updates what is above.
    /// A move to a position for which `repeats` is true counts as a repetition. A position that
    /// has a node shares it, unless `shares` is false for the node: then it gets another one.
    /// `sharing` says when a position is the same as another one.
    pub fn expand(
        &mut self,
        id: u32,
        repeats: impl Fn(&Self, u64) -> bool,
        shares: impl Fn(&Self, u32) -> bool,
        sharing: Sharing,
    ) {
        self.expanded += 1;
        self.depth = self.depth.max(self.path.level() - 1);
        let game = self.rules.game;
        let first = self.edges.len() as u32;
        let mut moves = Vec::new();
        game.moves(&self.position, &mut moves);
        for m in moves {
            let pass = self.rules.superko() && game.is_pass(&self.position, m);
            let irreversible = game.is_irreversible(&self.position, m);
            let undo = game.make(&mut self.position, m);
            let repetition_key = self.rules.repetition_key(&self.position);
            let level = self.rules.in_history(repetition_key);
            let level =
                level.or_else(|| (!irreversible && repeats(self, repetition_key)).then_some(1));
            let mut numbers = None;
            let mut state = match self.rules.arrive(&self.position, pass, level) {
                Arrival::Banned(_) => State::Illegal,
                Arrival::Over(succeeds) => State::Decided(succeeds),
                Arrival::Repeats(_) => State::Decided(self.rules.repetition_succeeds()),
                Arrival::Open => match self.rules.estimate(&mut self.position) {
                    Estimate::Decided(succeeds) => State::Decided(succeeds),
                    Estimate::Numbers(pn, dn) => {
                        numbers = Some((pn, dn));
                        State::Open
                    }
                },
            };
            if let (State::Decided(succeeds), true) = (state, self.rules.superko()) {
                // It gets a node as well: on another path the move to it may be illegal.
                numbers = Some(solved(succeeds));
                state = State::Open;
            }
            let edge = self.edges.len() as u32;
            let mut to = NONE;
            if let Some((pn, dn)) = numbers {
                let key = self.rules.key(&self.position);
                let key = match (sharing, self.sets.last()) {
                    (Sharing::Sets, Some(&set)) if !irreversible => keyed(key, set),
                    (Sharing::Sets, _) => keyed(key, 0),
                    (Sharing::Positions, _) => key,
                };
                to = match self.index.get(&key) {
                    Some(&known) if shares(self, known) => known,
                    Some(_) => self.add_node(pn, dn, edge),
                    None => {
                        let new = self.add_node(pn, dn, edge);
                        self.index.insert(key, new);
                        new
                    }
                };
            }
            game.undo(&mut self.position, m, undo);
            let next_parent = if to == NONE {
                NONE
            } else {
                std::mem::replace(&mut self.nodes[to as usize].parents, edge)
            };
            self.edges.push(Edge {
                m,
                from: id,
                to,
                next_parent,
                marked_in: 0,
                mark: 0,
                state,
                pass,
                irreversible,
            });
        }
        let edges = self.edges.len() as u32 - first;
        let stuck = self.rules.stuck(&self.position);
        let node = &mut self.nodes[id as usize];
        (node.first, node.edges, node.stuck) = (first, edges, stuck);
        self.propagate(id);
    }

    /// Decides a move for good.
    pub fn decide(&mut self, edge: u32, state: State) {
        self.edges[edge as usize].state = state;
        self.propagate(self.edge(edge).from);
    }

    /// Solves a position for good.
    pub fn solve(&mut self, id: u32, succeeds: bool) {
        let node = &mut self.nodes[id as usize];
        (node.pn, node.dn) = solved(succeeds);
        self.propagate_above(id);
    }

    /// Computes the numbers of a node again, and of what is above.
    fn propagate(&mut self, id: u32) {
        self.updates += 1;
        if self.compute(id) {
            self.propagate_above(id);
        }
    }

    fn propagate_above(&mut self, id: u32) {
        self.updates += 1;
        let mut queue = VecDeque::from([id]);
        while let Some(changed) = queue.pop_front() {
            let mut edge = self.node(changed).parents;
            while edge != NONE {
                let (parent, state) = (self.edge(edge).from, self.edge(edge).state);
                edge = self.edge(edge).next_parent;
                if state == State::Open && self.compute(parent) {
                    queue.push_back(parent);
                }
            }
        }
    }

    /// Computes the numbers of a node from those of its moves; whether they have changed. A solved
    /// position stays solved.
    fn compute(&mut self, id: u32) -> bool {
        let node = self.node(id);
        if node.is_solved() {
            return false;
        }
        let children = self.edges_of(id).filter_map(|edge| self.numbers_of(edge));
        let (pn, dn) = combine(node.or_node, children).unwrap_or(solved(node.stuck));
        let (update, updates) = (self.update, self.updates);
        let node = &mut self.nodes[id as usize];
        let is_solved = pn == 0 || dn == 0;
        if (pn, dn) == (node.pn, node.dn)
            || update == Update::Once && node.updated_in == updates && !is_solved
        {
            return false;
        }
        (node.pn, node.dn, node.updated_in) = (pn, dn, updates);
        true
    }

    /// Calls `visit` for the node and all nodes from which a way leads to it, each once.
    pub fn for_each_ancestor(&self, id: u32, mut visit: impl FnMut(u32)) {
        let mut seen = std::collections::HashSet::from([id]);
        let mut stack = vec![id];
        while let Some(node) = stack.pop() {
            visit(node);
            let mut edge = self.node(node).parents;
            while edge != NONE {
                let (parent, state) = (self.edge(edge).from, self.edge(edge).state);
                if state == State::Open && seen.insert(parent) {
                    stack.push(parent);
                }
                edge = self.edge(edge).next_parent;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use threefold_graph::NodeId;

    #[test]
    fn sizes() {
        assert_eq!(size_of::<Node>(), 48);
        assert_eq!(size_of::<Edge<NodeId>>(), 28);
    }
}
