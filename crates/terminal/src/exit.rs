//! How the program ends.

use std::process::ExitCode;

/// The exit status. Of several, the worst is the program's: they are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everything was answered; everything was verified.
    Fine,
    /// A position has no answer.
    Unknown,
    /// Input or usage was bad.
    BadInput,
    /// An own certificate failed its check; a certificate was refuted.
    Failed,
}

impl Exit {
    /// The number that the system is given.
    pub const fn code(self) -> u8 {
        match self {
            Exit::Fine => 0,
            Exit::Failed => 1,
            Exit::BadInput => 2,
            Exit::Unknown => 3,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit.code())
    }
}
