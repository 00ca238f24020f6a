//! Games whose rules are in Python.
//!
//! ```text
//!   position (Python) --intern--> number --+-- to_move, result: once, when it is met
//!                                          +-- moves:           once, when it is expanded
//! ```
//! The search and the checker run on the numbers, and never ask Python the same thing twice.

mod arena;
mod mirror;
mod rules;
mod solving;

pub use mirror::Mirror;
pub use rules::Rules;
pub use solving::{mate_game, solve_game};
