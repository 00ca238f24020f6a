//! Standard output and standard error.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

/// Why a subcommand ended early.
pub enum Stop {
    /// Nobody reads the output any more: no reason to complain.
    BrokenPipe,
    /// Something else, for standard error.
    Message(String),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Stop::BrokenPipe,
            _ => Stop::Message(format!("standard output: {error}")),
        }
    }
}

/// Writes a text to standard output, and shows it at once.
pub fn print(text: &str) -> Result<(), Stop> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes a value as one line of JSON.
pub fn json_line(value: &impl serde::Serialize) -> Result<String, Stop> {
    let mut line = serde_json::to_string(value)
        .map_err(|error| Stop::Message(format!("JSON output: {error}")))?;
    line.push('\n');
    Ok(line)
}

/// Writes a file that is there completely or not at all: beside it first, then in its place.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As for any new file; temporary files are private otherwise.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(directory(path))?;
    file.write_all(text.as_bytes())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Whether a file could be written to `path`: its directory is there and takes files.
pub fn check_directory(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    tempfile::tempfile_in(directory(path)).map(drop)
}

fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Writes a message to standard error.
pub fn complain(message: impl Display) {
    // There is nobody left to tell if this fails.
    let _ = writeln!(io::stderr().lock(), "threefold: {message}");
}
