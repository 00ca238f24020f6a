//! The search: df-pn with base and twin entries, right under every repetition rule.

mod closed_set;
mod combine;
mod conditional;
mod crew;
mod dfpn;
pub mod distance;
mod expand;
mod extract;
mod found;
mod limits;
mod line;
mod memory;
mod mix;
mod numbers;
mod options;
mod path;
mod place;
mod progress;
mod reliance;
mod rules;
mod siblings;
mod solver;
mod stack;
mod stats;
mod table;
mod task;
mod threshold;
mod worker;

pub use extract::{ExtractError, Extracted};
pub use limits::{Interrupt, Limits, Reason};
pub use line::longest_resistance;
pub use numbers::{INFINITY, LARGEST};
pub use options::{Combine, Options, PathCodeKind, Policy, TwinKind, Verify};
pub use progress::{Monitor, Progress};
pub use solver::{Answer, Solver, Verdict};
pub use stats::Stats;
