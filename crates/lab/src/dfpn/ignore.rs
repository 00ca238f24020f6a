//! `dfpn/ignore`: the plain table.
//!
//! One entry per position, whatever the path: what every solver does that knows nothing of the
//! problem. Under [`AttackerLoses`](threefold_game::RepetitionRule::AttackerLoses) its proofs are
//! right and its disproofs sometimes wrong, under `AttackerWins` the other way round, under superko
//! both are sometimes wrong.
//!
//! ```text
//!      A          Figure 2 of Kishimoto and Mueller (2004); first to move at A and D, a repeating
//!     / \         move is illegal, who cannot move has lost. On the path A-C-D the move to C is
//!    B   C <-+    illegal: D and C are stored as disproven. On the path A-B-D-C it is second who
//!     \  |   |    has no move: A is won, and the entry of D says that it is not.
//!      \ v   |
//!        D --+
//! ```

use threefold_game::{Game, History, Question};
use threefold_search::{Interrupt, Limits, Options, Policy};

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
    let options =
        Options { table_bytes: memory_bytes, policy: Policy::Ignore, ..Options::default() };
    ask(game, question, history, limits, options, interrupt)
}
