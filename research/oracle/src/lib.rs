//! Exact answers for games small enough to be looked at completely.
//!
//! What is written here shares nothing with threefold's search: no table, no path code, no
//! simulation. The search is tested against it.
//!
//! - [`exhaustive`] and [`exhaustive_value`] try every move on every path. They know every
//!   repetition rule and the history, and are exponential.
//! - [`Retrograde`] works backwards from the ends of the game, in linear time, where the value
//!   does not depend on the path.
//! - [`plain_table`] is wrong on purpose: what a transposition table does that knows nothing of
//!   repetition.

mod depth_first;
mod exhaustive;
mod plain;
mod retrograde;

pub use exhaustive::{exhaustive, exhaustive_value};
pub use plain::plain_table;
pub use retrograde::{Retrograde, RetrogradeError};
