//! `dfpn/closed-sets`: base and twin entries, and sets of positions that play cannot leave.
//!
//! Not in the literature. The search of [`base_twin`], which now and then looks among the positions
//! that it has expanded for a set in which the side that a repetition favours can stay, or leave it
//! for results that hold on every path. Such a set holds on every path itself: all its positions
//! become base entries at once, where the search would go on to store twins. It pays where a draw
//! is to be shown among few pieces; not before some thousand positions, so that on small games this
//! is the same as `dfpn/base-twin`; under superko it always is. It is what the solver of this
//! project does ([`Solver`](threefold_search::Solver) with its default options).
//!
//! Right under every repetition rule. No game is known in which it fails.

use super::base_twin;
use super::solver::ask;
use crate::{Claim, Informed, Query};

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(query: &Query<'_, G>) -> Claim {
    ask(query, base_twin::options(query.memory_bytes))
}
