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
//! Files are compressed in blocks, which are verified before anything in them is used, and kept in
//! memory as long as there is room. Of positions in which a capture is due they say nothing: a
//! look-up goes through the captures, to positions with fewer pieces.
//!
//! [`Database::verify`] repeats nothing of this. It goes through all positions with the rules
//! alone: every value must follow from those of the successors, and every win must be well-founded,
//! which together only the true values are.
//!
//! The rules make the database, and know nothing of it: it is
//! [`Knowledge`](threefold_game::Knowledge) of [`Checkers`](crate::Checkers), which solver and
//! checker are given beside the rules.

mod build;
mod by_depth;
mod captures;
mod consistency;
mod database;
mod earlier;
mod error;
mod exact;
mod file;
mod generate;
mod kings;
mod known;
mod matrix;
mod monitor;
mod needs;
mod one_sided;
mod opened;
mod order;
mod output;
mod packing;
mod pair;
mod placement;
mod slice;
mod sweeps;
mod target;
mod tasks;
mod value;
mod verify;
mod working;

pub use threefold_tables::FileError;
use threefold_tables::{blocks, cache, hashes};

pub use build::BuildOptions;
pub use database::{Database, SliceInfo};
pub use error::EgdbError;
pub use monitor::BuildMonitor;
pub use needs::Needs;
pub use slice::Material;
pub use tasks::SliceTask;
pub use value::Value;
