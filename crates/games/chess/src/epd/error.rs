//! What can be wrong with a line.

use thiserror::Error;
use threefold_game::{HistoryError, NotationError};

use crate::pgn::PgnErrorKind;

/// A line that is no record: where and why. The message is one line of text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct EpdError {
    line: usize,
    column: usize,
    kind: EpdErrorKind,
}

/// Why a line is no record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EpdErrorKind {
    /// Nothing is on the line, or a comment.
    #[error("expected a position, found nothing")]
    Empty,
    /// The position cannot be read.
    #[error("{0}")]
    Position(NotationError),
    /// An operation does not begin with a name.
    #[error("expected the name of an operation (like bm or id), found {found}")]
    Opcode {
        /// What is there instead, quoted and shortened.
        found: String,
    },
    /// A quoted text has no end.
    #[error("the text that begins here has no closing quotation mark")]
    UnclosedQuote,
    /// The length of a mate is not `#N` or `#-N`.
    #[error("expected a mate length like #3 or #-3, found {found}")]
    MateLength {
        /// What is there instead, quoted and shortened.
        found: String,
    },
    /// The operand of `dm` is not a number of moves.
    #[error("expected a number of moves to mate (like dm 3), found {found}")]
    DirectMate {
        /// What is there instead, quoted and shortened.
        found: String,
    },
    /// Two operations do not agree about the length of the mate.
    #[error("this says {found}, and before it there was {before}")]
    TwoLengths {
        /// The length given here: `#3`, or `#-3` if the side to move is mated.
        found: String,
        /// The length that was given before.
        before: String,
    },
    /// A move of `bm` or `am` is none of the position.
    #[error("{0}")]
    Answer(NotationError),
    /// A move stands where an operation should.
    #[error("{found} is a move; moves follow 'moves' or a move number (like 1. Nf3)")]
    MoveWithoutNumber {
        /// The move, quoted.
        found: String,
    },
    /// Words of a language stand where an operation should.
    #[error(
        "expected an operation with a ';' behind it (like bm Qe7;), found {found}; flags ask for a \
         mate: --mate 2"
    )]
    Words {
        /// The words, quoted and shortened.
        found: String,
    },
    /// What follows a move number is not moves.
    #[error("{0}")]
    MoveText(PgnErrorKind),
    /// The moves before the root cannot be played.
    #[error("{}", moves_message(.0))]
    Moves(HistoryError),
    /// There are two lists of moves before the root.
    #[error("the moves before the position are given twice")]
    MovesTwice,
}

/// The line is quoted by nobody here, so the text of the move appears once.
fn moves_message(error: &HistoryError) -> String {
    match error {
        HistoryError::Move { index, error, .. } => {
            format!("move {index} before the position: {error}")
        }
        HistoryError::Over { index } => {
            format!("move {index} before the position is played after the end of the game")
        }
        other => other.to_string(),
    }
}

impl EpdError {
    /// An error at byte `offset` of `text`, the only line so far.
    pub(super) fn at(text: &str, offset: usize, kind: EpdErrorKind) -> Self {
        let column = text.char_indices().take_while(|&(i, _)| i < offset).count() + 1;
        EpdError { line: 1, column, kind }
    }

    /// The same error on another line.
    pub(super) fn on_line(self, line: usize) -> Self {
        EpdError { line, ..self }
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
    pub fn kind(&self) -> &EpdErrorKind {
        &self.kind
    }
}
