//! What can be wrong with a file.

use thiserror::Error;
use threefold_game::{NotationError, quote};

use crate::GraphError;

/// Text that is not a graph game, and where it is not.
///
/// ```
/// let error = threefold_graph::parse("\
/// threefold game 1
/// rule: draw
/// root: A
/// A first: B
/// ").unwrap_err();
/// assert_eq!(error.to_string(), "line 4, column 10: unknown position 'B'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct ParseError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// What is wrong.
    pub kind: ParseErrorKind,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The file does not begin as it should.
    #[error("expected 'threefold game 1'")]
    Format,
    /// The version of the format is another one.
    #[error("unknown version {} of the format, expected 1", quote(.0))]
    Version(String),
    /// A header that does not exist; often a position without its player.
    #[error(
        "unknown header {}, expected rule, attacker, root, history, occurrences or note \
         (a position reads '{} first: ...')",
        quote(&format!("{}:", .0)),
        quote(.0).trim_matches('\'')
    )]
    UnknownHeader(String),
    /// A header that may occur once.
    #[error("a second '{0}:' line")]
    DuplicateHeader(&'static str),
    /// A header without its value.
    #[error("'{0}:' without a value")]
    EmptyHeader(&'static str),
    /// A header that has to be there.
    #[error("the '{0}:' line is missing")]
    MissingHeader(&'static str),
    /// A repetition rule that does not exist.
    #[error(transparent)]
    Rule(NotationError),
    /// No number of occurrences.
    #[error(transparent)]
    Occurrences(NotationError),
    /// Not a player.
    #[error("unknown player {}, expected first or second", quote(.0))]
    UnknownPlayer(String),
    /// A position without a player or a result.
    #[error(
        "{} needs a player (first or second) or a result (win-first, win-second or draw)",
        quote(.0)
    )]
    MissingStatus(String),
    /// Neither a player nor a result.
    #[error("expected first, second, win-first, win-second or draw, found {}", quote(.0))]
    UnknownStatus(String),
    /// Something else before the colon.
    #[error("expected ':' or 'board=<label>', found {}", quote(.0))]
    UnknownAttribute(String),
    /// A second label of the same position.
    #[error("a second 'board='")]
    DuplicateBoard,
    /// A player to move, but no colon.
    #[error("expected ':' and the successors of '{0}'")]
    MissingColon(String),
    /// More than belongs on the line.
    #[error("unexpected {}", quote(.0))]
    Unexpected(String),
    /// A position that is not defined.
    #[error("unknown position {}", quote(.0))]
    UnknownPosition(String),
    /// What is wrong with the graph.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// A move of the history that does not exist.
    #[error("the history has no move from '{from}' to '{to}'")]
    HistoryMove {
        /// Where the history is.
        from: String,
        /// Where it goes.
        to: String,
    },
    /// A move of the history that the rule forbids.
    #[error("the history's move to '{to}' is illegal: it recreates '{earlier}'")]
    HistoryRepeats {
        /// Where the move leads.
        to: String,
        /// The earlier position.
        earlier: String,
    },
    /// The history leads somewhere else.
    #[error("the history ends in '{end}', not in the root '{root}'")]
    HistoryEnd {
        /// Where the history leads.
        end: String,
        /// Where it should lead.
        root: String,
    },
}
