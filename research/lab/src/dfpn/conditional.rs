//! `dfpn/conditional`: results stored with what they rely on.
//!
//! Not in the literature. Under superko a result leans on the path in two ways: situations that
//! made a move of the opponent illegal must be on it, and situations that the claimant's own moves
//! create must not be. Both sets are stored with the result, which holds on every path that
//! contains the first and avoids the second; a result that needs nothing of either kind holds
//! everywhere. Twins and simulation ([`base_twin`](super::base_twin)) remain for what is too large
//! to be stored in this way. It is what the solver of this project does under superko
//! ([`Solver`](threefold_search::Solver) with its default options). Other rules have no use for it.
//!
//! Right under both superko rules. No game is known in which it fails.

use threefold_search::Options;

use super::solver::ask;
use crate::{Claim, Informed, Query};

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(query: &Query<'_, G>) -> Claim {
    let options =
        Options { table_bytes: query.memory_bytes, conditional: true, ..Options::default() };
    ask(query, options)
}
