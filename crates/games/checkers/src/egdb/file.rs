//! The files of a database: one per slice for the values, and one for the depths where there are
//! any.
//!
//! ```text
//!   0   8  "3fold-eg"             56   8  bytes of the payload
//!   8   4  version, 1             64  32  BLAKE3 of the payload
//!  12   1  kind: 0 values, 1 depths
//!  13   4  own men, own kings, their men, their kings
//!  17   1  kind 1: plies of the longest win
//!  24   8  positions              96  32  BLAKE3 of bytes 0 to 95
//!  32  24  wins, draws, losses   128      payload: 2 bits a position, or 1 byte
//! ```
//! Numbers are little-endian. A file is written under another name, flushed to the disk and
//! renamed: under its own name it is complete. It has its full length from the beginning, and the
//! results are put into it as they are found, through a map.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use fs4::FileExt;
use tempfile::NamedTempFile;

use super::database::{Data, Slice};
use super::error::EgdbError;
use super::map::{Bytes, SharedMap};
use super::slice::{Layout, Material};

const MAGIC: &[u8; 8] = b"3fold-eg";
pub(crate) const VERSION: u32 = 1;
pub(crate) const HEADER: usize = 128;
/// How the names of files begin that are being written.
const UNFINISHED: &str = ".unfinished-";
/// Locked while somebody builds.
const LOCK: &str = ".lock";
/// Where directories cannot be locked: a file that nobody has written to for so long was left behind
/// by a build that was killed. A placement of many kings is solved for minutes before anything is
/// written.
const ABANDONED: Duration = Duration::from_secs(24 * 3600);

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    fn to_bytes(self) -> [u8; HEADER] {
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
            return Err("a file of another version of the database: build it again");
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
pub(crate) fn open(directory: &Path, material: Material) -> Result<Slice, EgdbError> {
    let layout = Layout::new(material);
    let (header, values) = map(&path(directory, material, Kind::Values), layout, Kind::Values)?;
    let depths = path(directory, material, Kind::Depths);
    let depths = if depths.exists() { Some(map(&depths, layout, Kind::Depths)?) } else { None };
    Ok(Slice { layout, header, values, depths })
}

fn map(path: &Path, layout: Layout, kind: Kind) -> Result<(Header, Data), EgdbError> {
    let io = |error| EgdbError::io(path, error);
    let damaged = |what| EgdbError::Damaged { path: path.to_owned(), what };
    let mut file = File::open(path).map_err(io)?;
    let length = file.metadata().map_err(io)?.len();
    let mut start = [0; HEADER];
    if length >= HEADER as u64 {
        file.read_exact(&mut start).map_err(io)?;
    }
    let header = Header::from_bytes(&start, layout.material, kind).map_err(damaged)?;
    if length != HEADER as u64 + kind.payload(layout.size) {
        return Err(damaged("the file does not have the length that its header says"));
    }
    let bytes = Bytes::map(&file).map_err(io)?;
    Ok((header, Data { bytes, from: HEADER }))
}

/// A file that is being written: complete, or not there under its own name.
pub(crate) struct Unfinished {
    /// Before the file, which some systems do not delete while it is mapped.
    map: SharedMap,
    file: NamedTempFile,
    directory: PathBuf,
    layout: Layout,
    kind: Kind,
}

impl Unfinished {
    /// A file for a slice, the payload all zero.
    pub fn create(directory: &Path, material: Material, kind: Kind) -> Result<Self, EgdbError> {
        let io = |error| EgdbError::io(directory, error);
        let layout = Layout::new(material);
        let mut file =
            tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(directory).map_err(io)?;
        let length = HEADER as u64 + kind.payload(layout.size);
        allocate(file.as_file_mut(), length)
            .map_err(|error| EgdbError::io(&path(directory, material, kind), error))?;
        let map = SharedMap::new(file.as_file()).map_err(io)?;
        Ok(Unfinished { map, file, directory: directory.to_owned(), layout, kind })
    }

    pub fn payload(&self) -> &[AtomicU8] {
        &self.map[HEADER..]
    }

    /// Gives the file its header and its name, and opens it.
    pub fn finish(self, header: Header) -> Result<Data, EgdbError> {
        let Unfinished { map, file, directory, layout, kind } = self;
        let path = path(&directory, layout.material, kind);
        let io = |error| EgdbError::io(&path, error);
        for (byte, cell) in header.to_bytes().into_iter().zip(map.iter()) {
            cell.store(byte, Ordering::Relaxed);
        }
        map.flush().map_err(io)?;
        drop(map);
        file.as_file().sync_all().map_err(io)?;
        file.persist(&path).map_err(|error| io(error.error))?;
        self::map(&path, layout, kind).map(|(_, data)| data)
    }
}

/// Gives an empty file its length, all zero, and its place on the disk. A page of a map for which
/// there is no place when it is written back is no error that the program gets to know of: it is
/// ended (SIGBUS), or the page is lost.
fn allocate(file: &mut File, length: u64) -> io::Result<()> {
    match FileExt::allocate(file, length) {
        // Some systems make room and leave the length.
        Ok(()) => file.set_len(length),
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge
            ) =>
        {
            Err(error)
        }
        // Not every file system can do it.
        Err(_) => write_zeros(file, length),
    }
}

fn write_zeros(file: &mut File, length: u64) -> io::Result<()> {
    io::copy(&mut io::repeat(0).take(length), file).map(drop)
}

/// Waits until nobody else builds in a directory, and keeps others out until the file is dropped, or
/// the program ends in any way. `None` where files cannot be locked: two builds at once then do
/// everything twice, and nothing wrong.
pub(crate) fn lock(directory: &Path) -> Option<File> {
    let mut options = File::options();
    let file = options.create(true).truncate(false).write(true).open(directory.join(LOCK)).ok()?;
    FileExt::lock(&file).ok()?;
    Some(file)
}

/// Removes what killed builds have left behind: everything if the directory is locked, and otherwise
/// what is so old that nobody works on it. What cannot be removed does no harm.
pub(crate) fn remove_unfinished(directory: &Path, is_locked: bool) {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(UNFINISHED))
    {
        let modified = entry.metadata().and_then(|metadata| metadata.modified());
        let age = modified.ok().and_then(|modified| modified.elapsed().ok());
        if is_locked || age.is_some_and(|age| age > ABANDONED) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
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

    /// Where the file system cannot make room, zeros are written.
    #[test]
    fn files_begin_with_zeros() {
        let directory = tempfile::tempdir().unwrap();
        for make in [allocate, write_zeros] {
            let path = directory.path().join("zeros");
            let mut file = File::create(&path).unwrap();
            make(&mut file, 20_001).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), [0; 20_001]);
        }
    }

    /// What is not finished is not there under its own name, and goes away by itself.
    #[test]
    fn a_file_is_whole_or_not_there() {
        let directory = tempfile::tempdir().unwrap();
        let material = material(1, 0, 1, 0);
        let names = || {
            let entries = std::fs::read_dir(directory.path()).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            names.collect::<Vec<String>>()
        };
        let unfinished = Unfinished::create(directory.path(), material, Kind::Depths).unwrap();
        assert_eq!(unfinished.payload().len() as u64, material.positions());
        unfinished.payload()[3].store(7, Ordering::Relaxed);
        assert!(names().iter().all(|name| name.starts_with(UNFINISHED)), "{:?}", names());
        let header = Header {
            kind: Kind::Depths,
            material,
            longest: 7,
            wins: 1,
            draws: 0,
            losses: material.positions() - 1,
            payload_hash: [0; 32],
        };
        let data = unfinished.finish(header).unwrap();
        assert_eq!(data.payload()[..5], [0, 0, 0, 7, 0]);
        assert_eq!(names(), [name(material, Kind::Depths)]);
        drop(Unfinished::create(directory.path(), material, Kind::Values).unwrap());
        assert_eq!(names().len(), 1);
    }

    /// A file of the largest slice with 7 pieces, of which nothing but a few bytes is written: the
    /// first and the last position are found where they belong, and some in between.
    #[cfg(unix)]
    #[test]
    fn a_file_of_seven_pieces() {
        use std::os::unix::fs::FileExt;

        use super::super::value::{LOSS_BITS, Value, WIN_BITS, unpack};

        let directory = tempfile::tempdir().unwrap();
        let material = material(2, 2, 1, 2);
        let layout = Layout::new(material);
        assert_eq!(layout.size, 1_415_939_616);
        let header = Header {
            kind: Kind::Values,
            material,
            longest: 0,
            wins: 1,
            draws: layout.size - 2,
            losses: 1,
            payload_hash: [0; 32],
        };
        let file = File::create_new(path(directory.path(), material, Kind::Values)).unwrap();
        file.set_len(HEADER as u64 + Kind::Values.payload(layout.size)).unwrap();
        file.write_all_at(&header.to_bytes(), 0).unwrap();
        let last = layout.size - 1;
        let put = |index: u64, bits: u8| {
            file.write_all_at(&[bits << (index % 4 * 2)], HEADER as u64 + index / 4).unwrap();
        };
        put(0, WIN_BITS);
        put(last, LOSS_BITS);
        let slice = open(directory.path(), material).unwrap();
        for (index, value) in
            [(0, Value::Win), (1, Value::Draw), (last / 2, Value::Draw), (last, Value::Loss)]
        {
            let position = layout.position(index);
            assert_eq!(position.material(), material);
            let index = slice.layout.index(&position);
            assert_eq!(unpack(slice.values.payload(), index), Some(value), "{index}");
        }
    }
}
