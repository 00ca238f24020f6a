//! The words of a PGN file, with their places.

use threefold_game::quote;

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

const RESULTS: [&str; 6] = ["*", "1-0", "0-1", "1/2-1/2", "1/2", "\u{bd}-\u{bd}"];

/// Reads token after token. After an error it goes on behind what was wrong.
#[derive(Clone)]
pub(crate) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    /// Reads `text` from byte `at` on.
    pub fn new(text: &'t str, at: usize) -> Self {
        Lexer { text, at }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The next token and the byte where it begins, or `None` at the end. An error has a place,
    /// too.
    pub fn next(&mut self) -> Result<Option<(usize, Token<'t>)>, (usize, PgnErrorKind)> {
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
                        return Err((start, PgnErrorKind::UnclosedComment));
                    }
                },
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
                        return Err((start, PgnErrorKind::Unexpected { found }));
                    }
                    self.at += word.len();
                    if RESULTS.contains(&word) {
                        return Ok(Some((start, Token::Result(word))));
                    }
                    let text = without_number(word);
                    if !text.is_empty() && !is_en_passant_mark(text) {
                        let at = start + word.len() - text.len();
                        return Ok(Some((at, Token::Move(text))));
                    }
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
        // A promotion as `a8(Q)` is no variation.
        let promotes =
            matches!(rest.as_bytes()[end..], [b'(', b'Q' | b'R' | b'B' | b'N', b')', ..]);
        &rest[..if promotes && end > 0 { end + 3 } else { end }]
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
    }

    /// Variations nest, and comments in them may hold parentheses.
    fn skip_variation(&mut self) -> Result<(), (usize, PgnErrorKind)> {
        let start = self.at;
        let mut depth = 0;
        let mut comment_ends_with = None;
        for (i, byte) in self.rest().bytes().enumerate() {
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
        Err((start, PgnErrorKind::UnclosedVariation))
    }

    /// `[Name "value"]` on one line; `\"` is a quotation mark in the value.
    fn tag(&mut self) -> Result<Token<'t>, (usize, PgnErrorKind)> {
        let start = self.at;
        let rest = self.rest();
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        self.at += line.len();
        let error = |at: usize| (at, PgnErrorKind::Tag);
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
