//! A problem with what is asked about it.

use threefold_go::problem::{CellSet, ProblemError};
use threefold_go::{Points, Wide, Words};

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

/// Sets of cells for regions of more than 64 points that are no whole board.
pub type Middle = Words<3>;

/// A problem with a region of any size. One more size is a line here and in
/// [`with_subject`](crate::with_subject), and a case in `with_sets` and in [`SizedProblem::of`].
#[derive(Clone, Debug)]
pub enum SizedProblem {
    /// Of at most 64 points.
    Small(ProblemSubject),
    /// Of at most 192.
    Middle(ProblemSubject<Middle>),
    /// Of more.
    Large(ProblemSubject<Wide>),
}

/// An expression with the subject of a [`SizedProblem`](crate::problem::subject::SizedProblem),
/// compiled for sets of each size, as in
/// `with_subject!(&sized, |subject| subject.at_hand.assumptions())`.
#[macro_export]
macro_rules! with_subject {
    ($sized:expr, |$subject:ident| $body:expr) => {
        match $sized {
            $crate::problem::subject::SizedProblem::Small($subject) => $body,
            $crate::problem::subject::SizedProblem::Middle($subject) => $body,
            $crate::problem::subject::SizedProblem::Large($subject) => $body,
        }
    };
}

/// An expression with the type of the smallest sets that are enough for so many points.
macro_rules! with_sets {
    ($points:expr, |$sets:ident| $body:expr) => {{
        use threefold_go::Points as _;
        let points: usize = $points;
        if points <= u64::CAPACITY {
            type $sets = u64;
            $body
        } else if points <= $crate::problem::subject::Middle::CAPACITY {
            type $sets = $crate::problem::subject::Middle;
            $body
        } else {
            type $sets = threefold_go::Wide;
            $body
        }
    }};
}
pub(crate) use with_sets;

/// What finds a problem, with sets of each size.
pub trait Find {
    /// The problem.
    ///
    /// # Errors
    /// There is none, or its region has more points than such sets.
    fn find<S: CellSet>(&self) -> Result<AtHand<S>, ProblemError>;
}

impl SizedProblem {
    /// What is assumed, in words: a frame, and what never dies. Answers hold as far as that does.
    pub fn assumptions(&self) -> Vec<String> {
        with_subject!(self, |subject| subject.at_hand.assumptions())
    }

    /// The smallest kind where its sets are enough: larger ones are only looked for where they are
    /// not.
    ///
    /// # Errors
    /// There is no such problem.
    pub fn of(question: &ProblemQuestion, found: &impl Find) -> Result<Self, Error> {
        let question = question.clone();
        match found.find() {
            Ok(at_hand) => return Ok(SizedProblem::Small(ProblemSubject { at_hand, question })),
            Err(ProblemError::TooLarge { .. }) => {}
            Err(error) => return Err(Error::other(error)),
        }
        // What is found, with or without a frame, is not to depend on how many sizes there are.
        let at_hand: AtHand<Wide> = found.find().map_err(Error::other)?;
        if at_hand.most_points() <= Middle::CAPACITY {
            let at_hand = found.find().map_err(Error::other)?;
            return Ok(SizedProblem::Middle(ProblemSubject { at_hand, question }));
        }
        Ok(SizedProblem::Large(ProblemSubject { at_hand, question }))
    }
}
