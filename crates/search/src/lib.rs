//! The search: df-pn with base and twin entries, right under every repetition rule.

mod closed_set;
mod combine;
mod conditional;
mod dependency;
mod dfpn;
pub mod distance;
mod extract;
mod limits;
mod line;
mod lookup;
mod mix;
mod numbers;
mod options;
mod path;
mod search;
mod siblings;
mod simulation;
mod solver;
mod stats;
mod store;
mod table;
mod threshold;

pub use extract::{ExtractError, Extracted};
pub use limits::{Interrupt, Limits, Reason};
pub use line::longest_resistance;
pub use numbers::{INFINITY, LARGEST};
pub use options::{Combine, Options, PathCodeKind, Policy, TwinKind, Verify};
pub use search::{Monitor, Progress};
pub use solver::{Answer, Solver, Verdict};
pub use stats::Stats;
