//! The words of a PDN file, with their places.

use threefold_game::quote;

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

const RESULTS: [&str; 9] = ["*", "1-0", "0-1", "1/2-1/2", "1/2", "2-0", "0-2", "1-1", "0-0"];

/// Reads token after token.
#[derive(Clone)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    pub fn new(text: &'t str) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Lexer { text, at }
    }

    /// An error at byte `at`.
    pub fn error(&self, at: usize, kind: PdnErrorKind) -> PdnError {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let line = before.matches('\n').count() + 1;
        let column = before[line_start..].trim_start_matches('\u{feff}').chars().count() + 1;
        PdnError { line, column, kind }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The next token and the byte where it begins, or `None` at the end.
    pub fn next(&mut self) -> Result<Option<(usize, Token<'t>)>, PdnError> {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            let rest = self.rest();
            let start = self.at;
            let Some(c) = rest.chars().next() else { return Ok(None) };
            match c {
                '[' => return self.tag().map(|tag| Some((start, tag))),
                '{' => match rest.find('}') {
                    Some(end) => self.at += end + 1,
                    None => {
                        self.at = self.text.len();
                        return Err(self.error(start, PdnErrorKind::UnclosedComment));
                    }
                },
                ';' => self.skip_line(),
                '%' if self.text[..start].trim_start_matches('\u{feff}').rsplit('\n').next()
                    == Some("") =>
                {
                    self.skip_line();
                }
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
                        return Err(self.error(start, PdnErrorKind::Unexpected { found }));
                    }
                    self.at += word.len();
                    if RESULTS.contains(&word) {
                        return Ok(Some((start, Token::Result(word))));
                    }
                    // A move number may stand right before its move: `1.11-15`.
                    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
                    let dots = word[digits..].bytes().take_while(|&byte| byte == b'.').count();
                    let number = if dots > 0 { digits + dots } else { 0 };
                    if number == word.len() {
                        continue;
                    }
                    return Ok(Some((start + number, Token::Move(&word[number..]))));
                }
            }
        }
    }

    fn word(&self) -> &'t str {
        let is_end = |c: char| c.is_whitespace() || "[]{}();!?$".contains(c);
        let rest = self.rest();
        &rest[..rest.find(is_end).unwrap_or(rest.len())]
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
    }

    /// Variations nest, and comments in them may hold parentheses.
    fn skip_variation(&mut self) -> Result<(), PdnError> {
        let start = self.at;
        let mut depth = 0;
        let mut in_comment = false;
        for (i, byte) in self.rest().bytes().enumerate() {
            match byte {
                b'{' => in_comment = true,
                b'}' => in_comment = false,
                b'(' if !in_comment => depth += 1,
                b')' if !in_comment => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at += i + 1;
                return Ok(());
            }
        }
        self.at = self.text.len();
        Err(self.error(start, PdnErrorKind::UnclosedVariation))
    }

    /// `[Name "value"]` on one line; `\"` is a quotation mark in the value.
    fn tag(&mut self) -> Result<Token<'t>, PdnError> {
        let start = self.at;
        let rest = self.rest();
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        self.at += line.len();
        let error = |at: usize| self.error(at, PdnErrorKind::Tag);
        let inner = line[1..].trim_start();
        let name_at = line.len() - inner.len();
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

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
