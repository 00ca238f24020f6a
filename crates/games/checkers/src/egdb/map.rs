//! Files in memory.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;

use memmap2::Mmap;

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
