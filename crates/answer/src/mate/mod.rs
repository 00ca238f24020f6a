//! How far is the win? Mate in N, the shortest mate, every key.
//!
//! A win is counted in plies here, moves of either player from the root on; [`Length`] takes moves
//! of the attacker as well, as in "mate in 3".

mod answer;
mod branch;
mod certified;
mod request;
mod side;
mod sitting;
mod solution;

pub use answer::{Answer, Key, Side, Soundness};
pub use request::{Goal, Length, Request, Whose};
pub use sitting::position;
pub use solution::{Attack, Solution, Try, Variation, Written};
pub use threefold_search::distance::SolutionOptions;
