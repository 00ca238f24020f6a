//! Slices that are there, in memory or in files, and opening those.

use std::path::Path;

use threefold_tables::FileError;

use super::error::EgdbError;
use super::exact;
use super::file::{self, Header, Kind, Stored, Table};
use super::known;
use super::packing;
use super::slice::{Layout, Material};

/// One slice that is there.
#[derive(Debug)]
pub(crate) struct Slice {
    pub layout: Layout,
    /// What its file says of itself.
    pub header: Header,
    pub values: Data,
    pub depths: Option<(Header, Data)>,
}

/// The numbers of a slice.
#[derive(Debug)]
pub(crate) enum Data {
    /// Built here, and nowhere else.
    Memory(Vec<u8>),
    /// In a file, of which parts are read.
    File(Stored),
}

impl Data {
    /// The bytes of what was built here.
    ///
    /// # Panics
    /// If it is a file.
    pub fn in_memory(&self) -> &[u8] {
        match self {
            Data::Memory(bytes) => bytes,
            Data::File(stored) => panic!("{} was not built here", stored.path.display()),
        }
    }

    /// The same, with nothing of a file in memory; `None` if there is no file.
    pub fn unread(&self) -> Option<Self> {
        match self {
            Data::Memory(_) => None,
            Data::File(stored) => Some(Data::File(stored.unread())),
        }
    }

    pub fn verify(&self, header: &Header) -> Result<(), EgdbError> {
        match self {
            Data::File(stored) => Ok(stored.verify()?),
            Data::Memory(bytes) if packing::header_of(header, bytes) == *header => Ok(()),
            Data::Memory(_) => {
                let Table { kind, material } = header.about;
                let path = file::name(material, kind).into();
                Err(EgdbError::File(FileError::Checksum { path, pieces: material.pieces() }))
            }
        }
    }

    /// Bytes that it takes, in a file or in memory.
    pub fn bytes(&self) -> u64 {
        match self {
            Data::Memory(bytes) => bytes.len() as u64,
            Data::File(stored) => stored.length(),
        }
    }
}

impl Slice {
    pub(crate) fn verify_checksums(&self) -> Result<(), EgdbError> {
        self.values.verify(&self.header)?;
        self.depths.as_ref().map_or(Ok(()), |(header, depths)| depths.verify(header))
    }
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

/// Reads a file of the database, and compares it with its hashes.
///
/// # Errors
/// As for [`stored`]; it has changed.
pub(super) fn verified(directory: &Path, material: Material, kind: Kind) -> Result<(), EgdbError> {
    Ok(stored(directory, material, kind)?.verify()?)
}

/// Opens a file of the database.
///
/// # Errors
/// It cannot be read; its header or its length is not what it has to be; it is of another version.
pub(crate) fn stored(
    directory: &Path,
    material: Material,
    kind: Kind,
) -> Result<Stored, EgdbError> {
    let pieces = material.pieces();
    let stored = match Stored::open(directory, Table { kind, material }) {
        // What an earlier version has written may be shorter than a header of this.
        Err(FileError::Damaged { path, .. }) if exact::is_there(directory, material, kind) => {
            return Err(EgdbError::File(FileError::Earlier { path, pieces }));
        }
        stored => stored?,
    };
    if known::is_false(&stored.header) {
        return Err(EgdbError::File(FileError::Damaged {
            path: stored.path,
            pieces,
            what: known::FALSE,
        }));
    }
    Ok(stored)
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::super::file::{VERSION, count};
    use super::*;

    /// The length of a file of the largest slice, of which nothing but the header is written, and
    /// no hash is known.
    #[test]
    fn a_file_of_eight_pieces() {
        use std::io::Write;

        let directory = tempfile::tempdir().unwrap();
        let material = Material { own_men: 2, own_kings: 2, their_men: 2, their_kings: 2 };
        let positions = 15_437_822_400;
        let header = Header {
            about: Table { kind: Kind::Values, material },
            longest: 0,
            wins: 1,
            draws: positions - 2,
            losses: 1,
            payload_hash: [0; 32],
        };
        assert_eq!(header.payload(), positions / 4);
        let stored = 5 << 30;
        let path = file::path(directory.path(), material, Kind::Values);
        let mut file = File::create_new(path).unwrap();
        file.write_all(&header.to_bytes(VERSION, stored)).unwrap();
        file.set_len(header.length(stored)).unwrap();
        let slice = open(directory.path(), material).unwrap();
        assert_eq!((slice.layout.size, slice.header), (positions, header));
        // An index of zeros has not the hash that the header was given.
        let Data::File(stored) = &slice.values else { panic!("a file is opened as one") };
        let mut decompressor = zstd::bulk::Decompressor::new().unwrap();
        let error = stored.block(count(header.payload()) as usize - 1, &mut decompressor);
        assert!(error.unwrap_err().to_string().contains("do not match the checksum"));
    }
}
