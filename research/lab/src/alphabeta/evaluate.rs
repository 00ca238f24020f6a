//! What a search needs to know about a game beyond its rules.

use threefold_game::{Outcome, Player};

use super::score::{Score, WIN};
use crate::Informed;

/// How a position at the horizon is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// By its score.
    Quiet,
    /// The player to move may take the score or one of the moves that were filled in.
    StandPat,
    /// He has to make one of the moves that were filled in; none of them is no end of the game.
    Forced,
}

/// Scores for positions, and hints for the order of moves.
pub trait Evaluate<G: Informed>: Sync {
    /// The score of a position that is not over, for the player to move. Must depend on nothing
    /// but the position, and be smaller than [`DECIDED`](super::DECIDED) in absolute value.
    fn score(&self, game: &G, position: &G::Position) -> Score;

    /// The score of a finished game for `player`. `WIN` and `-WIN` by default; the search
    /// subtracts the plies if it is told to ([`WinScores`](super::WinScores)).
    fn outcome(&self, game: &G, position: &G::Position, outcome: Outcome, player: Player) -> Score {
        let _ = (game, position);
        outcome_score(outcome, player)
    }

    /// Moves to search beyond the horizon. Every line of such moves must come to an end, and
    /// quickly.
    fn quiescence(&self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) -> Horizon {
        let _ = (game, position, moves);
        Horizon::Quiet
    }

    /// How promising a move looks before anything has been searched: higher is tried first.
    fn promise(&self, game: &G, position: &G::Position, m: G::Move) -> i32 {
        let _ = (game, position, m);
        0
    }
}

/// Nothing is known before the end of the game: every position is worth 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Neutral;

impl<G: Informed> Evaluate<G> for Neutral {
    fn score(&self, _game: &G, _position: &G::Position) -> Score {
        0
    }
}

/// The plain score of an outcome.
#[inline]
pub(crate) fn outcome_score(outcome: Outcome, player: Player) -> Score {
    match outcome {
        Outcome::Win(winner) if winner == player => WIN,
        Outcome::Win(_) => -WIN,
        Outcome::Draw => 0,
    }
}
