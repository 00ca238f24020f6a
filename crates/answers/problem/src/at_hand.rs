//! A problem with the moves that led to it, and the same with other frames around it.

use threefold_answer::error::Error;
use threefold_answer_go::ko::Ko;
use threefold_game::{Game, History};
use threefold_go::problem::{
    CellSet, Framing, Place, Posed, Problem, ProblemError, ProblemMove, ProblemPosition, Request,
};

/// A problem on the board, with the moves that led to it inside its region.
#[derive(Clone, Debug)]
pub struct AtHand<S: CellSet = u64> {
    /// The problem.
    pub posed: Posed<S>,
    /// Where the history that counts begins.
    pub start: Option<ProblemPosition<S>>,
    /// The moves since then.
    pub before: Vec<ProblemMove>,
    /// The same question with other frames, where one was put around the diagram because nothing
    /// else was said: the answer may depend on it.
    pub other_frames: Vec<OtherFrame<S>>,
    /// In a race, the question about the stones of the player to move.
    pub rival: Option<Box<AtHand<S>>>,
}

/// How a frame differs from the one that was put around a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameChange {
    /// It is much further out.
    Further,
    /// It is next to the stones, with so many outside liberties.
    OutsideLiberties(u8),
}

impl FrameChange {
    /// All that are tried.
    pub const ALL: [FrameChange; 3] =
        [FrameChange::Further, FrameChange::OutsideLiberties(0), FrameChange::OutsideLiberties(2)];

    /// In words: `with the frame a line further out`, `with 2 outside liberties`.
    pub fn words(self) -> String {
        match self {
            FrameChange::Further => "with the frame much further out".to_owned(),
            FrameChange::OutsideLiberties(0) => "without outside liberties".to_owned(),
            FrameChange::OutsideLiberties(1) => "with 1 outside liberty".to_owned(),
            FrameChange::OutsideLiberties(number) => format!("with {number} outside liberties"),
        }
    }
}

/// The question with another frame.
#[derive(Clone, Debug)]
pub struct OtherFrame<S: CellSet = u64> {
    /// Which one.
    pub change: FrameChange,
    /// The problem, or why there is none.
    pub at_hand: Result<Box<AtHand<S>>, Error>,
}

impl<S: CellSet> AtHand<S> {
    /// A problem without a history.
    pub fn first(posed: Posed<S>) -> Self {
        AtHand::after(posed, None, Vec::new())
    }

    /// A problem with the moves that led to it from a position.
    pub fn after(
        mut posed: Posed<S>,
        start: Option<ProblemPosition<S>>,
        before: Vec<ProblemMove>,
    ) -> Self {
        // The region is the same, and so are positions and moves.
        let rival = posed.rival.take();
        let rival = rival.map(|rival| Box::new(AtHand::after(*rival, start, before.clone())));
        AtHand { posed, start, before, other_frames: Vec::new(), rival }
    }

    /// What is assumed, in words: a frame, and what never dies. Answers hold as far as that does.
    pub fn assumptions(&self) -> Vec<String> {
        let Posed { problem, frame, .. } = &self.posed;
        let framed = frame.as_ref().map(|frame| format!("assuming that {}", frame.words()));
        framed.into_iter().chain(problem.assumptions()).collect()
    }

    /// What a request finds, with the other frames beside it.
    ///
    /// # Errors
    /// Those of `find`.
    pub fn find(
        request: &Request,
        find: impl Fn(&Request) -> Result<Self, ProblemError>,
    ) -> Result<Self, ProblemError> {
        let mut at_hand = find(request)?;
        let posed = &at_hand.posed;
        if request.framing != Framing::Auto || request.outside_liberties.is_some() {
            return Ok(at_hand);
        }
        let Some(frame) = &posed.frame else { return Ok(at_hand) };
        let mut other_frames = Vec::new();
        for change in FrameChange::ALL {
            let (framings, outside_liberties) = match change {
                FrameChange::Further => (frame.further().collect(), None),
                FrameChange::OutsideLiberties(number) => (vec![Framing::Lines(0)], Some(number)),
            };
            // Where the target does not border on the frame it has no outside liberties, and
            // without any the frame can be the one that is there.
            if outside_liberties.is_some() && !frame.touches_target() {
                continue;
            }
            let other = |framing| {
                find(&Request {
                    framing,
                    outside_liberties,
                    aim: Some(posed.aim),
                    target: Some(Place::Points(posed.problem.definition().target)),
                    to_play: Some(posed.to_play),
                    ..request.clone()
                })
            };
            // The furthest that leads to a problem, which is another one then.
            let region = posed.problem.region();
            let differs = |at_hand: &Self| at_hand.posed.problem.region() != region;
            let mut found = framings.into_iter().map(other);
            let first = found.next().expect("there is a frame");
            let mut rest = || found.find_map(|other| other.ok().filter(differs));
            let at_hand = match first {
                Ok(at_hand) => Ok(at_hand),
                Err(ProblemError::NoFrame) => continue,
                Err(error) => rest().ok_or_else(|| Error::other(error)),
            };
            other_frames.push(OtherFrame { change, at_hand: at_hand.map(Box::new) });
        }
        at_hand.other_frames = other_frames;
        Ok(at_hand)
    }

    /// The game so far, for a variant of the problem with so many ko threats.
    pub fn history(&self, problem: &Problem<S>, threats: [u8; 2]) -> History<Problem<S>> {
        let Some(start) = self.start else {
            return History::new(problem.root(self.posed.to_play, threats));
        };
        let mut history = History::new(start.with_threats(threats));
        self.before.iter().for_each(|&m| history.push(problem, m));
        history
    }

    /// Whether the moves before the position can have been played under a ko rule.
    ///
    /// # Errors
    /// Which of them cannot.
    pub fn could_be(&self, ko: Ko) -> Result<(), Error> {
        let Some(start) = self.start else { return Ok(()) };
        let problem = self.posed.problem.with_basic_ko(ko == Ko::Basic);
        let mut history = History::new(start);
        for (i, &m) in self.before.iter().enumerate() {
            let text = problem.move_text(history.root(), m);
            let wrong = |what: &str| {
                let number = i + 1;
                Err(Error::Other(format!(
                    "move {number} in the region, '{text}', {what} ({})",
                    ko.words()
                )))
            };
            if problem.parse_move(history.root(), &text).is_err() {
                return wrong("is illegal");
            }
            if history.is_banned(&problem, m, ko.rule()) {
                return wrong("repeats an earlier position");
            }
            history.push(&problem, m);
        }
        Ok(())
    }
}
