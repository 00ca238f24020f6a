//! A problem with what is asked about it.

use threefold_go::problem::{CellSet, Frame, ProblemError};
use threefold_go::{Colour, Points, Wide};

use crate::at_hand::AtHand;
use crate::question::ProblemQuestion;
use threefold_answer::error::Error;

/// A problem, and under which rules it is asked about.
#[derive(Clone, Debug)]
pub struct ProblemSubject<S: CellSet = u64> {
    /// The problem, with the moves before it.
    pub at_hand: AtHand<S>,
    /// What is asked.
    pub question: ProblemQuestion,
}

/// A problem with a region of any size. One more size is a line here and in
/// [`with_subject`](crate::with_subject), and a case in `with_sets` and in [`SizedProblem::of`]. It
/// is also a search with all that comes of it, compiled once more in each program: sets of three
/// words take three quarters of the time of those of a whole board, and are not worth that.
#[derive(Clone, Debug)]
pub enum SizedProblem {
    /// Of at most 64 points.
    Small(ProblemSubject),
    /// Of more.
    Large(ProblemSubject<Wide>),
}

/// An expression with the subject of a [`SizedProblem`](crate::subject::SizedProblem),
/// compiled for sets of each size, as in
/// `with_subject!(&sized, |subject| subject.at_hand.assumptions())`.
#[macro_export]
macro_rules! with_subject {
    ($sized:expr, |$subject:ident| $body:expr) => {
        match $sized {
            $crate::subject::SizedProblem::Small($subject) => $body,
            $crate::subject::SizedProblem::Large($subject) => $body,
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

/// What a problem is. Points are in GTP coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// What is asked about the target.
    pub goal: &'static str,
    /// Whose target it is.
    pub defender: Colour,
    /// Who moves first.
    pub to_play: Colour,
    /// Where may be played.
    pub region: Vec<String>,
    /// The stones in question.
    pub target: Vec<String>,
    /// The eyes that the target has elsewhere.
    pub eyes: Vec<String>,
    /// Stones that are only declared safe.
    pub trusted: Vec<String>,
    /// Moves before the position that count.
    pub history: usize,
    /// What was put around the diagram, in words.
    pub frame: Option<String>,
    /// What is assumed and not proved, in words.
    pub assuming: Option<String>,
}

impl SizedProblem {
    /// What is assumed, in words: a frame, and what never dies. Answers hold as far as that does.
    pub fn assumptions(&self) -> Vec<String> {
        with_subject!(self, |subject| subject.at_hand.assumptions())
    }

    /// What the problem is, in the words of a request.
    pub fn description(&self) -> Description {
        with_subject!(self, |subject| {
            let AtHand { posed, before, .. } = &subject.at_hand;
            let (size, definition) = (posed.problem.size(), posed.problem.definition());
            let rival = subject.at_hand.rival.as_ref();
            let others = rival.map(|own| own.posed.problem.definition().target);
            let names = |set: Wide| set.iter().map(|point| size.coordinates(point).to_string());
            Description {
                goal: if others.is_some() { "race" } else { posed.aim.name() },
                defender: definition.defender,
                to_play: posed.to_play,
                region: names(posed.problem.region()).collect(),
                target: names(definition.target | others.unwrap_or_default()).collect(),
                eyes: names(definition.eyes).collect(),
                trusted: names(posed.problem.trusted()).collect(),
                history: before.len(),
                frame: posed.frame.as_ref().map(Frame::words),
                assuming: posed.problem.assumptions(),
            }
        })
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
        let at_hand = found.find().map_err(Error::other)?;
        Ok(SizedProblem::Large(ProblemSubject { at_hand, question }))
    }
}
