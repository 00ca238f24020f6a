//! How far is the win? Questions with a distance: "mate in N" and what comes with it.
//!
//! Distances count **plies**: moves of either player, from the root on. A mate in N moves with the
//! attacker to move is a win within 2N - 1 plies, with the defender to move one within 2N.
//!
//! The search ([`DistanceSolver`]) is one of its own with a table of its own: W(position, plies) is
//! defined by induction on the plies, so that nothing of what makes repetition difficult is there
//! (`dfpn.rs`). Repeating a position never shortens a win. What has been played *before* the root
//! does count: a position that draws when it is met again is a failure of the attacker.

mod dfpn;
mod direct;
mod extract;
mod keys;
mod line;
mod options;
mod progress;
mod search;
mod shortest;
mod solution;
mod solver;
mod stats;
mod table;

pub use extract::DistanceCertificate;
pub use keys::{FirstMove, Keys};
pub use line::Line;
pub use options::DistanceOptions;
pub use progress::{DistanceMonitor, DistanceProgress};
pub use shortest::{AnyWin, Shortest};
pub use solution::{Attack, Solution, SolutionOptions, Try, Variation};
pub use solver::{DistanceAnswer, DistanceSolver, MAX_PLIES};
pub use stats::DistanceStats;
