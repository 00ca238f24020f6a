//! Writing the files of a database.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use threefold_tables::output;
pub(crate) use threefold_tables::output::{lock, remove_left_behind, remove_unfinished, share};

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

/// Writes a file of these parts that is of use for this build only: under its name it is complete,
/// unless the machine stops. Bringing every file to the disk would take longer than to solve most
/// slices, and whoever reads it looks at its checksum.
///
/// # Errors
/// It cannot be written.
pub(super) fn write_for_now(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let unfinished = path.with_file_name(format!(".unfinished-{}-{name}", std::process::id()));
    let write = || {
        let mut file = File::create(&unfinished)?;
        parts.iter().try_for_each(|part| file.write_all(part))?;
        fs::rename(&unfinished, path)
    };
    write().inspect_err(|_| drop(fs::remove_file(&unfinished)))
}
