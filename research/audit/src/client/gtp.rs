//! The Go Text Protocol, from the side of the graphical program.

use std::time::Duration;

use super::{ClientError, Process};

/// What an engine answers to a command.
pub type Reply = Result<String, String>;

/// An engine that has answered to `name`.
#[derive(Debug)]
pub struct GtpEngine {
    process: Process,
    patience: Duration,
    name: String,
}

impl GtpEngine {
    /// Starts it. It has `patience` for each of its answers.
    ///
    /// # Errors
    /// It cannot be started, or does not answer.
    pub fn start(command: &str, patience: Duration) -> Result<GtpEngine, ClientError> {
        let process = Process::start(command)?;
        let mut engine = GtpEngine { process, patience, name: String::new() };
        let name = engine.send("name")?.unwrap_or_default();
        let version = engine.send("version")?.unwrap_or_default();
        engine.name = format!("{name} {version}").trim().to_owned();
        Ok(engine)
    }

    /// Its name with its version; the command if it says nothing.
    pub fn name(&self) -> &str {
        if self.name.is_empty() { self.process.command() } else { &self.name }
    }

    /// Sends a command, and gives the first line of its reply: `Err` for one that begins with a
    /// question mark.
    ///
    /// # Errors
    /// There was no reply in time.
    pub fn send(&mut self, command: &str) -> Result<Reply, ClientError> {
        self.process.send(command);
        // A reply may have more lines; the next command waits for a line with a sign.
        self.process.wait("a reply", self.patience, |line| {
            let rest = |sign: char| Some(line.strip_prefix(sign)?.trim().to_owned());
            rest('=').map(Ok).or_else(|| rest('?').map(Err))
        })
    }
}
