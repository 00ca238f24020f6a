//! The certificates: files named after what is in them.
//!
//! ```text
//!   DIR/certificates/ab/cdef....cert.zst      BLAKE3 of the text, not compressed
//! ```
//!
//! Who writes here holds the write lock of the index, so that there is one writer at a time and no
//! name is taken twice. A file is on the disk before the index knows of it.

use std::fs::{self, File};
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};

use threefold_certificate::{CheckLimits, decompressed_within};
use threefold_files::input;

use crate::error::{Error, Fault};
use crate::hash::{DIRECTORY, Hash};

const ENDING: &str = ".cert.zst";
/// What is being written; whoever finds one while nobody writes may remove it.
const UNFINISHED: &str = "unfinished.tmp";
/// Fast, and within a tenth of what the slowest level reaches for moves.
const ZSTD_LEVEL: i32 = 3;
/// With more new files than this the whole file system is brought to the disk at once, which costs
/// as much as a few of them one by one.
const FEW: usize = 8;

/// The certificates of a library.
#[derive(Debug)]
pub(crate) struct Store {
    directory: PathBuf,
}

/// Files that were written and may not be on the disk yet.
#[derive(Debug, Default)]
pub(crate) struct Written {
    files: Vec<PathBuf>,
}

impl Store {
    pub fn new(library: &Path) -> Self {
        Store { directory: library.join(DIRECTORY) }
    }

    /// Where a certificate is.
    pub fn path(&self, hash: Hash) -> PathBuf {
        let name = hash.to_string();
        self.directory.join(&name[..2]).join(format!("{}{ENDING}", &name[2..]))
    }

    /// Writes a text under its hash, if it is not there. Only with the index locked.
    pub fn put(&self, hash: Hash, text: &[u8], written: &mut Written) -> Result<(), Error> {
        let path = self.path(hash);
        // Left by a process that was killed before the index knew of it, or damaged since.
        if self.is_whole(hash) {
            written.files.push(path);
            return Ok(());
        }
        let inside = path.parent().unwrap_or(&self.directory);
        let unfinished = self.directory.join(UNFINISHED);
        let write = || -> io::Result<()> {
            if !inside.is_dir() {
                clear(inside)?;
                fs::create_dir_all(inside)?;
            }
            let compressed = zstd::encode_all(text, ZSTD_LEVEL)?;
            // What has the name may be a pipe, or a link to somebody's file.
            clear(&unfinished)?;
            let mut file = File::create_new(&unfinished)?;
            file.write_all(&compressed)?;
            drop(file);
            clear(&path)?;
            fs::rename(&unfinished, &path)
        };
        write().map_err(Error::file(&path))?;
        written.files.push(path);
        Ok(())
    }

    /// The text of a certificate, as it is read: if it is not what its hash says, its end is an
    /// error.
    pub fn open(&self, hash: Hash, limits: &CheckLimits) -> Result<Hashed<'static>, Fault> {
        let path = self.path(hash);
        match input::open(&path).and_then(|file| decompressed_within(file, limits)) {
            Ok(text) => Ok(Hashed { text, hash, hasher: blake3::Hasher::new(), bytes: 0 }),
            Err(error) => Err(Fault { hash, path, what: error.to_string(), limit: None }),
        }
    }

    /// Whether a certificate is there, and what its hash says.
    pub fn is_whole(&self, hash: Hash) -> bool {
        let read = |mut text: Hashed<'_>| io::copy(&mut text, &mut io::sink());
        self.open(hash, &CheckLimits::default()).is_ok_and(|text| read(text).is_ok())
    }

    /// Removes a certificate, if it is there.
    pub fn remove(&self, hash: Hash) -> Result<(), Error> {
        let path = self.path(hash);
        clear(&path).map_err(Error::file(&path))
    }

    /// Every certificate that is there, and what is left of unfinished ones. Files with other names
    /// are somebody else's.
    pub fn each(&self, mut found: impl FnMut(Found)) -> Result<(), Error> {
        let unfinished = self.directory.join(UNFINISHED);
        if unfinished.exists() {
            found(Found::Unfinished(unfinished));
        }
        let entries = match fs::read_dir(&self.directory) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries.map_err(Error::file(&self.directory))?,
        };
        for inside in entries {
            let inside = inside.map_err(Error::file(&self.directory))?;
            let name = inside.file_name();
            let Some(first) = name.to_str().filter(|name| name.len() == 2) else { continue };
            let path = inside.path();
            if !path.is_dir() {
                continue;
            }
            for file in fs::read_dir(&path).map_err(Error::file(&path))? {
                let file = file.map_err(Error::file(&path))?;
                let name = file.file_name();
                let rest = name.to_str().and_then(|name| name.strip_suffix(ENDING));
                let hash = rest.and_then(|rest| format!("{first}{rest}").parse().ok());
                if let Some(hash) = hash {
                    found(Found::Certificate(hash, file.path()));
                }
            }
        }
        Ok(())
    }

    /// Brings files to the disk, with their names.
    pub fn sync(&self, written: &Written) -> Result<(), Error> {
        if written.files.is_empty() {
            return Ok(());
        }
        if written.files.len() > FEW && self.sync_all() {
            return Ok(());
        }
        for path in &written.files {
            File::open(path).and_then(|file| file.sync_all()).map_err(Error::file(path))?;
        }
        let mut directories: Vec<&Path> =
            written.files.iter().filter_map(|path| path.parent()).collect();
        directories.push(&self.directory);
        directories.sort_unstable();
        directories.dedup();
        for directory in directories {
            sync_directory(directory).map_err(Error::file(directory))?;
        }
        Ok(())
    }

    /// The whole file system, where that can be asked for.
    #[cfg(target_os = "linux")]
    fn sync_all(&self) -> bool {
        File::open(&self.directory).is_ok_and(|directory| rustix::fs::syncfs(directory).is_ok())
    }

    #[cfg(not(target_os = "linux"))]
    fn sync_all(&self) -> bool {
        false
    }
}

/// Frees a name that belongs to a library, whatever has it. A directory that is not empty is moved
/// aside: nobody knows whose it is.
pub(crate) fn clear(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(metadata) if metadata.is_dir() => fs::remove_dir(path).or_else(|_| {
            let name = path.display();
            let mut names = (1u64..).map(|number| format!("{name}.aside-{number}"));
            let is_free = |name: &String| fs::symlink_metadata(name).is_err();
            fs::rename(path, names.find(is_free).unwrap_or_default())
        }),
        Ok(_) => fs::remove_file(path),
    }
}

/// A text that is compared with its hash where it ends.
pub(crate) struct Hashed<'t> {
    text: Box<dyn BufRead + 't>,
    hash: Hash,
    hasher: blake3::Hasher,
    /// How many bytes have been read.
    pub bytes: u64,
}

impl BufRead for Hashed<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let buffer = self.text.fill_buf()?;
        if buffer.is_empty() && Hash::from(self.hasher.finalize()) != self.hash {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "not what its hash says"));
        }
        Ok(buffer)
    }

    fn consume(&mut self, count: usize) {
        // What is consumed is in the buffer still, and asking for it again reads nothing.
        if let Ok(buffer) = self.text.fill_buf() {
            self.hasher.update(&buffer[..count]);
        }
        self.bytes += count as u64;
        self.text.consume(count);
    }
}

impl Read for Hashed<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let buffer = self.fill_buf()?;
        let count = buffer.len().min(out.len());
        out[..count].copy_from_slice(&buffer[..count]);
        self.consume(count);
        Ok(count)
    }
}

/// A file of the store.
#[derive(Debug)]
pub(crate) enum Found {
    /// A certificate, whole or not.
    Certificate(Hash, PathBuf),
    /// What a process that was killed has left.
    Unfinished(PathBuf),
}

#[cfg(unix)]
fn sync_directory(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}

/// Directories cannot be opened everywhere.
#[cfg(not(unix))]
fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}
