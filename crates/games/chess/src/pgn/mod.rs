//! Files of games: PGN.
//!
//! ```
//! use threefold_chess::{Chess, pgn};
//!
//! let file = r#"
//! [Event "A beginning"]
//! [Result "*"]
//!
//! 1. e4 e5 2. Nf3 {a comment} (2. f4) Nc6 $1 *
//!
//! [Event "An ending"]
//! [SetUp "1"]
//! [FEN "4k3/Q7/3K4/8/8/8/8/8 w - - 0 1"]
//!
//! 1. Qe7# 1-0
//! "#;
//! let games: Vec<_> = pgn::read(file).collect::<Result<_, _>>()?;
//! // The position after three plies, with the moves that led there: `FILE#1:3`.
//! let middle = games[0].after(3).unwrap();
//! assert_eq!(middle.notation(&Chess), "e2e4 e7e5 g1f3");
//! assert_eq!((games[1].tag("Event"), games[1].result()), (Some("An ending"), Some("1-0")));
//! assert_eq!(games[1].history().start().to_string(), "4k3/Q7/3K4/8/8/8/8/8 w - -");
//! # Ok::<(), pgn::PgnError>(())
//! ```
//!
//! # What is read
//! - Tags `[Name "value"]`. `FEN` is where the game starts (`SetUp` is not needed); `Variant` must
//!   be standard chess or Chess960 if it is there. Other tags mean nothing here.
//! - Moves as [`san`](crate::san) reads them, and null moves (`--`, `Z0`): what was before one does
//!   not count as a repetition. Move numbers, `!` and `?`, numeric glyphs (`$1`), annotators'
//!   signs, comments in braces or from `;` to the end of the line, variations in parentheses and
//!   lines that begin with `%` are skipped.
//! - Results `1-0`, `0-1`, `1/2-1/2`, `*` end a game; so does a tag behind moves. A result need not
//!   agree with the last position.
//!
//! Text is UTF-8; what is not, is taken for Latin-1, as the standard of 1994 has it
//! ([`decode`]).

mod error;
mod lexer;
mod reader;

use std::borrow::Cow;

pub use error::{PgnError, PgnErrorKind};
pub(crate) use lexer::{Lexer, Token, is_en_passant_mark, without_number};
pub use reader::{Games, PgnGame, numbered, read};

/// The text of a file: UTF-8 if all of it is, otherwise Latin-1, of which every byte is a
/// character.
///
/// ```
/// use threefold_chess::pgn::decode;
/// assert_eq!(decode("[White \"R\u{e9}ti\"]".as_bytes()), "[White \"R\u{e9}ti\"]");
/// assert_eq!(decode(b"[White \"R\xe9ti\"]"), "[White \"R\u{e9}ti\"]");
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}
