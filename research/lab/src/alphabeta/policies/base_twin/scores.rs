//! Base and twin entries for scores.
//!
//! Every search has a null window and so answers a yes-or-no question, "is the value at least b?"
//! Scores of several values come from a sequence of null windows
//! ([`mtdf`](crate::alphabeta::mtdf)), the entries of each bound being kept apart.
//!
//! An answer that rests on no position of the horizon is used regardless of depth, the others where
//! they are deep enough.
//!
//! ```text
//! look-up   base entry, trusted          -> its answer
//!           twin of this very path       -> its answer
//!           base entry, not trusted      -> simulation
//!           some twin of either answer   -> simulation; success stores a twin for this path
//! ```
//! Guarantees the answer of `no-table` where base entries are verified when they have to be. They
//! are trusted only if all of this is so:
//! - the answer rests on no position of the horizon, or is "unknown" in a search that wants nothing
//!   but proofs. With a horizon and scores, a base entry may be used on a path that contains
//!   positions of its own proof, where they are repetitions (*draw-last*), and nothing makes up for
//!   it. Where drafts have to match exactly, nothing of a limited draft is trusted;
//! - what the rule compares is the position (not so under positional superko, see threefold's own
//!   search);
//! - the history before the root is the one that the entry was made with.
//!
//! Otherwise they are simulated, too. The game drawn in
//! [`CycleSkip`](crate::alphabeta::policies::CycleSkip) is one where a trusted base entry is wrong
//! with a horizon. The paper, which treats none of these three cases, always trusts them
//! ([`BaseTwinAsPrinted`](crate::alphabeta::policies::BaseTwinAsPrinted)).

use threefold_search::Reason;

use super::simulation::{Recall, Twins, simulate};
use super::{
    Answer, BaseTwinQuestions, Failed, NOTHING, Place, Rests, candidate_key, rests_travel_up,
    twin_key,
};
use crate::Informed;
use crate::alphabeta::evaluate::Evaluate;
use crate::alphabeta::options::{COMPLETE, DraftRule};
use crate::alphabeta::path::Met;
use crate::alphabeta::policy::{Ask, Policy, Probe, Searched};
use crate::alphabeta::score::Score;
use crate::alphabeta::search::Core;
use crate::alphabeta::table::{Kind, Table, Worth};
use crate::mix::keyed;

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct BaseTwin {
    table: Table<Entry>,
    failed: Failed,
    /// How many histories there have been.
    epoch: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Whether the value is at least the bound that the key says.
    answer: Answer,
    /// The score that was found, on the same side of the bound.
    score: Score,
    draft: u32,
    /// Which history it was made with.
    epoch: u32,
    iteration: u32,
}

impl Worth for Entry {
    fn worth(&self) -> u64 {
        let rests = self.answer.rests;
        u64::from(rests.lowest == NOTHING) << 40
            | u64::from(!rests.horizon) << 36
            | u64::from(self.draft)
    }
}

impl Entry {
    fn reaches<G: Informed, E: Evaluate<G>>(&self, core: &Core<'_, G, E>, draft: u32) -> bool {
        core.is_usable((self.draft, self.iteration), draft, !self.answer.rests.horizon)
    }
}

fn base_key<G: Informed, E: Evaluate<G>>(core: &Core<'_, G, E>, place: &Place) -> u64 {
    let bound = core.win_scores.to_table(place.bound, place.level - 1);
    core.draft_key(keyed(place.key, bound as u64), place.draft)
}

impl BaseTwin {
    fn trusts<G: Informed, E: Evaluate<G>>(&self, core: &Core<'_, G, E>, entry: &Entry) -> bool {
        entry.epoch == self.epoch
            && core.game.repetition_is_exact(core.rules.rule)
            && match core.options.draft {
                _ if entry.draft == COMPLETE => true,
                DraftRule::Exact => false,
                DraftRule::AtLeast => !entry.answer.rests.horizon,
                DraftRule::Iteration => true,
            }
    }

    /// The entry, of those that are `wanted`, whose answer holds on the path at hand as it is.
    fn known<G: Informed, E: Evaluate<G>>(
        &self,
        core: &Core<'_, G, E>,
        place: &Place,
        base_key: u64,
        wanted: impl Fn(&Entry) -> bool,
    ) -> Option<&Entry> {
        let get = |key| {
            let entry = self.table.get(key)?;
            (wanted(entry) && entry.reaches(core, place.draft)).then_some(entry)
        };
        let base = get(base_key).filter(|entry| self.trusts(core, entry));
        base.or_else(|| {
            get(twin_key(base_key, place.code)).filter(|entry| entry.epoch == self.epoch)
        })
    }

    /// Stores an answer about the position at hand, last of the path: closes loops before.
    fn store<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &Core<'_, G, E>,
        place: &Place,
        mut answer: Answer,
        score: Score,
    ) -> Rests {
        answer.rests = answer.rests.closed(place.level, core.rules.rule);
        let rests = answer.rests;
        let entry = Entry {
            answer: answer.stored(place.level),
            score: core.win_scores.to_table(score, place.level - 1),
            draft: place.draft,
            epoch: self.epoch,
            iteration: core.iteration,
        };
        let base_key = base_key(core, place);
        if rests.lowest == NOTHING {
            let better = self.table.get(base_key).is_some_and(|old| {
                old.epoch == self.epoch && !old.answer.rests.horizon && rests.horizon
            });
            if !better {
                let (score, holds) = (entry.score, answer.holds);
                core.tell(holds.then_some(score), (!holds).then_some(score), place.draft);
                self.table.put(base_key, entry);
            }
        } else {
            self.table.put(twin_key(base_key, place.code), entry);
            self.table.put(candidate_key(base_key, answer.holds), entry);
        }
        rests
    }
}

impl Twins for BaseTwin {
    fn recall<G: Informed, E: Evaluate<G>>(
        &self,
        core: &Core<'_, G, E>,
        place: &Place,
        holds: bool,
    ) -> Recall {
        // The opposite answer refutes nothing: it may be that of another draft.
        let same = |entry: &Entry| entry.answer.holds == holds;
        let base_key = base_key(core, place);
        if let Some(entry) = self.known(core, place, base_key, same) {
            return Recall::Holds(entry.answer.rests.found(place.level));
        }
        [base_key, candidate_key(base_key, holds)]
            .into_iter()
            .filter_map(|key| self.table.get(key))
            .find(|entry| same(entry) && entry.reaches(core, place.draft))
            .map_or(Recall::Unknown, |entry| Recall::Elsewhere(entry.answer))
    }

    fn verified<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &Core<'_, G, E>,
        place: &Place,
        answer: Answer,
    ) -> Rests {
        // A replay shows no more than that the bound holds, or not.
        self.store(core, place, answer, place.bound - Score::from(!answer.holds))
    }

    fn failed(&mut self) -> &mut Failed {
        &mut self.failed
    }
}

impl Policy for BaseTwin {
    rests_travel_up!();

    type Questions = BaseTwinQuestions;

    const NULL_WINDOWS: bool = true;

    fn new(table_bytes: usize) -> Self {
        BaseTwin { table: Table::new(table_bytes), failed: Failed::default(), epoch: 0 }
    }

    fn without_table(&self) -> Self {
        BaseTwin { table: Table::disabled(), failed: Failed::default(), epoch: self.epoch }
    }

    fn begin(&mut self, same_history: bool) {
        if !same_history {
            self.epoch += 1;
            self.failed.0.clear();
        }
    }

    fn probe<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
    ) -> Result<Probe<Rests>, Reason> {
        if ask.beta - ask.alpha != 1 {
            return Ok(Probe::Move(None));
        }
        core.cost.lookups += 1;
        let place = Place::of(ask);
        let base_key = base_key(core, &place);
        let hit = |score, entry: &Entry, rests| {
            let kind = if entry.answer.holds { Kind::Lower } else { Kind::Upper };
            Ok(Probe::Hit(score, kind, rests))
        };
        if let Some(entry) = self.known(core, &place, base_key, |_| true) {
            let score = core.win_scores.to_search(entry.score, ask.ply());
            return hit(score, entry, entry.answer.rests.found(ask.level));
        }
        let candidates = [base_key, candidate_key(base_key, true), candidate_key(base_key, false)]
            .map(|key| self.table.get(key).copied());
        for entry in candidates.iter().flatten() {
            if !entry.reaches(core, ask.draft) {
                continue;
            }
            let stamp = u64::from(entry.answer.holds) << 32 ^ u64::from(entry.draft);
            let attempt = keyed(twin_key(base_key, ask.code), stamp);
            if let Some(rests) = simulate(self, core, &place, &entry.answer, attempt)? {
                return hit(ask.beta - Score::from(!entry.answer.holds), entry, rests);
            }
        }
        let first = candidates.into_iter().flatten().next();
        Ok(Probe::Move(first.and_then(|entry| entry.answer.best)))
    }

    fn leave<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
        searched: &Searched,
        note: Option<Rests>,
    ) -> Rests {
        let rests = note.unwrap_or(Rests::FREE);
        if ask.beta - ask.alpha != 1 {
            return rests;
        }
        let answer = Answer { holds: searched.score >= ask.beta, best: searched.best, rests };
        self.store(core, &Place::of(ask), answer, searched.score)
    }
}
