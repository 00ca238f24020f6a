//! What a repeated position counts as.

use std::fmt;
use std::str::FromStr;

use crate::NotationError;

/// What happens when a position of the path occurs again.
///
/// | rule | meaning |
/// |---|---|
/// | `Draw` | a repeated position is a draw |
/// | `AttackerLoses` | it is a failure of the attacker ("first-player-loss") |
/// | `AttackerWins` | the mirror image |
/// | `SituationalSuperko` | no move may recreate a position with its side to move |
/// | `PositionalSuperko` | no move may recreate a board |
///
/// Chess and checkers have `Draw`, and Go the two kinds of superko; the situational one is known as
/// "current-player-loss". `AttackerLoses` is for mate problems, and any "can A win?" under `Draw`;
/// `AttackerWins` for "can A avoid losing?".
///
/// `Draw` is never searched: it is two boolean questions, each with `AttackerLoses`.
/// The names in brackets are those of Kishimoto and Mueller (2004).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RepetitionRule {
    /// A repeated position is a draw.
    Draw,
    /// A repeated position is a failure of the attacker.
    AttackerLoses,
    /// A repeated position is a success of the attacker.
    AttackerWins,
    /// Recreating an earlier position with the same side to move is illegal.
    SituationalSuperko,
    /// Recreating an earlier board is illegal, whoever is to move.
    PositionalSuperko,
}

impl RepetitionRule {
    /// Every rule.
    pub const ALL: [RepetitionRule; 5] = [
        RepetitionRule::Draw,
        RepetitionRule::AttackerLoses,
        RepetitionRule::AttackerWins,
        RepetitionRule::SituationalSuperko,
        RepetitionRule::PositionalSuperko,
    ];

    /// The rules under which a repetition ends the game for a player or for nobody, while no move
    /// is ever illegal because of it: those of games in which superko means nothing.
    pub const WITHOUT_SUPERKO: [RepetitionRule; 3] =
        [RepetitionRule::Draw, RepetitionRule::AttackerLoses, RepetitionRule::AttackerWins];

    /// Both superko rules.
    pub const SUPERKO: [RepetitionRule; 2] =
        [RepetitionRule::SituationalSuperko, RepetitionRule::PositionalSuperko];

    /// Whether a repeating move is illegal under this rule.
    #[inline]
    pub const fn is_superko(self) -> bool {
        matches!(self, RepetitionRule::SituationalSuperko | RepetitionRule::PositionalSuperko)
    }

    /// Whether what a repetition counts as depends on who the attacker is.
    #[inline]
    pub const fn names_attacker(self) -> bool {
        matches!(self, RepetitionRule::AttackerLoses | RepetitionRule::AttackerWins)
    }

    /// The name used in files, options and output.
    pub const fn name(self) -> &'static str {
        match self {
            RepetitionRule::Draw => "draw",
            RepetitionRule::AttackerLoses => "attacker-loses",
            RepetitionRule::AttackerWins => "attacker-wins",
            RepetitionRule::SituationalSuperko => "situational-superko",
            RepetitionRule::PositionalSuperko => "positional-superko",
        }
    }
}

impl fmt::Display for RepetitionRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for RepetitionRule {
    type Err = NotationError;

    /// Reads a [`name`](RepetitionRule::name).
    ///
    /// ```
    /// use threefold_game::RepetitionRule;
    /// assert_eq!("draw".parse(), Ok(RepetitionRule::Draw));
    /// assert!("superko".parse::<RepetitionRule>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, NotationError> {
        RepetitionRule::ALL.into_iter().find(|rule| rule.name() == text).ok_or_else(|| {
            let names = RepetitionRule::ALL.map(RepetitionRule::name).join(", ");
            NotationError::new(format!("unknown repetition rule '{text}', expected one of {names}"))
        })
    }
}
