//! `pns/dag-shared`: one node per position, without circles.
//!
//! Not in the literature, as far as it was at hand: what becomes of [`pns/dag`](super::dag) if it
//! does not give its transpositions up. Positions that are reached in several ways share one node,
//! as long as the graph stays acyclic. A move to a position from which a way leads to the move
//! would close a circle: it counts as a repetition, once and for all.
//!
//! A graph without circles cannot miss a repetition (there is no draw-last error where what repeats
//! is a position, but for the second node behind a pass), but it sees repetitions on paths that
//! have none (**draw-first**). Wrong under every rule, under `attacker-loses` in disproofs only:
//!
//! ```text
//!      A      fixtures/pns-dag-shared.attacker-loses.game: first moves at A, second, the attacker,
//!     / \     at B and E. E is expanded first and shares B. Then B's move to E would close a
//!    E<->B    circle and is cut, although on the path A-B it repeats nothing: and it leads
//!    |        to E, where second wins. B is disproven, and A with it.
//!    C (won)
//! ```
//! The same happens under superko in Figure 2 of Kishimoto and Mueller (2004).

use std::collections::HashSet;

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
        let mut ancestors = HashSet::new();
        let mut keys = HashSet::new();
        graph.for_each_ancestor(here, |id| {
            ancestors.insert(id);
            keys.insert(graph.node(id).repetition_key);
        });
        // A pass back to an ancestor is legal under superko: the position gets a second node there.
        graph.expand(
            here,
            |_, key| keys.contains(&key),
            |_, id| !ancestors.contains(&id),
            Sharing::Positions,
        );
        graph.return_to_root();
        Ok(())
    })
}
