//! The words of files in which games are written down: PGN, and PDN, which follows it. Both skip
//! the same things between moves; what a move is, and what a tag means, is the game's own.
//!
//! ```
//! use threefold_movetext::{Dialect, Lexer, Token};
//!
//! const PGN: Dialect = Dialect { results: &["*", "1-0"], pieces: "QRBN" };
//! let mut lexer = Lexer::new("[Round \"3\"] 1. e4 {a comment} (1. d4 ;)\n) $1 a8(Q) *", PGN);
//! let mut words = Vec::new();
//! while let Some((_, token)) = lexer.next().unwrap() {
//!     words.push(match token {
//!         Token::Tag { name, .. } => name,
//!         Token::Word(text) | Token::Result(text) => text,
//!     });
//! }
//! assert_eq!(words, ["Round", "1.", "e4", "a8(Q)", "*"]);
//! ```
//!
//! Source: the PGN standard of 1994, sections 5 to 8, 10 and 11; the PDN 3.0 standard.

use threefold_game::quote;

/// In what the formats differ.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// The words that end a game.
    pub results: &'static [&'static str],
    /// Letters of pieces that may stand in parentheses right behind a word, and belong to it:
    /// `a8(Q)` is no variation.
    pub pieces: &'static str,
}

/// A part of the text that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'t> {
    /// `[Name "value"]`; escapes are as they are written.
    Tag {
        /// Its name.
        name: &'t str,
        /// Its value.
        value: &'t str,
        /// The byte where the value begins.
        value_at: usize,
    },
    /// A move with its number, a number, or what stands where one should.
    Word(&'t str),
    /// The end of a game.
    Result(&'t str),
}

/// What is wrong with the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A tag is not `[Name "value"]`.
    Tag,
    /// A comment has no end.
    UnclosedComment,
    /// A variation has no end.
    UnclosedVariation,
    /// A character that has no place between moves.
    Unexpected {
        /// What is there instead, quoted.
        found: String,
    },
}

/// A token or a fault, and the byte where it begins.
type At<T> = (usize, T);

/// Reads token after token. After an error it goes on behind what was wrong.
#[derive(Clone, Debug)]
pub struct Lexer<'t> {
    text: &'t str,
    at: usize,
    dialect: Dialect,
}

impl<'t> Lexer<'t> {
    /// Reads `text`, without a byte order mark at its beginning.
    pub fn new(text: &'t str, dialect: Dialect) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Lexer::begin_at(text, at, dialect)
    }

    /// Reads `text` from byte `at` on, which begins a character.
    pub fn begin_at(text: &'t str, at: usize, dialect: Dialect) -> Self {
        Lexer { text, at, dialect }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The next token and the byte where it begins, or `None` at the end.
    ///
    /// # Errors
    /// Where something is wrong, and what; reading goes on behind it.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<Option<At<Token<'t>>>, At<Fault>> {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            let rest = self.rest();
            let start = self.at;
            let Some(c) = rest.chars().next() else { return Ok(None) };
            match c {
                '[' => return self.tag().map(|tag| Some((start, tag))),
                '{' => {
                    let is_end = |&i: &usize| rest[i..].starts_with('}') || begins_game(rest, i);
                    let end = rest.match_indices(['}', '[']).map(|(i, _)| i).find(is_end);
                    self.at += end.unwrap_or(rest.len());
                    if !self.rest().starts_with('}') {
                        return Err((start, Fault::UnclosedComment));
                    }
                    self.at += 1;
                }
                ';' => self.skip_line(),
                '%' if self.begins_line(start) => self.skip_line(),
                '(' => self.skip_variation()?,
                '$' => {
                    self.at += 1;
                    let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
                    self.at += digits;
                }
                '!' | '?' => self.at += 1,
                _ => {
                    let word = self.word();
                    if word.is_empty() {
                        self.at += c.len_utf8();
                        let found = quote(c.encode_utf8(&mut [0; 4]));
                        return Err((start, Fault::Unexpected { found }));
                    }
                    self.at += word.len();
                    let is_result = self.dialect.results.contains(&word);
                    let token = if is_result { Token::Result(word) } else { Token::Word(word) };
                    return Ok(Some((start, token)));
                }
            }
        }
    }

    fn begins_line(&self, at: usize) -> bool {
        let before = &self.text[..at];
        before.is_empty() || before.ends_with('\n') || before == "\u{feff}"
    }

    fn word(&self) -> &'t str {
        let is_end = |c: char| c.is_whitespace() || "[]{}();!?$".contains(c);
        let rest = self.rest();
        let end = rest.find(is_end).unwrap_or(rest.len());
        let has_piece = match rest.as_bytes()[end..] {
            [b'(', piece, b')', ..] => self.dialect.pieces.as_bytes().contains(&piece),
            _ => false,
        };
        &rest[..if has_piece && end > 0 { end + 3 } else { end }]
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
    }

    /// Variations nest, and comments in them may hold parentheses.
    fn skip_variation(&mut self) -> Result<(), At<Fault>> {
        let start = self.at;
        let mut depth = 0;
        let mut comment_ends_with = None;
        for (i, byte) in self.rest().bytes().enumerate() {
            if byte == b'[' && begins_game(self.rest(), i) {
                self.at += i;
                return Err((start, Fault::UnclosedVariation));
            }
            match (comment_ends_with, byte) {
                (Some(end), byte) if end == byte => comment_ends_with = None,
                (Some(_), _) => {}
                (None, b'{') => comment_ends_with = Some(b'}'),
                (None, b';') => comment_ends_with = Some(b'\n'),
                (None, b'(') => depth += 1,
                (None, b')') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at += i + 1;
                return Ok(());
            }
        }
        self.at = self.text.len();
        Err((start, Fault::UnclosedVariation))
    }

    /// `[Name "value"]` on one line; `\"` is a quotation mark in the value.
    fn tag(&mut self) -> Result<Token<'t>, At<Fault>> {
        let start = self.at;
        let rest = self.rest();
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        self.at += line.len();
        let error = |at: usize| (at, Fault::Tag);
        let inner = line[1..].trim_start();
        let name_at = line.len() - inner.len();
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let name = &inner[..inner.find(|c: char| !is_name(c)).unwrap_or(inner.len())];
        if name.is_empty() {
            return Err(error(start + name_at));
        }
        let after = inner[name.len()..].trim_start();
        let quote_at = line.len() - after.len();
        let Some(value) = after.strip_prefix('"') else { return Err(error(start + quote_at)) };
        let mut escaped = false;
        let end = value.find(|c| {
            let is_end = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            is_end
        });
        let Some(end) = end else { return Err(error(start + quote_at)) };
        let behind = &value[end + 1..];
        let close_at = line.len() - behind.trim_start().len();
        if !behind.trim_start().starts_with(']') {
            return Err(error(start + close_at));
        }
        // What follows the bracket belongs to the game.
        self.at = start + close_at + 1;
        Ok(Token::Tag { name, value: &value[..end], value_at: start + quote_at + 1 })
    }
}

/// The value of a tag, as it was before it was written down.
///
/// ```
/// assert_eq!(threefold_movetext::unescaped(r#"the \"Opera\""#), "the \"Opera\"");
/// ```
pub fn unescaped(value: &str) -> String {
    value.replace("\\\"", "\"").replace("\\\\", "\\")
}

/// Whether the first tag of a game begins there, on a line of its own. No comment has that: what
/// lacks its end would swallow the games that follow.
fn begins_game(text: &str, at: usize) -> bool {
    text[..at].ends_with('\n') && text[at..].starts_with("[Event ")
}
