//! Chess for threefold: the rules, a repetition key that is right, FEN, EPD, SAN and PGN.
//!
//! Squares, moves and attacks are those of [`cozy_chess`]. [`ChessPosition`] compares and hashes
//! positions as the laws of chess do (FIDE 9.2.3): an en passant square counts only if the capture
//! is *legal*. A side may be without a king, as in problems.
//!
//! ```
//! use threefold_chess::{Chess, ChessPosition};
//! use threefold_game::{Game, Leaf, Player, Searchable};
//!
//! // Eppstein's position: 27 legal moves, one of them mates.
//! let mut position: ChessPosition = "4k3/Q7/3K4/8/8/8/8/8 w - -".parse()?;
//! let mut moves = Vec::new();
//! Chess.moves(&position, &mut moves);
//! assert_eq!(moves.len(), 27);
//! let Leaf::WinsBy(mate) = Chess.leaf(&mut position, Player::First) else { panic!() };
//! assert_eq!(Chess.move_text(&position, mate), "a7e7");
//! # Ok::<(), threefold_game::NotationError>(())
//! ```
//!
//! | module or type | |
//! |---|---|
//! | [`Chess`], [`ChessPosition`] | the rules, Chess960 included |
//! | [`FiftyMoves`], [`ClockedPosition`] | the rules with the fifty-move rule |
//! | [`ChessProblem`], [`Aim`] | selfmate and stalemate, and an attacker with fewer moves |
//! | [`san`] | moves as players write and read them |
//! | [`epd`] | what a user types, and files of it: a FEN or `startpos`, moves, operations |
//! | [`pgn`] | files of games |
//! | [`tables`] | plies to mate of every position with few men |
//! | [`Ending`], [`Diagram`] | why a game is over, and what a position looks like |
#![deny(missing_docs)]

mod attacks;
mod board;
mod components;
mod diagram;
mod ending;
pub mod epd;
mod estimate;
mod fen;
mod fifty;
mod game;
mod key;
mod leaf;
mod mate;
mod material;
mod movegen;
mod packed;
pub mod pgn;
mod position;
mod problem;
pub mod san;
#[cfg(not(target_family = "wasm"))]
pub mod tables;
#[cfg(target_family = "wasm")]
#[path = "no_tables.rs"]
pub mod tables;
mod uci;

pub use board::Board;
pub use cozy_chess::{self, Move};
pub use diagram::Diagram;
pub use ending::Ending;
pub use epd::{EpdError, EpdRecord};
pub use fifty::{ClockedPosition, FiftyMoves};
pub use game::Chess;
pub use mate::mate_in_one;
pub use material::is_insufficient_material;
pub use position::ChessPosition;
pub use problem::{Aim, AttackerMoves, ChessProblem, Stipulation};
