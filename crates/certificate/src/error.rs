//! What makes a file unreadable, as opposed to refuted.

use std::io;

use thiserror::Error;

use crate::limits::CheckLimit;

/// A file that is no certificate, whatever it claims. Nothing has been refuted.
#[derive(Debug, Error)]
#[error("line {line}: {kind}")]
pub struct ReadError {
    line: u64,
    kind: ReadErrorKind,
}

impl ReadError {
    pub(crate) fn new(line: u64, kind: ReadErrorKind) -> Self {
        ReadError { line, kind }
    }

    /// The line of the (decompressed) file, from 1; 0 if nothing could be read.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// What is wrong with it.
    pub fn kind(&self) -> &ReadErrorKind {
        &self.kind
    }

    /// The limit that ended the reading, if one did: nothing is wrong with the file then.
    pub fn limit(&self) -> Option<CheckLimit> {
        match &self.kind {
            ReadErrorKind::Io(error) => CheckLimit::of(error),
            ReadErrorKind::Limit(limit) => Some(*limit),
            _ => None,
        }
    }
}

/// What is wrong with a file that cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The file cannot be opened or read, or what should be a zstd stream is none.
    #[error(transparent)]
    Io(io::Error),
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The line is not UTF-8.
    #[error("not UTF-8")]
    NotUtf8,
    /// The line is longer than any line of a certificate.
    #[error("more than {0} bytes in a line")]
    LineTooLong(usize),
    /// The first line does not say that a certificate follows.
    #[error("expected 'threefold certificate 1'")]
    NoCertificate,
    /// A certificate of a version that is not known here.
    #[error("unknown version '{0}' of the certificate format, expected 1")]
    UnknownVersion(String),
    /// A line of the header is no `key: value`.
    #[error("expected 'key: value' or '---'")]
    Malformed,
    /// A key that is not known here.
    #[error("unknown key '{0}'")]
    UnknownKey(String),
    /// A key that stands twice in a header.
    #[error("the key '{0}' occurs twice")]
    DuplicateKey(&'static str),
    /// A key that is not in the header, which ends in this line.
    #[error("the header has no '{0}'")]
    MissingKey(&'static str),
    /// A value that its key does not allow.
    #[error("{key}: {message}")]
    BadValue {
        /// The key.
        key: &'static str,
        /// What was expected.
        message: String,
    },
    /// A block that does not belong to the one before it.
    #[error(
        "a second block about another question: two blocks of a file are a draw, of which both \
         players claim that they hold it"
    )]
    AnotherQuestion,
    /// The file ends within a header.
    #[error("the file ends within a header")]
    Unterminated,
    /// More moves than are kept in memory; [`Checker::stream`](crate::Checker::stream) keeps none.
    #[error("more than {0} bytes of moves")]
    TooLarge(u64),
    /// More than the limits of the reader allow.
    #[error(transparent)]
    Limit(CheckLimit),
}
