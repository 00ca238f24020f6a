//! Making a failing case smaller.

use threefold_graph::{Status, replay};

use super::case::{ScoredCase, Setting};
use crate::alphabeta::GraphScores;
use crate::shrink::{Shrink, Smaller, smaller_games};

/// The game played, at either end; then the game itself; then the horizon and the scores at it.
impl Shrink for ScoredCase {
    fn smaller(&self) -> Box<dyn Iterator<Item = Self> + '_> {
        let moves = self.played.moves();
        let without_last =
            moves.len().checked_sub(1).map(|last| (*self.played.start(), &moves[..last]));
        let without_first = moves.split_first().map(|(&first, rest)| (first, rest));
        let played =
            [without_last, without_first].into_iter().flatten().filter_map(|(start, moves)| {
                Some(ScoredCase { played: replay(&self.game, start, moves)?, ..self.clone() })
            });
        let games = smaller_games(&self.game).filter_map(|smaller| self.within(smaller));
        let plies = match self.setting {
            Setting::DepthLimited { plies } if plies > 1 => Some(ScoredCase {
                setting: Setting::DepthLimited { plies: plies - 1 },
                ..self.clone()
            }),
            _ => None,
        };
        let horizons = self.game.ids().flat_map(move |id| {
            let old = self.scores.horizon(id).unwrap_or(0);
            // Towards 0; halves first, so that large scores do not take long.
            let steps = [0, old.signum(), old / 2, old - old.signum()];
            steps.into_iter().filter(move |new| new.abs() < old.abs()).map(move |new| {
                let mut case = self.clone();
                case.scores.set_horizon(id, new);
                case
            })
        });
        Box::new(played.chain(games).chain(plies).chain(horizons))
    }
}

impl ScoredCase {
    /// The same in a smaller game; `None` if the game played is not possible there, or leaves
    /// nothing to search.
    fn within(&self, smaller: Smaller) -> Option<Self> {
        let mut scores = match self.scores.stuck() {
            Some(stuck) => GraphScores::default().with_stuck(stuck),
            None => GraphScores::default(),
        };
        for id in self.game.ids() {
            let Some(new) = smaller.ids[id.index()] else { continue };
            if let Some(score) = self.scores.result(id) {
                scores.set_result(new, score);
            }
            if let Some(score) = self.scores.horizon(id) {
                scores.set_horizon(new, score);
            }
        }
        let played = smaller.history(&self.played)?;
        if let Status::Over(_) = smaller.game.node(*played.root()).status() {
            return None;
        }
        Some(ScoredCase { game: smaller.game, scores, played, ..self.clone() })
    }
}
