//! Which file it is, whatever its name.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;

/// Two names have the same identity if they lead to the same file.
#[cfg(unix)]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    device: u64,
    inode: u64,
}

/// Where names have no inodes behind them: hard links are not seen through.
#[cfg(not(unix))]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity(std::path::PathBuf);

#[cfg(unix)]
pub fn identity(_: &Path, metadata: &Metadata) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    Ok(Identity { device: metadata.dev(), inode: metadata.ino() })
}

#[cfg(not(unix))]
pub fn identity(path: &Path, _: &Metadata) -> io::Result<Identity> {
    fs::canonicalize(path).map(Identity)
}

/// What a name leads to, through all links.
pub fn look(path: &Path) -> io::Result<(Metadata, Identity)> {
    let metadata = fs::metadata(path)?;
    let identity = identity(path, &metadata)?;
    Ok((metadata, identity))
}

/// What kind of file, where systems differ.
#[cfg_attr(not(unix), allow(dead_code))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Directory,
    Regular,
    Pipe,
    CharacterDevice,
    BlockDevice,
    Socket,
}

impl Type {
    pub fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        {
            use std::os::unix::fs::FileTypeExt;
            let kind = metadata.file_type();
            if kind.is_fifo() {
                return Type::Pipe;
            } else if kind.is_char_device() {
                return Type::CharacterDevice;
            } else if kind.is_block_device() {
                return Type::BlockDevice;
            } else if kind.is_socket() {
                return Type::Socket;
            }
        }
        if metadata.is_dir() { Type::Directory } else { Type::Regular }
    }
}

/// The three streams that a program is started with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    Input,
    Output,
    Error,
}

/// What a stream comes from or goes to, if that is a file: a directory of processes has names for
/// it as well (`/dev/stdout`).
#[cfg(unix)]
pub fn stream(stream: Stream) -> Option<(Metadata, Identity)> {
    use std::os::fd::AsFd;
    let (input, output, error) = (io::stdin(), io::stdout(), io::stderr());
    let descriptor = match stream {
        Stream::Input => input.as_fd(),
        Stream::Output => output.as_fd(),
        Stream::Error => error.as_fd(),
    };
    let file = fs::File::from(descriptor.try_clone_to_owned().ok()?);
    let metadata = file.metadata().ok()?;
    let identity = identity(Path::new(""), &metadata).ok()?;
    Some((metadata, identity))
}

#[cfg(not(unix))]
pub fn stream(_: Stream) -> Option<(Metadata, Identity)> {
    None
}
