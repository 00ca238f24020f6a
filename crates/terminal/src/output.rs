//! Standard output and standard error.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::OnceLock;

/// The name of the program, in front of what it complains about.
static PROGRAM: OnceLock<&str> = OnceLock::new();

/// Says what the program is called: once, at its beginning.
pub fn set_program(name: &'static str) {
    // A second name would be a mistake, and the first one is as good.
    let _ = PROGRAM.set(name);
}

/// What the program is called.
pub fn program() -> &'static str {
    PROGRAM.get().copied().unwrap_or("threefold")
}

/// Why a subcommand ended early.
pub enum Stop {
    /// Nobody reads the output any more: no reason to complain.
    BrokenPipe,
    /// Something else, for standard error.
    Message(String),
    /// What was relied on does not hold: for standard error, and worse than bad input.
    Failed(String),
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

/// Where what is found is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Standard output.
    Out,
    /// Standard error, where standard output is a file that was asked for.
    Err,
}

impl Channel {
    /// Writes a text, and shows it at once.
    pub fn print(self, text: &str) -> Result<(), Stop> {
        match self {
            Channel::Out => print(text),
            Channel::Err => {
                // As for a complaint: there is nobody left to tell if this fails.
                let _ = io::stderr().lock().write_all(text.as_bytes());
                Ok(())
            }
        }
    }
}

/// Writes a message to standard error.
pub fn complain(message: impl Display) {
    // There is nobody left to tell if this fails.
    let _ = writeln!(io::stderr().lock(), "{}: {message}", program());
}
