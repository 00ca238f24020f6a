//! What a request may combine with several threads.

use threefold_game::Question;

use crate::options::Options;
use crate::task::keeps_conditions;

/// The most threads of one search.
pub const MOST_THREADS: usize = 256;

/// Why one thread searches, where more may be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OneThread {
    /// Positions behind keys are remembered by one.
    Collisions,
    /// In rounds: what boards with many hands have in further buckets has no order in which it
    /// could be taken over.
    Hands,
    /// In rounds: nor have conditional results.
    Conditions,
}

impl OneThread {
    /// The reason, if there is one, for a question about a game with pieces in hand
    /// ([`Game::HANDS`](threefold_game::Game::HANDS)) or without.
    pub fn of(options: &Options, question: Question, hands: bool) -> Option<Self> {
        if options.detect_collisions {
            return Some(OneThread::Collisions);
        }
        match options.deterministic {
            true if hands => Some(OneThread::Hands),
            true if keeps_conditions(question, options) => Some(OneThread::Conditions),
            _ => None,
        }
    }

    /// The field of the request that has to give way.
    pub const fn field(self) -> &'static str {
        match self {
            OneThread::Collisions => "threads",
            OneThread::Hands | OneThread::Conditions => "deterministic",
        }
    }

    /// What is to be said of it.
    pub const fn words(self) -> &'static str {
        match self {
            OneThread::Collisions => "with collisions counted one thread searches",
            OneThread::Hands => "with pieces in hand one thread searches",
            OneThread::Conditions => "under superko one thread searches",
        }
    }
}

#[cfg(test)]
mod tests {
    use threefold_game::{Player, RepetitionRule};

    use super::*;
    use crate::{Policy, Solver};

    #[test]
    fn the_solver_has_the_threads_that_requests_are_told_of() {
        let text =
            "threefold game 1\nrule: draw\nattacker: first\nroot: A\nA first: W\nW win-first\n";
        let game = threefold_graph::parse(text).unwrap().game;
        for (rule, detect_collisions, deterministic, policy, one) in [
            (RepetitionRule::Draw, false, true, Policy::BaseTwin, None),
            (RepetitionRule::Draw, true, false, Policy::BaseTwin, Some(OneThread::Collisions)),
            (RepetitionRule::PositionalSuperko, false, false, Policy::BaseTwin, None),
            (
                RepetitionRule::PositionalSuperko,
                false,
                true,
                Policy::BaseTwin,
                Some(OneThread::Conditions),
            ),
            (RepetitionRule::PositionalSuperko, false, true, Policy::Ignore, None),
        ] {
            let options = Options {
                threads: 3,
                detect_collisions,
                deterministic,
                policy,
                ..Options::default()
            };
            let question = Question::new(Player::First, rule);
            assert_eq!(OneThread::of(&options, question, false), one);
            let threads = Solver::new(&game, question, options.clone()).threads();
            assert_eq!(threads, if one.is_some() { 1 } else { 3 });
            let with_hands = OneThread::of(&options, question, true);
            assert_eq!(with_hands.is_some(), one.is_some() || deterministic);
        }
    }
}
