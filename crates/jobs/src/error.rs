//! What can be wrong.

use thiserror::Error;
use threefold_certificate::CheckError;
use threefold_game::RepetitionRule;

/// Why there is no leader, or no certificate.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LeaderError {
    /// The game is never played under the rule.
    #[error("{game} is never played under {rule}")]
    NoRule {
        /// The game.
        game: String,
        /// The rule.
        rule: RepetitionRule,
    },
    /// Jobs have no history.
    #[error(
        "a question cannot be divided into jobs where a position before the root has occurred so \
         often that meeting it again is a draw"
    )]
    History,
    /// What was saved cannot be read.
    #[error("no leader in this version's format: {0}")]
    Unreadable(String),
    /// What was saved is about something else.
    #[error("saved for another question: {what} is '{saved}', not '{asked}'")]
    OtherQuestion {
        /// What differs.
        what: &'static str,
        /// What the file says.
        saved: String,
        /// What was asked.
        asked: String,
    },
    /// What was saved contradicts the rules of the game.
    #[error("damaged: {0}")]
    Damaged(String),
    /// A certificate was asked for while there is no answer.
    #[error("there is no answer yet")]
    Open,
    /// The certificate of the answer does not hold: never to happen.
    #[error("the certificate of the answer is not verified: {0}")]
    Refuted(CheckError),
    /// The parts of the answer's certificate do not fit together: never to happen.
    #[error("the parts of the certificate do not fit together: {0}")]
    Splice(String),
}
