//! `pns/dcg`: one node per position, circles allowed.
//!
//! The third of the three ways of Schijf, Allis and Uiterwijk (*Proof-number search and
//! transpositions*, 1994), as far as later papers tell of it; the text was not at hand. Every
//! position has one node, whatever the path. When the walk to the most-proving position meets a
//! position for the second time, the move that led there is a repetition from then on, on
//! whichever path its position is reached later. Kishimoto and Mueller (2005, section 2.2.5): it
//! "sometimes results in wrong disproofs".
//!
//! ```text
//!      A              fixtures/pns-dcg.attacker-loses.game, its idea: second moves at A, E and L,
//!     / \             first, the attacker, at P. On the walk A-L-P-E the move from E to P repeats:
//!    L   E            it is decided for good, and E, which has no other, is disproven. On the path
//!     \  ^            A-E that move repeats nothing, and P is won by another one.
//!      v v
//!       P --> (won)
//! ```
//! So far draw-first, under every rule. Under positional superko the other error exists as well
//! (draw-last): what was solved on a path where a move is legal is used where it repeats, as in the
//! example of [`thompson`](super::thompson).
//!
//! On a circle proof numbers would raise each other without end; they are computed once per update
//! there, which makes them estimates. What is solved is right as far as the moves that were cut
//! are.

use super::graph::{Graph, ROOT, Sharing, Update};
use crate::{Claim, Informed, Query};

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(query: &Query<'_, G>) -> Claim {
    let graph = Graph::new(query, Update::Once);
    graph.run(|graph| {
        let mut here = ROOT;
        while graph.node(here).is_expanded() {
            let best = graph.best_edge(here, |_| true).expect("an unsolved position has moves");
            if graph.repeats(best).is_some() {
                let repetition = graph.repetition();
                graph.decide(best, repetition);
                graph.return_to_root();
                return Ok(());
            }
            graph.descend(best);
            here = graph.edge(best).to;
        }
        graph.expand(
            here,
            |graph, key| graph.path.find(key).is_some(),
            |_, _| true,
            Sharing::Positions,
        );
        graph.return_to_root();
        Ok(())
    })
}
