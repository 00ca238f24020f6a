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
        NotationError { message: message.into(), offset: 0 }
    }

    /// An error about the text from byte `offset` on; a reader of files turns it into a column.
    pub fn at(offset: usize, message: impl Into<String>) -> Self {
        NotationError { message: message.into(), offset }
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
