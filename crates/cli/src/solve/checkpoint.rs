//! `--checkpoint` and `--resume`: the file in which a long search is kept.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use clap::ValueEnum;
use threefold::session::observer::Save;
use threefold::session::resumed::{self, Resumed};
use threefold_files::{Kind, Output, input};
use threefold_terminal::names::AttackerName;

use super::args::SolveArgs;
use crate::files::{Desk, Wanted};

/// The first bytes of a zstd stream.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// The largest window, as a power of two, that is allocated to read one.
const ZSTD_WINDOW: u32 = 27;
/// Tables do not compress well; more than this costs minutes and gains nothing.
const ZSTD_LEVEL: i32 = 1;
/// Words are written one by one.
const BUFFER: usize = 1 << 16;

/// Where a search is kept, and from where it goes on.
pub struct Checkpoints {
    output: Option<Output>,
    every: Duration,
    input: Mutex<Option<Box<dyn BufRead + Send>>>,
}

impl Checkpoints {
    /// What the flags say of so many positions.
    ///
    /// # Errors
    /// A line: there is not one position, or a file cannot be read or written.
    pub fn new(args: &SolveArgs, positions: usize, desk: &mut Desk) -> Result<Self, String> {
        let flag = match (&args.checkpoint, &args.resume) {
            (Some(_), _) => "--checkpoint",
            (_, Some(_)) => "--resume",
            _ => "",
        };
        if !flag.is_empty() && positions != 1 {
            return Err(format!("{flag}: a file is about one position, and there are {positions}"));
        }
        let output = match &args.checkpoint {
            Some(path) => {
                let kind = Kind::Checkpoint;
                let output = desk.file(Wanted { flag: "--checkpoint", path, kind })?;
                if !output.is_file() {
                    return Err(format!("--checkpoint {output}: expected the name of a file"));
                }
                Some(output)
            }
            None => None,
        };
        let input = args.resume.as_deref().map(open).transpose()?;
        Ok(Checkpoints { output, every: args.checkpoint_every, input: Mutex::new(input) })
    }

    /// How often the search is to be written down.
    pub fn every(&self) -> Option<Duration> {
        self.output.is_some().then_some(self.every)
    }

    /// What is to be gone on from; given out once.
    pub fn take_input(&self) -> Option<Box<dyn BufRead>> {
        let mut input = self.input.lock().ok()?;
        input.take().map(|input| input as Box<dyn BufRead>)
    }

    /// Writes it down. What was there before is there until all is on the disk.
    ///
    /// # Errors
    /// A line: it cannot be written. The search need not stop for that.
    pub fn write(&self, save: Save<'_>) -> Result<(), String> {
        let Some(output) = &self.output else { return Ok(()) };
        let written = || -> io::Result<()> {
            let mut encoder = zstd::Encoder::new(output.begin()?, ZSTD_LEVEL)?;
            encoder.include_checksum(true)?;
            let mut words = BufWriter::with_capacity(BUFFER, encoder);
            save(&mut words)?;
            words.flush()?;
            let encoder = words.into_inner().map_err(io::IntoInnerError::into_error)?;
            encoder.finish()?.commit()
        };
        written().map_err(|error| format!("--checkpoint {output}: {error}"))
    }
}

/// Asks, where a command line has no input, what the file of `--resume` is about.
///
/// # Errors
/// A line: it cannot be read, or does not say it all.
pub fn take_question(args: &mut SolveArgs) -> Result<(), String> {
    let Some(path) = args.resume.as_deref().filter(|_| args.inputs.is_empty()) else {
        return Ok(());
    };
    let at = |what: String| format!("--resume {}: {what}", path.display());
    let Resumed { game, position, attacker } =
        resumed::question(&mut open(path)?).map_err(|error| at(error.to_string()))?;
    if args.game.is_some_and(|named| named != game) {
        return Err(at(format!("about {}", game.name())));
    }
    if args.attacker.is_none() {
        let named = AttackerName::from_str(&attacker, false);
        args.attacker = Some(named.map_err(|_| at(format!("no player '{attacker}'")))?);
    }
    (args.inputs, args.game) = (vec![position], Some(game));
    Ok(())
}

fn open(path: &Path) -> Result<Box<dyn BufRead + Send>, String> {
    let open = || -> io::Result<Option<Box<dyn BufRead + Send>>> {
        let mut file = input::given(path)?;
        let mut magic = [0; 4];
        let is_zstd = match file.read_exact(&mut magic) {
            Ok(()) => magic == ZSTD_MAGIC,
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => false,
            Err(error) => return Err(error),
        };
        if !is_zstd {
            return Ok(None);
        }
        let mut decoder = zstd::Decoder::new(io::Cursor::new(magic).chain(file))?;
        decoder.window_log_max(ZSTD_WINDOW)?;
        Ok(Some(Box::new(BufReader::with_capacity(BUFFER, decoder))))
    };
    match open() {
        Ok(Some(input)) => Ok(input),
        Ok(None) => Err(format!("--resume {}: not a checkpoint", path.display())),
        Err(error) => Err(format!("--resume {}: {error}", path.display())),
    }
}
