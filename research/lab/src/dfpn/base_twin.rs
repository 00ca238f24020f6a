//! `dfpn/base-twin`: base and twin entries with simulation.
//!
//! Kishimoto and Mueller, *A general solution to the graph history interaction problem* (AAAI
//! 2004), as the solver of this project does it ([`Solver`](threefold_search::Solver)). What that
//! does beyond it is switched off here: [`closed_sets`](super::closed_sets), and under superko
//! [`conditional`](super::conditional). A result that met no repetition goes to the base entry,
//! which holds on every path; one that did goes to a twin, which holds on the paths that have what
//! it relies on, and elsewhere only after it has been replayed there (Kawano's simulation).
//!
//! Right under every repetition rule. No game is known in which it fails.

use threefold_search::{Options, PathCodeKind};

use super::solver::ask;
use crate::{Claim, Informed, Query};

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(query: &Query<'_, G>) -> Claim {
    let options = Options { closed_set_interval: 0, ..options(query.memory_bytes) };
    ask(query, options)
}

/// What the paper's scheme does not have under superko is off; closed sets are as usual.
pub(super) fn options(memory_bytes: usize) -> Options {
    let usual = Options::default();
    Options {
        table_bytes: memory_bytes,
        conditional: false,
        path_code: PathCodeKind::Chain,
        superko_simulation_budget: usual.simulation_budget,
        ..usual
    }
}
