//! `dfpn/nagai`: a repeating move is decided last, position by position.
//!
//! Nagai 2002 (thesis), as Kishimoto and Mueller (2005, section 2.2.4) tell of it; the thesis itself
//! was not at hand. A move that repeats the path has the largest number there is, so that it is the
//! last resort; nothing that rests on it is stored. When the thresholds of a position, which are as
//! large as possible at the root, are exceeded because nothing but repeating moves is left, the
//! position is searched again with the moves that close a circle at it or below it disproven: at
//! the root, and at every interior node likewise.

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
    ask(game, question, history, limits, memory_bytes, interrupt, Keeping::Postpone)
}
