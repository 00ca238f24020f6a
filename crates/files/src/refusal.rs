//! Why nothing is written.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::kind::Kind;

/// Why something is not written to a place. The text does not say which place.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The file is read in the same run.
    #[error("this file is an input as well ({name})")]
    Input {
        /// What it is called there.
        name: String,
    },
    /// There is a file that is something else.
    #[error("a file is there, and it is not {0}")]
    OtherKind(Kind),
    /// It is a disk, or a part of one.
    #[error("a block device")]
    BlockDevice,
    /// Another output of the same run goes there.
    #[error("another output goes there as well")]
    Twice,
    /// There is more than one output, and it is no file that others could stand beside.
    #[error("it takes one file, and there are more; name a file")]
    OneOnly,
    /// It is a directory.
    #[error("a directory; expected the name of a file")]
    Directory,
    /// The directory in which it would be is not there.
    #[error("there is no directory {}", .0.display())]
    NoDirectory(PathBuf),
    /// It is a socket.
    #[error("a socket")]
    Socket,
    /// Messages go there.
    #[error("standard error goes there")]
    StandardError,
    /// The path has no name of a file at its end.
    #[error("expected the name of a file")]
    NoName,
    /// The name led to another place when the output was planned.
    #[error("it led to {} before", .0.display())]
    Moved(PathBuf),
    /// It cannot be looked at or written to.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Refusal {
    /// Whether [`Files::force`](crate::Files::force) would let it be written all the same.
    #[must_use]
    pub fn yields_to_force(&self) -> bool {
        matches!(self, Refusal::Input { .. } | Refusal::OtherKind(_) | Refusal::BlockDevice)
    }
}

impl From<Refusal> for io::Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Io(error) => error,
            other => io::Error::other(other),
        }
    }
}
