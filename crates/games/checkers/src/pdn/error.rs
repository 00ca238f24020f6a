//! What can be wrong with a file.

use thiserror::Error;
use threefold_game::{HistoryError, NotationError};

/// A game that cannot be read: where and why. The message is one line of text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct PdnError {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) kind: PdnErrorKind,
}

/// Why a game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PdnErrorKind {
    /// Nothing is there.
    #[error("expected a position, found nothing")]
    Empty,
    /// A tag is not `[Name "value"]`.
    #[error("a tag is like [Name \"value\"]")]
    Tag,
    /// The position in the `FEN` tag, or on the line.
    #[error("{0}")]
    Position(NotationError),
    /// The game is not English draughts.
    #[error("game type {found} is not American checkers, which is 21")]
    GameType {
        /// What is there instead, quoted and shortened.
        found: String,
    },
    /// A comment has no end.
    #[error("the comment that begins here has no closing brace")]
    UnclosedComment,
    /// A variation has no end.
    #[error("the variation that begins here has no closing parenthesis")]
    UnclosedVariation,
    /// Something that has no place between moves.
    #[error("expected a move, found {found}")]
    Unexpected {
        /// What is there instead, quoted and shortened.
        found: String,
    },
    /// A move that cannot be played.
    #[error("{}", move_message(.0))]
    Move(HistoryError),
    /// The moves of a position on a line do not begin with the word that they begin with.
    #[error("expected 'moves' and the moves before the position, found {found}")]
    Moves {
        /// What is there instead, quoted and shortened.
        found: String,
    },
}

/// The place is known, so the text of the move appears once.
fn move_message(error: &HistoryError) -> String {
    match error {
        HistoryError::Move { index, error, .. } => format!("ply {index}: {error}"),
        HistoryError::Over { index } => format!("ply {index} is played after the end of the game"),
        other => other.to_string(),
    }
}

impl PdnError {
    /// The line, 1 for the first.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in characters, 1 for the first.
    pub fn column(&self) -> usize {
        self.column
    }

    /// What is wrong.
    pub fn kind(&self) -> &PdnErrorKind {
        &self.kind
    }
}
