//! What can go wrong with tables.

use std::path::PathBuf;

use thiserror::Error;
use threefold_tables::FileError;

use super::build::LONGEST;
use super::material::{Material, WHOLE};

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
    #[error("{path}: is missing (`threefold egdb build --game chess {what} --dir {dir}` makes \
        it)", path = path.display(), dir = path.parent().unwrap_or(path).display(),
        what = what(*material))]
    Missing {
        /// Which one.
        path: PathBuf,
        /// The slice in it.
        material: Material,
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
    /// The memory is too small for what is to be built.
    #[error("{material} needs {needed} MB of memory, and {available} are available (fewer threads \
        need less)", needed = needed >> 20, available = available >> 20)]
    Memory {
        /// The slice.
        material: Material,
        /// Bytes.
        needed: u64,
        /// Bytes.
        available: u64,
    },
    /// A win takes more plies than a file has room for.
    #[error("{0}: a win takes more than {longest} plies, the most that a file holds",
        longest = LONGEST)]
    TooLong(Material),
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

/// What to build so that a slice is there.
fn what(material: Material) -> String {
    match material.count() {
        men @ ..=WHOLE => format!("--men {men}"),
        _ => format!("--ending {material}"),
    }
}

fn hint(error: &FileError) -> &'static str {
    if error.is_mended_by_building() {
        "; `threefold egdb build --game chess` mends it"
    } else {
        ""
    }
}
