//! The ko rules.

use threefold_game::RepetitionRule;

/// What of earlier positions a move of Go may not bring back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ko {
    /// Situational superko: a board with the same side to move may not be recreated.
    Situational,
    /// Positional superko: a board may not be recreated.
    Positional,
    /// Basic ko: only a ko may not be retaken by the next move. A game may go on for ever.
    Basic,
}

impl Ko {
    /// The rule of repetition; without superko games may be drawn by going on for ever.
    pub const fn rule(self) -> RepetitionRule {
        match self {
            Ko::Situational => RepetitionRule::SituationalSuperko,
            Ko::Positional => RepetitionRule::PositionalSuperko,
            Ko::Basic => RepetitionRule::Draw,
        }
    }

    /// The name, as in `situational-superko`.
    pub const fn name(self) -> &'static str {
        match self {
            Ko::Basic => "basic-ko",
            _ => self.rule().name(),
        }
    }

    /// In words: `situational superko`.
    pub const fn words(self) -> &'static str {
        match self {
            Ko::Situational => "situational superko",
            Ko::Positional => "positional superko",
            Ko::Basic => "basic ko",
        }
    }
}
