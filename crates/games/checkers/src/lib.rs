//! American checkers (English draughts) for threefold: rules, PDN, endgame databases.
//!
//! ```
//! use threefold_checkers::{Checkers, egdb::Database};
//! use threefold_game::{Game, History, Player, Question, RepetitionRule};
//! use threefold_search::{Options, Solver, Verdict};
//!
//! // Three kings against two, with a database of all positions with two and three pieces.
//! let (game, database) = (Checkers::new(), Database::in_memory(3));
//! let history = History::new(game.parse_position("W:WK22,K23,K24:BK31,K32")?);
//! let question = Question::new(Player::Second, RepetitionRule::Draw);
//! let mut solver = Solver::new(&game, question, Options::default()).knowledge(&database);
//! assert_eq!(solver.solve(&history).verdict, Verdict::Proven);
//! # Ok::<(), threefold_game::NotationError>(())
//! ```
//!
//! | module or type | |
//! |---|---|
//! | [`Checkers`] | the rules as a [`Game`](threefold_game::Game) |
//! | [`CheckersPosition`], [`CheckersMove`] | bitboards, and moves with the whole path of a jump |
//! | [`Diagram`] | how a position is drawn |
//! | [`pdn`] | games and positions from files |
//! | [`egdb`] | win, draw or loss of every position with few pieces, and the plies to the end |
//! | [`perft`] | move sequences counted, and the published numbers |
//!
//! A database is [`Knowledge`](threefold_game::Knowledge), given to solver and checker beside the
//! rules.
//!
//! Not here, on purpose: the draw after forty moves each without progress, and other draughts.
#![deny(missing_docs)]

mod board;
mod diagram;
#[cfg(not(target_family = "wasm"))]
pub mod egdb;
#[cfg(target_family = "wasm")]
#[path = "no_egdb.rs"]
pub mod egdb;
mod estimate;
mod fen;
mod game;
mod movegen;
mod moves;
mod notation;
pub mod pdn;
pub mod perft;
mod position;

pub use diagram::Diagram;
pub use game::Checkers;
pub use moves::CheckersMove;
pub use position::CheckersPosition;
