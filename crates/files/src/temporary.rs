//! Files that grow beside their place.
//!
//! ```text
//!   .threefold-HOST-PID-NUMBER.tmp
//! ```
//!
//! The process that makes one locks it until it has its own name or is gone, so one whose lock can
//! be had belongs to nobody. Between machines locks are not to be relied on (some network file
//! systems keep them to themselves): what another machine made is left alone for a day after it was
//! last written to.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
use fs4::{FileExt, TryLockError};
#[cfg(target_family = "wasm")]
use no_files::{FileExt, TryLockError};

use crate::identity::identity;

/// A page in a browser can make no file, so that none is ever locked.
#[cfg(target_family = "wasm")]
mod no_files {
    #[allow(dead_code)]
    pub enum TryLockError {
        WouldBlock,
        Error(()),
    }

    pub trait FileExt {
        fn try_lock(&self) -> Result<(), TryLockError> {
            Err(TryLockError::Error(()))
        }
    }

    impl FileExt for std::fs::File {}
}

const PREFIX: &str = ".threefold-";
const SUFFIX: &str = ".tmp";
/// How long a file of another machine is left alone.
const FOREIGN: Duration = Duration::from_secs(24 * 60 * 60);
/// File names must not get too long.
const LONGEST_HOST: usize = 64;

/// A file that is removed when it is dropped.
#[derive(Debug)]
pub struct Temporary {
    pub file: File,
    path: PathBuf,
}

impl Temporary {
    /// A new file, locked.
    pub fn create_in(directory: &Path) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let (host, process) = (host(), std::process::id());
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = directory.join(format!("{PREFIX}{host}-{process}-{number}{SUFFIX}"));
            let file = match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => file,
                // Of a process that had the same number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            };
            match FileExt::try_lock(&file) {
                // Before it was locked, somebody may have taken it for a stale one.
                Ok(()) if !is_called(&file, &path) => {}
                // Somebody is just doing that, and removes it.
                Err(TryLockError::WouldBlock) => {}
                // Where there are no locks nobody can take one and remove the file.
                Ok(()) | Err(TryLockError::Error(_)) => return Ok(Temporary { file, path }),
            }
        }
    }

    /// Gives it a name, in place of what has that name.
    pub fn rename(mut self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)?;
        // Nothing is left for the drop to remove.
        self.path = PathBuf::new();
        Ok(())
    }

    /// Gives it a name that nothing has: that of `path` with something added.
    pub fn rename_beside(self, path: &Path) -> io::Result<PathBuf> {
        const TRIES: u32 = 100;
        for number in 1..=TRIES {
            let mut name = path.file_name().unwrap_or_default().to_owned();
            name.push(format!(
                ".new{}",
                if number == 1 { String::new() } else { number.to_string() }
            ));
            let free = path.with_file_name(name);
            match OpenOptions::new().write(true).create_new(true).open(&free) {
                // An empty file holds the name.
                Ok(_) => return self.rename(&free).map(|()| free),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.path.as_os_str().is_empty() {
            // A drop has nobody to tell.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Removes what killed processes left in a directory, as far as that is certain. Nothing is said of
/// what cannot be removed.
pub fn remove_stale(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    let own = host();
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_foreign = match name.to_str().and_then(host_of) {
            Some(host) => host != own,
            None => continue,
        };
        // Not through a link.
        if entry.file_type().is_ok_and(|kind| kind.is_file()) {
            remove_if_stale(&entry.path(), is_foreign);
        }
    }
}

fn remove_if_stale(path: &Path, is_foreign: bool) {
    let mut options = OpenOptions::new();
    // Some systems give a lock only to who may write.
    options.read(true).write(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed());
    }
    let Ok(file) = options.open(path) else { return };
    let age = || file.metadata().ok()?.modified().ok()?.elapsed().ok();
    if is_foreign && age().is_none_or(|age| age < FOREIGN) {
        return;
    }
    // The lock is kept until the file is gone, and who makes one looks whether it is still there.
    // The other way round: a file that has got its own name since it was opened here is not called
    // so any more.
    if FileExt::try_lock(&file).is_ok() && is_called(&file, path) {
        let _ = fs::remove_file(path);
    }
}

/// Whether the path leads to this very file.
fn is_called(file: &File, path: &Path) -> bool {
    let of_file = file.metadata().and_then(|metadata| identity(path, &metadata));
    let of_path = fs::symlink_metadata(path).and_then(|metadata| identity(path, &metadata));
    matches!((of_file, of_path), (Ok(one), Ok(other)) if one == other)
}

/// The machine that a temporary file is from.
fn host_of(name: &str) -> Option<&str> {
    let mut parts = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?.rsplitn(3, '-');
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let (number, process) = (parts.next()?, parts.next()?);
    (is_number(number) && is_number(process)).then_some(())?;
    parts.next().filter(|host| !host.is_empty())
}

/// What this machine is called.
fn host() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    let keep = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = name.chars().take(LONGEST_HOST).map(keep).collect();
    if name.is_empty() { "unnamed".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn names_say_which_machine() {
        let own = format!("{PREFIX}{}-17-0{SUFFIX}", host());
        assert_eq!(host_of(&own), Some(host().as_str()));
        assert_eq!(host_of(".threefold-a-b-1-2.tmp"), Some("a-b"));
        for other in [
            ".threefold-a-1.tmp",
            ".threefold--1-2.tmp",
            ".threefold-a-1-x.tmp",
            ".threefold-a-1-2.tmp2",
            "threefold-a-1-2.tmp",
            ".a.cert.1-2.tmp",
        ] {
            assert_eq!(host_of(other), None, "{other}");
        }
    }

    #[test]
    fn nothing_that_is_locked_is_removed() {
        let directory = tempfile::tempdir().unwrap();
        let temporary = Temporary::create_in(directory.path()).unwrap();
        let path = temporary.path.clone();
        remove_stale(directory.path());
        assert!(path.exists());
        drop(temporary);
        assert!(!path.exists());
    }

    #[test]
    fn what_nobody_locks_is_removed() {
        let directory = tempfile::tempdir().unwrap();
        let stale = directory.path().join(format!("{PREFIX}{}-1-0{SUFFIX}", host()));
        let other = directory.path().join(".other-host-1-0.tmp");
        let link = directory.path().join(format!("{PREFIX}{}-2-0{SUFFIX}", host()));
        fs::write(&stale, "threefold certi").unwrap();
        fs::write(&other, "").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(&other, &link).unwrap();
        remove_stale(directory.path());
        assert!(!stale.exists());
        assert!(other.exists());
        assert!(link.exists() || cfg!(not(unix)));
    }

    #[test]
    fn files_of_other_machines_are_left_for_a_day() {
        let directory = tempfile::tempdir().unwrap();
        let foreign = directory.path().join(format!("{PREFIX}far{}-1-0{SUFFIX}", host()));
        let file = File::create(&foreign).unwrap();
        remove_stale(directory.path());
        assert!(foreign.exists());
        file.set_modified(SystemTime::now() - FOREIGN + Duration::from_secs(60)).unwrap();
        remove_stale(directory.path());
        assert!(foreign.exists());
        file.set_modified(SystemTime::now() - FOREIGN - Duration::from_secs(60)).unwrap();
        remove_stale(directory.path());
        assert!(!foreign.exists());
    }

    #[test]
    fn a_name_that_is_taken_is_not_taken_over() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.cert");
        let beside = |text| {
            let temporary = Temporary::create_in(directory.path()).unwrap();
            io::Write::write_all(&mut &temporary.file, text).unwrap();
            temporary.rename_beside(&path).unwrap()
        };
        let names = [beside(b"1"), beside(b"2")];
        assert_eq!(names.each_ref().map(|name| fs::read(name).unwrap()), [b"1", b"2"]);
        assert_eq!(names[0], directory.path().join("a.cert.new"));
        assert_eq!(names[1], directory.path().join("a.cert.new2"));
    }
}
