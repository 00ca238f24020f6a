//! What can go wrong with a file.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A file that cannot be opened, written, or believed. The message is one line of text.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// A file or directory cannot be read or written.
    #[error("{path}: {error}", path = path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// What the operating system says.
        error: io::Error,
    },
    /// A file is not what its name says.
    #[error("{path}: {what}", path = path.display())]
    Damaged {
        /// Which one.
        path: PathBuf,
        /// How many pieces its positions have.
        pieces: u8,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A file of an earlier version.
    #[error("{path}: of an earlier version of the endgame database", path = path.display())]
    Earlier {
        /// Which one.
        path: PathBuf,
        /// How many pieces its positions have.
        pieces: u8,
    },
    /// A file that another program has written, which is not replaced.
    #[error("{path}: version {version} of the endgame database, which this program does not know",
        path = path.display())]
    Later {
        /// Which one.
        path: PathBuf,
        /// The version of its format.
        version: u32,
    },
    /// A file has changed since it was written.
    #[error("{path}: the contents do not match the checksum", path = path.display())]
    Checksum {
        /// Which one.
        path: PathBuf,
        /// How many pieces its positions have.
        pieces: u8,
    },
    /// There is no memory for what is in a file.
    #[error("{path}: no memory for {bytes} bytes of it", path = path.display())]
    NoMemory {
        /// Which one.
        path: PathBuf,
        /// So many were asked for.
        bytes: u64,
    },
}

impl FileError {
    /// What the operating system says of a file.
    pub fn io(path: &Path, error: io::Error) -> Self {
        FileError::Io { path: path.to_owned(), error }
    }

    /// Whether a file is not there.
    pub fn is_not_found(&self) -> bool {
        matches!(self, FileError::Io { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }

    /// Whether a new file in its place would help.
    pub fn is_mended_by_building(&self) -> bool {
        matches!(
            self,
            FileError::Damaged { .. } | FileError::Earlier { .. } | FileError::Checksum { .. }
        )
    }
}
