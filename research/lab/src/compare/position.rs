//! A position with the question about it.

use threefold_game::{History, Question, RepetitionRule};
use threefold_graph::{GraphFile, GraphGame};

use crate::Informed;

/// A position with the question about it.
#[derive(Debug)]
pub struct Position<'a, G: Informed> {
    /// The rules.
    pub game: &'a G,
    /// The position, and the moves before it.
    pub history: &'a History<G>,
    /// What is asked about it.
    pub question: Question,
    /// The rule of the game, which says [`RepetitionRule::Draw`] where the question says that a
    /// repetition is a failure.
    pub rule: RepetitionRule,
}

impl<G: Informed> Clone for Position<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Informed> Copy for Position<'_, G> {}

impl<'a> Position<'a, GraphGame> {
    /// The question that a `.game` file asks.
    pub fn of_file(file: &'a GraphFile) -> Self {
        Position {
            game: &file.game,
            history: &file.history,
            question: file.question(),
            rule: file.rule,
        }
    }
}
