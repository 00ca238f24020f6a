//! `dfpn/conditional`: results stored with what they rely on.
//!
//! Not in the literature. Under superko a result leans on the path in two ways: situations that made a
//! move of the opponent illegal must be on it, and situations that the claimant's own moves create must
//! not be. Both sets are stored with the result, which holds on every path that contains the first and
//! avoids the second; a result that needs nothing of either kind holds everywhere. Twins and simulation
//! ([`base_twin`](super::base_twin)) remain for what is too large to be stored in this way. It is what
//! the solver of this project does under superko
//! ([`Solver`](threefold_search::Solver) with its default options). Other rules have no use for it.
//!
//! Right under both superko rules. No game is known in which it fails.

use threefold_game::{History, Question};
use threefold_search::{Interrupt, Limits, Options};

use super::solver::ask;
use crate::Claim;
use crate::Informed;

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(
    game: &G,
    question: Question,
    history: &History<G>,
    limits: &Limits,
    memory_bytes: usize,
    interrupt: &Interrupt,
) -> Claim {
    let options = Options { table_bytes: memory_bytes, conditional: true, ..Options::default() };
    ask(game, question, history, limits, options, interrupt)
}
