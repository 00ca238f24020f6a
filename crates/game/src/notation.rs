//! The error of every reader of positions and moves.

use thiserror::Error;

/// Text that is not a position, a move or a name. The message is one line: what is
/// wrong and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct NotationError {
    message: String,
    offset: usize,
}

impl NotationError {
    /// An error about the text as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        NotationError::at(0, message)
    }

    /// An error about the text from byte `offset` on; a reader of files turns it into a column.
    pub fn at(offset: usize, message: impl Into<String>) -> Self {
        NotationError { message: one_line(message.into()), offset }
    }

    /// Where in the text the error is, in bytes from its beginning.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The same error, seen from a text in which this one begins at byte `by`.
    pub fn shifted(mut self, by: usize) -> Self {
        self.offset += by;
        self
    }
}

/// Foreign text in a message does not break its line, nor anything else of a terminal.
fn one_line(message: String) -> String {
    if !message.contains(char::is_control) {
        return message;
    }
    let mut out = String::with_capacity(message.len());
    for c in message.chars() {
        if c.is_control() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_one_line_whatever_is_in_the_text() {
        let error = NotationError::new("'a\nb\u{1b}\u{85}c' is no point");
        assert_eq!(error.to_string(), r"'a\nb\u{1b}\u{85}c' is no point");
        assert_eq!(NotationError::at(3, "'\u{e4}'").to_string(), "'\u{e4}'");
    }
}
