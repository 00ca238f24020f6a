//! What can go wrong with tables.

use std::path::PathBuf;

use thiserror::Error;
use threefold_tables::FileError;

/// Tables that cannot be opened, written, or believed. The message is one line of text.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TablesError {
    /// Something is wrong with a file.
    #[error("{error}{}", hint(error))]
    File {
        /// What.
        #[from]
        error: FileError,
    },
    /// There are none in the directory.
    #[error("{path}: no tables of chess (expected files like KQvK.dtm; `threefold egdb build \
        --game chess --men 4 --dir {path}` makes them)", path = .0.display())]
    Nothing(PathBuf),
    /// A file is not there, of as many men as are needed.
    #[error("{path}: is missing (`threefold egdb build --game chess --men {men} --dir {dir}` makes \
        it)", path = path.display(), dir = path.parent().unwrap_or(path).display())]
    Missing {
        /// Which one.
        path: PathBuf,
        /// Of so many men.
        men: u8,
    },
    /// Something is wrong with a Syzygy file.
    #[error("{path}: {what}", path = path.display())]
    Syzygy {
        /// Which one.
        path: PathBuf,
        /// What.
        what: &'static str,
    },
    /// There are no Syzygy files in these directories, or one of them is not there.
    #[error("{0}: no Syzygy tables (expected files like KQvK.rtbw)")]
    NoSyzygy(String),
    /// Whoever builds them does not want the rest.
    #[error("tables of chess: interrupted")]
    Interrupted,
    /// A value that does not follow from the rules.
    #[error("{what}: {position}")]
    Wrong {
        /// What does not hold.
        what: &'static str,
        /// Where, as a FEN.
        position: String,
    },
}

fn hint(error: &FileError) -> &'static str {
    if error.is_mended_by_building() {
        "; `threefold egdb build --game chess` mends it"
    } else {
        ""
    }
}
