//! The other end of an engine: it may hang, crash, talk nonsense, talk without end, or lie.

mod gtp;
mod info;
mod process;
mod uci;

use std::time::Duration;

use thiserror::Error;

pub use gtp::{GtpEngine, Reply};
pub use info::{Bound, Info, Nonsense, Score};
pub use process::Process;
pub use uci::{Answer, Engine, Go};

/// Why an engine did not answer. Each is one line.
#[derive(Debug, Error)]
pub enum ClientError {
    /// There is no command.
    #[error("no engine: the command is empty, expected a program and its arguments")]
    Empty,
    /// The program cannot be started.
    #[error("{command}: cannot be started: {reason}")]
    Start {
        /// What was to be run.
        command: String,
        /// Why it cannot.
        reason: std::io::Error,
    },
    /// It said nothing that was waited for.
    #[error("{command}: no {expected} within {} s; killed", .waited.as_secs_f64())]
    Silent {
        /// What was run.
        command: String,
        /// What was waited for.
        expected: &'static str,
        /// How long.
        waited: Duration,
    },
    /// It ended.
    #[error("{command}: ended ({status}) instead of {expected}")]
    Ended {
        /// What was run.
        command: String,
        /// What was waited for.
        expected: &'static str,
        /// How it ended.
        status: String,
    },
    /// It said too much.
    #[error("{command}: {lines} lines without {expected}; killed")]
    Flood {
        /// What was run.
        command: String,
        /// What was waited for.
        expected: &'static str,
        /// How many lines it took.
        lines: u64,
    },
}

impl ClientError {
    /// Whether the program was never there.
    pub fn is_missing(&self) -> bool {
        matches!(self, ClientError::Start { reason, .. }
            if reason.kind() == std::io::ErrorKind::NotFound)
    }
}
