//! Files of version 3, which are converted: their blocks are those of today, and are neither solved
//! nor compressed again.
//!
//! ```text
//!   0  96  as in a file of today, but version 3, and at 64 the hash of all values as they are
//!  96  32  BLAKE3 of the index
//! 128  32  BLAKE3 of bytes 0 to 127
//! 160      the index: for each block its length in the file, and the first half of the BLAKE3 of
//!          what stands there; the blocks
//! ```
//! A header said what its values are, and nothing tied the blocks to that without playing all
//! captures. So it is not believed: what is converted has the hash of what was read, as what is
//! built has.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use rayon::prelude::*;
use zstd::bulk::Decompressor;
use zstd::zstd_safe::compress_bound;

use super::FileError;
use super::blocks;
use super::error::EgdbError;
use super::file::{self, BLOCK, FACTS, Header, Kind, Table, count, number, open_regular};
use super::hashes::zeros;
use super::monitor::BuildMonitor;
use super::opened;
use super::output;
use super::packing::Packed;
use super::slice::Material;

const VERSION: u32 = 3;
const HEADER: usize = 160;
const ENTRY: usize = 20;

/// Converts the files of slices up to so many pieces that are not there, or of version 3, from
/// those in the directory or in `from`. What cannot be converted is left to the build, and told.
///
/// # Errors
/// A file cannot be written.
pub(super) fn convert_all(
    directory: &Path,
    from: Option<&Path>,
    pieces: u8,
    monitor: &dyn BuildMonitor,
) -> Result<(), EgdbError> {
    let all: Vec<Material> = (2..=pieces).flat_map(Material::all).collect();
    all.into_par_iter().try_for_each(|material| convert(directory, from, material, monitor))
}

/// The same for one slice.
///
/// # Errors
/// A file cannot be written.
pub(super) fn convert(
    directory: &Path,
    from: Option<&Path>,
    material: Material,
    monitor: &dyn BuildMonitor,
) -> Result<(), EgdbError> {
    // The values last: a slice counts as built when they are there.
    for kind in [Kind::Depths, Kind::Values] {
        match opened::stored(directory, material, kind) {
            Err(error @ EgdbError::File(FileError::Earlier { .. })) => {
                if is_there(directory, material, kind) {
                    monitor.damaged(&error);
                }
            }
            Err(error) if error.is_not_found() => {}
            _ => continue,
        }
        for source in [Some(directory), from].into_iter().flatten() {
            let path = file::path(source, material, kind);
            let packed = match read(&path, material, kind) {
                Ok(Some(packed)) => output::write_packed(directory, packed.0, &packed.1),
                Ok(None) => continue,
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    Err(EgdbError::File(FileError::Checksum { path, pieces: material.pieces() }))
                }
                Err(error) => Err(EgdbError::io(&path, error)),
            };
            match packed {
                Ok(_) => break,
                Err(error) if error.rebuild().is_some() => monitor.damaged(&error),
                Err(error) => return Err(error),
            }
        }
    }
    Ok(())
}

/// Whether a build may be able to convert a file; of it nothing but the header has been read.
pub(super) fn is_there(directory: &Path, material: Material, kind: Kind) -> bool {
    let path = file::path(directory, material, kind);
    open_regular(&path).is_ok_and(|mut file| start(&mut file, material, kind).is_some())
}

/// The header of a file, the bytes of its blocks, and the hash of its index.
fn start(file: &mut File, material: Material, kind: Kind) -> Option<(Header, u64, [u8; 32])> {
    let mut bytes = [0; HEADER];
    file.read_exact(&mut bytes).ok()?;
    let header = Header::from_facts(&bytes, Table { kind, material });
    let stored = number(&bytes, 56);
    let is_one = header.facts(VERSION, stored)[..] == bytes[..FACTS]
        && blake3::hash(&bytes[..128]).as_bytes()[..] == bytes[128..];
    let mut index_hash = [0; 32];
    index_hash.copy_from_slice(&bytes[FACTS..128]);
    is_one.then_some((header, stored, index_hash))
}

/// Reads a file; `None` if there is none of this version.
fn read(path: &Path, material: Material, kind: Kind) -> io::Result<Option<(Header, Vec<Packed>)>> {
    let Ok(mut file) = open_regular(path) else { return Ok(None) };
    let Some((header, stored, index_hash)) = start(&mut file, material, kind) else {
        return Ok(None);
    };
    let damaged = || io::Error::from(io::ErrorKind::InvalidData);
    let no_memory = || io::Error::from(io::ErrorKind::OutOfMemory);
    let blocks = count(header.payload()) as usize;
    let mut index = zeros(blocks * ENTRY).ok_or_else(no_memory)?;
    file.read_exact(&mut index).map_err(|_| damaged())?;
    if blake3::hash(&index) != index_hash {
        return Err(damaged());
    }
    let mut file = file.take(stored);
    let mut decompressor = Decompressor::new()?;
    let mut all = Vec::with_capacity(blocks);
    for (number, entry) in index.as_chunks::<ENTRY>().0.iter().enumerate() {
        let length = u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]) as usize;
        if length > compress_bound(BLOCK) {
            return Err(damaged());
        }
        let mut bytes = vec![0; length];
        file.read_exact(&mut bytes).map_err(|_| damaged())?;
        let start = number as u64 * BLOCK as u64;
        let mut block = vec![0; (header.payload() - start).min(BLOCK as u64) as usize];
        let is_right = blake3::hash(&bytes).as_bytes()[..16] == entry[4..]
            && decompressor
                .decompress_to_buffer(&bytes, &mut block[..])
                .is_ok_and(|found| found == block.len());
        if !is_right {
            return Err(damaged());
        }
        all.push(Packed { hash: blocks::hash(&header, number, &block), bytes });
    }
    Ok(Some((header, all)))
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::super::build::{BuildOptions, built_in_memory};
    use super::super::database::Database;
    use super::super::packing::pack;
    use super::*;

    /// A file as version 3 has written it, of these values.
    fn write(directory: &Path, header: &Header, values: &[u8]) {
        let blocks = pack(header, values).unwrap();
        let mut index = Vec::new();
        for block in &blocks {
            index.extend((block.bytes.len() as u32).to_le_bytes());
            index.extend(&blake3::hash(&block.bytes).as_bytes()[..16]);
        }
        let packed: Vec<u8> = blocks.into_iter().flat_map(|block| block.bytes).collect();
        let mut bytes = header.facts(VERSION, packed.len() as u64).to_vec();
        bytes.extend(blake3::hash(&index).as_bytes());
        let hash = blake3::hash(&bytes);
        bytes.extend(hash.as_bytes());
        bytes.extend(index);
        bytes.extend(packed);
        std::fs::write(file::path(directory, header.about.material, header.about.kind), bytes)
            .unwrap();
    }

    /// All files up to three pieces.
    fn files(directory: &Path, truth: &Database) {
        for slice in truth.slices() {
            let depths = slice.depths.as_ref().map(|(header, data)| (header, data));
            for (header, data) in [(&slice.header, &slice.values)].into_iter().chain(depths) {
                write(directory, header, data.in_memory());
            }
        }
    }

    /// What was told, and how many positions were built.
    #[derive(Default)]
    struct Watch(Mutex<(Vec<String>, u64)>);

    impl BuildMonitor for Watch {
        fn damaged(&self, error: &EgdbError) {
            self.0.lock().unwrap().0.push(error.to_string());
        }
        fn done(&self, positions: u64) {
            self.0.lock().unwrap().1 += positions;
        }
    }

    const OPTIONS: BuildOptions = BuildOptions { pieces: 3, depths: 3, threads: 1 };

    /// In its own place or another it becomes a database of this version, and nothing is built.
    #[test]
    fn files_of_version_3_are_converted() {
        let (old, new) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let truth = built_in_memory(3, true);
        files(old.path(), &truth);
        let error = Database::open(old.path(), None).unwrap_err();
        assert_eq!(error.rebuild(), Some((old.path(), 3)), "all of it");
        for (directory, from) in [(new.path(), Some(old.path())), (old.path(), None)] {
            let watch = Watch::default();
            let built = Database::build_from(directory, from, &OPTIONS, &watch).unwrap();
            let (told, positions) = watch.0.into_inner().unwrap();
            assert_eq!((told.is_empty(), positions), (from.is_some(), 0), "{told:?}");
            assert_eq!(built.declaration(), Database::KNOWN[1]);
            assert_eq!((built.pieces(), built.depth_pieces()), (3, 3));
            for number in 0..truth.count_of(3) {
                let position = truth.position(3, number);
                assert_eq!(built.probe(&position), truth.probe(&position), "{position}");
                assert_eq!(built.depth(&position), truth.depth(&position), "{position}");
            }
        }
    }

    /// Another value, with all checksums and the hash of the true ones, as it was once believed;
    /// a block that is not what it was.
    #[test]
    fn what_is_forged_or_damaged_is_built_again() {
        let directory = tempfile::tempdir().unwrap();
        let truth = built_in_memory(3, true);
        files(directory.path(), &truth);
        let slice = truth.slice("0m2k-0m1k".parse().unwrap()).unwrap();
        write(directory.path(), &slice.header, &vec![0xAA; slice.header.payload() as usize]);
        let damaged = directory.path().join("1m0k-0m2k.dtw");
        let mut bytes = std::fs::read(&damaged).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(damaged, bytes).unwrap();
        let watch = Watch::default();
        let built = Database::build(directory.path(), &OPTIONS, &watch).unwrap();
        assert_eq!(built.declaration(), Database::KNOWN[1]);
        let (told, _) = watch.0.into_inner().unwrap();
        let is_told = |what: &str| told.iter().any(|told| told.contains(what));
        assert!(is_told("0m2k-0m1k.wld: false: its hash"), "{told:?}");
        assert!(is_told("1m0k-0m2k.dtw: the contents do not match the checksum"), "{told:?}");
        built.verify(1, &()).unwrap();
    }
}
