//! What a repetition is worth.

use threefold_game::{Player, Question, RepetitionRule};

use super::score::{Score, WIN};

/// The score of a draw.
pub const DRAW: Score = 0;

/// The repetition rule as alpha-beta sees it: a score, or a ban.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The rule.
    pub rule: RepetitionRule,
    /// The player who wants high scores.
    pub player: Player,
    /// From which occurrence on, counted from the root, a position repeats. How often it may occur
    /// in the game is a rule of the game.
    pub tree: u32,
}

impl Rules {
    /// A repetition is a draw; scores are those of [`Player::First`].
    pub const fn draw() -> Self {
        Rules { rule: RepetitionRule::Draw, player: Player::First, tree: 2 }
    }

    /// The rules of a boolean question: the attacker wants high scores.
    pub const fn of(question: Question) -> Self {
        Rules { rule: question.rule, player: question.attacker, tree: 2 }
    }

    /// The score of a repetition, or `None` under superko, where the repeating move is illegal.
    /// What the treatments call "the draw score" is this one.
    #[inline]
    pub const fn repetition(&self) -> Option<Score> {
        match self.rule {
            RepetitionRule::Draw => Some(DRAW),
            RepetitionRule::AttackerLoses => Some(-WIN),
            RepetitionRule::AttackerWins => Some(WIN),
            RepetitionRule::SituationalSuperko | RepetitionRule::PositionalSuperko => None,
        }
    }
}
