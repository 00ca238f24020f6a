//! `dfpn/loop-depth`: the shallowest ancestor, exact paths, no simulation.
//!
//! What today's tsume-shogi solvers do (KomoringHeights 1.1.0, 2023, read in its source): a result
//! that met a repetition carries the depth of the shallowest ancestor it relies on. Where that is not
//! above the position itself, the result is stored for every path; otherwise for exactly the path at
//! hand, and the numbers of the position return to (1, 1).

use threefold_game::{Game, History, Question};
use threefold_search::{Interrupt, Limits};

use super::core::{Keeping, ask};
use crate::Claim;

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Game>(
    game: &G,
    question: Question,
    history: &History<G>,
    limits: &Limits,
    memory_bytes: usize,
    interrupt: &Interrupt,
) -> Claim {
    ask(game, question, history, limits, memory_bytes, interrupt, Keeping::ExactPath)
}
