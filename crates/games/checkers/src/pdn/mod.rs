//! Files of games and positions: PDN.
//!
//! ```
//! use threefold_checkers::pdn;
//!
//! let file = r#"
//! [Event "An ending"]
//! [Result "*"]
//! [FEN "W:WK19,K23:B12,K28."]
//! *
//!
//! [Event "A beginning"]
//! 1. 11-15 23-19 2. 8-11 {a comment} (2. 9-13) 22-17 *
//! "#;
//! let games: Vec<_> = pdn::read(file).collect::<Result<_, _>>()?;
//! assert_eq!(games[0].history().root().to_string(), "W:WK19,K23:B12,K28");
//! assert_eq!(games[1].tag("Event"), Some("A beginning"));
//! // The position after three plies, with the moves that led there.
//! let middle = games[1].after(3).unwrap();
//! assert_eq!(middle.notation(&threefold_checkers::Checkers::new()), "11-15 23-19 8-11");
//! # Ok::<(), pdn::PdnError>(())
//! ```
//!
//! # What is read
//! - Tags `[Name "value"]`. `FEN` is where the game starts (`SetUp` is not needed); `GameType` must
//!   be 21, English draughts, if it is there. Other tags mean nothing here.
//! - Moves: `11-15`, `15x22`, with any squares of the path between (`15x22x31`). `10x14` may also
//!   be a plain move. Move numbers, `!` and `?`, comments in braces or from `;` to the end of the
//!   line, variations in parentheses and numeric glyphs (`$1`) are skipped.
//! - Results `1-0`, `0-1`, `1/2-1/2`, `2-0`, `0-2`, `1-1`, `0-0`, `*` end a game.
//!
//! # What a result says
//! Nothing that could be used. PDN 3.0 has `1-0` for a win of the player in the tag `White`;
//! files of English checkers have it for a win of Black, who moves first. [`PdnGame::result`] is
//! the text, not an opinion about it.

mod error;
mod lexer;
mod reader;

pub use error::{PdnError, PdnErrorKind};
pub use reader::{PdnGame, parse_line, read};
