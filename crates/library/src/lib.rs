//! A library of what is proved: an index of positions, and their certificates by hash.
//!
//! ```text
//!   DIR/library.sqlite                          game, position, claim -> hash
//!   DIR/certificates/ab/cdef....cert.zst        the certificate with that hash, compressed
//! ```
//!
//! What enters was checked ([`Checked`]), and holds of a position whatever came before it: nothing
//! with a history, nothing under superko, nothing that is taken for granted. A certificate that
//! relies on an endgame database enters with its name. `docs/library.md` says why.
//!
//! ```
//! use threefold_certificate::{Certificate, CheckLimits};
//! use threefold_library::{Added, Checked, Library};
//! use threefold_session::check::Checker;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let directory = tempfile::tempdir()?;
//! # let directory = directory.path();
//! let text = "threefold certificate 1\ngame: chess\nclaim: white wins\nrepetition: draw\n\
//!             root: 7k/5Q2/6K1/8/8/8/8/8 w - -\nmoves: 1\n---\nf7g7\n";
//! let block = Certificate::read(text.as_bytes())?.blocks.remove(0);
//!
//! let library = Library::create(directory)?;
//! let checked = Checked::new(&block, &mut Checker::new())?;
//! assert!(matches!(library.add(&[checked])?[..], [Added::New(_)]));
//!
//! let known = library.find("chess", "", "7k/5Q2/6K1/8/8/8/8/8 w - -")?;
//! assert_eq!(known[0].claim_text(), "white wins");
//! let limits = CheckLimits::default();
//! assert_eq!(library.block(known[0].hash, &limits)?.moves, block.moves);
//! # Ok(())
//! # }
//! ```

mod checked;
mod entry;
mod error;
mod hash;
mod inspect;
mod leaves;
mod library;
mod schema;
mod store;

pub use checked::Checked;
pub use entry::{Added, Entry};
pub use error::{Conflict, Error, Fault, Refused};
pub use hash::Hash;
pub use inspect::{Count, Inspection};
pub use library::Library;
