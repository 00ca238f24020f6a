//! The Universal Chess Interface, from the side of the graphical program.

use std::time::Duration;

use super::info::{Info, Nonsense};
use super::{ClientError, Process};

/// What each search may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// So many nodes.
    Nodes(u64),
    /// So many plies.
    Depth(u32),
}

impl Go {
    /// The command.
    pub fn command(self) -> String {
        match self {
            Go::Nodes(nodes) => format!("go nodes {nodes}"),
            Go::Depth(plies) => format!("go depth {plies}"),
        }
    }
}

/// What an engine said about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move, as it was written; `None` where it is `(none)` or `0000`, or not there.
    pub best: Option<String>,
    /// The last score, with its line.
    pub info: Option<Info>,
}

/// An engine that has said `uciok`.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    patience: Duration,
    name: String,
    /// Names of options, and the least values of those that are numbers.
    options: Vec<(String, Option<i64>)>,
    nonsense: u64,
}

impl Engine {
    /// Starts it, and waits for `uciok` and `readyok`. It has `patience` for each of its answers.
    ///
    /// # Errors
    /// It cannot be started, or does not answer.
    pub fn start(command: &str, patience: Duration) -> Result<Engine, ClientError> {
        let mut process = Process::start(command)?;
        let (mut name, mut options) = (String::new(), Vec::new());
        process.send("uci");
        process.wait("uciok", patience, |line| {
            if let Some(rest) = line.strip_prefix("id name ") {
                name = rest.trim().to_owned();
            } else if let Some(rest) = line.strip_prefix("option name ") {
                options.push(option(rest));
            }
            (line == "uciok").then_some(())
        })?;
        let mut engine = Engine { process, patience, name, options, nonsense: 0 };
        engine.ready()?;
        Ok(engine)
    }

    /// The command that was run.
    pub fn command(&self) -> &str {
        self.process.command()
    }

    /// Its name with its version, as it says; the command if it says nothing.
    pub fn name(&self) -> &str {
        if self.name.is_empty() { self.command() } else { &self.name }
    }

    /// The least value of an option: `None` without such an option, or if it is no number.
    pub fn least(&self, option: &str) -> Option<i64> {
        let mut options = self.options.iter();
        options.find(|(name, _)| name.eq_ignore_ascii_case(option)).and_then(|(_, least)| *least)
    }

    /// Lines that should have been understood, and made no sense.
    pub fn nonsense(&self) -> u64 {
        self.nonsense
    }

    /// Sets an option.
    ///
    /// # Errors
    /// It does not answer any more.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        self.process.send(&format!("setoption name {name} value {value}"));
        self.ready()
    }

    /// Tells it that the next position is of another game: engines clear their tables.
    ///
    /// # Errors
    /// It does not answer any more.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        self.process.send("ucinewgame");
        self.ready()
    }

    fn ready(&mut self) -> Result<(), ClientError> {
        self.process.send("isready");
        self.process.wait("readyok", self.patience, |line| (line == "readyok").then_some(()))
    }

    /// Asks about a position, in the words of UCI after `position`.
    ///
    /// # Errors
    /// There was no move in time.
    pub fn ask(&mut self, position: &str, go: Go) -> Result<Answer, ClientError> {
        self.process.send(&format!("position {position}"));
        self.process.send(&go.command());
        let (mut info, mut nonsense) = (None, 0);
        let best = self.process.wait("bestmove", self.patience, |line| {
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            match word {
                "bestmove" => {
                    let best = rest.split_whitespace().next();
                    let best = best.filter(|m| !["(none)", "0000", "NULL"].contains(m));
                    return Some(best.map(str::to_owned));
                }
                "info" => match Info::parse(rest) {
                    Ok(Some(found)) => info = Some(found),
                    Ok(None) => {}
                    Err(Nonsense) => nonsense += 1,
                },
                // An answer to `uci` or `isready` that comes too late, and an empty line, say
                // nothing.
                "" | "readyok" | "uciok" | "id" | "option" => {}
                _ => nonsense += 1,
            }
            None
        });
        self.nonsense += nonsense;
        Ok(Answer { best: best?, info })
    }
}

/// Reads `Hash type spin default 16 min 1 max 33554432`.
fn option(text: &str) -> (String, Option<i64>) {
    let (name, rest) = text.split_once(" type ").unwrap_or((text, ""));
    let mut words = rest.split_whitespace();
    let least = words.find(|&word| word == "min").and_then(|_| words.next()?.parse().ok());
    (name.trim().to_owned(), least)
}
