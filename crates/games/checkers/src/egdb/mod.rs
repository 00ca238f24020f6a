//! Endgame databases: win, draw or loss of every position with few pieces, and the plies to the
//! end.
//!
//! ```no_run
//! use std::path::Path;
//! use threefold_checkers::egdb::{BuildOptions, Database};
//!
//! # fn main() -> Result<(), threefold_checkers::egdb::EgdbError> {
//! let directory = Path::new("egdb");
//! let options = BuildOptions { pieces: 5, depths: 5, threads: 0 };
//! let database = Database::build(directory, &options, &())?;
//! database.verify(0, &())?;
//! # Ok(())
//! # }
//! ```
//!
//! # How
//! Positions with the same material make a slice, numbered without gaps (2 bits a position: 1.6 MB
//! up to 4 pieces, 36 MB up to 5, 640 MB up to 6). A slice is solved together with its mirror image
//! by retrograde analysis, after everything that captures and crownings lead to; within it, one
//! placement of the men after the other, because men do not go back. Depths (plies to the end of
//! the game if the winner hurries and the loser delays) take a byte a position.
//!
//! All positions are stored, those in which a capture is due included: a lookup is one access to
//! the memory, whatever is going on in the position.
//!
//! [`Database::verify`] repeats nothing of this. It goes through all positions with the rules
//! alone: every value must follow from those of the successors, and every win must be well-founded,
//! which together only the true values are.
//!
//! The rules make the database, and know nothing of it: it is
//! [`Knowledge`](threefold_game::Knowledge) of [`Checkers`](crate::Checkers), which solver and
//! checker are given beside the rules.

mod blocks;
mod build;
mod consistency;
mod database;
mod error;
mod file;
mod generate;
mod kings;
mod known;
mod needs;
mod output;
mod placement;
mod slice;
mod target;
mod tasks;
mod value;
mod verify;

pub use build::{BuildMonitor, BuildOptions};
pub use database::{Database, SliceInfo};
pub use error::EgdbError;
pub use slice::Material;
pub use tasks::SliceTask;
pub use value::Value;
