//! The files of a database: one per slice for the values, and one for the depths where there are
//! any.
//!
//! ```text
//!   0   8  "3fold-eg"             56   8  bytes of the compressed blocks
//!   8   4  version, 3             64  32  BLAKE3 of the values before they were packed
//!  12   1  kind: 0 values, 1 depths
//!  13   4  own men, own kings, their men, their kings
//!  17   1  kind 1: plies of the longest win
//!  24   8  positions              96  32  BLAKE3 of the index
//!  32  24  wins, draws, losses   128  32  BLAKE3 of bytes 0 to 127
//!                                160      the index: 20 bytes a block; the blocks
//! ```
//! Numbers are little-endian. The index and the blocks are explained in `blocks.rs`, what is in a
//! block in `packing.rs`.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::blocks::{ENTRY, Stored, count};
use super::database::{Data, Slice};
use super::error::EgdbError;
use super::exact;
use super::slice::{Layout, Material};

pub(super) const MAGIC: &[u8; 8] = b"3fold-eg";
pub(crate) const VERSION: u32 = 3;
pub(crate) const HEADER: usize = 160;
/// Bytes at the beginning of a header that do not depend on how the numbers are stored.
pub(super) const FACTS: usize = 96;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// Win, draw, loss.
    Values,
    /// Plies to the end.
    Depths,
}

impl Kind {
    fn ending(self) -> &'static str {
        match self {
            Kind::Values => "wld",
            Kind::Depths => "dtw",
        }
    }

    /// Positions in a byte.
    pub(crate) fn positions_a_byte(self) -> u64 {
        match self {
            Kind::Values => 4,
            Kind::Depths => 1,
        }
    }

    /// Bytes for so many positions, before they are compressed.
    pub(crate) fn payload(self, positions: u64) -> u64 {
        positions.div_ceil(self.positions_a_byte())
    }
}

/// How the numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packing {
    /// Bytes of the compressed blocks.
    pub bytes: u64,
    pub index_hash: [u8; 32],
}

impl Packing {
    /// Bytes of the file.
    pub fn length(&self, header: &Header) -> u64 {
        let rest = HEADER as u64 + ENTRY as u64 * count(header.payload());
        rest.saturating_add(self.bytes)
    }
}

/// What a file says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub kind: Kind,
    pub material: Material,
    pub longest: u8,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub payload_hash: [u8; 32],
}

impl Header {
    /// Bytes of the payload.
    pub fn payload(&self) -> u64 {
        self.kind.payload(self.material.positions())
    }

    /// The first bytes of a header, with the number of bytes of what is stored.
    pub(super) fn facts(&self, version: u32, stored: u64) -> [u8; FACTS] {
        let mut bytes = [0; FACTS];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..12].copy_from_slice(&version.to_le_bytes());
        bytes[12] = self.kind as u8;
        let m = self.material;
        bytes[13..17].copy_from_slice(&[m.own_men, m.own_kings, m.their_men, m.their_kings]);
        bytes[17] = self.longest;
        let numbers = [m.positions(), self.wins, self.draws, self.losses, stored];
        for (i, number) in numbers.into_iter().enumerate() {
            bytes[24 + 8 * i..32 + 8 * i].copy_from_slice(&number.to_le_bytes());
        }
        bytes[64..96].copy_from_slice(&self.payload_hash);
        bytes
    }

    /// What they say that does not follow from what they are about. Whether they are right is seen
    /// by making them again.
    pub(super) fn from_facts(bytes: &[u8], material: Material, kind: Kind) -> Self {
        let mut payload_hash = [0; 32];
        payload_hash.copy_from_slice(&bytes[64..96]);
        Header {
            kind,
            material,
            longest: bytes[17],
            wins: number(bytes, 32),
            draws: number(bytes, 40),
            losses: number(bytes, 48),
            payload_hash,
        }
    }

    pub fn to_bytes(self, packing: &Packing) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..FACTS].copy_from_slice(&self.facts(VERSION, packing.bytes));
        bytes[FACTS..128].copy_from_slice(&packing.index_hash);
        let hash = blake3::hash(&bytes[..128]);
        bytes[128..].copy_from_slice(hash.as_bytes());
        bytes
    }

    /// The header of a file that has to hold `material`.
    fn from_bytes(
        bytes: &[u8; HEADER],
        material: Material,
        kind: Kind,
    ) -> Result<(Self, Packing), &'static str> {
        let header = Header::from_facts(bytes, material, kind);
        let mut index_hash = [0; 32];
        index_hash.copy_from_slice(&bytes[FACTS..128]);
        let packing = Packing { bytes: number(bytes, 56), index_hash };
        // Everything else follows from the material.
        if header.to_bytes(&packing) != *bytes {
            return Err("the header is damaged, or belongs to another slice");
        }
        Ok((header, packing))
    }
}

fn number(bytes: &[u8], at: usize) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(number)
}

/// The name of a file.
pub(crate) fn name(material: Material, kind: Kind) -> String {
    format!("{material}.{}", kind.ending())
}

/// Where a file is.
pub(crate) fn path(directory: &Path, material: Material, kind: Kind) -> PathBuf {
    directory.join(name(material, kind))
}

/// Opens a slice: its values, and its depths if they are there.
///
/// # Errors
/// A file cannot be read; its header or its length is not what it has to be.
pub(crate) fn open(directory: &Path, material: Material) -> Result<Slice, EgdbError> {
    let values = stored(directory, material, Kind::Values)?;
    let depths = match stored(directory, material, Kind::Depths) {
        Ok(depths) => Some((depths.header, Data::File(depths))),
        Err(error) if error.is_not_found() => None,
        Err(error) => return Err(error),
    };
    let layout = Layout::new(material);
    Ok(Slice { layout, header: values.header, values: Data::File(values), depths })
}

/// Opens a regular file to read: a pipe would wait for somebody who writes to it.
pub(crate) fn open_regular(path: &Path) -> std::io::Result<File> {
    if std::fs::metadata(path)?.is_file() {
        return File::open(path);
    }
    Err(std::io::Error::new(ErrorKind::InvalidInput, "no regular file; remove it"))
}

/// Opens a file of the database.
///
/// # Errors
/// It cannot be read; its header or its length is not what it has to be.
pub(crate) fn stored(
    directory: &Path,
    material: Material,
    kind: Kind,
) -> Result<Stored, EgdbError> {
    let path = path(directory, material, kind);
    let io = |error| EgdbError::io(&path, error);
    let damaged = |what| EgdbError::Damaged { path: path.clone(), pieces: material.pieces(), what };
    let mut file = open_regular(&path).map_err(io)?;
    let mut bytes = [0; HEADER];
    match file.read_exact(&mut bytes) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
            return Err(match exact::is_there(directory, material, kind) {
                true => EgdbError::Earlier { path, pieces: material.pieces() },
                false => damaged("no file of an endgame database"),
            });
        }
        result => result.map_err(io)?,
    }
    if !bytes.starts_with(MAGIC) {
        return Err(damaged("no file of an endgame database"));
    }
    let version = u32::from_le_bytes([8, 9, 10, 11].map(|at| bytes[at]));
    if version > VERSION {
        return Err(EgdbError::Later { path, version });
    }
    if version < VERSION {
        return Err(EgdbError::Earlier { path, pieces: material.pieces() });
    }
    let (header, packing) = Header::from_bytes(&bytes, material, kind).map_err(damaged)?;
    if file.metadata().map_err(io)?.len() != packing.length(&header) {
        return Err(damaged("the file does not have the length that its header says"));
    }
    Ok(Stored::new(path, header, packing))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest slices, of which a file is longer than 32 bits can say.
    #[test]
    fn headers_hold_eight_pieces() {
        for kind in [Kind::Values, Kind::Depths] {
            let material = Material { own_men: 2, own_kings: 2, their_men: 2, their_kings: 2 };
            let positions = 15_437_822_400;
            assert_eq!(material.positions(), positions);
            let header = Header {
                kind,
                material,
                longest: 253,
                wins: positions - 2_000,
                draws: 1_500,
                losses: 500,
                payload_hash: [7; 32],
            };
            let packing = Packing { bytes: 5_000_000_000, index_hash: [9; 32] };
            let bytes = header.to_bytes(&packing);
            assert_eq!(Header::from_bytes(&bytes, material, kind), Ok((header, packing)));
        }
    }

    /// The length of a file of the largest slice with 7 pieces, of which nothing but the header is
    /// written.
    #[test]
    fn a_file_of_seven_pieces() {
        use std::io::Write;

        let directory = tempfile::tempdir().unwrap();
        let material = Material { own_men: 2, own_kings: 2, their_men: 1, their_kings: 2 };
        let positions = 1_415_939_616;
        let header = Header {
            kind: Kind::Values,
            material,
            longest: 0,
            wins: 1,
            draws: positions - 2,
            losses: 1,
            payload_hash: [0; 32],
        };
        assert_eq!(header.payload(), positions / 4);
        let packing = Packing { bytes: 1 << 30, index_hash: [0; 32] };
        let path = path(directory.path(), material, Kind::Values);
        let mut file = File::create_new(path).unwrap();
        file.write_all(&header.to_bytes(&packing)).unwrap();
        file.set_len(packing.length(&header)).unwrap();
        let slice = open(directory.path(), material).unwrap();
        assert_eq!((slice.layout.size, slice.header), (positions, header));
        // An index of zeros has not the hash that the header was given.
        let Data::File(stored) = &slice.values else { panic!("a file is opened as one") };
        let mut decompressor = zstd::bulk::Decompressor::new().unwrap();
        let error = stored.block(count(header.payload()) as usize - 1, &mut decompressor);
        assert!(error.unwrap_err().to_string().contains("do not match the checksum"));
    }
}
