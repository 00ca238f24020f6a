//! `pns/tree`: one node per path.
//!
//! Proof-number search as Allis, van der Meulen and van den Herik (1994) describe it, and the first
//! of the three ways of Schijf, Allis and Uiterwijk (1994): no transposition is ever recognised, so
//! that a node knows its path, and a repetition is decided where it happens.
//!
//! Right under every rule: there is nothing that could be used on another path. The price is the
//! size of the tree, exponential where paths meet again:
//!
//! ```text
//!        A              A
//!       / \            / \
//!      B   C          B   C        n diamonds, one below the other:
//!       \ /           |   |        3n + 1 positions, 2^(n+2) - 3 nodes
//!        D            D   D'
//! ```

use threefold_search::Reason;

use super::{NONE, combine, solved, verdict};
use crate::rules::{Arrival, Clock, Estimate, Path, Rules};
use crate::{Claim, Cost};
use crate::{Informed, Query};

/// A position on one path.
struct Node<M> {
    pn: u32,
    dn: u32,
    parent: u32,
    /// Where the children are, one after the other; [`NONE`] before the expansion.
    first: u32,
    children: u32,
    /// The move that leads here.
    m: Option<M>,
}

struct Search<'a, G: Informed> {
    rules: Rules<'a, G>,
    clock: Clock<'a>,
    nodes: Vec<Node<G::Move>>,
    path: Path,
    position: G::Position,
    expanded: u64,
    /// The depth of the deepest position that was expanded.
    depth: u32,
    most_nodes: usize,
}

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(query: &Query<'_, G>) -> Claim {
    let mut search = Search {
        rules: Rules::new(query.game, query.question, query.history),
        clock: Clock::new(query.limits, query.interrupt),
        nodes: Vec::new(),
        path: Path::default(),
        position: query.history.root().clone(),
        expanded: 0,
        depth: 0,
        most_nodes: (query.memory_bytes / node_bytes::<G>()).min(NONE as usize),
    };
    let result = search.run();
    let cost = Cost {
        nodes: search.expanded,
        memory_bytes: (search.nodes.len() * node_bytes::<G>()) as u64,
        time: search.clock.started.elapsed(),
        ..Cost::default()
    };
    Claim { verdict: verdict(result), cost }
}

/// Bytes that a node takes: 24 to 28 for moves of four bytes.
pub fn node_bytes<G: Informed>() -> usize {
    size_of::<Node<G::Move>>()
}

impl<G: Informed> Search<'_, G> {
    fn run(&mut self) -> Result<(u32, u32), Reason> {
        let (pn, dn) = self.rules.root(&mut self.position);
        self.nodes.push(Node { pn, dn, parent: NONE, first: NONE, children: 0, m: None });
        loop {
            let root = &self.nodes[0];
            if root.pn == 0 || root.dn == 0 {
                return Ok((root.pn, root.dn));
            }
            self.clock.check(self.expanded, self.depth)?;
            self.walk_and_expand()?;
        }
    }

    /// Goes down to the most-proving leaf, expands it and returns.
    fn walk_and_expand(&mut self) -> Result<(), Reason> {
        let game = self.rules.game;
        let mut here = 0;
        let mut undos = Vec::new();
        loop {
            self.path.push(self.rules.repetition_key(&self.position));
            let node = &self.nodes[here];
            if node.first == NONE {
                break;
            }
            let or_node = self.rules.is_or_node(&self.position);
            let range = node.first as usize..(node.first + node.children) as usize;
            here = range
                .min_by_key(|&i| if or_node { self.nodes[i].pn } else { self.nodes[i].dn })
                .expect("an unsolved position has children");
            let m = self.nodes[here].m.expect("only the root has none");
            undos.push((m, game.make(&mut self.position, m)));
        }
        let result = self.expand(here);
        loop {
            let or_node = self.rules.is_or_node(&self.position);
            let node = &self.nodes[here];
            let range = node.first as usize..(node.first + node.children) as usize;
            let children = self.nodes[range].iter().map(|child| (child.pn, child.dn));
            let numbers = combine(or_node, children)
                .unwrap_or_else(|| solved(self.rules.stuck(&self.position)));
            let node = &mut self.nodes[here];
            (node.pn, node.dn) = numbers;
            self.path.pop();
            let Some((m, undo)) = undos.pop() else { return result };
            game.undo(&mut self.position, m, undo);
            here = node.parent as usize;
        }
    }

    /// Adds the children of the position at hand. The tree is consistent even if memory ends.
    fn expand(&mut self, here: usize) -> Result<(), Reason> {
        self.expanded += 1;
        self.depth = self.depth.max(self.path.level() - 1);
        let game = self.rules.game;
        let first = self.nodes.len() as u32;
        let mut moves = Vec::new();
        game.moves(&self.position, &mut moves);
        for m in moves {
            let pass = self.rules.superko() && game.is_pass(&self.position, m);
            let undo = game.make(&mut self.position, m);
            let key = self.rules.repetition_key(&self.position);
            let level = self.rules.in_history(key).or_else(|| self.path.find(key));
            let numbers = match self.rules.arrive(&self.position, pass, level) {
                Arrival::Banned(_) => None,
                Arrival::Over(succeeds) => Some(solved(succeeds)),
                Arrival::Repeats(_) => Some(solved(self.rules.repetition_succeeds())),
                Arrival::Open => Some(match self.rules.estimate(&mut self.position) {
                    Estimate::Decided(succeeds) => solved(succeeds),
                    Estimate::Numbers(pn, dn) => (pn, dn),
                }),
            };
            game.undo(&mut self.position, m, undo);
            let Some((pn, dn)) = numbers else { continue };
            let parent = here as u32;
            self.nodes.push(Node { pn, dn, parent, first: NONE, children: 0, m: Some(m) });
        }
        let children = self.nodes.len() as u32 - first;
        let node = &mut self.nodes[here];
        (node.first, node.children) = (first, children);
        if self.nodes.len() > self.most_nodes { Err(Reason::Memory) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use threefold_graph::GraphGame;

    #[test]
    fn size_of_a_node() {
        assert_eq!(node_bytes::<GraphGame>(), 28);
    }
}
