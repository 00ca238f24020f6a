//! `pns/split`: a merged graph that is split again where the interaction is recognised.
//!
//! The proposal of Palay (thesis, 1983), and of Baum and Smith (1995) for their best-first search:
//! share positions, and where the graph-history interaction shows, make copies of what is shared,
//! so that it does not matter there. As far as others tell (neither text was at hand) they do not
//! say how to recognise all of it. Here it is exact: a node stands for all paths that lead to it,
//! and every move of an expanded node repeats on all of these paths or on none.
//!
//! ```text
//!      A            D is reached by B and by C, and one of its moves goes to C: it repeats on the
//!     / \           path A-C-D and not on A-B-D. Before D is expanded, it is split:
//!    B   C <-+
//!     \  |   |          A
//!      \ v   |         / \          D  the paths without C: it goes to a node for C
//!        D --+        B   C         D' the paths with C: its move to C is a repetition
//!                     |   |
//!                     D   D'
//! ```
//! - Before an expansion: if a position behind a move is on some paths to the node and not on
//!   others, the node and all its ancestors with that property are split in two, "without" and
//!   "with".
//! - Before a node is shared: if for one of its expanded descendants a move would repeat on the new
//!   paths and does not on the old ones, or the other way round, it is not shared; the position
//!   gets another node.
//!
//! So the graph is the game tree with some equal parts stored once, and its value is that of the
//! tree: right under every rule, and no game is known in which it fails. It costs a walk through
//! ancestors and descendants at every expansion, and where much repeats the graph is hardly smaller
//! than the tree.

use std::collections::{HashMap, HashSet, VecDeque};

use threefold_search::Reason;

use super::{NONE, combine, solved, verdict};
use crate::rules::{Arrival, Clock, Estimate, Rules};
use crate::{Claim, Cost};
use crate::{Informed, Query};

#[derive(Clone)]
struct Edge<M> {
    m: M,
    /// The node behind it; [`NONE`] if it is decided.
    to: u32,
    /// What it is worth if it is decided.
    succeeds: bool,
    /// It repeats, on all paths to the node.
    repeats: bool,
    /// What repeats is illegal.
    illegal: bool,
    /// The history does not matter for it: a pass under superko, or irreversible.
    exempt: bool,
    repetition_key: u64,
}

#[derive(Clone)]
struct Node<M> {
    key: u64,
    repetition_key: u64,
    pn: u32,
    dn: u32,
    or_node: bool,
    stuck: bool,
    expanded: bool,
    edges: Vec<Edge<M>>,
    parents: Vec<u32>,
}

struct Search<'a, G: Informed> {
    rules: Rules<'a, G>,
    clock: Clock<'a>,
    nodes: Vec<Node<G::Move>>,
    /// The nodes of a position.
    copies: HashMap<u64, Vec<u32>>,
    position: G::Position,
    edges: usize,
    expanded: u64,
    walked: u64,
    memory_bytes: usize,
}

/// On which paths to a node a situation occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum On {
    None,
    All,
    Some,
}

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(query: &Query<'_, G>) -> Claim {
    let mut search = Search {
        rules: Rules::new(query.game, query.question, query.history),
        clock: Clock::new(query.limits, query.interrupt),
        nodes: Vec::new(),
        copies: HashMap::new(),
        position: query.history.root().clone(),
        edges: 0,
        expanded: 0,
        walked: 0,
        memory_bytes: query.memory_bytes,
    };
    let result = search.run();
    let cost = Cost {
        nodes: search.expanded,
        lookups: search.walked,
        memory_bytes: search.bytes() as u64,
        time: search.clock.started.elapsed(),
        ..Cost::default()
    };
    Claim { verdict: verdict(result), cost }
}

/// Bytes of a node, with its place in the list of copies, and of a move, with the one that is noted
/// where it leads.
pub(crate) fn node_bytes<G: Informed>() -> (usize, usize) {
    let node = size_of::<Node<G::Move>>() + size_of::<(u64, Vec<u32>)>() + size_of::<u32>();
    (node, size_of::<Edge<G::Move>>() + size_of::<u32>())
}

impl<G: Informed> Search<'_, G> {
    fn run(&mut self) -> Result<(u32, u32), Reason> {
        let (pn, dn) = self.rules.root(&mut self.position);
        self.add_node(pn, dn);
        let mut depth = 0;
        loop {
            let root = &self.nodes[0];
            if root.pn == 0 || root.dn == 0 {
                return Ok((root.pn, root.dn));
            }
            if self.bytes() > self.memory_bytes || self.nodes.len() >= NONE as usize {
                return Err(Reason::Memory);
            }
            self.clock.check(self.expanded, depth)?;
            self.clock.read()?;
            depth = depth.max(self.step());
        }
    }

    fn bytes(&self) -> usize {
        let (node, edge) = node_bytes::<G>();
        self.nodes.len() * node + self.edges * edge
    }

    fn add_node(&mut self, pn: u32, dn: u32) -> u32 {
        let id = self.nodes.len() as u32;
        let key = self.rules.key(&self.position);
        self.nodes.push(Node {
            key,
            repetition_key: self.rules.repetition_key(&self.position),
            pn,
            dn,
            or_node: self.rules.is_or_node(&self.position),
            stuck: false,
            expanded: false,
            edges: Vec::new(),
            parents: Vec::new(),
        });
        self.copies.entry(key).or_default().push(id);
        id
    }

    /// Walks to the most-proving node and expands or splits it; returns how deep it was.
    fn step(&mut self) -> u32 {
        let game = self.rules.game;
        let root = self.position.clone();
        let (mut here, mut depth) = (0, 0);
        while self.nodes[here as usize].expanded {
            let node = &self.nodes[here as usize];
            let best = (0..node.edges.len())
                .filter_map(|i| Some((i, self.numbers_of(&node.edges[i])?)))
                .min_by_key(|&(_, (pn, dn))| if node.or_node { pn } else { dn });
            let (best, _) = best.expect("an unsolved position has moves");
            let edge = &node.edges[best];
            game.make(&mut self.position, edge.m);
            here = edge.to;
            depth += 1;
            self.walked += 1;
        }
        self.expand_or_split(here);
        self.position = root;
        depth
    }

    fn numbers_of(&self, edge: &Edge<G::Move>) -> Option<(u32, u32)> {
        if edge.illegal {
            None
        } else if edge.to == NONE {
            Some(solved(edge.succeeds))
        } else {
            let node = &self.nodes[edge.to as usize];
            Some((node.pn, node.dn))
        }
    }

    /// Expands the node of the position at hand, if its moves repeat on all paths to it or on none.
    fn expand_or_split(&mut self, here: u32) {
        let game = self.rules.game;
        let mut moves = Vec::new();
        game.moves(&self.position, &mut moves);
        let mut status = Vec::new();
        for &m in &moves {
            let pass = self.rules.superko() && game.is_pass(&self.position, m);
            let exempt = pass || game.is_irreversible(&self.position, m);
            let undo = game.make(&mut self.position, m);
            let key = self.rules.repetition_key(&self.position);
            game.undo(&mut self.position, m, undo);
            let on = if exempt { On::None } else { self.on_paths(here, key) };
            if on == On::Some {
                self.split(here, key);
                return;
            }
            status.push((pass, exempt, on == On::All));
        }
        self.expanded += 1;
        let ancestors = self.ancestors(here);
        let mut edges: Vec<Edge<G::Move>> = Vec::new();
        for (m, (pass, exempt, repeats)) in moves.into_iter().zip(status) {
            let undo = game.make(&mut self.position, m);
            let repetition_key = self.rules.repetition_key(&self.position);
            let level = self.rules.in_history(repetition_key).or(repeats.then_some(1));
            let (mut to, mut succeeds, mut illegal) = (NONE, false, false);
            match self.rules.arrive(&self.position, pass, level) {
                Arrival::Banned(_) => illegal = true,
                Arrival::Over(outcome) => succeeds = outcome,
                Arrival::Repeats(_) => succeeds = self.rules.repetition_succeeds(),
                Arrival::Open => match self.rules.estimate(&mut self.position) {
                    Estimate::Decided(outcome) => succeeds = outcome,
                    Estimate::Numbers(pn, dn) => {
                        let shared = self.shared_node(here, &ancestors);
                        to = shared.unwrap_or_else(|| self.add_node(pn, dn));
                    }
                },
            }
            game.undo(&mut self.position, m, undo);
            if to != NONE {
                self.add_parent(to, here);
            }
            self.edges += 1;
            edges.push(Edge { m, to, succeeds, repeats, illegal, exempt, repetition_key });
        }
        let stuck = self.rules.stuck(&self.position);
        let node = &mut self.nodes[here as usize];
        (node.edges, node.stuck, node.expanded) = (edges, stuck, true);
        self.update(here);
    }

    /// Computes the numbers of a node and of all that depends on it.
    fn update(&mut self, id: u32) {
        let mut queue = VecDeque::from([id]);
        while let Some(id) = queue.pop_front() {
            let node = &self.nodes[id as usize];
            let children = node.edges.iter().filter_map(|edge| self.numbers_of(edge));
            let numbers = combine(node.or_node, children).unwrap_or(solved(node.stuck));
            let node = &mut self.nodes[id as usize];
            if (node.pn, node.dn) != numbers {
                (node.pn, node.dn) = numbers;
                queue.extend(&node.parents);
            }
        }
    }

    /// The node and everything above it.
    fn ancestors(&self, id: u32) -> HashSet<u32> {
        let mut seen = HashSet::from([id]);
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            for &parent in &self.nodes[id as usize].parents {
                if seen.insert(parent) {
                    stack.push(parent);
                }
            }
        }
        seen
    }

    /// On which paths to the node, itself included, the situation occurs.
    fn on_paths(&self, id: u32, key: u64) -> On {
        // Upwards, not past nodes with the situation: whoever reaches the root has avoided it.
        if self.nodes[id as usize].repetition_key == key {
            return On::All;
        }
        let (mut with, mut without) = (false, id == 0);
        let mut seen = HashSet::from([id]);
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            for &parent in &self.nodes[id as usize].parents {
                if self.nodes[parent as usize].repetition_key == key {
                    with = true;
                } else if seen.insert(parent) {
                    without |= parent == 0;
                    stack.push(parent);
                }
            }
        }
        match (with, without) {
            (true, true) => On::Some,
            (true, false) => On::All,
            _ => On::None,
        }
    }

    /// A node of the position at hand that the new child of `here` can share.
    fn shared_node(&self, here: u32, ancestors: &HashSet<u32>) -> Option<u32> {
        let copies = self.copies.get(&self.rules.key(&self.position))?;
        copies.iter().copied().find(|&copy| !ancestors.contains(&copy) && self.fits(copy, here))
    }

    /// Whether below `node` the same moves repeat on paths through `here` as on those that lead to
    /// it now.
    fn fits(&self, node: u32, here: u32) -> bool {
        let mut known: HashMap<u64, On> = HashMap::new();
        let mut seen = HashSet::from([node]);
        let mut stack = vec![node];
        while let Some(id) = stack.pop() {
            for edge in &self.nodes[id as usize].edges {
                if edge.to != NONE && seen.insert(edge.to) {
                    stack.push(edge.to);
                }
                if edge.exempt {
                    continue;
                }
                let key = edge.repetition_key;
                let on = *known.entry(key).or_insert_with(|| self.on_paths(here, key));
                let same = if edge.repeats {
                    on == On::All || self.is_between(node, id, key)
                } else {
                    on == On::None
                };
                if !same {
                    return false;
                }
            }
        }
        true
    }

    /// Whether the situation occurs on every way from `top` down to `id`, both included.
    fn is_between(&self, top: u32, id: u32, key: u64) -> bool {
        let below = |id: u32| self.nodes[id as usize].repetition_key == key;
        if below(id) || below(top) {
            return true;
        }
        let mut seen = HashSet::from([id]);
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            if id == top {
                return false;
            }
            for &parent in &self.nodes[id as usize].parents {
                if !below(parent) && seen.insert(parent) {
                    stack.push(parent);
                }
            }
        }
        true
    }

    /// Splits the node, and those of its ancestors for which the situation occurs on some paths
    /// only, into one for the paths without it (which stays) and one for those with it (new).
    fn split(&mut self, id: u32, key: u64) {
        let ancestors = self.ancestors(id);
        let mut mixed: Vec<u32> =
            ancestors.iter().copied().filter(|&id| self.on_paths(id, key) == On::Some).collect();
        mixed.sort_unstable();
        let mut twin: HashMap<u32, u32> = HashMap::new();
        let mut moving: Vec<(u32, u32)> = Vec::new();
        for &id in &mixed {
            twin.insert(id, (self.nodes.len() + twin.len()) as u32);
            for &parent in &self.nodes[id as usize].parents {
                if self.on_paths(parent, key) == On::All {
                    moving.push((parent, id));
                }
            }
        }
        for &id in &mixed {
            let mut copy = self.nodes[id as usize].clone();
            copy.parents.clear();
            self.edges += copy.edges.len();
            self.copies.entry(copy.key).or_default().push(twin[&id]);
            self.nodes.push(copy);
        }
        // Moves of the new nodes lead to new nodes where there are, else to the same.
        for &new in twin.values() {
            for i in 0..self.nodes[new as usize].edges.len() {
                let edge = &mut self.nodes[new as usize].edges[i];
                if edge.to != NONE {
                    edge.to = twin.get(&edge.to).copied().unwrap_or(edge.to);
                    let to = edge.to;
                    self.add_parent(to, new);
                }
            }
        }
        // Parents that always have the situation lead to the new nodes from now on.
        for (parent, old) in moving {
            let new = twin[&old];
            for edge in &mut self.nodes[parent as usize].edges {
                if edge.to == old {
                    edge.to = new;
                }
            }
            self.nodes[old as usize].parents.retain(|&id| id != parent);
            self.add_parent(new, parent);
        }
    }

    fn add_parent(&mut self, id: u32, parent: u32) {
        let parents = &mut self.nodes[id as usize].parents;
        if !parents.contains(&parent) {
            parents.push(parent);
        }
    }
}
