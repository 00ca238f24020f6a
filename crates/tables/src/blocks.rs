//! A file of the database, of which blocks are read when a search comes to them.
//!
//! ```text
//! header -- hash of all blocks, one behind the other, before they were compressed
//!             index: for each block its length in the file, and the hash of its subtree
//!               block 0 | block 1 | ...      compressed, each for itself
//! ```
//! BLAKE3 is a tree: the hashes of the blocks put together give that of the whole (`hashes.rs`), so
//! that each block can be compared alone with what the header says, and none of it is used before.
//! Hashed is what the compressor got, since what it makes of that is another matter in each of its
//! versions.
//!
//! Blocks are read rather than mapped: what has been verified then cannot change any more, and a
//! file that somebody truncates is an error when the next block is read; of a map it would be a
//! signal that ends the program.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use zstd::bulk::Decompressor;
use zstd::zstd_safe::compress_bound;

use crate::error::FileError;
use crate::file::{About, BLOCK, ENTRY, HEADER, Header, MAGIC, VERSION, count, open_regular};
use crate::hashes::{self, zeros};

/// What is said of a file that begins otherwise.
const NONE: &str = "no file of an endgame database";

/// Where a block is, and what it must be.
#[derive(Clone, Copy, Debug)]
struct Entry {
    start: u64,
    length: u32,
    hash: [u8; 32],
}

/// The hash of a block: that of its subtree, or of the whole if there is no other.
pub fn hash<A: About>(header: &Header<A>, number: usize, block: &[u8]) -> [u8; 32] {
    match count(header.payload()) {
        1 => blake3::hash(block).into(),
        _ => hashes::subtree_at(number * BLOCK, block),
    }
}

/// The hash of all blocks, from those of each.
pub fn root(hashes: &[[u8; 32]]) -> [u8; 32] {
    match hashes {
        [hash] => *hash,
        _ => hashes::root(hashes),
    }
}

/// A file that is opened anew each time: there may be more slices than a program may have files
/// open, and it does not matter who is under the name then, since what is read must have the hash
/// that the header had when the database was opened.
#[derive(Debug)]
pub struct Stored<A> {
    /// Where it is.
    pub path: PathBuf,
    /// What it says of itself.
    pub header: Header<A>,
    /// Bytes of the compressed blocks.
    bytes: u64,
    index: OnceLock<Vec<Entry>>,
}

impl<A: About> Stored<A> {
    /// A file with so many bytes of compressed blocks, whose header has been read.
    pub fn new(path: PathBuf, header: Header<A>, bytes: u64) -> Self {
        Stored { path, header, bytes, index: OnceLock::new() }
    }

    /// Opens the file that is about this.
    ///
    /// # Errors
    /// It cannot be read; its header or its length is not what it has to be; it is of another
    /// version.
    pub fn open(directory: &Path, about: A) -> Result<Self, FileError> {
        let path = directory.join(about.name());
        let io = |error| FileError::io(&path, error);
        let pieces = about.pieces();
        let damaged = |what| FileError::Damaged { path: path.clone(), pieces, what };
        let mut file = open_regular(&path).map_err(io)?;
        let mut bytes = [0; HEADER];
        match file.read_exact(&mut bytes) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Err(damaged(NONE)),
            result => result.map_err(io)?,
        }
        if !bytes.starts_with(MAGIC) {
            return Err(damaged(NONE));
        }
        let version = u32::from_le_bytes([8, 9, 10, 11].map(|at| bytes[at]));
        if version > VERSION {
            return Err(FileError::Later { path, version });
        }
        if version < VERSION {
            return Err(FileError::Earlier { path, pieces });
        }
        let (header, blocks) = Header::from_bytes(&bytes, about).map_err(damaged)?;
        if file.metadata().map_err(io)?.len() != header.length(blocks) {
            return Err(damaged("the file does not have the length that its header says"));
        }
        Ok(Stored::new(path, header, blocks))
    }

    /// The same file, of which nothing is in memory.
    pub fn unread(&self) -> Self {
        Stored::new(self.path.clone(), self.header, self.bytes)
    }

    /// Bytes of the file.
    pub fn length(&self) -> u64 {
        self.header.length(self.bytes)
    }

    /// A number of this file's own among those of a database.
    pub fn code(&self) -> u64 {
        self.header.about.code()
    }

    /// Reads, unpacks and verifies a block.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged; there is no memory.
    pub fn block(
        &self,
        number: usize,
        decompressor: &mut Decompressor<'_>,
    ) -> Result<Box<[u8]>, FileError> {
        let mut file = self.file()?;
        let index = match self.index.get() {
            Some(index) => index,
            None => {
                let index = self.read_index(&mut file)?;
                self.index.get_or_init(|| index)
            }
        };
        self.read_block(&mut file, number, &index[number], decompressor)
    }

    /// Compares everything behind the header with what that says; keeps nothing in memory.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged; there is no memory.
    pub fn verify(&self) -> Result<(), FileError> {
        self.each(drop)
    }

    /// Everything behind the header, unpacked.
    ///
    /// # Errors
    /// As for [`Stored::verify`].
    pub fn all(&self) -> Result<Vec<u8>, FileError> {
        let mut all = Vec::new();
        let bytes = self.header.payload() as usize;
        all.try_reserve_exact(bytes).map_err(|_| self.no_memory())?;
        self.each(|block| all.extend_from_slice(&block))?;
        Ok(all)
    }

    fn each(&self, mut then: impl FnMut(Box<[u8]>)) -> Result<(), FileError> {
        let mut file = self.file()?;
        let index = self.read_index(&mut file)?;
        let mut decompressor = Decompressor::new().map_err(|_| self.no_memory())?;
        index.iter().enumerate().try_for_each(|(number, entry)| {
            self.read_block(&mut file, number, entry, &mut decompressor).map(&mut then)
        })
    }

    fn read_block(
        &self,
        file: &mut File,
        number: usize,
        entry: &Entry,
        decompressor: &mut Decompressor<'_>,
    ) -> Result<Box<[u8]>, FileError> {
        let mut packed = zeros(entry.length as usize).ok_or_else(|| self.no_memory())?;
        self.read(file, entry.start, &mut packed)?;
        let start = number as u64 * BLOCK as u64;
        let length = (self.header.payload() - start).min(BLOCK as u64) as usize;
        // Filling it with zeros first would take as long as hashing it.
        let mut block = Vec::new();
        block.try_reserve_exact(length).map_err(|_| self.no_memory())?;
        match decompressor.decompress_to_buffer(&packed, &mut block) {
            Ok(found) if found == length && hash(&self.header, number, &block) == entry.hash => {
                Ok(block.into_boxed_slice())
            }
            _ => Err(self.changed()),
        }
    }

    fn read_index(&self, file: &mut File) -> Result<Vec<Entry>, FileError> {
        let blocks = count(self.header.payload()) as usize;
        let mut bytes = zeros(blocks * ENTRY).ok_or_else(|| self.no_memory())?;
        self.read(file, HEADER as u64, &mut bytes)?;
        let mut start = (HEADER + bytes.len()) as u64;
        let mut hashes = Vec::with_capacity(blocks);
        let (entries, _) = bytes.as_chunks::<ENTRY>();
        let entries = entries.iter().map(|entry| {
            let length = u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]);
            let mut hash = [0; 32];
            hash.copy_from_slice(&entry[4..]);
            hashes.push(hash);
            let entry = Entry { start, length, hash };
            start += u64::from(length);
            entry
        });
        let entries: Vec<Entry> = entries.collect();
        // Nobody asks for more memory than a block takes, or the file has bytes.
        let most = compress_bound(BLOCK) as u32;
        let is_whole = start == self.length() && entries.iter().all(|entry| entry.length <= most);
        if is_whole && root(&hashes) == self.header.payload_hash {
            Ok(entries)
        } else {
            Err(self.changed())
        }
    }

    fn file(&self) -> Result<File, FileError> {
        open_regular(&self.path).map_err(|error| self.io(error))
    }

    fn read(&self, file: &mut File, from: u64, bytes: &mut [u8]) -> Result<(), FileError> {
        let read = file.seek(SeekFrom::Start(from)).and_then(|_| file.read_exact(bytes));
        read.map_err(|error| self.io(error))
    }

    /// There is none for what is in it.
    pub fn no_memory(&self) -> FileError {
        FileError::NoMemory { path: self.path.clone(), bytes: self.header.payload() }
    }

    fn io(&self, error: std::io::Error) -> FileError {
        match error.kind() {
            ErrorKind::UnexpectedEof => self.damaged("the file has become shorter"),
            _ => FileError::io(&self.path, error),
        }
    }

    /// Something is wrong with it.
    pub fn damaged(&self, what: &'static str) -> FileError {
        let pieces = self.header.about.pieces();
        FileError::Damaged { path: self.path.clone(), pieces, what }
    }

    /// It is not what it was when it was written.
    pub fn changed(&self) -> FileError {
        FileError::Checksum { path: self.path.clone(), pieces: self.header.about.pieces() }
    }
}
