//! The files of a database: one per slice for the values, and one for the depths where there are
//! any.
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
//! Numbers are little-endian. What stands at the end is explained in `blocks.rs`.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::blocks::{Hashes, Stored};
use super::database::{Data, Slice};
use super::error::EgdbError;
use super::slice::{Layout, Material};

const MAGIC: &[u8; 8] = b"3fold-eg";
pub(crate) const VERSION: u32 = 2;
pub(crate) const HEADER: usize = 128;
/// Bytes of a file for that much of a payload.
pub(crate) fn length(payload: u64) -> u64 {
    HEADER as u64 + payload + 32 * Hashes::count(payload)
}

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

    /// Bytes for so many positions.
    pub(crate) fn payload(self, positions: u64) -> u64 {
        match self {
            Kind::Values => positions.div_ceil(4),
            Kind::Depths => positions,
        }
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

    pub fn to_bytes(self) -> [u8; HEADER] {
        let positions = self.material.positions();
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12] = self.kind as u8;
        let m = self.material;
        bytes[13..17].copy_from_slice(&[m.own_men, m.own_kings, m.their_men, m.their_kings]);
        bytes[17] = self.longest;
        let numbers = [positions, self.wins, self.draws, self.losses, self.kind.payload(positions)];
        for (i, number) in numbers.into_iter().enumerate() {
            bytes[24 + 8 * i..32 + 8 * i].copy_from_slice(&number.to_le_bytes());
        }
        bytes[64..96].copy_from_slice(&self.payload_hash);
        let hash = blake3::hash(&bytes[..96]);
        bytes[96..].copy_from_slice(hash.as_bytes());
        bytes
    }

    /// The header of a file that has to hold `material`.
    fn from_bytes(bytes: &[u8], material: Material, kind: Kind) -> Result<Self, &'static str> {
        if bytes.len() < HEADER || &bytes[..8] != MAGIC {
            return Err("no file of an endgame database");
        }
        if bytes[8..12] != VERSION.to_le_bytes() {
            return Err("a file of an earlier version of the database");
        }
        let number = |i: usize| {
            let mut number = [0; 8];
            number.copy_from_slice(&bytes[24 + 8 * i..32 + 8 * i]);
            u64::from_le_bytes(number)
        };
        let mut payload_hash = [0; 32];
        payload_hash.copy_from_slice(&bytes[64..96]);
        let header = Header {
            kind,
            material,
            longest: bytes[17],
            wins: number(1),
            draws: number(2),
            losses: number(3),
            payload_hash,
        };
        // Everything else follows from the material.
        if header.to_bytes() != bytes[..HEADER] {
            return Err("the header is damaged, or belongs to another slice");
        }
        Ok(header)
    }
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
    let mut start = [0; HEADER];
    match file.read_exact(&mut start) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
            return Err(damaged("no file of an endgame database"));
        }
        result => result.map_err(io)?,
    }
    let version = u32::from_le_bytes([8, 9, 10, 11].map(|at| start[at]));
    if start.starts_with(MAGIC) && version > VERSION {
        return Err(EgdbError::Later { path, version });
    }
    let header = Header::from_bytes(&start, material, kind).map_err(damaged)?;
    if file.metadata().map_err(io)?.len() != length(header.payload()) {
        return Err(damaged("the file does not have the length that its header says"));
    }
    Ok(Stored::new(path, header))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(own_men: u8, own_kings: u8, their_men: u8, their_kings: u8) -> Material {
        Material { own_men, own_kings, their_men, their_kings }
    }

    /// The largest slices, of which a file is longer than 32 bits can say.
    #[test]
    fn headers_hold_eight_pieces() {
        for kind in [Kind::Values, Kind::Depths] {
            let material = material(2, 2, 2, 2);
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
            let bytes = header.to_bytes();
            assert_eq!(Header::from_bytes(&bytes, material, kind), Ok(header));
        }
    }

    /// The length of a file of the largest slice with 7 pieces, of which nothing but the header is
    /// written.
    #[test]
    fn a_file_of_seven_pieces() {
        use std::io::Write;

        let directory = tempfile::tempdir().unwrap();
        let material = material(2, 2, 1, 2);
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
        let path = path(directory.path(), material, Kind::Values);
        let mut file = File::create_new(path).unwrap();
        file.write_all(&header.to_bytes()).unwrap();
        file.set_len(length(positions / 4)).unwrap();
        let slice = open(directory.path(), material).unwrap();
        assert_eq!((slice.layout.size, slice.header), (positions, header));
        // Blocks of zeros have not the hash that the header was given.
        let Data::File(stored) = &slice.values else { panic!("a file is opened as one") };
        let last = header.payload() as usize - 1;
        assert_eq!(stored.get(last), None);
        assert!(stored.load(last).unwrap_err().to_string().contains("of its blocks"));
    }
}
