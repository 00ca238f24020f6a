//! An auditor of engines: what they say about positions whose value is certified, with what they
//! remember of a game and without.
//!
//! ```text
//!   suites ----> Line: a game, asked about after every ply
//!                  |                                     |
//!                  v                                     v
//!   truth: value with this history, certificate    client: an engine, over UCI, under every
//!   checked; what is not certified is left out     condition (table kept, cleared, ...)
//!                  |                                     |
//!                  +------------> judge <----------------+
//!                                   |
//!                 wrong with the table kept, right with it cleared
//!                                   v
//!                 shrink, repeat, paired test ----> report
//! ```
//!
//! [`go`] does the same for engines of Go over GTP, with fewer conditions.
//!
//! Nothing here believes an engine: not its scores, not its lines, not that it answers at all.

mod asking;
mod audit;
pub mod client;
pub mod go;
mod judge;
pub mod laboratory;
mod line;
mod shrink;
mod statistics;
pub mod suites;
mod truth;

pub use asking::{Audit, Budget, Settings};
pub use audit::{Candidate, Condition, Counts, Report};
pub use judge::{Fault, Margins, judge};
pub use line::{Line, other_order};
pub use statistics::{Paired, exact_binomial};
pub use truth::{Truths, Value};
