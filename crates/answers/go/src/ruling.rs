//! The repetition rules of boards, and what a question asks under each of them.

use threefold_game::{Player, Question, RepetitionRule};

use crate::ko::Ko;
use threefold_answer::error::Error;

/// What a game counts for that goes on for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cycle {
    /// Nothing: what each of the players can force. The default.
    NoResult,
    /// As if White owned the whole board.
    BlackLoses,
    /// As if Black owned the whole board.
    WhiteLoses,
    /// As a score of 0.
    Tie,
}

impl Cycle {
    /// The name in the output for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Cycle::NoResult => "no-result",
            Cycle::BlackLoses => "black-loses",
            Cycle::WhiteLoses => "white-loses",
            Cycle::Tie => "tie",
        }
    }
}

/// What gives every game a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// Games end.
    Superko(RepetitionRule),
    /// Basic ko. Of a cycle that has no result there is no ruling, but two: one for each player.
    BasicKo(Worth),
}

/// What a cycle is worth under one ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// As if White owned the whole board.
    BlackLoses,
    /// As if Black owned the whole board.
    WhiteLoses,
    /// As a score of 0.
    Tie,
}

impl Ruling {
    /// What is asked to find out whether Black scores at least so many points on a board of
    /// `points`, and which answer says that he does.
    ///
    /// Where a cycle is enough for Black, it is White's win that is in question: a cycle is never a
    /// success of the attacker.
    pub fn question(self, points: i32, at_least: i32) -> (Question, bool) {
        let black = |rule| (Question::new(Player::First, rule), true);
        match self {
            Ruling::Superko(rule) => black(rule),
            Ruling::BasicKo(cycle) if at_least <= cycle.score(points) => {
                (Question::new(Player::Second, RepetitionRule::Draw), false)
            }
            Ruling::BasicKo(_) => black(RepetitionRule::Draw),
        }
    }

    /// The rule of the game, as certificates have it.
    pub const fn rule(self) -> RepetitionRule {
        match self {
            Ruling::Superko(rule) => rule,
            Ruling::BasicKo(_) => RepetitionRule::Draw,
        }
    }

    /// What a cycle counts for, in the output for programs.
    pub const fn cycle(self) -> Option<&'static str> {
        match self {
            Ruling::Superko(_) => None,
            Ruling::BasicKo(Worth::BlackLoses) => Some(Cycle::BlackLoses.name()),
            Ruling::BasicKo(Worth::WhiteLoses) => Some(Cycle::WhiteLoses.name()),
            Ruling::BasicKo(Worth::Tie) => Some(Cycle::Tie.name()),
        }
    }
}

impl Worth {
    /// Black's area minus White's.
    const fn score(self, points: i32) -> i32 {
        match self {
            Worth::BlackLoses => -points,
            Worth::WhiteLoses => points,
            Worth::Tie => 0,
        }
    }
}

/// The rulings that answer under a rule: the one for Black's bound, and the one for White's. They
/// are the same but where a cycle has no result: then each player has to do without.
///
/// # Errors
/// Under superko there are no cycles to speak of.
pub fn rulings(ko: Ko, cycle: Option<Cycle>) -> Result<[Ruling; 2], Error> {
    let both = |ruling| Ok([ruling; 2]);
    let cycle = match (ko, cycle) {
        (Ko::Basic, cycle) => cycle.unwrap_or(Cycle::NoResult),
        (_, None) => return both(Ruling::Superko(ko.rule())),
        (_, Some(_)) => return Err(Error::CycleUnderSuperko),
    };
    match cycle {
        Cycle::NoResult => Ok([Worth::BlackLoses, Worth::WhiteLoses].map(Ruling::BasicKo)),
        Cycle::BlackLoses => both(Ruling::BasicKo(Worth::BlackLoses)),
        Cycle::WhiteLoses => both(Ruling::BasicKo(Worth::WhiteLoses)),
        Cycle::Tie => both(Ruling::BasicKo(Worth::Tie)),
    }
}
