//! A random game with a question about it.

use threefold_game::{History, Player, Question, RepetitionRule};
use threefold_graph::{GraphFile, GraphGame, replay};

use crate::shrink::{Shrink, smaller_games};

/// A graph game with a question about one position.
#[derive(Clone, Debug)]
pub struct Case {
    /// The game.
    pub game: GraphGame,
    /// What a repetition counts as.
    pub rule: RepetitionRule,
    /// Whose success is in question.
    pub attacker: Player,
    /// The moves before the root, and the root.
    pub history: History<GraphGame>,
}

impl Case {
    /// What is asked.
    pub fn question(&self) -> Question {
        Question::new(self.attacker, self.rule)
    }

    /// The case as a file, with notes.
    pub fn file(&self, notes: Vec<String>) -> GraphFile {
        GraphFile {
            game: self.game.clone(),
            rule: self.rule,
            attacker: self.attacker,
            history: self.history.clone(),
            notes,
        }
    }
}

/// A game, then the history: its first move.
impl Shrink for Case {
    fn smaller(&self) -> Box<dyn Iterator<Item = Self> + '_> {
        let Case { rule, attacker, .. } = *self;
        let games = smaller_games(&self.game).filter_map(move |smaller| {
            let history = smaller.history(&self.history)?;
            Some(Case { game: smaller.game, rule, attacker, history })
        });
        let moves = self.history.moves();
        let shorter = moves.first().and_then(|&start| {
            Some(Case { history: replay(&self.game, start, &moves[1..])?, ..self.clone() })
        });
        Box::new(games.chain(shorter))
    }
}
