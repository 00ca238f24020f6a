//! The repetition rules of boards, and what a question asks under each of them.

use clap::ValueEnum;
use threefold::game::{Player, Question, RepetitionRule};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GoRule {
    /// Situational superko: a board with the same side to move may not be recreated
    Ssk,
    /// Positional superko: a board may not be recreated
    Psk,
    /// Basic ko: only a ko may not be retaken by the next move; see --cycle
    #[value(alias = "basic")]
    BasicKo,
}

impl GoRule {
    /// The rule of repetition; without superko games may be drawn by going on for ever.
    pub const fn rule(self) -> RepetitionRule {
        match self {
            GoRule::Ssk => RepetitionRule::SituationalSuperko,
            GoRule::Psk => RepetitionRule::PositionalSuperko,
            GoRule::BasicKo => RepetitionRule::Draw,
        }
    }

    /// The name in the output for programs.
    pub const fn name(self) -> &'static str {
        match self {
            GoRule::BasicKo => "basic-ko",
            _ => self.rule().name(),
        }
    }
}

/// What a game counts for that goes on for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CycleName {
    /// Nothing: what each of the players can force
    NoResult,
    /// As if White owned the whole board
    BlackLoses,
    /// As if Black owned the whole board
    WhiteLoses,
    /// As a score of 0
    Tie,
}

impl CycleName {
    /// The name in the output for programs.
    pub const fn name(self) -> &'static str {
        match self {
            CycleName::NoResult => "no-result",
            CycleName::BlackLoses => "black-loses",
            CycleName::WhiteLoses => "white-loses",
            CycleName::Tie => "tie",
        }
    }
}

/// What gives every game a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    Superko(RepetitionRule),
    /// Basic ko. Of a cycle that has no result there is no ruling, but two: one for each player.
    BasicKo(Cycle),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cycle {
    BlackLoses,
    WhiteLoses,
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
            Ruling::BasicKo(Cycle::BlackLoses) => Some(CycleName::BlackLoses.name()),
            Ruling::BasicKo(Cycle::WhiteLoses) => Some(CycleName::WhiteLoses.name()),
            Ruling::BasicKo(Cycle::Tie) => Some(CycleName::Tie.name()),
        }
    }
}

impl Cycle {
    /// Black's area minus White's.
    const fn score(self, points: i32) -> i32 {
        match self {
            Cycle::BlackLoses => -points,
            Cycle::WhiteLoses => points,
            Cycle::Tie => 0,
        }
    }
}

/// The rulings that answer under a rule: the one for Black's bound, and the one for White's. They
/// are the same but where a cycle has no result: then each player has to do without.
pub fn rulings(rule: GoRule, cycle: Option<CycleName>) -> Result<[Ruling; 2], String> {
    let both = |ruling| Ok([ruling; 2]);
    let cycle = match (rule, cycle) {
        (GoRule::BasicKo, cycle) => cycle.unwrap_or(CycleName::NoResult),
        (_, None) => return both(Ruling::Superko(rule.rule())),
        (_, Some(_)) => {
            return Err("--cycle: under superko games end; expected --rule basic-ko".to_owned());
        }
    };
    match cycle {
        CycleName::NoResult => Ok([Cycle::BlackLoses, Cycle::WhiteLoses].map(Ruling::BasicKo)),
        CycleName::BlackLoses => both(Ruling::BasicKo(Cycle::BlackLoses)),
        CycleName::WhiteLoses => both(Ruling::BasicKo(Cycle::WhiteLoses)),
        CycleName::Tie => both(Ruling::BasicKo(Cycle::Tie)),
    }
}
