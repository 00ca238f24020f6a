//! Writing certificates: text that the reader reads back as it was, and files that are there
//! completely or not at all.

use std::io::{self, Write};
use std::path::Path;

use thiserror::Error;
use threefold_files::{Draft, Output};

use crate::block::Certificate;
use crate::error::ReadErrorKind;
use crate::header::{Header, Key};
use crate::text::{HeaderParser, MAGIC, MAX_HEADER_LINE, MAX_MOVE_LINE, SEPARATOR, VERSION};
use crate::text::{is_move, shorten};

/// The compression level of `.zst` files. At 6 they are 3 to 11 % larger; 16 takes longer than the
/// check of what is written.
#[cfg(feature = "zstd")]
const ZSTD_LEVEL: i32 = 12;

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
/// use threefold_certificate::{Certificate, Header, Omitted, write_block};
/// use threefold_game::RepetitionRule;
/// let header = Header {
///     game: "chess".into(),
///     parameters: "".into(),
///     claim: "white wins".parse().unwrap(),
///     plies: None,
///     omitted: Omitted::NOTHING,
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

/// Writes a certificate to a file, compressed if its name ends in `.zst`, in place of what is
/// there. The file is there completely or not at all ([`CertificateFile`]).
///
/// # Errors
/// As for [`write_block`].
pub fn write_file(path: impl AsRef<Path>, certificate: &Certificate) -> Result<(), WriteError> {
    write_all(CertificateFile::create(path)?, certificate)
}

/// Writes a certificate to an output that was planned before.
///
/// # Errors
/// As for [`write_block`], or it can no longer be written there ([`Draft::commit`]).
pub fn write_output(
    output: &Output,
    compress: bool,
    certificate: &Certificate,
) -> Result<(), WriteError> {
    write_all(CertificateFile::begin(output, compress)?, certificate)
}

fn write_all(mut file: CertificateFile, certificate: &Certificate) -> Result<(), WriteError> {
    for block in &certificate.blocks {
        write_block(&mut file, &block.header, block.moves.iter())?;
    }
    Ok(file.commit()?)
}

/// A file in the making. It gets its name only when it is complete and on the disk
/// ([`CertificateFile::commit`]); dropped before, it leaves nothing behind.
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
    stream: Stream,
}

enum Stream {
    Plain(Draft),
    #[cfg(feature = "zstd")]
    Zstd(Box<zstd::Encoder<'static, Draft>>),
}

#[cfg(feature = "zstd")]
fn compressed(draft: Draft) -> io::Result<Stream> {
    let mut encoder = zstd::Encoder::new(draft, ZSTD_LEVEL)?;
    encoder.include_checksum(true)?;
    Ok(Stream::Zstd(Box::new(encoder)))
}

#[cfg(not(feature = "zstd"))]
fn compressed(_draft: Draft) -> io::Result<Stream> {
    let what = "it is to be compressed, and this build writes no zstd";
    Err(io::Error::new(io::ErrorKind::Unsupported, what))
}

impl CertificateFile {
    /// Begins a file that will be called `path`, compressed if that ends in `.zst`. It grows in
    /// the same directory under another name. Links are followed; pipes and devices are written to.
    /// What else is there is replaced, whatever it is: [`CertificateFile::begin`] takes an output
    /// of which more is known.
    ///
    /// # Errors
    /// No file can be created there.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        CertificateFile::begin(&Output::anything(path.as_ref())?, false)
    }

    /// Begins an output that was planned before, compressed if that is asked for or its path ends
    /// in `.zst`.
    ///
    /// # Errors
    /// No file can be created there; or it is to be compressed, and the feature `zstd` is off.
    pub fn begin(output: &Output, compress: bool) -> io::Result<Self> {
        let draft = output.begin()?;
        let ending = output.path().extension();
        let stream = if compress || ending.is_some_and(|ending| ending == "zst") {
            compressed(draft)?
        } else {
            Stream::Plain(draft)
        };
        Ok(CertificateFile { stream })
    }

    /// Completes the file, brings it to the disk and gives it its name, replacing what was there.
    ///
    /// # Errors
    /// The rest cannot be written or the file not be renamed; it is then gone, and what was there
    /// is still there. With an output that was planned also as for [`Draft::commit`].
    pub fn commit(self) -> io::Result<()> {
        match self.stream {
            Stream::Plain(draft) => draft,
            #[cfg(feature = "zstd")]
            Stream::Zstd(encoder) => encoder.finish()?,
        }
        .commit()
    }
}

impl Write for CertificateFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.stream {
            Stream::Plain(draft) => draft.write(bytes),
            #[cfg(feature = "zstd")]
            Stream::Zstd(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.stream {
            Stream::Plain(draft) => draft.flush(),
            #[cfg(feature = "zstd")]
            Stream::Zstd(encoder) => encoder.flush(),
        }
    }
}
