//! `dfpn/loop-depth`: the shallowest ancestor, exact paths, no simulation.
//!
//! What tsume-shogi solvers do: a result that met a repetition carries the depth of the shallowest
//! ancestor it relies on. Where that is not above the position itself, it holds on every path;
//! otherwise it is used on exactly the same path only.
//!
//! Right under `AttackerLoses` and `AttackerWins`.

use threefold_game::{Game, History, Question};
use threefold_search::{Interrupt, Limits, Options, TwinKind};

use super::solver::ask;
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
    let options = Options {
        table_bytes: memory_bytes,
        twins: TwinKind::ExactPath,
        simulation_budget: 0,
        ..Options::default()
    };
    ask(game, question, history, limits, options, interrupt)
}
