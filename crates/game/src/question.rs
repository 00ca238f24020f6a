//! The question that a search answers.

use crate::{Game, Outcome, Player, RepetitionRule};

/// A boolean question: does the attacker reach the goal, whatever the defender does?
///
/// The goal is to win; under [`RepetitionRule::AttackerWins`] it is not to lose, so that a
/// finished game without a winner is a success exactly where a repetition is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// The player whose success is in question. He need not be the one to move.
    pub attacker: Player,
    /// What a repetition counts as. Never [`RepetitionRule::Draw`].
    pub rule: RepetitionRule,
}

impl Question {
    /// The question whether `attacker` succeeds under `rule`. [`RepetitionRule::Draw`] becomes
    /// [`RepetitionRule::AttackerLoses`]: to win, the attacker has to avoid draws.
    ///
    /// ```
    /// use threefold_game::{Player, Question, RepetitionRule};
    /// let question = Question::new(Player::First, RepetitionRule::Draw);
    /// assert_eq!(question.rule, RepetitionRule::AttackerLoses);
    /// ```
    pub fn new(attacker: Player, rule: RepetitionRule) -> Self {
        let rule = match rule {
            RepetitionRule::Draw => RepetitionRule::AttackerLoses,
            other => other,
        };
        Question { attacker, rule }
    }

    /// Whether the game knows the question: its rule is one of the game's, or a half of
    /// [`RepetitionRule::Draw`], which is.
    pub fn is_of<G: Game>(&self, game: &G) -> bool {
        game.has_rule(self.rule)
            || self.rule.names_attacker() && game.has_rule(RepetitionRule::Draw)
    }

    /// Whether a game that ended with `outcome` is a success of the attacker.
    #[inline]
    pub fn is_success(&self, outcome: Outcome) -> bool {
        match self.rule {
            RepetitionRule::AttackerWins => outcome.is_held_by(self.attacker),
            _ => outcome.is_win_of(self.attacker),
        }
    }

    /// What a repetition counts as: `Some(true)` a success of the attacker, `Some(false)` a
    /// failure, `None` under superko, where the repeating move is illegal.
    #[inline]
    pub fn repetition_succeeds(&self) -> Option<bool> {
        match self.rule {
            RepetitionRule::AttackerWins => Some(true),
            RepetitionRule::AttackerLoses | RepetitionRule::Draw => Some(false),
            RepetitionRule::SituationalSuperko | RepetitionRule::PositionalSuperko => None,
        }
    }
}
