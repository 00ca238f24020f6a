//! A problem with what is asked about it.

use threefold_go::Wide;
use threefold_go::problem::{CellSet, ProblemError};

use crate::error::Error;
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

impl SizedProblem {
    /// What is assumed, in words: a frame, and what never dies. Answers hold as far as that does.
    pub fn assumptions(&self) -> Vec<String> {
        match self {
            SizedProblem::Small(subject) => subject.at_hand.assumptions(),
            SizedProblem::Large(subject) => subject.at_hand.assumptions(),
        }
    }

    /// The smaller kind where its sets are enough: the larger one is only looked for where they are
    /// not.
    ///
    /// # Errors
    /// There is no such problem.
    pub fn of(
        question: &ProblemQuestion,
        small: Result<AtHand, ProblemError>,
        large: impl FnOnce() -> Result<AtHand<Wide>, ProblemError>,
    ) -> Result<Self, Error> {
        let question = question.clone();
        match small {
            Ok(at_hand) => Ok(SizedProblem::Small(ProblemSubject { at_hand, question })),
            Err(ProblemError::TooLarge { .. }) => {
                let at_hand = large().map_err(Error::other)?;
                Ok(SizedProblem::Large(ProblemSubject { at_hand, question }))
            }
            Err(error) => Err(Error::other(error)),
        }
    }
}
