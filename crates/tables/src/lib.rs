//! The files of endgame databases, whatever the game.
//!
//! | module | |
//! |---|---|
//! | [`mod@file`] | what a file says of itself |
//! | [`blocks`] | a file of which blocks are read and verified when a search comes to them |
//! | [`cache`] | unpacked blocks |
//! | [`output`] | packing and writing |
//! | [`hashes`] | the checksum, as a tree over the blocks |
#![cfg(not(target_family = "wasm"))]
#![deny(missing_docs)]

pub mod blocks;
pub mod cache;
mod error;
pub mod file;
pub mod hashes;
pub mod output;

pub use blocks::Stored;
pub use error::FileError;
pub use file::{About, Header};
