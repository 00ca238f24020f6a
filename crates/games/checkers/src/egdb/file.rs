//! The files of a database: one per slice for the values, and one for the depths where there are
//! any.
//!
//! ```text
//!   0   8  "3fold-eg"             56   8  bytes of the compressed blocks
//!   8   4  version, 4             64  32  BLAKE3 of all blocks before they were compressed
//!  12   1  kind: 0 values, 1 depths
//!  13   4  own men, own kings, their men, their kings
//!  17   1  kind 1: plies of the longest win
//!  24   8  positions              96  32  BLAKE3 of bytes 0 to 95
//!  32  24  wins, draws, losses   128      the index: 36 bytes a block; the blocks
//! ```
//! Numbers are little-endian. The index and the blocks are explained in `blocks.rs`, what is in a
//! block in `packing.rs`. Files are opened in `opened.rs`; those of earlier versions are
//! in `exact.rs` and `earlier.rs`.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::hashes::Hashes;
use super::slice::Material;

pub(super) const MAGIC: &[u8; 8] = b"3fold-eg";
pub(crate) const VERSION: u32 = 4;
/// Bytes of a header: its facts, and their hash.
pub(crate) const HEADER: usize = FACTS + 32;
pub(super) const FACTS: usize = 96;

/// Bytes of a block before it is compressed. Larger ones compress better; what a search needs is
/// scattered, and of larger ones it unpacks more for nothing.
pub(crate) const BLOCK: usize = 1 << 15;
/// Bytes of an entry of the index: the length of the compressed block, and its hash.
pub(crate) const ENTRY: usize = 36;

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

/// How many blocks that many bytes are.
pub(crate) fn count(payload: u64) -> u64 {
    payload.div_ceil(BLOCK as u64)
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
    /// Of all blocks of a file of the database; of the payload as it is while a build works on it.
    pub payload_hash: [u8; 32],
}

impl Header {
    /// Bytes of the payload.
    pub fn payload(&self) -> u64 {
        self.kind.payload(self.material.positions())
    }

    /// Bytes of a file with so many bytes of compressed blocks.
    pub fn length(&self, stored: u64) -> u64 {
        let rest = HEADER as u64 + ENTRY as u64 * count(self.payload());
        rest.saturating_add(stored)
    }

    /// The hash by which a slice is known: over everything that its file says of positions, and
    /// nothing of how that is compressed.
    pub fn hash(&self) -> blake3::Hash {
        let facts = self.facts(VERSION, 0);
        blake3::Hasher::new().update(&facts[12..56]).update(&facts[64..]).finalize()
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

    /// With the hash over what is said.
    pub(super) fn to_bytes(self, version: u32, stored: u64) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..FACTS].copy_from_slice(&self.facts(version, stored));
        let hash = blake3::hash(&bytes[..FACTS]);
        bytes[FACTS..].copy_from_slice(hash.as_bytes());
        bytes
    }

    /// The header of a file that has to hold `material`, and the bytes of its compressed blocks.
    pub(super) fn from_bytes(
        bytes: &[u8; HEADER],
        material: Material,
        kind: Kind,
    ) -> Result<(Self, u64), &'static str> {
        let header = Header::from_facts(bytes, material, kind);
        let stored = number(bytes, 56);
        // Everything else follows from the material.
        if header.to_bytes(VERSION, stored) != *bytes {
            return Err("the header is damaged, or belongs to another slice");
        }
        Ok((header, stored))
    }
}

/// What a file holds.
pub(crate) struct Finished {
    pub header: Header,
    pub payload: Vec<u8>,
    pub hashes: Hashes,
}

pub(super) fn number(bytes: &[u8], at: usize) -> u64 {
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

/// Opens a regular file to read: a pipe would wait for somebody who writes to it.
pub(crate) fn open_regular(path: &Path) -> std::io::Result<File> {
    if std::fs::metadata(path)?.is_file() {
        return File::open(path);
    }
    Err(std::io::Error::new(ErrorKind::InvalidInput, "no regular file; remove it"))
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
            let stored = 5_000_000_000;
            let bytes = header.to_bytes(VERSION, stored);
            assert_eq!(Header::from_bytes(&bytes, material, kind), Ok((header, stored)));
        }
    }
}
