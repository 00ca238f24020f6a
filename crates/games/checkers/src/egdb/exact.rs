//! Files of a slice in which every value stands as it is: what a build works on, and what earlier
//! versions of the program had for a database.
//!
//! ```text
//!   0   8  "3fold-eg"             56   8  bytes of the payload
//!   8   4  version, 2             64  32  BLAKE3 of the payload
//!  12   1  kind: 0 values, 1 depths
//!  13   4  own men, own kings, their men, their kings
//!  17   1  kind 1: plies of the longest win
//!  24   8  positions              96  32  BLAKE3 of bytes 0 to 95
//!  32  24  wins, draws, losses   128      payload: 2 bits a position, or 1 byte
//!                                 end      32 bytes for each 16 KiB of it, if there are more
//! ```

use std::io::{ErrorKind, Read};
use std::path::Path;

use super::FileError;
use super::error::EgdbError;
use super::file::{self, Finished, HEADER, Header, Kind, Table, open_regular};
use super::hashes::{Hashes, zeros};
use super::output;
use super::slice::Material;

/// The version that such files say they have.
pub(crate) const VERSION: u32 = 2;

/// Bytes of a file for that much of a payload.
pub(crate) fn length(payload: u64) -> u64 {
    HEADER as u64 + payload + 32 * Hashes::count(payload)
}

fn header(of: &Header) -> [u8; HEADER] {
    of.to_bytes(VERSION, of.payload())
}

/// Reads a file and compares it with its checksum; `None` if there is none, or one that is not what
/// it should be: then it is made again from what is.
///
/// # Errors
/// The memory is too small.
pub(super) fn read(
    directory: &Path,
    material: Material,
    kind: Kind,
) -> Result<Option<Finished>, EgdbError> {
    let path = file::path(directory, material, kind);
    let Ok(mut file) = open_regular(&path) else { return Ok(None) };
    let mut start = [0; HEADER];
    if file.read_exact(&mut start).is_err() {
        return Ok(None);
    }
    let expected = Header::from_facts(&start, Table { kind, material });
    if header(&expected) != start {
        return Ok(None);
    }
    let bytes = expected.payload();
    if file.metadata().map_or(true, |metadata| metadata.len() != length(bytes)) {
        return Ok(None);
    }
    let mut payload =
        zeros(bytes as usize).ok_or(EgdbError::File(FileError::NoMemory { path, bytes }))?;
    if file.read_exact(&mut payload).is_err() {
        return Ok(None);
    }
    let (hashes, whole, _) = Hashes::of(&payload, |_| ());
    Ok((whole == expected.payload_hash).then_some(Finished { header: expected, payload, hashes }))
}

/// Whether there is a file of that name with the header of the slice.
pub(super) fn is_there(directory: &Path, material: Material, kind: Kind) -> bool {
    let Ok(mut file) = open_regular(&file::path(directory, material, kind)) else { return false };
    let mut start = [0; HEADER];
    file.read_exact(&mut start).is_ok()
        && header(&Header::from_facts(&start, Table { kind, material })) == start
}

/// Writes a file.
///
/// # Errors
/// It cannot be written.
pub(super) fn write(directory: &Path, finished: &Finished) -> Result<(), EgdbError> {
    let Finished { header: of, payload, hashes } = finished;
    let path = file::path(directory, of.about.material, of.about.kind);
    output::write_for_now(directory, &path, &[&header(of), payload, hashes.0.as_flattened()])
        .map_err(|error| EgdbError::io(&path, error))
}

/// Removes a directory of such files, and nothing else that is in it.
///
/// # Errors
/// One of them cannot be removed.
pub(super) fn remove_all(directory: &Path, pieces: u8) -> Result<(), EgdbError> {
    for material in (2..=pieces).flat_map(Material::all) {
        for kind in [Kind::Values, Kind::Depths] {
            let path = file::path(directory, material, kind);
            match std::fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(EgdbError::io(&path, error));
                }
                _ => {}
            }
        }
    }
    output::remove_unfinished(directory, true);
    // Somebody may have put something there.
    let _ = std::fs::remove_dir(directory);
    Ok(())
}
