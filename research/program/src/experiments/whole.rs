//! Files that are written whole.

use std::path::Path;

use super::failure::Failure;

/// Writes a file that is there completely or not at all: beside it first, then in its place.
pub fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".unfinished");
    std::fs::write(&beside, text)
        .and_then(|()| std::fs::rename(&beside, path))
        .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}
