//! How far is the win? Mate in N, the shortest mate, every key.
//!
//! A win is counted in plies here, moves of either player from the root on; [`Length`] takes moves
//! of the attacker as well, as in "mate in 3".
//!
//! | question | request |
//! |---|---|
//! | does the stipulation hold? | [`Goal::Within`], [`Goal::Stated`] |
//! | how short is the shortest mate? | [`Goal::Shortest`]: a bracket, both ends proved |
//! | which first moves do it? | [`Request::keys`] |
//! | and then: tries, threats, variations, duals, set play? | [`Request::solution`] |
//! | who mates at all? | [`Whose::Either`] |
//!
//! # Example
//!
//! ```
//! use threefold_session::mate::{Goal, Length, Request, mate};
//! use threefold_session::registry::read_position;
//!
//! # fn main() -> Result<(), threefold_session::Error> {
//! // Morphy: 1. Ra6!
//! let tasks = read_position(1, "kbK5/pp6/1P6/8/8/8/8/R7 w - -", None);
//! let goal = Goal::Within(Length::Moves(2));
//! let request = Request { keys: true, ..Request::new(goal) };
//! let answer = mate(&tasks.tasks[0].subject, &request, &mut ())?;
//! let white = &answer.sides[0];
//! assert_eq!(white.words, "mate in at most 2 moves");
//! assert_eq!(white.keys().collect::<Vec<_>>(), ["a1a6"]);
//! // The certificate says how many plies are enough, and was checked.
//! assert_eq!(white.checked, Some(true));
//! # Ok(())
//! # }
//! ```

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
