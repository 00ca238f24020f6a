//! The numbers of a slice in blocks, none of which is used before it has been verified.
//!
//! ```text
//!         hash of the payload, in the header
//!              /             \
//!           ...               ...        the inner nodes of BLAKE3's tree, which nobody stores
//!          /    \            /
//!      block 0  block 1   block 2        their hashes, at the end of the file
//! ```
//! BLAKE3 is a tree. The hashes of its subtrees, one for each block, stand behind the payload; put
//! together they give the hash of the payload, so that they need no checksum of their own. So a
//! search reads and hashes the blocks that it comes to, not 600 MB before the first probe.
//!
//! Blocks are read into memory rather than mapped. What has been verified then cannot change any
//! more, and a file that somebody truncates is an error when the next block is read; of a map it
//! would be a signal that ends the program.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::OnceLock;

use blake3::hazmat::{
    ChainingValue, HasherExt, Mode, merge_subtrees_non_root, merge_subtrees_root,
};
use rayon::prelude::*;

use super::error::EgdbError;
use super::file::{HEADER, Header, open_regular};

/// Bytes of a block: a power of two, at least 1024. What a search needs is scattered, so that
/// larger ones are read for little of what is in them; smaller ones cost more to read a byte.
pub(crate) const BLOCK: usize = 1 << 14;

/// The hashes of all blocks; nothing if there is only one, which has that of the payload.
pub(crate) struct Hashes(pub Vec<ChainingValue>);

impl Hashes {
    /// How many there are for so many bytes.
    pub fn count(payload: u64) -> u64 {
        match payload.div_ceil(BLOCK as u64) {
            1 => 0,
            blocks => blocks,
        }
    }

    /// Hashes the blocks of a payload, and the whole of it; `each` sees every block.
    pub fn of<T: Send>(
        payload: &[u8],
        each: impl Fn(&[u8]) -> T + Sync,
    ) -> (Self, [u8; 32], Vec<T>) {
        if payload.len() <= BLOCK {
            return (Hashes(Vec::new()), blake3::hash(payload).into(), vec![each(payload)]);
        }
        let blocks = payload.par_chunks(BLOCK).enumerate();
        let (hashes, all): (Vec<ChainingValue>, Vec<T>) =
            blocks.map(|(number, block)| (hash(number, block), each(block))).unzip();
        let whole = root(&hashes);
        (Hashes(hashes), whole, all)
    }
}

/// The hash of one of several blocks.
fn hash(number: usize, block: &[u8]) -> ChainingValue {
    let mut hasher = blake3::Hasher::new();
    hasher.set_input_offset(number as u64 * BLOCK as u64).update(block);
    hasher.finalize_non_root()
}

/// The hash of the payload, from those of two or more blocks.
fn root(hashes: &[ChainingValue]) -> [u8; 32] {
    let (left, right) = children(hashes);
    merge_subtrees_root(&left, &right, Mode::Hash).into()
}

fn children(hashes: &[ChainingValue]) -> (ChainingValue, ChainingValue) {
    // On the left is the largest full tree that leaves something for the right.
    let left = hashes.len().next_power_of_two() / 2;
    (subtree(&hashes[..left]), subtree(&hashes[left..]))
}

fn subtree(hashes: &[ChainingValue]) -> ChainingValue {
    match hashes {
        [hash] => *hash,
        _ => {
            let (left, right) = children(hashes);
            merge_subtrees_non_root(&left, &right, Mode::Hash)
        }
    }
}

/// The payload of a file, of which blocks are read when they are needed for the first time.
///
/// The file is opened anew each time: there may be more slices than a program may have files open,
/// and it does not matter who is under the name then, since what is read must have the checksum
/// that the header had when the database was opened.
#[derive(Debug)]
pub(crate) struct Stored {
    pub path: PathBuf,
    pub header: Header,
    hashes: OnceLock<Vec<ChainingValue>>,
    blocks: Vec<OnceLock<Box<[u8; BLOCK]>>>,
}

impl Stored {
    pub fn new(path: PathBuf, header: Header) -> Self {
        let blocks = header.payload().div_ceil(BLOCK as u64);
        let blocks = (0..blocks).map(|_| OnceLock::new()).collect();
        Stored { path, header, hashes: OnceLock::new(), blocks }
    }

    /// The same file, of which nothing is in memory.
    pub fn unread(&self) -> Self {
        Stored::new(self.path.clone(), self.header)
    }

    /// A byte of the payload, if its block is in memory: one load more than a map would need.
    #[inline]
    pub fn get(&self, at: usize) -> Option<u8> {
        self.blocks[at / BLOCK].get().map(|block| block[at % BLOCK])
    }

    /// The same after reading and verifying its block.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged; there is no memory.
    pub fn load(&self, at: usize) -> Result<u8, EgdbError> {
        let number = at / BLOCK;
        let start = number as u64 * BLOCK as u64;
        let length = (self.header.payload() - start).min(BLOCK as u64) as usize;
        let mut file = self.file()?;
        let hashes = match self.hashes.get() {
            Some(hashes) => hashes,
            None => {
                let hashes = self.read_hashes(&mut file)?;
                self.hashes.get_or_init(|| hashes)
            }
        };
        let mut block = Vec::new();
        block.try_reserve_exact(BLOCK).map_err(|_| self.no_memory(BLOCK))?;
        file.seek(SeekFrom::Start(HEADER as u64 + start)).map_err(|error| self.io(error))?;
        file.take(length as u64).read_to_end(&mut block).map_err(|error| self.io(error))?;
        if block.len() < length {
            return Err(self.io(ErrorKind::UnexpectedEof.into()));
        }
        let is_right = match hashes.get(number) {
            Some(expected) => hash(number, &block) == *expected,
            None => blake3::hash(&block) == self.header.payload_hash,
        };
        if !is_right {
            return Err(self.changed());
        }
        block.resize(BLOCK, 0);
        let block = block.into_boxed_slice().try_into().expect("a block has its length");
        // Another thread may have been faster, with the same block.
        Ok(self.blocks[number].get_or_init(|| block)[at % BLOCK])
    }

    /// The whole payload, verified.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged; there is no memory.
    pub fn whole(&self) -> Result<Vec<u8>, EgdbError> {
        let mut bytes = self.zeros(self.header.payload() as usize)?;
        self.read(&mut self.file()?, HEADER as u64, &mut bytes)?;
        let (_, hash, _) = Hashes::of(&bytes, |_| ());
        if hash == self.header.payload_hash { Ok(bytes) } else { Err(self.changed()) }
    }

    /// Compares everything behind the header with its checksum; keeps nothing in memory.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged.
    pub fn verify(&self) -> Result<(), EgdbError> {
        let mut file = self.file()?;
        let mut buffer = self.zeros(BLOCK.min(self.header.payload() as usize))?;
        let mut hasher = blake3::Hasher::new();
        let mut at = HEADER as u64;
        let end = at + self.header.payload();
        while at < end {
            let length = (end - at).min(BLOCK as u64) as usize;
            self.read(&mut file, at, &mut buffer[..length])?;
            hasher.update(&buffer[..length]);
            at += length as u64;
        }
        if hasher.finalize() != self.header.payload_hash {
            return Err(self.changed());
        }
        self.read_hashes(&mut file).map(drop)
    }

    fn file(&self) -> Result<File, EgdbError> {
        open_regular(&self.path).map_err(|error| self.io(error))
    }

    fn read(&self, file: &mut File, from: u64, bytes: &mut [u8]) -> Result<(), EgdbError> {
        let read = file.seek(SeekFrom::Start(from)).and_then(|_| file.read_exact(bytes));
        read.map_err(|error| self.io(error))
    }

    fn read_hashes(&self, file: &mut File) -> Result<Vec<ChainingValue>, EgdbError> {
        let payload = self.header.payload();
        let mut bytes = self.zeros(Hashes::count(payload) as usize * size_of::<ChainingValue>())?;
        self.read(file, HEADER as u64 + payload, &mut bytes)?;
        let (hashes, _) = bytes.as_chunks();
        if !hashes.is_empty() && root(hashes) != self.header.payload_hash {
            let what = "the checksums of its blocks do not match that of the whole";
            return Err(self.damaged(what));
        }
        Ok(hashes.to_vec())
    }

    fn zeros(&self, length: usize) -> Result<Vec<u8>, EgdbError> {
        zeros(length).ok_or_else(|| self.no_memory(length))
    }

    fn no_memory(&self, bytes: usize) -> EgdbError {
        EgdbError::NoMemory { path: self.path.clone(), bytes: bytes as u64 }
    }

    fn io(&self, error: std::io::Error) -> EgdbError {
        match error.kind() {
            ErrorKind::UnexpectedEof => self.damaged("the file has become shorter"),
            _ => EgdbError::io(&self.path, error),
        }
    }

    fn damaged(&self, what: &'static str) -> EgdbError {
        let pieces = self.header.material.pieces();
        EgdbError::Damaged { path: self.path.clone(), pieces, what }
    }

    fn changed(&self) -> EgdbError {
        EgdbError::Checksum { path: self.path.clone(), pieces: self.header.material.pieces() }
    }
}

/// So many zeros; `None` if there is no memory for them.
pub(crate) fn zeros<T: Default>(length: usize) -> Option<Vec<T>> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(length).ok()?;
    zeros.resize_with(length, T::default);
    Some(zeros)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the number of blocks, the hash is the one that everybody computes.
    #[test]
    fn hashes_of_blocks_make_the_hash_of_the_whole() {
        for blocks in 1..=9 {
            for length in [blocks * BLOCK - BLOCK + 1, blocks * BLOCK - 1, blocks * BLOCK] {
                let payload: Vec<u8> = (0..length).map(|i| ((i * i) >> 7) as u8).collect();
                let (hashes, whole, sums) = Hashes::of(&payload, |block| block.len());
                assert_eq!(blake3::hash(&payload), whole, "{length}");
                assert_eq!(hashes.0.len() as u64, Hashes::count(length as u64));
                assert_eq!(sums.iter().sum::<usize>(), length);
            }
        }
    }

    #[test]
    fn memory_that_cannot_be_had_is_no_panic() {
        assert!(zeros::<u8>(isize::MAX as usize).is_none());
    }
}
