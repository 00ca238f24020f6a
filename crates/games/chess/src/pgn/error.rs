//! What can be wrong with a file.

use thiserror::Error;
use threefold_game::{HistoryError, NotationError};

/// A game that cannot be read: which, where and why. The message is one line of text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {game}, line {line}, column {column}: {kind}")]
pub struct PgnError {
    pub(super) game: usize,
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) kind: PgnErrorKind,
}

/// Why a game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// A tag is not `[Name "value"]`.
    #[error("a tag is like [Name \"value\"]")]
    Tag,
    /// The position in the `FEN` tag.
    #[error("{0}")]
    Position(NotationError),
    /// The game is neither standard chess nor Chess960.
    #[error("variant {found} is neither standard chess nor Chess960")]
    Variant {
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
    #[error("expected a move or a result, found {found}")]
    Unexpected {
        /// What is there instead, quoted and shortened.
        found: String,
    },
    /// A null move of a player in check.
    #[error("who is in check cannot pass")]
    Pass,
    /// A move that cannot be played.
    #[error("{}", move_message(.0))]
    Move(HistoryError),
}

/// The place is known, so the text of the move appears once.
fn move_message(error: &HistoryError) -> String {
    match error {
        HistoryError::Move { index, error, .. } => format!("ply {index}: {error}"),
        HistoryError::Over { index } => format!("ply {index} is played after the end of the game"),
        other => other.to_string(),
    }
}

impl PgnError {
    /// The number of the game in the file, 1 for the first.
    pub fn game(&self) -> usize {
        self.game
    }

    /// The line, 1 for the first.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in characters, 1 for the first.
    pub fn column(&self) -> usize {
        self.column
    }

    /// What is wrong.
    pub fn kind(&self) -> &PgnErrorKind {
        &self.kind
    }
}
