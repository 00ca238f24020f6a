//! What a user can ask of threefold, without a terminal.
//!
//! Requests and answers are plain values: nothing here prints, reads flags or the environment, or
//! ends a process. A program turns what it is given into requests, and answers into what it shows;
//! protocols and bindings do the same.
//!
//! | question | module | |
//! |---|---|---|
//! | can the attacker win? what is every move worth? | [`solve`] | [`solve::solve`] |
//! | how far is the win? mate in N, the shortest mate, the keys | [`mate`] | [`mate::mate`] |
//! | how many points is a small board of Go worth? | [`go`] | [`go::value::value`] |
//! | does the group live? which moves are right? | [`problem`] | [`problem::solution::Solution`] |
//! | does a solution tree hold? | [`problem`] | [`problem::collection::check`] |
//! | does a certificate hold, and does it answer the question? | [`check`] | [`check::Checker`] |
//! | what does a certificate play? | [`strategy`] | [`strategy::strategy`] |
//! | one question, divided into jobs | [`jobs`] | [`jobs::lead`], [`jobs::work`] |
//! | what does the endgame database say? | [`database`] | [`database::probe`] |
//!
//! Texts and files become tasks in [`registry`], which has a row a game. Everything that takes time
//! tells an [`Observer`] how far it is, and is ended by an
//! [`Interrupt`](threefold_search::Interrupt) from another thread.
//!
//! # Example
//!
//! ```
//! use threefold_session::registry::read_position;
//! use threefold_session::solve::{Goal, Request, solve};
//! use threefold_session::words::Value;
//! use threefold_session::{Databases, Error};
//!
//! # fn main() -> Result<(), Error> {
//! let tasks = read_position(1, "8/8/8/8/8/1k6/7r/K7 w - -", None);
//! let request = Request { goal: Goal::Value, ..Request::default() };
//! let answer = solve(&tasks.tasks[0].subject, &Databases::default(), &request, &mut ())?;
//! assert_eq!(answer.value, Some(Some(Value::Loss)));
//! assert_eq!(answer.words, "loss: black mates");
//! // The certificate was made, and checked.
//! assert_eq!(answer.checked, Some(true));
//! # Ok(())
//! # }
//! ```

pub mod check;
pub mod games;
pub mod jobs;
pub mod mate;
pub mod pasted;
pub mod registry;
pub mod resumed;
pub mod shown;
pub mod solve;
pub mod strategy;

pub use threefold_answer::{
    alone, answer, any, asked, attacker, convention, effort, error, leaves, library, listed,
    observer, place, posed, record, standing, task, words,
};
pub use threefold_answer_checkers::database;
pub use threefold_answer_go as go;
pub use threefold_answer_problem::{self as problem, with_subject};
pub use threefold_answer_shogi as tsume;

pub use attacker::Attacker;
pub use effort::Effort;
pub use error::Error;
pub use games::row::Databases;
pub use observer::Observer;
