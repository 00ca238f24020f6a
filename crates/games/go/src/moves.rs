//! Moves.

use std::fmt;

use threefold_game::NotationError;

use crate::{Point, Size};

/// A move: a stone on an empty point, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GoMove {
    /// No stone.
    Pass,
    /// A stone on the point.
    Play(Point),
}

impl GoMove {
    /// The move as GTP writes it: `C3`, `pass`.
    pub fn text(self, size: Size) -> impl fmt::Display {
        Text { m: self, size }
    }

    /// Reads what GTP writes, in capital or small letters.
    ///
    /// # Errors
    /// The text is neither `pass` nor a point of the board.
    pub fn parse(text: &str, size: Size) -> Result<GoMove, NotationError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(GoMove::Pass);
        }
        size.point(text).map(GoMove::Play).map_err(|error| {
            let error = error.to_string();
            NotationError::new(format!("{error}, and not 'pass'"))
        })
    }
}

struct Text {
    m: GoMove,
    size: Size,
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.m {
            GoMove::Pass => f.write_str("pass"),
            GoMove::Play(point) => self.size.coordinates(point).fmt(f),
        }
    }
}
