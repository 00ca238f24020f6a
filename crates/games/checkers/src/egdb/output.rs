//! Writing the files of a database.

use std::path::Path;

use threefold_tables::output;
pub(crate) use threefold_tables::output::{
    lock, remove_left_behind, remove_unfinished, share, write_for_now,
};

use super::FileError;
use super::error::EgdbError;
use super::file::{self, Header, Stored};
use super::known;
use super::packing::{Packed, pack};

/// Packs a slice's numbers and writes the file, which is opened.
///
/// # Errors
/// As for [`write_packed`]; there is no memory.
pub(super) fn write(directory: &Path, header: Header, exact: &[u8]) -> Result<Stored, EgdbError> {
    let path = file::path(directory, header.about.material, header.about.kind);
    let blocks = pack(&header, exact).map_err(|error| EgdbError::io(&path, error))?;
    write_packed(directory, header, &blocks)
}

/// Writes the file of these blocks, which is opened. `header` need not have their hash.
///
/// # Errors
/// It cannot be written. What is known to be false is not written: whatever a build rests on may
/// have been forged.
pub(super) fn write_packed(
    directory: &Path,
    header: Header,
    blocks: &[Packed],
) -> Result<Stored, EgdbError> {
    let header = output::with_hash(header, blocks);
    if known::is_false(&header) {
        let path = file::path(directory, header.about.material, header.about.kind);
        let pieces = header.about.material.pieces();
        return Err(EgdbError::File(FileError::Damaged { path, pieces, what: known::FALSE }));
    }
    Ok(output::write(directory, header, blocks)?)
}
