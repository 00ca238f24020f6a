//! Why a command did not succeed.

use std::fmt;

/// One line for the user and an exit code: 1 if a check failed, 2 for bad input or usage.
#[derive(Debug)]
pub struct Failure {
    pub code: u8,
    message: String,
}

impl Failure {
    /// Something that must hold does not.
    pub fn check(message: impl Into<String>) -> Self {
        Failure { code: 1, message: message.into() }
    }

    /// The command cannot be carried out as it was given.
    pub fn usage(message: impl Into<String>) -> Self {
        Failure { code: 2, message: message.into() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message.replace('\n', " "))
    }
}
