//! What is assumed of a problem of Go and not proved.

use threefold::go::problem::{Frame, Posed};
use threefold::session::registry::Subject;
use threefold::session::with_subject;
use threefold::session::words::capital;

/// What the answers about a position hold under.
pub struct Assumed {
    /// The frame that was put around a diagram without a wall, in words.
    pub frame: Option<String>,
    /// What never dies, and eyes that are never filled, in words: `assuming that ...`.
    pub assuming: Option<String>,
}

impl Assumed {
    /// `None` if nothing is.
    pub fn of(subject: &Subject) -> Option<Self> {
        let Subject::Problem(problem) = subject else { return None };
        let (frame, assuming) = with_subject!(&**problem, |subject| {
            let Posed { problem, frame, .. } = &subject.at_hand.posed;
            (frame.as_ref().map(Frame::words), problem.assumptions())
        });
        (frame.is_some() || assuming.is_some()).then_some(Assumed { frame, assuming })
    }

    /// As the output of `solve` begins, in one line.
    pub fn sentence(&self) -> String {
        let frame = self.frame.as_ref().map(|frame| format!("assuming that {frame}"));
        let both: Vec<&str> = frame.iter().chain(&self.assuming).map(String::as_str).collect();
        capital(&both.join(", "))
    }
}
