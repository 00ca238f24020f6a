//! `dfpn/nagai-as-printed`: a repeating move returns to its parent, and the numbers grow until they
//! are as large as those of the root.
//!
//! Nagai 2002, as Kishimoto and Mueller (2004) tell it: the root has large thresholds; where a
//! position repeats df-pn returns to its parent and stores no disproof; a position that is left
//! because a number exceeds the large threshold is searched again with the moves disproven that
//! reach it, first the root, then every other in the same way. The 2004 text adds what df-pn needs
//! for it: the thresholds are stored before a position is expanded, so that a move to a position of
//! the path finds them as its numbers, which are not below those of anything in between.
//!
//! "One drawback is that it may take a long time for the numbers to exceed the threshold": the
//! thresholds of a position on the path grow each time it is entered, by a factor of 19/16 or so,
//! and so for each position of a circle within those of the one before. [`nagai`](super::nagai)
//! gives a repeating move the largest number at once instead, and does not have it. Four positions
//! show it (`it_takes_long_until_the_numbers_are_the_largest` below): 438 nodes in place of 7.
//!
//! ```text
//!   A --> E <-> D     second moves at A and asks, first everywhere else and only goes round;
//!    \    |     ^     a repetition fails second
//!     \   +-> C-+
//!      +------> D
//! ```
//! What the text leaves open: the df-pn around it is that of the laboratory, with the largest child
//! in place of the sum; threshold control is left out, which is younger; a threshold that is the
//! largest stays so further down.
//!
//! Right wherever it answers under `attacker-loses` and `attacker-wins`, **wrong under superko**
//! ([`nagai`](super::nagai)).
//!
//! # The root
//!
//! The first df-pn has infinite thresholds at the root, and reads a proof from an infinite disproof
//! number. Two positions that lead to each other show why they became one less
//! (`the_root_is_not_proven_by_its_own_thresholds` below):
//!
//! ```text
//!   A <-> B     First moves at A, second at B. On the path A-B the only move leads to the root,
//!               and finds its thresholds: infinite, both. So B has an infinite disproof number,
//!               and A: a proof, where first only goes round. With infinity - 1 nothing is claimed,
//!               and the second search disproves A.
//! ```

use super::core::{Keeping, ask_judged};
use crate::{Claim, Informed, Query};

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(query: &Query<'_, G>) -> Claim {
    ask_judged(query, Keeping::SavedThresholds, None)
}

#[cfg(test)]
mod tests {
    use threefold_graph::GraphGame;
    use threefold_oracle::exhaustive;
    use threefold_search::{INFINITY, Interrupt, LARGEST, Limits, Verdict};

    use super::*;
    use crate::dfpn::core::root_numbers;
    use crate::dfpn::nagai;

    /// The text of a game asked about with at most 20,000 nodes.
    fn with_query<T>(text: &str, ask: impl FnOnce(&Query<'_, GraphGame>) -> T) -> T {
        let file = threefold_graph::parse(text).unwrap();
        let (question, history) = (file.question(), &file.history);
        assert_eq!(exhaustive(&file.game, history, question, 10_000), Some(false));
        let (limits, interrupt) = (Limits::nodes(20_000), Interrupt::default());
        let (game, memory_bytes) = (&file.game, 1 << 20);
        let (limits, interrupt) = (&limits, &interrupt);
        ask(&Query { game, question, history, limits, memory_bytes, interrupt })
    }

    #[test]
    fn it_takes_long_until_the_numbers_are_the_largest() {
        let text = "threefold game 1\nrule: attacker-loses\nattacker: second\nroot: A\n\
                    A second: E D\nC first: D\nD first: E\nE first: C D\n";
        let claims = with_query(text, |query| [answer(query), nagai::answer(query)]);
        assert_eq!(claims.each_ref().map(|claim| claim.verdict), [Verdict::Disproven; 2]);
        assert_eq!(claims.map(|claim| claim.cost.nodes), [438, 7]);
    }

    #[test]
    fn the_root_is_not_proven_by_its_own_thresholds() {
        let text = "threefold game 1\nrule: attacker-loses\nroot: A\nA first: B\nB second: A\n";
        let root = |thresholds| with_query(text, |query| root_numbers(query, thresholds));
        assert_eq!(root(INFINITY), Ok((INFINITY, INFINITY)), "a disproof number of a proof");
        assert_eq!(root(LARGEST), Ok((INFINITY, 0)));
    }
}
