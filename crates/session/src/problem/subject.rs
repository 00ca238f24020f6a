//! A problem with what is asked about it.

use threefold_go::Wide;
use threefold_go::problem::CellSet;

use crate::problem::played::AtHand;
use crate::problem::question::ProblemQuestion;

/// A problem, and under which rules it is asked about.
#[derive(Clone, Debug)]
pub struct ProblemSubject<S: CellSet = u64> {
    /// The problem, with the moves before it.
    pub at_hand: AtHand<S>,
    /// What is asked.
    pub question: ProblemQuestion,
}

/// A problem with a region of any size.
#[derive(Clone, Debug)]
pub enum SizedProblem {
    /// Of at most 64 points.
    Small(ProblemSubject),
    /// Of more.
    Large(ProblemSubject<Wide>),
}
