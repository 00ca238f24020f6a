//! Scores for graph games.

use std::collections::HashMap;

use threefold_game::{Game, NotationError, Outcome, Player};
use threefold_graph::{GraphGame, NodeId};

use super::evaluate::{Evaluate, outcome_score};
use super::score::{DECIDED, Score};

/// Scores of the positions of a graph game, one by one: what finished games are worth, where that
/// is more than win, draw or loss, and what the others look like at a horizon.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GraphScores {
    /// For [`Player::First`], by number of the position; where there is none, the outcome counts.
    results: HashMap<usize, Score>,
    /// For [`Player::First`]; 0 where there is none.
    horizon: HashMap<usize, Score>,
    /// What a player who cannot move has lost; `None` for the outcome.
    stuck: Option<Score>,
}

impl GraphScores {
    /// Win, draw and loss as they are, and 0 at a horizon.
    pub fn outcomes(_game: &GraphGame) -> Self {
        GraphScores::default()
    }

    /// What a player who cannot move has lost.
    #[must_use]
    pub fn with_stuck(mut self, score: Score) -> Self {
        self.stuck = Some(score);
        self
    }

    /// Sets the result of a finished game.
    pub fn set_result(&mut self, position: NodeId, score: Score) {
        self.results.insert(position.index(), score);
    }

    /// Sets what a position looks like at a horizon.
    ///
    /// # Panics
    /// If it looks decided ([`DECIDED`]).
    pub fn set_horizon(&mut self, position: NodeId, score: Score) {
        assert!(score.abs() < DECIDED, "an evaluation of {score} would be a proven result");
        self.horizon.insert(position.index(), score);
    }

    /// What a finished game is worth, if that was set.
    pub fn result(&self, position: NodeId) -> Option<Score> {
        self.results.get(&position.index()).copied()
    }

    /// What a position looks like at a horizon, if that was set.
    pub fn horizon(&self, position: NodeId) -> Option<Score> {
        self.horizon.get(&position.index()).copied()
    }

    /// What a player who cannot move has lost, if that was set.
    pub fn stuck(&self) -> Option<Score> {
        self.stuck
    }

    /// The scores as notes of a `.game` file, which says nothing of scores otherwise.
    pub fn notes(&self, game: &GraphGame) -> Vec<String> {
        let list = |word: &str, scores: &HashMap<usize, Score>| {
            let scores = game.ids().filter_map(|id| {
                let score = scores.get(&id.index())?;
                Some(format!(" {}={score}", game.node(id).name()))
            });
            let scores: String = scores.collect();
            (!scores.is_empty()).then(|| format!("{word}:{scores}"))
        };
        let stuck = self.stuck.map(|score| format!("stuck: {score}"));
        let lists = [list("results", &self.results), list("horizon", &self.horizon), stuck];
        lists.into_iter().flatten().collect()
    }

    /// Reads [`notes`](GraphScores::notes); other notes are skipped.
    ///
    /// # Errors
    /// A position that does not exist, or something that is not a number.
    pub fn from_notes(game: &GraphGame, notes: &[String]) -> Result<Self, NotationError> {
        let number = |text: &str| {
            text.trim().parse::<Score>().map_err(|_| {
                NotationError::new(format!("'{text}' is not a score, expected a whole number"))
            })
        };
        let mut scores = GraphScores::default();
        for note in notes {
            let Some((word, rest)) = note.split_once(':') else { continue };
            let list = match word {
                "results" => &mut scores.results,
                "horizon" => &mut scores.horizon,
                "stuck" => {
                    scores.stuck = Some(number(rest)?);
                    continue;
                }
                _ => continue,
            };
            for item in rest.split_whitespace() {
                let (name, score) = item.split_once('=').ok_or_else(|| {
                    NotationError::new(format!("'{item}' is not of the form position=score"))
                })?;
                list.insert(game.parse_position(name)?.index(), number(score)?);
            }
        }
        Ok(scores)
    }
}

impl Evaluate<GraphGame> for GraphScores {
    fn score(&self, game: &GraphGame, position: &NodeId) -> Score {
        let score = self.horizon(*position).unwrap_or(0);
        match game.player_to_move(position) {
            Player::First => score,
            Player::Second => -score,
        }
    }

    fn outcome(
        &self,
        game: &GraphGame,
        position: &NodeId,
        outcome: Outcome,
        player: Player,
    ) -> Score {
        let for_first = match (self.result(*position), self.stuck) {
            (Some(score), _) => score,
            (None, Some(loss)) if game.terminal(position).is_none() => {
                outcome_score(outcome, Player::First).signum() * loss
            }
            _ => outcome_score(outcome, Player::First),
        };
        if player == Player::First { for_first } else { -for_first }
    }
}
