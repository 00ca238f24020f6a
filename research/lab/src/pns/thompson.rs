//! `pns/thompson`: the history selects, and does not evaluate.
//!
//! Thompson's treatment, as Breuker et al. (2001) report it (read in later papers): positions share
//! one node each, whose value knows nothing of any history; but the position to expand next is
//! chosen by a full tree search that does. Here every selection is a search over all paths through
//! the unsolved nodes, in which a repetition is decided on its path; the root is solved when its
//! value is, or when that search says so. What is stored in the nodes follows from finished games
//! alone.
//!
//! A stored value leans on no repetition, so that there is no draw-first error. It may be used
//! where a move of it would repeat (draw-last). Under `attacker-loses`, `attacker-wins` and
//! situational superko that does no harm: what would repeat has been solved by the same values
//! itself (it is the no-repetition shortcut of Kishimoto and Mueller 2004). Under positional
//! superko, where another position can be in the way, it does:
//!
//! ```text
//!    A --> C        fixtures/pns-thompson.positional-superko.game: A and C are one board; at C
//!                   second has won. His only move is illegal, and he has lost at A. The value of A
//!                   without a history is that of C.
//! ```
//! The price: a selection visits every path through the unsolved positions. They are counted as
//! [`Cost::lookups`](crate::Cost::lookups), and [`WALK_LIMIT`] bounds them.

use threefold_search::Reason;

use super::graph::{Graph, ROOT, Sharing, State, Update};
use super::{NONE, combine, solved};
use crate::{Claim, Informed, Query};

/// Positions that all selections together may meet for each position of the node limit. Without
/// a bound one selection could go on for ever; a smaller one leaves more games unanswered.
pub const WALK_LIMIT: u64 = 100;

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(query: &Query<'_, G>) -> Claim {
    let graph = Graph::new(query, Update::Once);
    let most = query.limits.nodes.saturating_mul(WALK_LIMIT);
    graph.run(|graph| {
        let (pn, dn, leaf) =
            if graph.node(ROOT).is_expanded() { select(graph, most)? } else { (1, 1, ROOT) };
        if pn == 0 || dn == 0 {
            graph.solve(ROOT, pn == 0);
            return Ok(());
        }
        let mut ways = Vec::new();
        let mut made_by = graph.node(leaf).made_by;
        while made_by != NONE {
            ways.push(made_by);
            made_by = graph.node(graph.edge(made_by).from).made_by;
        }
        ways.into_iter().rev().for_each(|edge| graph.descend(edge));
        graph.expand(leaf, |_, _| false, |_, _| true, Sharing::Positions);
        graph.return_to_root();
        Ok(())
    })
}

/// A position of the tree search.
struct Step {
    node: u32,
    next: u32,
    numbers: Option<(u32, u32)>,
    /// The smallest number of a move so far, and the leaf behind that move.
    smallest: (u32, u32),
    leaf: u32,
}

impl Step {
    fn new<G: Informed>(graph: &Graph<'_, G>, node: u32) -> Self {
        let next = graph.edges_of(node).start;
        Step { node, next, numbers: None, smallest: (NONE, NONE), leaf: NONE }
    }

    fn take(&mut self, or_node: bool, (pn, dn): (u32, u32), leaf: u32) {
        self.numbers = combine(or_node, self.numbers.into_iter().chain([(pn, dn)]));
        let number = if or_node { (pn, dn) } else { (dn, pn) };
        if pn != 0 && dn != 0 && number < self.smallest {
            (self.smallest, self.leaf) = (number, leaf);
        }
    }
}

/// The numbers of the root with the history, and the leaf they point to.
fn select<G: Informed>(graph: &mut Graph<'_, G>, most: u64) -> Result<(u32, u32, u32), Reason> {
    let result = search(graph, most);
    graph.return_to_root();
    result
}

fn search<G: Informed>(graph: &mut Graph<'_, G>, most: u64) -> Result<(u32, u32, u32), Reason> {
    let mut steps = vec![Step::new(graph, ROOT)];
    loop {
        let step = steps.last_mut().expect("the root returns");
        let or_node = graph.node(step.node).or_node;
        let decided = step.numbers.is_some_and(|(pn, dn)| if or_node { pn == 0 } else { dn == 0 });
        if decided || step.next == graph.edges_of(step.node).end {
            let stuck = solved(graph.stuck(step.node));
            let (numbers, leaf) = (step.numbers.unwrap_or(stuck), step.leaf);
            steps.pop();
            let Some(parent) = steps.last_mut() else { return Ok((numbers.0, numbers.1, leaf)) };
            graph.ascend();
            parent.take(graph.node(parent.node).or_node, numbers, leaf);
            continue;
        }
        let edge = step.next;
        step.next += 1;
        let Some(numbers) = graph.numbers_of(edge) else { continue };
        let open = numbers.0 != 0 && numbers.1 != 0;
        if !open {
            // With the history a stored value is used only where the move itself is legal.
            let to = graph.edge(edge).to;
            if graph.rules.superko() && to != NONE && graph.repeats(edge).is_some() {
                continue;
            }
            step.take(or_node, numbers, NONE);
        } else if graph.repeats(edge).is_some() {
            if let State::Decided(succeeds) = graph.repetition() {
                step.take(or_node, solved(succeeds), NONE);
            }
        } else {
            let to = graph.edge(edge).to;
            if graph.node(to).is_expanded() {
                graph.descend(edge);
                if graph.walked >= most {
                    return Err(Reason::Nodes);
                }
                if graph.walked & 1023 == 0 {
                    graph.clock.read()?;
                }
                steps.push(Step::new(graph, to));
            } else {
                step.take(or_node, numbers, to);
            }
        }
    }
}
