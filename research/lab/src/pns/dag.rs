//! `pns/dag`: one node per position and set of positions before it.
//!
//! The second of the three ways of Schijf, Allis and Uiterwijk (*Proof-number search and
//! transpositions*, 1994). Their text was not at hand. Kishimoto and Mueller (2004) say of the
//! three that two give up using transpositions, and that the third ([`dcg`](super::dcg)) errs in
//! disproofs now and then. The first is [`tree`](super::tree); how much the second one gives up is
//! open. Read here: a position shares a node where the same positions have been passed since the
//! last irreversible move, in whatever order, and nowhere else. The graph has no circles then,
//! since such sets only grow.
//!
//! ```text
//!        A              A > B > C > D and A > C > B > D: D has one node, as both ways passed A, B
//!       / \             and C.
//!      B = C            A > B > D: another one.
//!       \ /
//!        D
//! ```
//! Right under every rule: what a repetition rule asks of a path is which positions are on it. It
//! is close to the tree in size. [`dag_shared`](super::dag_shared) shares all positions, and is
//! wrong.

use super::graph::{Graph, ROOT, Sharing, Update};
use crate::{Claim, Informed, Query};

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(query: &Query<'_, G>) -> Claim {
    let graph = Graph::new(query, Update::Exact);
    graph.run(|graph| {
        let mut here = ROOT;
        while graph.node(here).is_expanded() {
            let best = graph.best_edge(here, |_| true).expect("an unsolved position has moves");
            graph.descend(best);
            here = graph.edge(best).to;
        }
        let repeats = |graph: &Graph<'_, G>, key| graph.path.find(key).is_some();
        graph.expand(here, repeats, |_, _| true, Sharing::Sets);
        graph.return_to_root();
        Ok(())
    })
}
