//! American checkers (English draughts) for threefold: rules, PDN, endgame databases.
#![deny(missing_docs)]

mod board;
pub mod egdb;
mod estimate;
mod fen;
mod game;
mod movegen;
mod moves;
mod notation;
pub mod pdn;
mod position;
mod quote;

pub use game::Checkers;
pub use moves::CheckersMove;
pub use position::CheckersPosition;
