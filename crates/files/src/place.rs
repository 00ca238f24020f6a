//! Where the name of an output leads to.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, IsTerminal};
use std::path::{Path, PathBuf};

use crate::identity::{Identity, Stream, Type, look, stream};
use crate::refusal::Refusal;

/// As many links in a row as systems follow.
const MOST_LINKS: usize = 40;

/// What is there, and so how it is written.
#[derive(Debug)]
pub enum Place {
    /// Standard output.
    Standard,
    /// A pipe or a device, written to as it is.
    Through { path: PathBuf, identity: Identity, kind: Type },
    /// Nothing yet. The path goes through no link.
    New(PathBuf),
    /// A file, to be replaced. The path goes through no link.
    Old { path: PathBuf, identity: Identity },
}

impl Place {
    /// Follows links and opens nothing.
    pub fn find(path: &Path) -> Result<Self, Refusal> {
        if path.as_os_str().is_empty() {
            return Err(Refusal::NoName);
        }
        let (metadata, identity) = match look(path) {
            Ok(found) => found,
            Err(error) if error.kind() == ErrorKind::NotFound => return Place::nothing(path),
            Err(error) => return Err(error.into()),
        };
        let kind = Type::of(&metadata);
        if goes_to(Stream::Output, &identity, kind) {
            return Ok(Place::Standard);
        }
        match kind {
            Type::Directory => Err(Refusal::Directory),
            Type::Socket => Err(Refusal::Socket),
            Type::Regular if goes_to(Stream::Error, &identity, kind) => Err(Refusal::StandardError),
            Type::Regular => {
                let real = fs::canonicalize(path)?;
                match look(&real)? {
                    // Another one than before, if somebody has just replaced it.
                    (metadata, identity) if metadata.is_file() => {
                        Ok(Place::Old { path: real, identity })
                    }
                    _ => Err(io::Error::from(ErrorKind::NotFound).into()),
                }
            }
            Type::Pipe | Type::CharacterDevice | Type::BlockDevice => {
                Ok(Place::Through { path: path.to_owned(), identity, kind })
            }
        }
    }

    /// A name that leads to nothing, perhaps through links.
    fn nothing(path: &Path) -> Result<Self, Refusal> {
        let mut path = path.to_owned();
        for _ in 0..MOST_LINKS {
            if path.to_string_lossy().ends_with(std::path::is_separator) {
                return Err(Refusal::NoName);
            }
            let name = path.file_name().ok_or(Refusal::NoName)?.to_owned();
            let directory = directory(&path);
            match fs::symlink_metadata(&path) {
                Ok(metadata) if metadata.is_symlink() => {
                    // What is absolute replaces the directory.
                    path = directory.join(fs::read_link(&path)?);
                }
                // It has just been made.
                Ok(_) => return Place::find(&path),
                Err(_) => {
                    let real = fs::canonicalize(directory).map_err(|error| match error.kind() {
                        ErrorKind::NotFound => Refusal::NoDirectory(directory.to_owned()),
                        _ => error.into(),
                    })?;
                    return Ok(Place::New(real.join(name)));
                }
            }
        }
        Err(io::Error::from(ErrorKind::NotFound).into())
    }

    pub fn identity(&self) -> Option<&Identity> {
        match self {
            Place::Standard | Place::New(_) => None,
            Place::Through { identity, .. } | Place::Old { identity, .. } => Some(identity),
        }
    }
}

/// The directory of a file.
pub fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Whether a file is where a stream goes. What goes to `/dev/null` may go there from two sides.
fn goes_to(to: Stream, identity: &Identity, kind: Type) -> bool {
    let is_same = stream(to).is_some_and(|(_, other)| other == *identity);
    is_same && (kind != Type::CharacterDevice || io::stdout().is_terminal())
}

/// Opens what exists for writing, and changes nothing. With a pipe this waits for the reader.
pub fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // A terminal that is written to is not to send its Ctrl-C here.
        options.custom_flags(rustix::fs::OFlags::NOCTTY.bits().cast_signed());
    }
    options.open(path)
}
