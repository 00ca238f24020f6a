//! Writing certificates: text that the reader reads back as it was, and files that are there
//! completely or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

use crate::block::Certificate;
use crate::error::ReadErrorKind;
use crate::header::{Header, Key};
use crate::text::{HeaderParser, MAGIC, MAX_HEADER_LINE, MAX_MOVE_LINE, SEPARATOR, VERSION};
use crate::text::{is_move, shorten};

/// The compression level of `.zst` files.
const ZSTD_LEVEL: i32 = 6;

/// Why a certificate was not written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A value of the header would not be read back as it is.
    #[error("the header cannot say {key}: '{value}'")]
    Header {
        /// The key.
        key: &'static str,
        /// Its value, shortened.
        value: String,
    },
    /// A move would not be read back as it is.
    #[error("'{0}' cannot stand in a line as a move")]
    Move(String),
    /// There are not as many moves as the header says.
    #[error("the header declares {declared} moves, but there are {written}")]
    Count {
        /// [`Header::moves`].
        declared: u64,
        /// The moves that there were.
        written: u64,
    },
}

/// Writes one block.
///
/// ```
/// use threefold_certificate::{Certificate, Header, write_block};
/// use threefold_game::RepetitionRule;
/// let header = Header {
///     game: "chess".into(),
///     parameters: "".into(),
///     claim: "white wins".parse().unwrap(),
///     repetition: RepetitionRule::Draw,
///     attacker: None,
///     footprints: None,
///     root: "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1".into(),
///     history: None,
///     database: None,
///     moves: 1,
/// };
/// let mut out = Vec::new();
/// write_block(&mut out, &header, ["f7g7"]).unwrap();
/// assert!(out.starts_with(b"threefold certificate 1\ngame: chess\nclaim: white wins\n"));
/// assert_eq!(Certificate::read(&out[..]).unwrap().blocks[0].header, header);
/// ```
///
/// # Errors
/// The output cannot be written, or what was written would not be read back as it is.
pub fn write_block<S: AsRef<str>>(
    out: &mut impl Write,
    header: &Header,
    moves: impl IntoIterator<Item = S>,
) -> Result<(), WriteError> {
    verify(header)?;
    writeln!(out, "{MAGIC}{VERSION}")?;
    for key in Key::ALL {
        if let Some(value) = header.value(key) {
            writeln!(out, "{}: {value}", key.name())?;
        }
    }
    writeln!(out, "{SEPARATOR}")?;
    let mut written = 0;
    for m in moves {
        let m = m.as_ref();
        if !is_move(m) || m.len() > MAX_MOVE_LINE || m.starts_with(MAGIC) {
            return Err(WriteError::Move(shorten(m)));
        }
        out.write_all(m.as_bytes())?;
        out.write_all(b"\n")?;
        written += 1;
    }
    if written != header.moves {
        return Err(WriteError::Count { declared: header.moves, written });
    }
    Ok(())
}

/// Makes sure that the header is read back as it is, by reading it.
fn verify(header: &Header) -> Result<(), WriteError> {
    let refuse = |key: Key| WriteError::Header {
        key: key.name(),
        value: header.value(key).as_deref().map_or_else(String::new, shorten),
    };
    let mut parser = HeaderParser::default();
    for key in Key::ALL {
        if let Some(value) = header.value(key) {
            let line = format!("{}: {value}", key.name());
            if line.len() > MAX_HEADER_LINE || parser.line(key as u64, &line).is_err() {
                return Err(refuse(key));
            }
        }
    }
    match parser.finish(0) {
        Ok((read, _)) => match Key::ALL.into_iter().find(|&k| read.value(k) != header.value(k)) {
            Some(key) => Err(refuse(key)),
            None if read != *header => Err(refuse(Key::Game)),
            None => Ok(()),
        },
        Err(error) => Err(refuse(match error.kind() {
            ReadErrorKind::MissingKey(name) => Key::from_name(name).unwrap_or(Key::Game),
            // The line was said to be the number of the key.
            _ => Key::ALL[error.line() as usize],
        })),
    }
}

/// Writes a certificate to a file, compressed if its name ends in `.zst`. The file is there
/// completely or not at all ([`CertificateFile`]).
///
/// # Errors
/// As for [`write_block`].
pub fn write_file(path: impl AsRef<Path>, certificate: &Certificate) -> Result<(), WriteError> {
    let mut file = CertificateFile::create(path)?;
    for block in &certificate.blocks {
        write_block(&mut file, &block.header, block.moves.iter())?;
    }
    Ok(file.commit()?)
}

/// A file in the making. It gets its name only when it is complete ([`CertificateFile::commit`]);
/// dropped before, it leaves nothing behind.
///
/// ```
/// use std::io::Write;
/// use threefold_certificate::CertificateFile;
/// # let directory = tempfile::tempdir()?;
/// let path = directory.path().join("draw.cert.zst"); // compressed
/// let mut file = CertificateFile::create(&path)?;
/// file.write_all(b"threefold certificate 1\n")?; // write_block(&mut file, ...)
/// assert!(!path.exists());
/// file.commit()?;
/// assert!(path.exists());
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct CertificateFile {
    output: Option<Output>,
    temporary: PathBuf,
    path: PathBuf,
}

enum Output {
    Plain(BufWriter<File>),
    Zstd(Box<zstd::Encoder<'static, BufWriter<File>>>),
}

impl CertificateFile {
    /// Begins a file that will be called `path`, compressed if that ends in `.zst`. It grows in
    /// the same directory under another name.
    ///
    /// # Errors
    /// No file can be created there.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref().to_owned();
        let (temporary, file) = create_beside(&path)?;
        // From here on the drop removes it.
        let mut made = CertificateFile { output: None, temporary, path };
        let file = BufWriter::new(file);
        let compressed = made.path.extension().is_some_and(|extension| extension == "zst");
        made.output = Some(if compressed {
            let mut encoder = zstd::Encoder::new(file, ZSTD_LEVEL)?;
            encoder.include_checksum(true)?;
            Output::Zstd(Box::new(encoder))
        } else {
            Output::Plain(file)
        });
        Ok(made)
    }

    /// Completes the file and gives it its name, replacing what was there.
    ///
    /// # Errors
    /// The rest cannot be written or the file not be renamed; it is then gone.
    pub fn commit(mut self) -> io::Result<()> {
        let mut file = match self.output.take() {
            Some(Output::Plain(file)) => file,
            Some(Output::Zstd(encoder)) => encoder.finish()?,
            None => return Ok(()),
        };
        file.flush()?;
        drop(file);
        fs::rename(&self.temporary, &self.path)?;
        // Nothing is left for the drop to remove.
        self.temporary = PathBuf::new();
        Ok(())
    }
}

impl Write for CertificateFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.output {
            Some(Output::Plain(file)) => file.write(bytes),
            Some(Output::Zstd(encoder)) => encoder.write(bytes),
            None => Err(io::Error::other("the file is complete")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.output {
            Some(Output::Plain(file)) => file.flush(),
            Some(Output::Zstd(encoder)) => encoder.flush(),
            None => Ok(()),
        }
    }
}

impl Drop for CertificateFile {
    fn drop(&mut self) {
        if !self.temporary.as_os_str().is_empty() {
            self.output = None;
            // A drop has nobody to tell.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// A new file in the directory of `path`: a file can only be renamed within its file system.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"));
    };
    loop {
        let mut temporary = std::ffi::OsString::from(".");
        temporary.push(name);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        temporary.push(format!(".{}-{number}.tmp", std::process::id()));
        let temporary = path.with_file_name(temporary);
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}
