//! What the positions of a game that is played look like at a horizon.

use threefold::chess::Chess;
use threefold::chess::ChessPosition;
use threefold::game::{Outcome, Player};
use threefold_lab::PawnGame;
use threefold_lab::alphabeta::{ChessScores, Evaluate, GraphScores, Horizon, Score};
use threefold_lab::{AdvanceScores, alphabeta::Neutral};

use crate::any_game::{AnyGame, AnyMove, AnyPosition};

/// More than any other move promises.
const FIRST: i32 = 1 << 20;

/// The scores of all games that can be played.
pub struct Scores {
    /// What is known at a horizon.
    pub known: Known,
    /// A move that is tried first in one position.
    pub first: Option<(AnyPosition, AnyMove)>,
}

/// What is known at a horizon.
pub enum Known {
    /// Nothing: 0.
    Nothing,
    /// What a small chess program knows.
    Chess,
    /// The notes of a `.game` file.
    Graph(GraphScores),
}

impl Known {
    fn of(&self, position: &ChessPosition, pawns: bool) -> Score {
        match (self, pawns) {
            (Known::Chess, true) => AdvanceScores.score(&PawnGame, position),
            (Known::Chess, false) => ChessScores.score(&Chess, position),
            _ => 0,
        }
    }
}

impl Evaluate<AnyGame> for Scores {
    fn score(&self, game: &AnyGame, position: &AnyPosition) -> Score {
        match (game, position, &self.known) {
            (_, AnyPosition::Chess(position), known) => known.of(position, false),
            (_, AnyPosition::Pawns(position), known) => known.of(position, true),
            (AnyGame::Graph(game), AnyPosition::Graph(position), Known::Graph(scores)) => {
                scores.score(game, position)
            }
            _ => 0,
        }
    }

    fn outcome(
        &self,
        game: &AnyGame,
        position: &AnyPosition,
        outcome: Outcome,
        player: Player,
    ) -> Score {
        match (game, position, &self.known) {
            (AnyGame::Graph(game), AnyPosition::Graph(position), Known::Graph(scores)) => {
                scores.outcome(game, position, outcome, player)
            }
            _ => Neutral.outcome(game, position, outcome, player),
        }
    }

    fn quiescence(
        &self,
        game: &AnyGame,
        position: &AnyPosition,
        moves: &mut Vec<AnyMove>,
    ) -> Horizon {
        match (game, position, &self.known) {
            (AnyGame::Chess(game), AnyPosition::Chess(position), Known::Chess) => {
                let mut own = Vec::new();
                let horizon = ChessScores.quiescence(game, position, &mut own);
                moves.extend(own.into_iter().map(AnyMove::Chess));
                horizon
            }
            _ => Horizon::Quiet,
        }
    }

    fn promise(&self, game: &AnyGame, position: &AnyPosition, m: AnyMove) -> i32 {
        if self.first.as_ref().is_some_and(|(at, first)| *first == m && at == position) {
            return FIRST;
        }
        match (game, position, m, &self.known) {
            (
                AnyGame::Chess(game),
                AnyPosition::Chess(position),
                AnyMove::Chess(m),
                Known::Chess,
            ) => ChessScores.promise(game, position, m),
            _ => 0,
        }
    }
}
