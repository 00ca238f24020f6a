//! A file of the database, of which blocks are read when a search comes to them.
//!
//! ```text
//! header -- hash of the index
//!             index: a length and a hash for each block
//!               block 0 | block 1 | ...      compressed, each for itself
//! ```
//! None of it is used before it has been compared with its hash. Blocks are read rather than
//! mapped: what has been verified then cannot change any more, and a file that somebody truncates
//! is an error when the next block is read; of a map it would be a signal that ends the program.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::OnceLock;

use zstd::bulk::Decompressor;

use super::error::EgdbError;
use super::file::{HEADER, Header, Packing, open_regular};
use super::hashes::zeros;

/// Bytes of a block before it is compressed. Larger ones compress better; what a search needs is
/// scattered, and of larger ones it unpacks more for nothing.
pub(crate) const BLOCK: usize = 1 << 15;
/// Bytes of an entry of the index: the length of the compressed block, and the first half of its
/// BLAKE3.
pub(crate) const ENTRY: usize = 20;

/// Where a block is, and what it must be.
#[derive(Clone, Copy, Debug)]
struct Entry {
    start: u64,
    length: u32,
    hash: [u8; 16],
}

/// The index of these compressed blocks.
pub(crate) fn index(blocks: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(blocks.len() * ENTRY);
    for block in blocks {
        bytes.extend((block.len() as u32).to_le_bytes());
        bytes.extend(&blake3::hash(block).as_bytes()[..16]);
    }
    bytes
}

/// How many blocks that many bytes are.
pub(crate) fn count(payload: u64) -> u64 {
    payload.div_ceil(BLOCK as u64)
}

/// A file that is opened anew each time: there may be more slices than a program may have files
/// open, and it does not matter who is under the name then, since what is read must have the
/// checksum that the header had when the database was opened.
#[derive(Debug)]
pub(crate) struct Stored {
    pub path: PathBuf,
    pub header: Header,
    packing: Packing,
    index: OnceLock<Vec<Entry>>,
}

impl Stored {
    pub fn new(path: PathBuf, header: Header, packing: Packing) -> Self {
        Stored { path, header, packing, index: OnceLock::new() }
    }

    /// The same file, of which nothing is in memory.
    pub fn unread(&self) -> Self {
        Stored::new(self.path.clone(), self.header, self.packing)
    }

    /// Bytes of the file.
    pub fn length(&self) -> u64 {
        self.packing.length(&self.header)
    }

    /// A number of this file's own among those of a database.
    pub fn code(&self) -> u64 {
        (self.header.material.code() as u64) << 1 | self.header.kind as u64
    }

    /// Reads, verifies and unpacks a block.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged; there is no memory.
    pub fn block(
        &self,
        number: usize,
        decompressor: &mut Decompressor<'_>,
    ) -> Result<Box<[u8]>, EgdbError> {
        let mut file = self.file()?;
        let index = match self.index.get() {
            Some(index) => index,
            None => {
                let index = self.read_index(&mut file)?;
                self.index.get_or_init(|| index)
            }
        };
        let packed = self.read_block(&mut file, &index[number])?;
        let start = number as u64 * BLOCK as u64;
        let length = (self.header.payload() - start).min(BLOCK as u64) as usize;
        let mut block = zeros(length).ok_or_else(|| self.no_memory())?;
        match decompressor.decompress_to_buffer(&packed, &mut block[..]) {
            Ok(found) if found == length => Ok(block.into_boxed_slice()),
            _ => Err(self.damaged("a block of it cannot be unpacked")),
        }
    }

    /// Compares everything behind the header with its checksum; keeps nothing in memory.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged.
    pub fn verify(&self) -> Result<(), EgdbError> {
        let mut file = self.file()?;
        let index = self.read_index(&mut file)?;
        index.iter().try_for_each(|entry| self.read_block(&mut file, entry).map(drop))
    }

    fn read_block(&self, file: &mut File, entry: &Entry) -> Result<Vec<u8>, EgdbError> {
        let mut packed = zeros(entry.length as usize).ok_or_else(|| self.no_memory())?;
        self.read(file, entry.start, &mut packed)?;
        if blake3::hash(&packed).as_bytes()[..16] == entry.hash {
            Ok(packed)
        } else {
            Err(self.changed())
        }
    }

    fn read_index(&self, file: &mut File) -> Result<Vec<Entry>, EgdbError> {
        let blocks = count(self.header.payload()) as usize;
        let mut bytes = zeros(blocks * ENTRY).ok_or_else(|| self.no_memory())?;
        self.read(file, HEADER as u64, &mut bytes)?;
        if blake3::hash(&bytes) != self.packing.index_hash {
            return Err(self.changed());
        }
        let mut start = (HEADER + bytes.len()) as u64;
        let (entries, _) = bytes.as_chunks::<ENTRY>();
        let entries = entries.iter().map(|entry| {
            let length = u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]);
            let mut hash = [0; 16];
            hash.copy_from_slice(&entry[4..]);
            let entry = Entry { start, length, hash };
            start += u64::from(length);
            entry
        });
        let entries: Vec<Entry> = entries.collect();
        // So nobody asks for more memory than the file has bytes.
        if start != self.length() {
            return Err(self.damaged("its index is of a file of another length"));
        }
        Ok(entries)
    }

    fn file(&self) -> Result<File, EgdbError> {
        open_regular(&self.path).map_err(|error| self.io(error))
    }

    fn read(&self, file: &mut File, from: u64, bytes: &mut [u8]) -> Result<(), EgdbError> {
        let read = file.seek(SeekFrom::Start(from)).and_then(|_| file.read_exact(bytes));
        read.map_err(|error| self.io(error))
    }

    pub fn no_memory(&self) -> EgdbError {
        EgdbError::NoMemory { path: self.path.clone(), bytes: self.header.payload() }
    }

    fn io(&self, error: std::io::Error) -> EgdbError {
        match error.kind() {
            ErrorKind::UnexpectedEof => self.damaged("the file has become shorter"),
            _ => EgdbError::io(&self.path, error),
        }
    }

    pub fn damaged(&self, what: &'static str) -> EgdbError {
        let pieces = self.header.material.pieces();
        EgdbError::Damaged { path: self.path.clone(), pieces, what }
    }

    pub fn changed(&self) -> EgdbError {
        EgdbError::Checksum { path: self.path.clone(), pieces: self.header.material.pieces() }
    }
}
