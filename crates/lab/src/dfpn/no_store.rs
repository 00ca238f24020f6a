//! `dfpn/no-store`: results that met a repetition are not stored.
//!
//! What tsume-shogi solvers did before 2002 (Seo, Iida and Uiterwijk 2001 tell of it; Kishimoto and
//! Mueller 2005, section 2): a disproof that rests on a repetition anywhere below is known to its
//! parent and forgotten when the parent is left.

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
    ask(game, question, history, limits, memory_bytes, interrupt, Keeping::Never)
}
