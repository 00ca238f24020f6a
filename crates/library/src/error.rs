//! What can be wrong with a library: one clear line each.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;
use threefold_certificate::{CheckLimit, Refuted};

use crate::entry::{Added, Entry};
use crate::hash::{DIRECTORY, Hash};

/// Why a library does not do what it was asked for.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// There is none in the directory.
    #[error("{0}: no library there; `threefold library add` makes one")]
    Missing(PathBuf),
    /// The file of that name is something else.
    #[error("{0}: not a library of threefold")]
    Foreign(PathBuf),
    /// A later version of threefold has made it.
    #[error("{path}: made by a later version of threefold (schema {schema}, known up to {known})")]
    Newer {
        /// The index.
        path: PathBuf,
        /// What it says.
        schema: i64,
        /// What this version knows.
        known: i64,
    },
    /// The index is damaged.
    #[error(
        "{path}: damaged ({what}); the certificates beside it are whole by themselves: `threefold \
         library add NEW {certificates}` makes another index"
    )]
    Damaged {
        /// The index.
        path: PathBuf,
        /// What SQLite says.
        what: String,
        /// Where the certificates are.
        certificates: PathBuf,
    },
    /// Another process has held it for too long.
    #[error("{0}: another process is writing to it")]
    Busy(PathBuf),
    /// Anything else that SQLite says: there is no room, or no permission.
    #[error("{path}: {what}")]
    Index {
        /// The index.
        path: PathBuf,
        /// What SQLite says.
        what: String,
    },
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// Which one.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A certificate is not there, or not what its hash says.
    #[error("{0}")]
    Certificate(#[from] Fault),
    /// What is to enter contradicts what is there, and both were verified.
    #[error("{0}")]
    Conflict(Box<Conflict>),
}

/// What is wrong with a certificate of the library.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("certificate {hash} ({path}): {what}")]
pub struct Fault {
    /// What it should be.
    pub hash: Hash,
    /// Where it should be.
    pub path: PathBuf,
    /// What is wrong.
    pub what: String,
    /// The limit that was hit, if nothing else is wrong.
    pub limit: Option<CheckLimit>,
}

/// Two verified claims that cannot both be true: something is wrong with a checker, with a
/// database, or with the machine. Nothing that was found since can be relied on.
#[derive(Clone, Debug, Error)]
#[error(
    "CONFLICT about {} {}: '{}' ({}) and '{}' ({}) are both verified, and cannot both be true",
    there.game_line(), there.position, there.claim_text(), there.hash, new.claim_text(), new.hash
)]
pub struct Conflict {
    /// What is in the library.
    pub there: Entry,
    /// What was to enter.
    pub new: Entry,
    /// What became of those before it.
    pub added: Vec<Added>,
}

/// Why a certificate does not enter.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refused {
    /// There were moves before the root.
    #[error("it has a history, and what holds after one history need not hold after another")]
    History,
    /// Repeating moves are illegal, so that what holds depends on the moves before.
    #[error("under superko what holds of a position depends on the moves before it")]
    Superko,
    /// Names of positions mean nothing apart from a file.
    #[error("about a graph game, whose names of positions mean nothing apart from their file")]
    Graph,
    /// The question takes something for granted.
    #[error("it takes for granted that {0}")]
    Assumes(String),
    /// Lines are missing, or there are too many.
    #[error("REFUTED: it declares {declared} moves and has {found}")]
    Count {
        /// What its header says.
        declared: u64,
        /// Lines of its body.
        found: u64,
    },
    /// The checker refuted it.
    #[error("{0}")]
    Refuted(Refuted),
    /// The checker hit a limit.
    #[error("{0}")]
    Limit(CheckLimit),
    /// It cannot be checked: its game is unknown here, or its database is not at hand.
    #[error("{0}")]
    Unreadable(String),
}

impl Error {
    pub(crate) fn file(path: &Path) -> impl Fn(io::Error) -> Error {
        move |error| Error::File { path: path.to_owned(), error }
    }

    /// What SQLite says about an index.
    pub(crate) fn index(path: &Path, error: &rusqlite::Error) -> Error {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Error::Foreign(path),
            Some(ErrorCode::DatabaseCorrupt) => Error::damaged(&path, error.to_string()),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::Busy(path),
            // It needs room for its log even to read; the system's own word for why is lost.
            Some(ErrorCode::SystemIoFailure) => {
                let what = format!("{error}: no space left on the disk, or the disk fails");
                Error::Index { path, what }
            }
            _ => Error::Index { path, what: error.to_string() },
        }
    }

    pub(crate) fn damaged(path: &Path, what: String) -> Error {
        let certificates = path.with_file_name(DIRECTORY);
        // SQLite has a headline.
        let what = what.lines().last().unwrap_or_default().trim().to_owned();
        Error::Damaged { path: path.to_owned(), what, certificates }
    }
}

impl Refused {
    /// Whether with more time, memory or databases it might be another story.
    pub fn is_about_means(&self) -> bool {
        matches!(self, Refused::Limit(_) | Refused::Unreadable(_))
    }
}
