//! Endgame databases: win, draw or loss of every position with few pieces, and the plies to the end.
//!
//! They are part of this crate because each needs the other: the rules make the database, and a
//! [`Checkers`](crate::Checkers) may hold one.

mod build;
mod database;
mod error;
mod file;
mod generate;
mod map;
mod slice;
mod value;

pub use build::{BuildMonitor, BuildOptions};
pub use database::{Database, SliceInfo};
pub use error::EgdbError;
pub use slice::Material;
pub use value::Value;
