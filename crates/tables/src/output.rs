//! Writing the files of a database.
//!
//! A file is written under another name, brought to the disk and renamed: under its own name it is
//! complete, whatever happens, and what stood there before stays until then. What a program that
//! was killed has left behind under another name is removed as soon as nobody builds.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use fs4::{FileExt, TryLockError};
use rayon::prelude::*;
use tempfile::NamedTempFile;
use zstd::bulk::Compressor;

use crate::blocks::{self, Stored};
use crate::error::FileError;
use crate::file::{About, BLOCK, Header, VERSION};

/// How the names of files begin that are being written.
const UNFINISHED: &str = ".unfinished-";
/// Locked while somebody builds.
const LOCK: &str = ".lock";
/// Where directories cannot be locked: a file that nobody has written to for so long was left
/// behind by a build that was killed.
const ABANDONED: Duration = Duration::from_secs(24 * 3600);

/// What a higher level saves is a few per cent, for several times the time.
const LEVEL: i32 = 9;

/// A block of a file.
#[derive(Debug)]
pub struct Packed {
    /// Compressed.
    pub bytes: Vec<u8>,
    /// Before it was compressed.
    pub hash: [u8; 32],
}

/// Memory that can be had, as far as the system says so.
pub fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
}

/// The blocks of a file, compressed; `reduced` makes a block of the file out of one of the numbers.
///
/// # Errors
/// The compressor has no memory.
pub fn pack<A: About + Sync>(
    header: &Header<A>,
    numbers: &[u8],
    reduced: impl Fn(usize, &[u8]) -> Vec<u8> + Sync,
) -> io::Result<Vec<Packed>> {
    let blocks = numbers.par_chunks(BLOCK).enumerate();
    let packed = blocks.map_init(
        || Compressor::new(LEVEL),
        |compressor, (number, block)| {
            let compressor = compressor.as_mut().map_err(|error| io::Error::from(error.kind()))?;
            let block = reduced(number, block);
            let hash = blocks::hash(header, number, &block);
            Ok(Packed { bytes: compressor.compress(&block)?, hash })
        },
    );
    packed.collect()
}

/// The header with the hash of these blocks.
pub fn with_hash<A: About>(header: Header<A>, blocks: &[Packed]) -> Header<A> {
    let hashes: Vec<[u8; 32]> = blocks.iter().map(|block| block.hash).collect();
    Header { payload_hash: blocks::root(&hashes), ..header }
}

/// Writes the file of these blocks, whose hash the header has; it is opened.
///
/// # Errors
/// It cannot be written.
pub fn write<A: About>(
    directory: &Path,
    header: Header<A>,
    blocks: &[Packed],
) -> Result<Stored<A>, FileError> {
    let path = directory.join(header.about.name());
    let bytes = blocks.iter().map(|block| block.bytes.len() as u64).sum();
    let start = header.to_bytes(VERSION, bytes);
    let mut parts: Vec<&[u8]> = vec![&start];
    let lengths: Vec<[u8; 4]> =
        blocks.iter().map(|block| (block.bytes.len() as u32).to_le_bytes()).collect();
    for (length, block) in lengths.iter().zip(blocks) {
        parts.extend([&length[..], &block.hash]);
    }
    parts.extend(blocks.iter().map(|block| &block.bytes[..]));
    write_whole(directory, &path, &parts).map_err(|error| FileError::io(&path, error))?;
    Ok(Stored::new(path, header, bytes))
}

/// Writes a file of these parts.
///
/// # Errors
/// It cannot be written; what was there before is still there then.
pub fn write_whole(directory: &Path, path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let file = unnamed(directory, parts)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    // The new name, too. Only under Unix can directories be opened like files.
    #[cfg(unix)]
    File::open(directory)?.sync_all()?;
    Ok(())
}

/// The same of a file that is of use for one build only: under its name it is complete, unless the
/// machine stops. Bringing every file to the disk would take longer than to solve most slices, so
/// whoever reads it has to look at its checksum.
///
/// # Errors
/// As [`write_whole`].
pub fn write_for_now(directory: &Path, path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    unnamed(directory, parts)?.persist(path).map_err(|error| error.error).map(drop)
}

/// A file of these parts that has not got its name yet.
fn unnamed(directory: &Path, parts: &[&[u8]]) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As for any new file; temporary files are private otherwise.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(directory)?;
    let mut writer = io::BufWriter::with_capacity(1 << 20, &mut file);
    for part in parts {
        writer.write_all(part)?;
    }
    writer.flush()?;
    drop(writer);
    Ok(file)
}

/// Waits until nobody else builds in a directory, and keeps others out until the file is dropped,
/// or the program ends in any way. `None` where files cannot be locked: two builds at once then do
/// everything twice, and nothing wrong.
pub fn lock(directory: &Path) -> Option<File> {
    let file = lock_file(directory, true)?;
    FileExt::lock(&file).ok()?;
    Some(file)
}

/// Keeps those out who build everything, as [`lock`] does, and nobody who builds a slice.
pub fn share(directory: &Path) -> Option<File> {
    let file = lock_file(directory, true)?;
    FileExt::lock_shared(&file).ok()?;
    Some(file)
}

fn lock_file(directory: &Path, create: bool) -> Option<File> {
    let path = directory.join(LOCK);
    // A pipe would wait for somebody who reads from it.
    if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return None;
    }
    File::options().create(create).truncate(false).write(true).open(path).ok()
}

/// Removes what killed builds have left behind: everything if the directory is locked, and
/// otherwise what is so old that nobody works on it. What cannot be removed does no harm.
pub fn remove_unfinished(directory: &Path, is_locked: bool) {
    for path in unfinished(directory) {
        let modified = path.metadata().and_then(|metadata| metadata.modified());
        let age = modified.ok().and_then(|modified| modified.elapsed().ok());
        if is_locked || age.is_some_and(|age| age > ABANDONED) {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// The same for who does not build, if there is anything and nobody builds.
pub fn remove_left_behind(directory: &Path) {
    if unfinished(directory).next().is_none() {
        return;
    }
    let Some(file) = lock_file(directory, false) else { return };
    match FileExt::try_lock(&file) {
        Ok(()) => remove_unfinished(directory, true),
        Err(TryLockError::WouldBlock) => {}
        Err(TryLockError::Error(_)) => remove_unfinished(directory, false),
    }
}

fn unfinished(directory: &Path) -> impl Iterator<Item = std::path::PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(UNFINISHED))
        .map(|entry| entry.path())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(directory).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_whole_and_alone() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        write_whole(directory.path(), &path, &[b"one"]).unwrap();
        write_for_now(directory.path(), &path, &[b"an", b"other"]).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"another");
        assert_eq!(names(directory.path()), ["file"]);
        // What cannot be replaced leaves nothing behind either.
        std::fs::create_dir(directory.path().join("taken")).unwrap();
        for write in [write_whole, write_for_now] {
            write(directory.path(), &directory.path().join("taken"), &[b"x"]).unwrap_err();
        }
        assert_eq!(names(directory.path()), ["file", "taken"]);
    }

    #[test]
    fn what_is_left_behind_goes_when_nobody_builds() {
        let directory = tempfile::tempdir().unwrap();
        let lock = lock(directory.path()).unwrap();
        let leftover = directory.path().join(".unfinished-1");
        std::fs::write(&leftover, "").unwrap();
        remove_left_behind(directory.path());
        assert!(leftover.exists(), "somebody builds");
        drop(lock);
        remove_left_behind(directory.path());
        assert_eq!(names(directory.path()), [LOCK]);
    }
}
