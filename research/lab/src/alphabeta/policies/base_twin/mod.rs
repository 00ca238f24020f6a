//! `base-twin`: Kishimoto and Mueller for alpha-beta, extended.
//!
//! "A general solution to the graph history interaction problem" (AAAI 2004). An answer that met no
//! repetition goes to the *base* entry of the position and is used on every path; one that did goes
//! to a *twin* entry, which is used on its own path, and on another path only after *simulation*
//! (Kawano 1996): its moves are replayed there, and the answer stands if they still prove it.
//!
//! ```text
//! look-up   base entry                   -> its answer
//!           twin of this very path       -> its answer
//!           some twin of either answer   -> simulation; success stores a twin for this path
//! ```
//! An answer that rests only on repetitions of the position itself, or below it, counts as having
//! met none (loop closing); not so under superko, where that is wrong.
//!
//! An answer is one to the question "is the value at least b?". Two kinds of search ask it, and
//! what they may keep in a base entry is not the same:
//!
//! | | search | base entries of a position | can an answer rest on the horizon? |
//! |---|---|---|---|
//! | [`scores`] | null windows, in turn | one for each b | yes, and then drafts matter |
//! | [`questions`] | one window: success, failure, unknown | one: what is solved, if it is | no |
//!
//! What an answer is and rests on, and where twins are kept, is here; the replay is in
//! `simulation.rs`. Both are the same for the two. What differs, and so is theirs, is the entry,
//! the look-up, and when a base entry is to be trusted.

pub mod questions;
pub mod scores;
mod simulation;

use std::collections::HashSet;

pub use questions::BaseTwinQuestions;
pub use scores::BaseTwin;
use threefold_game::RepetitionRule;

use crate::alphabeta::policy::Ask;
use crate::alphabeta::score::Score;
use crate::mix::keyed;

/// Relies on no ancestor.
const NOTHING: u32 = u32::MAX;

/// Failed simulations remembered before all of them are forgotten.
const FAILED: usize = 1 << 20;

const CANDIDATE: u64 = 0xBB67_AE85_84CA_A73B;

/// What an answer rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rests {
    /// The shallowest level of a position that repeated; 0 for the history, and for the whole path
    /// under superko; `u32::MAX` for none.
    lowest: u32,
    /// On the score of a position at the horizon.
    horizon: bool,
}

impl Rests {
    /// On no repetition and no horizon.
    const FREE: Rests = Rests { lowest: NOTHING, horizon: false };

    /// On a repetition of the position at `level`.
    fn on(level: u32) -> Self {
        Rests { lowest: level, ..Self::FREE }
    }

    fn and(self, other: Rests) -> Self {
        Rests { lowest: self.lowest.min(other.lowest), horizon: self.horizon || other.horizon }
    }

    /// Loop closing for an answer about the position at `level`.
    fn closed(self, level: u32, rule: RepetitionRule) -> Self {
        if self.lowest >= level && !rule.is_superko() {
            Rests { lowest: NOTHING, ..self }
        } else {
            self
        }
    }

    /// As an entry of a position at `level` keeps it: counted back from the position. The same twin
    /// is found at another level if the paths are alike from an irreversible move on only.
    fn stored(self, level: u32) -> Self {
        match self.lowest {
            0 | NOTHING => self,
            lowest => Rests { lowest: level - lowest, ..self },
        }
    }

    /// As the search needs it for the position at `level`.
    fn found(self, level: u32) -> Self {
        // The same step again.
        self.stored(level)
    }
}

/// An answer to the question whether the value is at least a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answer {
    /// It is.
    holds: bool,
    /// The move that shows it, where it is the turn of the player whom the answer favours.
    best: Option<u32>,
    rests: Rests,
}

impl Answer {
    /// As the table keeps it for a position at `level`.
    fn stored(self, level: u32) -> Self {
        Answer { rests: self.rests.stored(level), ..self }
    }
}

/// A position that is reached by the path at hand, and what is asked about it.
#[derive(Clone, Copy)]
struct Place {
    key: u64,
    repetition_key: u64,
    irreversible: bool,
    /// Code of the path, the position included.
    code: u64,
    level: u32,
    draft: u32,
    /// "Is the value at least this?", as the search counts at this level.
    bound: Score,
}

impl Place {
    fn of(ask: &Ask) -> Self {
        Place {
            key: ask.key,
            repetition_key: ask.repetition_key,
            irreversible: ask.irreversible,
            code: ask.code,
            level: ask.level,
            draft: ask.draft,
            bound: ask.beta,
        }
    }
}

/// Where the twin for the path with this code is kept.
fn twin_key(base_key: u64, code: u64) -> u64 {
    keyed(base_key, code)
}

/// Where the last twin with this answer is kept, whatever its path: what simulation tries.
fn candidate_key(base_key: u64, holds: bool) -> u64 {
    keyed(base_key ^ CANDIDATE, u64::from(holds))
}

/// Simulations that need not be tried again.
#[derive(Clone, Debug, Default)]
struct Failed(HashSet<u64>);

impl Failed {
    fn insert(&mut self, attempt: u64) {
        if self.0.len() >= FAILED {
            self.0.clear();
        }
        self.0.insert(attempt);
    }
}

/// The parts of a [`Policy`](crate::alphabeta::policy::Policy) that both kinds of search share.
macro_rules! rests_travel_up {
    () => {
        type Note = Rests;

        fn clear(&mut self) {
            self.table.clear();
            self.failed.0.clear();
        }

        fn bytes(&self) -> u64 {
            self.table.bytes()
        }

        fn repeated(&mut self, met: Met, _level: u32, _score: Score) -> Rests {
            Rests::on(met.level)
        }

        fn banned(&mut self, _met: Met, _level: u32) -> Option<Rests> {
            Some(Rests::on(0))
        }

        fn leaf(&mut self, _score: Score, _kind: Kind, horizon: bool) -> Rests {
            Rests { horizon, ..Rests::FREE }
        }

        fn fold(
            &mut self,
            before: Option<Rests>,
            child: Rests,
            _ask: &Ask,
            decides: bool,
        ) -> Rests {
            match before {
                Some(before) if !decides => before.and(child),
                _ => child,
            }
        }
    };
}

use rests_travel_up;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_answer_rests_on_moves_with_the_level() {
        let at = |lowest| Rests { lowest, horizon: true };
        // Made at level 9 with an ancestor at 7; found at level 4, where the ancestor is at 2.
        assert_eq!(at(7).stored(9).found(4), at(2));
        for level in [4, 9] {
            assert_eq!(at(0).stored(level), at(0), "the history, or the whole path");
            assert_eq!(at(NOTHING).stored(level), at(NOTHING));
        }
    }

    #[test]
    fn a_loop_closes_at_its_own_position_and_never_under_superko() {
        let rests = Rests::on(5);
        for level in [4, 5] {
            assert_eq!(rests.closed(level, RepetitionRule::Draw), Rests::FREE);
            assert_eq!(rests.closed(level, RepetitionRule::SituationalSuperko), rests);
        }
        assert_eq!(rests.closed(6, RepetitionRule::Draw), rests, "the ancestor is above");
    }
}
