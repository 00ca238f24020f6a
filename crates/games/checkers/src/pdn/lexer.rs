//! The words of a PDN file, with their places: moves without their numbers.

use threefold_movetext::{self as movetext, Dialect, Fault};

use super::error::{PdnError, PdnErrorKind};

/// A part of the text that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// `[Name "value"]`; the second number is the byte where the value begins.
    Tag { name: &'t str, value: &'t str, value_at: usize },
    /// A move, or what stands where one should.
    Move(&'t str),
    /// The end of a game.
    Result(&'t str),
}

const PDN: Dialect = Dialect {
    results: &["*", "1-0", "0-1", "1/2-1/2", "1/2", "2-0", "0-2", "1-1", "0-0"],
    pieces: "",
};

/// Reads token after token.
#[derive(Clone)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    words: movetext::Lexer<'t>,
}

impl<'t> Lexer<'t> {
    pub fn new(text: &'t str) -> Self {
        Lexer { text, words: movetext::Lexer::new(text, PDN) }
    }

    /// An error at byte `at`.
    pub fn error(&self, at: usize, kind: PdnErrorKind) -> PdnError {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let line = before.matches('\n').count() + 1;
        let column = before[line_start..].trim_start_matches('\u{feff}').chars().count() + 1;
        PdnError { line, column, kind }
    }

    /// The next token and the byte where it begins, or `None` at the end.
    pub fn next(&mut self) -> Result<Option<(usize, Token<'t>)>, PdnError> {
        loop {
            let token = self.words.next().map_err(|(at, fault)| self.error(at, fault.into()))?;
            let Some((at, token)) = token else { return Ok(None) };
            let token = match token {
                movetext::Token::Tag { name, value, value_at } => {
                    Token::Tag { name, value, value_at }
                }
                movetext::Token::Result(result) => Token::Result(result),
                movetext::Token::Word(word) => {
                    // A move number may stand right before its move: `1.11-15`.
                    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
                    let dots = word[digits..].bytes().take_while(|&byte| byte == b'.').count();
                    let number = if dots > 0 { digits + dots } else { 0 };
                    if number == word.len() {
                        continue;
                    }
                    return Ok(Some((at + number, Token::Move(&word[number..]))));
                }
            };
            return Ok(Some((at, token)));
        }
    }
}

impl From<Fault> for PdnErrorKind {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Tag => PdnErrorKind::Tag,
            Fault::UnclosedComment => PdnErrorKind::UnclosedComment,
            Fault::UnclosedVariation => PdnErrorKind::UnclosedVariation,
            Fault::Unexpected { found } => PdnErrorKind::Unexpected { found },
        }
    }
}
