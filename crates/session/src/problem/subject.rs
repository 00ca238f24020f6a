//! A problem with what is asked about it.

use crate::problem::played::AtHand;
use crate::problem::question::ProblemQuestion;

/// A problem, and under which rules it is asked about.
#[derive(Clone, Debug)]
pub struct ProblemSubject {
    /// The problem, with the moves before it.
    pub at_hand: AtHand,
    /// What is asked.
    pub question: ProblemQuestion,
}
