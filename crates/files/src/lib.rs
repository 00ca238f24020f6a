//! Output files: whole or not at all, and never in place of something else. Input files: [`input`].
//!
//! What a program writes after hours of work must not be lost, and must not cost anything that was
//! there before. So everything about an output is decided twice: before the work, when the program
//! is told where to write ([`Files::output`]), and when it is done ([`Draft::commit`]).
//!
//! ```text
//!   what the name leads to           what becomes of it
//!   nothing, or a symlink to nothing a new file, under its name when it is complete, on the disk
//!   a file, or a symlink to one      replaced at once, by a file that is complete and on the disk;
//!                                    the symlink stays. Refused: an input of the same run, what
//!                                    is not of the kind that is to be written
//!   a pipe, a character device       written to
//!   `-`, or where standard output    written to standard output
//!   goes to already
//! ```
//!
//! A file grows beside its place, under a name that says which process on which machine it belongs
//! to, and is locked as long as that process lives. What a killed process left behind is removed
//! when the next one writes to the same directory.
//!
//! # Example
//! ```
//! use std::io::Write;
//! use threefold_files::{Files, Kind, Refusal};
//! # let directory = tempfile::tempdir()?;
//! # let input = directory.path().join("mates.epd");
//! # std::fs::write(&input, "4k3/Q7/3K4/8/8/8/8/8 w - -\n")?;
//! let mut files = Files::new();
//! files.reads(&input);
//! assert!(matches!(files.output(&input, Kind::Certificate), Err(Refusal::Input { .. })));
//!
//! let path = directory.path().join("mate.cert");
//! let output = files.output(&path, Kind::Certificate)?;
//! // ... hours later ...
//! let mut draft = output.begin()?;
//! draft.write_all(b"threefold certificate 1\n")?;
//! assert!(!path.exists());
//! draft.commit()?;
//! assert!(path.exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod draft;
mod identity;
pub mod input;
mod kind;
mod place;
mod plan;
mod refusal;
mod temporary;

pub use draft::Draft;
pub use kind::Kind;
pub use plan::{Files, Output};
pub use refusal::Refusal;
pub use temporary::remove_stale;
