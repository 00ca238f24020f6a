//! Reading certificates: strictly, line by line, and never more than a line at a time unless
//! the caller wants it all.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use threefold_game::clock::Instant;

use threefold_files::input;

use crate::block::{Block, Certificate, MoveLines};
use crate::error::{ReadError, ReadErrorKind};
use crate::header::{Header, HeaderLines};
use crate::limits::{CheckLimit, CheckLimits};
use crate::text::{HeaderParser, MAGIC, MAX_HEADER_LINE, MAX_MOVE_LINE, SEPARATOR};

/// The first bytes of a zstd stream.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// How many bytes of moves [`Certificate::read`] keeps in memory per block. A few hundred bytes of
/// zstd can stand for more than any memory; [`Checker::stream`](crate::Checker::stream) keeps none.
pub const MAX_BODY_BYTES: u64 = 4 << 30;

/// The text in `input`, which may be compressed by zstd: that is seen from its first bytes, not
/// from a file name.
///
/// # Errors
/// The first bytes cannot be read, or are those of zstd and the feature of that name is off.
pub fn decompressed<'a>(input: impl Read + 'a) -> io::Result<Box<dyn BufRead + 'a>> {
    decompressed_within(input, &CheckLimits::default())
}

/// The same within limits, which everyone who reads what others have sent should set: a compressed
/// file can go on for ever without a line in it, and ask its reader for any window of memory. A
/// limit ends the input in an error that [`ReadError::limit`] knows.
///
/// # Errors
/// As for [`decompressed`].
pub fn decompressed_within<'a>(
    input: impl Read + 'a,
    limits: &CheckLimits,
) -> io::Result<Box<dyn BufRead + 'a>> {
    let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
    let mut input = Timed { input, deadline };
    let mut magic = Vec::with_capacity(ZSTD_MAGIC.len());
    input.by_ref().take(ZSTD_MAGIC.len() as u64).read_to_end(&mut magic)?;
    let compressed = magic == ZSTD_MAGIC;
    let input = Cursor::new(magic).chain(input);
    Ok(if compressed { decoded(input, limits, deadline)? } else { Box::new(BufReader::new(input)) })
}

/// An input that ends in an error when the time is over.
struct Timed<R> {
    input: R,
    deadline: Option<Instant>,
}

impl<R: Read> Read for Timed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(io::Error::new(io::ErrorKind::TimedOut, CheckLimit::Time));
        }
        self.input.read(buffer)
    }
}

/// The largest window of a stream that a decoder of zstd takes by default, as a power of two, and
/// the one that every encoder may use.
#[cfg(feature = "zstd")]
const WINDOWS: [u32; 2] = [27, 23];

#[cfg(feature = "zstd")]
fn decoded<'a>(
    input: impl Read + 'a,
    limits: &CheckLimits,
    deadline: Option<Instant>,
) -> io::Result<Box<dyn BufRead + 'a>> {
    let [largest, least] = WINDOWS;
    let window = limits.memory.map_or(largest, |bytes| (bytes / 4).max(1).ilog2());
    let mut decoder = zstd::Decoder::new(input)?;
    decoder.window_log_max(window.clamp(least, largest))?;
    // A few bytes of input may stand for gigabytes.
    Ok(Box::new(BufReader::new(Timed { input: Decoded(decoder), deadline })))
}

/// What a decoder says; its line about the window becomes the limit that it is.
#[cfg(feature = "zstd")]
struct Decoded<R>(R);

#[cfg(feature = "zstd")]
impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.to_string().contains("too much memory") {
            true => io::Error::new(io::ErrorKind::OutOfMemory, CheckLimit::Memory),
            false => error,
        })
    }
}

#[cfg(not(feature = "zstd"))]
fn decoded<'a>(
    _input: impl Read + 'a,
    _limits: &CheckLimits,
    _deadline: Option<Instant>,
) -> io::Result<Box<dyn BufRead + 'a>> {
    let what = "it is compressed, and this build reads no zstd";
    Err(io::Error::new(io::ErrorKind::Unsupported, what))
}

/// Reads a certificate file, compressed or not, into memory.
///
/// # Errors
/// The file cannot be opened or is no certificate.
pub fn read_file(path: impl AsRef<Path>) -> Result<Certificate, ReadError> {
    let io_error = |error| ReadError::new(0, ReadErrorKind::Io(error));
    let file = input::given(path.as_ref()).map_err(io_error)?;
    Certificate::read(decompressed(file).map_err(io_error)?)
}

impl Certificate {
    /// Reads a whole certificate. See [`decompressed`] for compressed input.
    ///
    /// # Errors
    /// The input is no certificate, or larger than [`MAX_BODY_BYTES`] per block.
    ///
    /// ```
    /// use threefold_certificate::Certificate;
    /// let text = "threefold certificate 1
    /// game: chess
    /// claim: white wins
    /// repetition: draw
    /// root: 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1   # mate in one
    /// moves: 1
    /// ---
    /// f7g7
    /// ";
    /// let certificate = Certificate::read(text.as_bytes()).unwrap();
    /// assert_eq!(certificate.blocks[0].header.claim.to_string(), "white wins");
    ///
    /// let error = Certificate::read("threefold certificate 7\n".as_bytes()).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 1: unknown version '7' of the certificate format, expected 1"
    /// );
    /// ```
    pub fn read(input: impl BufRead) -> Result<Certificate, ReadError> {
        Certificate::read_within(input, &CheckLimits::default())
    }

    /// The same, which keeps no more bytes of moves than the limits allow; their time is that of
    /// [`decompressed_within`].
    ///
    /// # Errors
    /// As for [`Certificate::read`], or a limit was hit.
    pub fn read_within(
        input: impl BufRead,
        limits: &CheckLimits,
    ) -> Result<Certificate, ReadError> {
        let mut reader = CertificateReader::new(input);
        let most = limits.memory.unwrap_or(usize::MAX);
        let (mut blocks, mut before) = (Vec::new(), 0);
        while let Some(header) = reader.next_block()? {
            let lines = *reader.lines().expect("a header was read");
            let mut moves = MoveLines::new();
            while let Some(line) = reader.next_move()? {
                moves.push(line);
                if moves.bytes() > MAX_BODY_BYTES {
                    return Err(reader.error(ReadErrorKind::TooLarge(MAX_BODY_BYTES)));
                }
                if before + moves.memory() > most {
                    return Err(reader.error(ReadErrorKind::Limit(CheckLimit::Memory)));
                }
            }
            before += moves.memory();
            blocks.push(Block { header, moves, lines });
        }
        Ok(Certificate { blocks })
    }
}

/// Reads the blocks of a certificate one line at a time.
///
/// ```
/// # use threefold_certificate::CertificateReader;
/// # let text = "threefold certificate 1\ngame: chess\nclaim: white wins\nrepetition: draw\n\
/// #     root: 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\nmoves: 1\n---\nf7g7\n";
/// let mut reader = CertificateReader::new(text.as_bytes());
/// while let Some(header) = reader.next_block()? {
///     println!("{}", header.claim);
///     while let Some(line) = reader.next_move()? {
///         println!("{line}");
///     }
/// }
/// # Ok::<(), threefold_certificate::ReadError>(())
/// ```
pub struct CertificateReader<R> {
    input: R,
    /// The line read last, without its end.
    buffer: Vec<u8>,
    /// Its number.
    line: u64,
    /// Whether it is still to be read: the first line of a block, found by reading the body before.
    held: bool,
    current: Option<(Header, HeaderLines)>,
    /// How many blocks there were.
    blocks: u32,
}

impl<R: BufRead> CertificateReader<R> {
    /// A reader that has read nothing.
    pub fn new(input: R) -> Self {
        CertificateReader {
            input,
            buffer: Vec::new(),
            line: 0,
            held: false,
            current: None,
            blocks: 0,
        }
    }

    /// Reads the next header, past what is left of the body before it. `None` at the end. A second
    /// block is there only for a draw: then both say `holds`, for different players, and nothing
    /// else differs but the databases.
    ///
    /// # Errors
    /// What follows is no header.
    pub fn next_block(&mut self) -> Result<Option<Header>, ReadError> {
        while self.next_move()?.is_some() {}
        let before = self.current.take();
        if !self.read_line(MAX_HEADER_LINE)? {
            return match self.line {
                0 => Err(self.error(ReadErrorKind::Empty)),
                _ => Ok(None),
            };
        }
        let first = self.line;
        let mut parser = HeaderParser::begin(first, self.text()?)?;
        loop {
            if !self.read_line(MAX_HEADER_LINE)? {
                return Err(self.error(ReadErrorKind::Unterminated));
            }
            match self.text()? {
                SEPARATOR => break,
                text => parser.line(self.line, text)?,
            }
        }
        let (header, lines) = parser.finish(self.line)?;
        if let Some((before, _)) = before
            && (self.blocks > 1 || !header.completes(&before))
        {
            return Err(ReadError::new(first, ReadErrorKind::AnotherQuestion));
        }
        self.blocks += 1;
        self.current = Some((header.clone(), lines));
        Ok(Some(header))
    }

    /// Reads the next line of the body. `None` at its end: the file ends, or another block begins.
    ///
    /// # Errors
    /// The input cannot be read, or is no text.
    pub fn next_move(&mut self) -> Result<Option<&str>, ReadError> {
        if self.current.is_none() || self.held || !self.read_line(MAX_MOVE_LINE)? {
            return Ok(None);
        }
        if self.buffer.starts_with(MAGIC.as_bytes()) {
            self.held = true;
            return Ok(None);
        }
        self.text().map(Some)
    }

    /// The header that was read last.
    pub(crate) fn header(&self) -> Option<&Header> {
        self.current.as_ref().map(|(header, _)| header)
    }

    pub(crate) fn lines(&self) -> Option<&HeaderLines> {
        self.current.as_ref().map(|(_, lines)| lines)
    }

    fn error(&self, kind: ReadErrorKind) -> ReadError {
        ReadError::new(self.line, kind)
    }

    /// Reads a line of at most `limit` bytes into the buffer; false at the end of the input.
    fn read_line(&mut self, limit: usize) -> Result<bool, ReadError> {
        if self.held {
            self.held = false;
            return Ok(true);
        }
        self.buffer.clear();
        // Room for the line's end, `\r\n`: a file may have come through a Windows machine.
        let mut bounded = self.input.by_ref().take(limit as u64 + 2);
        let read = bounded
            .read_until(b'\n', &mut self.buffer)
            .map_err(|error| ReadError::new(self.line + 1, ReadErrorKind::Io(error)))?;
        if read == 0 {
            return Ok(false);
        }
        self.line += 1;
        if self.buffer.last() == Some(&b'\n') {
            self.buffer.pop();
            if self.buffer.last() == Some(&b'\r') {
                self.buffer.pop();
            }
        }
        if self.buffer.len() > limit {
            return Err(self.error(ReadErrorKind::LineTooLong(limit)));
        }
        Ok(true)
    }

    fn text(&self) -> Result<&str, ReadError> {
        std::str::from_utf8(&self.buffer).map_err(|_| self.error(ReadErrorKind::NotUtf8))
    }
}
