//! What a file of a database says of itself.
//!
//! ```text
//!   0   8  "3fold-eg"             56   8  bytes of the compressed blocks
//!   8   4  version, 4             64  32  BLAKE3 of all blocks before they were compressed
//!  12   5  what it is about
//!  17   1  plies of the longest win
//!  24   8  positions              96  32  BLAKE3 of bytes 0 to 95
//!  32  24  wins, draws, losses   128      the index: 36 bytes a block; the blocks
//! ```
//! Numbers are little-endian. The index and the blocks are explained in `blocks.rs`.

use std::fmt;
use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

/// How a file begins.
pub const MAGIC: &[u8; 8] = b"3fold-eg";
/// The version of the format.
pub const VERSION: u32 = 4;
/// Bytes of a header: its facts, and their hash.
pub const HEADER: usize = FACTS + 32;
/// Bytes of its facts.
pub const FACTS: usize = 96;

/// Bytes of a block before it is compressed. Larger ones compress better; what a search needs is
/// scattered, and of larger ones it unpacks more for nothing.
pub const BLOCK: usize = 1 << 15;
/// Bytes of an entry of the index: the length of the compressed block, and its hash.
pub const ENTRY: usize = 36;

/// What a file is about.
pub trait About: Copy + fmt::Debug + Eq {
    /// The name of the file.
    fn name(&self) -> String;

    /// Bytes 12 to 16 of its header.
    fn bytes(&self) -> [u8; 5];

    /// How many positions have a number in it.
    fn positions(&self) -> u64;

    /// Bytes of all these numbers.
    fn payload(&self) -> u64;

    /// How many pieces its positions have.
    fn pieces(&self) -> u8;

    /// A number of its own among those of the database, of 32 bits.
    fn code(&self) -> u64;
}

/// How many blocks that many bytes are.
pub fn count(payload: u64) -> u64 {
    payload.div_ceil(BLOCK as u64)
}

/// What a file says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header<A> {
    /// What it is about.
    pub about: A,
    /// Plies of the longest win, where they are stored.
    pub longest: u8,
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that nobody wins.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// Of all blocks of a file of the database; of the payload as it is while a build works on it.
    pub payload_hash: [u8; 32],
}

impl<A: About> Header<A> {
    /// Bytes of the payload.
    pub fn payload(&self) -> u64 {
        self.about.payload()
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
    pub fn facts(&self, version: u32, stored: u64) -> [u8; FACTS] {
        let mut bytes = [0; FACTS];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..12].copy_from_slice(&version.to_le_bytes());
        bytes[12..17].copy_from_slice(&self.about.bytes());
        bytes[17] = self.longest;
        let numbers = [self.about.positions(), self.wins, self.draws, self.losses, stored];
        for (i, number) in numbers.into_iter().enumerate() {
            bytes[24 + 8 * i..32 + 8 * i].copy_from_slice(&number.to_le_bytes());
        }
        bytes[64..96].copy_from_slice(&self.payload_hash);
        bytes
    }

    /// What they say that does not follow from what they are about. Whether they are right is seen
    /// by making them again.
    pub fn from_facts(bytes: &[u8], about: A) -> Self {
        let mut payload_hash = [0; 32];
        payload_hash.copy_from_slice(&bytes[64..96]);
        Header {
            about,
            longest: bytes[17],
            wins: number(bytes, 32),
            draws: number(bytes, 40),
            losses: number(bytes, 48),
            payload_hash,
        }
    }

    /// With the hash over what is said.
    pub fn to_bytes(self, version: u32, stored: u64) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..FACTS].copy_from_slice(&self.facts(version, stored));
        let hash = blake3::hash(&bytes[..FACTS]);
        bytes[FACTS..].copy_from_slice(hash.as_bytes());
        bytes
    }

    /// The header of a file that has to be about this, and the bytes of its compressed blocks.
    ///
    /// # Errors
    /// It is about something else, or does not have its own hash.
    pub fn from_bytes(bytes: &[u8; HEADER], about: A) -> Result<(Self, u64), &'static str> {
        let header = Header::from_facts(bytes, about);
        let stored = number(bytes, 56);
        // Everything else follows from what it is about.
        if header.to_bytes(VERSION, stored) != *bytes {
            return Err("the header is damaged, or belongs to another slice");
        }
        Ok((header, stored))
    }
}

/// Eight bytes as a number.
pub fn number(bytes: &[u8], at: usize) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(number)
}

/// Opens a regular file to read: a pipe would wait for somebody who writes to it.
///
/// # Errors
/// There is none.
pub fn open_regular(path: &Path) -> std::io::Result<File> {
    if std::fs::metadata(path)?.is_file() {
        return File::open(path);
    }
    Err(std::io::Error::new(ErrorKind::InvalidInput, "no regular file; remove it"))
}
