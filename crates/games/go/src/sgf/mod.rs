//! SGF: positions, marks and variations of Go games in files (versions 1 to 4).
//!
//! The grammar is read by the crate `sgf-parse`; this module adds what files need before and after
//! that: other character sets than UTF-8 (`CA`), text around the games, errors with line and
//! column, and boards of any rectangular size.
//!
//! ```
//! use threefold_go::{Colour, Points, sgf};
//!
//! let games = sgf::read(b"(;SZ[5:3]AB[aa:ba]AW[ca]PL[W]MA[aa];W[cb])")?;
//! let game = &games[0];
//! assert_eq!(game.size().to_string(), "3x5"); // three rows of five points
//! assert_eq!(game.root().stones(Colour::Black).iter().count(), 2);
//! assert_eq!(game.root().to_play(), Some(Colour::White));
//! # Ok::<(), sgf::SgfError>(())
//! ```

mod charset;
mod error;
mod reader;
mod scan;
mod tree;

pub use error::{SgfError, SgfErrorKind};
pub use reader::{read, read_text};
pub use tree::{Mark, Node, SgfGame};
