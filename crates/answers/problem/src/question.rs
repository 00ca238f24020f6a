//! What is asked about a problem of Go.

use threefold_go::problem::{Aim, Framing, Place, Request, Safe, parse_points};
use threefold_go::sgf::Mark;
use threefold_go::{Colour, Size};

use threefold_answer::error::Error;
use threefold_answer_go::ko::Ko;

/// What is asked about a problem; where nothing is said, what its file says.
///
/// Places are texts, since points have names on a board of known size only: `auto`, a mark (`MA`,
/// `TR`, `SQ`, `CR`, `SL`), or points (`A1,B1`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProblemQuestion {
    /// What is to be found out about the target.
    pub aim: Option<Aim>,
    /// Where may be played.
    pub region: Option<String>,
    /// The stones in question.
    pub target: Option<String>,
    /// The eyes that the target has elsewhere.
    pub eye: Option<String>,
    /// Stones that are declared safe; also `wall`.
    pub safe: Option<String>,
    /// Who moves first.
    pub to_play: Option<Colour>,
    /// Whether a diagram without a wall gets one.
    pub framing: Framing,
    /// How many outside liberties the target has in such a frame.
    pub outside_liberties: Option<u8>,
    /// The ko rule. By default situational superko, with a second answer under positional superko.
    pub ko: Option<Ko>,
    /// Ko threats that black and white have elsewhere.
    pub threats: [u8; 2],
}

impl ProblemQuestion {
    /// The request about a board of that size.
    ///
    /// # Errors
    /// A place is no place on it.
    pub fn request(&self, size: Size) -> Result<Request, Error> {
        let place = |field: &'static str, text: &Option<String>| match text {
            None => Ok(None),
            Some(text) => place(size, text).map(Some).map_err(|e| Error::field(field, e)),
        };
        let safe = match self.safe.as_deref() {
            Some("wall") => Some(Safe::Wall),
            _ => place("safe", &self.safe)?.map(Safe::Place),
        };
        Ok(Request {
            aim: self.aim,
            region: place("region", &self.region)?,
            target: place("target", &self.target)?,
            safe,
            eyes: place("eye", &self.eye)?,
            to_play: self.to_play,
            framing: self.framing,
            outside_liberties: self.outside_liberties,
            basic_ko: self.ko == Some(Ko::Basic),
            ..Request::default()
        })
    }

    /// Whether it says what the problem is, and not only how it is solved.
    pub fn is_specific(&self) -> bool {
        let places = [&self.region, &self.target, &self.eye, &self.safe];
        self.aim.is_some()
            || self.outside_liberties.is_some()
            || places.iter().any(|place| place.is_some())
    }

    /// The ko rule of the verdict. Situational superko bans no more than positional superko does.
    pub fn first_ko(&self) -> Ko {
        self.ko.unwrap_or(Ko::Situational)
    }

    /// The ko rules under which an answer is looked for: the first is that of the verdict.
    pub fn kos(&self) -> Vec<Ko> {
        match self.ko {
            Some(ko) => vec![ko],
            None => vec![Ko::Situational, Ko::Positional],
        }
    }
}

fn place(size: Size, text: &str) -> Result<Place, String> {
    if text == "auto" {
        return Ok(Place::Auto);
    }
    if let Some(mark) = Mark::ALL.into_iter().find(|mark| mark.property() == text) {
        return Ok(Place::Marked(mark));
    }
    parse_points(size, text).map(Place::Points).map_err(|error| {
        format!("{error}; expected auto, a mark (MA, TR, SQ, CR, SL), or points (A1,B1)")
    })
}
