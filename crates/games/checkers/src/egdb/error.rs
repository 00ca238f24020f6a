//! What can go wrong with a database.

use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;
use threefold_tables::FileError;

use super::slice::{MOST, Material};

/// A database that cannot be opened, written, or believed. The message is one line of text.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EgdbError {
    /// Something is wrong with a file.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is no complete database in the directory.
    #[error("{path}: no endgame database (expected files like 0m1k-0m1k.wld)", path = .0.display())]
    Nothing(PathBuf),
    /// A file of a database that should be complete is not there.
    #[error("{path}: is missing from the endgame database of {pieces} pieces",
        path = path.display())]
    Missing {
        /// Which one.
        path: PathBuf,
        /// How many pieces the database should have.
        pieces: u8,
    },
    /// A win takes longer than a byte can say.
    #[error("the slice {0} has wins of more than 253 plies, which the depth metric cannot hold")]
    TooDeep(String),
    /// A number of pieces that cannot be built.
    #[error("expected 2 to 8 pieces, found {0}")]
    Pieces(u8),
    /// Text that names no slice.
    #[error("expected a slice like 2m1k-1m0k, of up to 8 pieces, found '{0}'")]
    Material(String),
    /// A slice that the database does not have.
    #[error("the database has no slice {0}")]
    NoSlice(Material),
    /// A value that does not follow from the rules.
    #[error("the slice {slice} is wrong: {what} in {position}")]
    Wrong {
        /// Which slice.
        slice: String,
        /// What does not hold.
        what: String,
        /// Where, as a FEN.
        position: String,
    },
    /// The disk is too small for what is to be built.
    #[error("{path}: the files need {needed}, and {available} are free", path = path.display(),
        needed = in_units(*needed), available = in_units(*available))]
    Disk {
        /// Where the files would be.
        path: PathBuf,
        /// Bytes.
        needed: u64,
        /// Bytes.
        available: u64,
    },
    /// The memory is too small for what is to be built.
    #[error("the slice {slice} needs {needed} of memory, and {available} are available (fewer \
        threads need less)", needed = in_units(*needed), available = in_units(*available))]
    Memory {
        /// The slice that needs most.
        slice: Material,
        /// Bytes.
        needed: u64,
        /// Bytes.
        available: u64,
    },
    /// The threads could not be started.
    #[error("threads: {0}")]
    Threads(String),
}

impl EgdbError {
    /// What to build so that this does not happen again: the directory, and the number of pieces.
    /// `None` if building does not help.
    pub fn rebuild(&self) -> Option<(&Path, u8)> {
        match self {
            EgdbError::Missing { path, pieces }
            | EgdbError::File(
                FileError::Earlier { path, pieces }
                | FileError::Damaged { path, pieces, .. }
                | FileError::Checksum { path, pieces },
            ) => path.parent().map(|directory| (directory, *pieces)),
            _ => None,
        }
    }

    /// Whether a file is not there.
    pub(crate) fn is_not_found(&self) -> bool {
        matches!(self, EgdbError::File(error) if error.is_not_found())
    }

    pub(crate) fn io(path: &Path, error: io::Error) -> Self {
        FileError::io(path, error).into()
    }
}

impl FromStr for Material {
    type Err = EgdbError;

    /// What [`Display`](std::fmt::Display) writes: `2m1k-1m0k`.
    fn from_str(text: &str) -> Result<Self, EgdbError> {
        let side = |text: &str| -> Option<[u8; 2]> {
            let (men, kings) = text.strip_suffix('k')?.split_once('m')?;
            Some([men.parse().ok()?, kings.parse().ok()?])
        };
        let material = text.split_once('-').and_then(|(own, their)| {
            let ([own_men, own_kings], [their_men, their_kings]) = (side(own)?, side(their)?);
            let counts = [own_men, own_kings, their_men, their_kings];
            let fits = counts.iter().all(|&count| usize::from(count) < MOST)
                && own_men + own_kings > 0
                && their_men + their_kings > 0
                && counts.iter().map(|&count| usize::from(count)).sum::<usize>() <= MOST;
            fits.then_some(Material { own_men, own_kings, their_men, their_kings })
        });
        material.ok_or_else(|| EgdbError::Material(text.to_owned()))
    }
}

/// In the unit that leaves something to see before the point.
fn in_units(bytes: u64) -> String {
    match bytes as f64 {
        few if few < 1e6 => format!("{:.1} kB", few / 1e3),
        some if some < 1e8 => format!("{:.1} MB", some / 1e6),
        many => format!("{:.1} GB", many / 1e9),
    }
}
