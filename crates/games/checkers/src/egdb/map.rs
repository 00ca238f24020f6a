//! Files in memory.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::slice;
use std::sync::atomic::AtomicU8;

use memmap2::{Mmap, MmapRaw};

/// Bytes that are read only: a file, or memory.
#[derive(Debug)]
pub(crate) enum Bytes {
    Owned(Vec<u8>),
    Mapped(Mmap),
}

impl Bytes {
    /// Maps a file. It must not be changed while it is mapped: files of the database are written
    /// under another name, renamed when they are complete, and never changed after that.
    pub fn map(file: &File) -> io::Result<Self> {
        // SAFETY: the mapping is private and read only, and the bytes are used as plain numbers,
        // for which every value is valid. What remains is a file that somebody truncates while it
        // is in use; the operating system then ends the program (SIGBUS) rather than hand out other
        // memory. Nothing in this program opens a finished file for writing.
        unsafe { Mmap::map(file) }.map(Bytes::Mapped)
    }
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Owned(bytes) => bytes,
            Bytes::Mapped(map) => map,
        }
    }
}

/// A file that all threads write to.
#[derive(Debug)]
pub(crate) struct SharedMap(MmapRaw);

impl SharedMap {
    /// Maps a file, which must have its length and its place on the disk: the operating system ends
    /// the program (SIGBUS) where a page cannot be had. Nobody else may know the file.
    pub fn new(file: &File) -> io::Result<Self> {
        MmapRaw::map_raw(file).map(SharedMap)
    }

    /// Waits until everything is on the disk.
    pub fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Deref for SharedMap {
    type Target = [AtomicU8];

    #[inline]
    fn deref(&self) -> &[AtomicU8] {
        // SAFETY: the map is one block of so many bytes, readable and writable, that stays where it
        // is until `self` is dropped, which the slice does not outlive. `AtomicU8` has the size and
        // the alignment of a byte, and every value is valid. Within the program nothing but this
        // slice leads to the bytes, so that all accesses are atomic. Others do not have the file: it
        // is new and has a random name, and the directory is locked where that is possible (another
        // build would remove the file's name at most, not its bytes). If somebody writes to it
        // nevertheless, the results are wrong; if somebody truncates it, the program is ended.
        unsafe { slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len()) }
    }
}
