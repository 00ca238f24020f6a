//! Looking on while a search fills its table.

use super::score::Score;
use crate::Informed;

/// What an entry says of its position, for every path on which it will be used.
///
/// Scores are those of the table: with [`WinScores::NodeRelative`](super::WinScores) wins count
/// plies from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The value is at least this; `None` if nothing is said.
    pub at_least: Option<Score>,
    /// The value is at most this; `None` if nothing is said.
    pub at_most: Option<Score>,
    /// The plies that were searched below the position.
    pub draft: u32,
}

/// Is told every entry that a search stores under its position alone. Entries for one path are
/// claims about that path, and are not told.
pub trait Watch<G: Informed> {
    /// The position at hand has been stored.
    fn stored(&self, position: &G::Position, entry: Stored);
}
