//! Go for threefold: rules of boards up to 19x19, superko, exact values of small boards.
//!
//! | module or type | |
//! |---|---|
//! | [`Size`], [`Point`], [`Colour`], [`GoMove`] | rectangular boards, points, GTP coordinates |
//! | [`Points`] | sets of points as bits: `u64`, `u128`, [`Wide`] |
//! | [`Geometry`] | what is next to what: neighbours, connected sets |
//! | [`Board`] | stones, moves with captures, chains, liberties, area score, a key |
//! | [`Life`] | unconditional life (Benson 1976) |
//! | [`problem`] | life and death, the one-eye problem |
//! | [`GoPosition`] | a board, the side to move, and whether the last move was a pass |
//! | [`Go`] | the rules as a [`Game`](threefold_game::Game): does Black score so much? |
//! | [`exhaustive`] | exact values of tiny boards by a search without a table |
//!
//! ```
//! use threefold_go::{Board, Colour, Geometry, Size};
//!
//! let geometry = Geometry::<u64>::new(Size::new(3, 3)?)?;
//! let mut board = Board::<u64>::EMPTY;
//! let middle = geometry.size().point("B2")?;
//! board.play(&geometry, Colour::Black, middle);
//! assert_eq!(board.score(&geometry), 9);
//! # Ok::<(), threefold_game::NotationError>(())
//! ```
#![deny(missing_docs)]

mod benson;
mod board;
mod colour;
pub mod exhaustive;
mod footprint;
mod game;
mod geometry;
mod moves;
mod points;
mod position;
pub mod problem;
pub mod sgf;
mod size;
mod symmetry;
mod text;
mod zobrist;

pub use benson::Life;
pub use board::{Board, Suicide};
pub use colour::Colour;
pub use footprint::{Interval, Situation};
pub use game::{Go, Terms};
pub use geometry::Geometry;
pub use moves::GoMove;
pub use points::{Bits, Points, Wide, Words};
pub use position::GoPosition;
pub use size::{Point, Size};
