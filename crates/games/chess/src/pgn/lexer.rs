//! The words of a PGN file, with their places: moves without their numbers.

use threefold_movetext::{self as movetext, Dialect, Fault};

use super::error::PgnErrorKind;

/// A part of the text that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'t> {
    /// `[Name "value"]`; the number is the byte where the value begins.
    Tag { name: &'t str, value: &'t str, value_at: usize },
    /// A move, or what stands where one should.
    Move(&'t str),
    /// The end of a game.
    Result(&'t str),
}

const PGN: Dialect =
    Dialect { results: &["*", "1-0", "0-1", "1/2-1/2", "1/2", "\u{bd}-\u{bd}"], pieces: "QRBN" };

/// Reads token after token. After an error it goes on behind what was wrong.
#[derive(Clone)]
pub(crate) struct Lexer<'t>(movetext::Lexer<'t>);

impl<'t> Lexer<'t> {
    /// Reads `text` from byte `at` on.
    pub fn new(text: &'t str, at: usize) -> Self {
        Lexer(movetext::Lexer::begin_at(text, at, PGN))
    }

    /// The next token and the byte where it begins, or `None` at the end. An error has a place,
    /// too.
    pub fn next(&mut self) -> Result<Option<(usize, Token<'t>)>, (usize, PgnErrorKind)> {
        loop {
            let token = self.0.next().map_err(|(at, fault)| (at, fault.into()))?;
            let Some((at, token)) = token else { return Ok(None) };
            let token = match token {
                movetext::Token::Tag { name, value, value_at } => {
                    Token::Tag { name, value, value_at }
                }
                movetext::Token::Result(result) => Token::Result(result),
                movetext::Token::Word(word) => {
                    let behind = without_number(word);
                    let text =
                        behind.trim_end_matches(|c: char| !c.is_ascii() && !c.is_alphanumeric());
                    if text.is_empty() || is_en_passant_mark(text) || is_glyph(text) {
                        continue;
                    }
                    return Ok(Some((at + word.len() - behind.len(), Token::Move(text))));
                }
            };
            return Ok(Some((at, token)));
        }
    }
}

impl From<Fault> for PgnErrorKind {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Tag => PgnErrorKind::Tag,
            Fault::UnclosedComment => PgnErrorKind::UnclosedComment,
            Fault::UnclosedVariation => PgnErrorKind::UnclosedVariation,
            Fault::Unexpected { found } => PgnErrorKind::Unexpected { found },
        }
    }
}

/// Without a move number, which may stand right before its move: `1.e4`, `12...Nf6`, `3`, `...`.
/// Zeros alone are castling.
pub(crate) fn without_number(word: &str) -> &str {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let behind = &word[digits..];
    let move_text = behind.trim_start_matches(['.', '\u{2026}']);
    let is_number = behind.is_empty() && word.bytes().any(|byte| byte != b'0');
    if is_number || move_text.len() < behind.len() { move_text } else { word }
}

/// What may stand behind an en passant capture.
pub(crate) fn is_en_passant_mark(word: &str) -> bool {
    matches!(word, "e.p." | "e.p" | "ep")
}

/// What annotators write between moves: signs such as `+-`, `=` or `\u{b1}`, and N for a novelty.
fn is_glyph(word: &str) -> bool {
    word == "N" || !is_null_move(word) && !word.contains(char::is_alphanumeric)
}

/// A move that the player does without.
pub(crate) fn is_null_move(word: &str) -> bool {
    matches!(word, "--" | "Z0")
}
