//! Where the results of a slice go while it is being solved.

use std::path::Path;
use std::sync::atomic::{AtomicU8, Ordering};

use super::database::Data;
use super::error::EgdbError;
use super::file::{Header, Kind, Unfinished};
use super::map::Bytes;
use super::slice::Material;

/// Where slices are put.
#[derive(Clone, Copy)]
pub(crate) enum Place<'a> {
    /// Nowhere: they are gone with the program.
    Memory,
    /// Into files.
    Directory(&'a Path),
}

impl Place<'_> {
    /// Makes room for a slice, all zero.
    pub fn output(self, material: Material, kind: Kind) -> Result<Output, EgdbError> {
        Ok(match self {
            Place::Memory => {
                let mut bytes = Vec::new();
                let size = kind.payload(material.positions()) as usize;
                bytes.resize_with(size, || AtomicU8::new(0));
                Output::Memory(bytes)
            }
            Place::Directory(directory) => {
                Output::File(Unfinished::create(directory, material, kind)?)
            }
        })
    }
}

/// Bytes that all threads write to.
pub(crate) enum Output {
    Memory(Vec<AtomicU8>),
    /// Pages of the file: the system can write them back and take them away where memory is short.
    File(Unfinished),
}

impl Output {
    /// No room at all.
    pub const NONE: Self = Output::Memory(Vec::new());

    pub fn bytes(&self) -> &[AtomicU8] {
        match self {
            Output::Memory(bytes) => bytes,
            Output::File(file) => file.payload(),
        }
    }

    /// Everything from the beginning to the end, in pieces of a multiple of 8 bytes but for the last.
    pub fn read(&self, mut each: impl FnMut(&[u8])) {
        let mut buffer = [0; 1 << 14];
        for part in self.bytes().chunks(buffer.len()) {
            for (byte, cell) in buffer.iter_mut().zip(part) {
                *byte = cell.load(Ordering::Relaxed);
            }
            each(&buffer[..part.len()]);
        }
    }

    /// What was written, to be looked up. A file gets its header and its name.
    pub fn finish(self, header: Header) -> Result<Data, EgdbError> {
        match self {
            Output::Memory(bytes) => {
                let bytes = bytes.into_iter().map(AtomicU8::into_inner).collect();
                Ok(Data { bytes: Bytes::Owned(bytes), from: 0 })
            }
            Output::File(file) => file.finish(header),
        }
    }
}
