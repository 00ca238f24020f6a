//! The transposition table: entries in buckets of two cache lines, within a fixed budget of bytes.
//!
//! Who looks up gets copies of entries, and who stores hands one over: no reference to the table's
//! memory leaves this directory. `shared.rs` has the table that several threads write to.
//!
//! A position's base entry and its twins lie in the bucket of its key, so that one look-up sees
//! them all; only twins that are valid on a single path lie in the bucket of position and path. A
//! store always succeeds: it overwrites the entry worth least ([`Entry::value`]). What is
//! overwritten changes the work, never a verdict. What the game says of a leaf is kept in places
//! that nothing else needs, and overwrites nothing but its like.
//!
//! The table begins small, so that a small problem stays in the processor's caches and touches no
//! memory it does not need, and grows as it fills up:
//! ```text
//!   budget   |#|~~~~~~~|=====================================|.......|
//!             ^ F/16    ^ F/8                                 ^ F = 8/9 of the budget
//! ```
//! It grows and shrinks in place (`resize.rs`), so that it never exists twice. What is left of the
//! budget is for paths and the like (`memory.rs`); if they need more, the table gets smaller.

mod any;
mod drops;
mod entry;
mod filter;
mod hints;
mod linked;
mod over;
mod resize;
mod shared;
mod single;
mod words;

pub(crate) use any::AnyTable;
pub(crate) use drops::Drops;
pub(crate) use entry::{Entry, Kind, NO_MOVE, Solved};
pub(crate) use filter::Filter;
pub(crate) use hints::{ask_for_huge_pages, prefetch};
pub(crate) use over::OverTable;
pub(crate) use shared::SharedTable;
pub(crate) use single::Table;
use single::{ALIGN_WORDS, BUCKET, BUCKET_BYTES, SMALLEST, nonzero};
