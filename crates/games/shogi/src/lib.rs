//! Shogi for threefold: rules, tsume, and the notations of the Japanese.
//!
//! [`Position`] has a board, both hands and a move generator of its own, that also makes the moves
//! that give check, and no others. [`Tsume`] is the game that a mate problem is: one side gives
//! check with every move. Positions are read as SFEN, moves as USI; records as KIF, KI2, CSA and
//! JKF ([`record`]), collections as lists ([`list`]). Moves are written in USI or as in Japanese
//! books ([`japanese`]).
//!
//! ```
//! use threefold_shogi::{Position, diagram, japanese};
//!
//! let mut position: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
//! let mate = position.mate_in_one().unwrap();
//! assert_eq!(mate.to_string(), "G*5b");
//! assert_eq!(japanese::move_text(&position, mate, None), "▲５二金");
//! # Ok::<(), threefold_game::NotationError>(())
//! ```
//!
//! Not here, on purpose: play on points (impasse), perpetual check as a loss, and the fourth
//! occurrence as the end of a game. In tsume a repetition is a failure of the attacker, whoever
//! gave check.
#![deny(missing_docs)]

mod attacks;
mod bitboard;
mod conventional;
pub mod diagram;
mod distances;
mod estimate;
mod hand;
pub mod japanese;
pub mod list;
mod movegen;
mod moves;
mod mudaai;
pub mod perft;
mod piece;
mod position;
pub mod record;
mod setup;
mod sfen;
mod square;
mod tsume;
mod tsume_bounds;
mod zobrist;

pub use conventional::{Argument, Conventional, Stage, Word};
pub use hand::Hand;
pub use moves::Move;
pub use mudaai::{Interposition, interpositions};
pub use piece::{Color, Kind, Piece};
pub use position::{Position, Undo};
pub use setup::Setup;
pub use square::Square;
pub use tsume::Tsume;
