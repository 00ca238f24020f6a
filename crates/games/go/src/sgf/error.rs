//! What is wrong with an SGF file, and where.

use thiserror::Error;
use threefold_game::quote;

/// What is wrong with an SGF file, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {kind}")]
pub struct SgfError {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// What is wrong.
    pub kind: SgfErrorKind,
}

/// What is wrong with an SGF file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SgfErrorKind {
    /// There is no game in it.
    #[error("no game in it; expected '(;'")]
    NoGame,
    /// The grammar is broken.
    #[error("expected {expected}, found {found}")]
    Syntax {
        /// What may stand there.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// The file ends too early.
    #[error("the file ends in the middle of {0}")]
    Truncated(&'static str),
    /// More nodes one below the other than this program follows.
    #[error("more than {0} nodes in a row")]
    TooDeep(usize),
    /// The file names a character set that does not exist.
    #[error("unknown character set {}", quote(.0))]
    Charset(String),
    /// A byte sequence that the character set does not have.
    #[error("these bytes are no {0} text")]
    Bytes(&'static str),
    /// Another game.
    #[error("GM[{}] is not Go", unquoted(.0))]
    NotGo(String),
    /// No size of a board.
    #[error("{} is no size of a board; expected 1 to 19, or columns:rows", quote(.0))]
    Size(String),
    /// A value that cannot be read.
    #[error("{} is no value of {}; expected {expected}", quote(value), unquoted(property))]
    Value {
        /// The property.
        property: String,
        /// The text.
        value: String,
        /// What it should be.
        expected: &'static str,
    },
    /// A point that the board does not have.
    #[error("{}[{}] is not on the board of {size}", unquoted(property), unquoted(value))]
    OffBoard {
        /// The property.
        property: String,
        /// The text.
        value: String,
        /// The size of the board.
        size: String,
    },
    /// A move that cannot be played.
    #[error("the move {0} is illegal here: {1}")]
    Illegal(String, &'static str),
    /// The parser refused a text in which nothing wrong was found by the scan.
    #[error("{0}")]
    Other(String),
}

/// The same as [`quote`] without its quotes, where brackets are around the text.
fn unquoted(text: &str) -> String {
    let quoted = quote(text);
    quoted[1..quoted.len() - 1].to_owned()
}
