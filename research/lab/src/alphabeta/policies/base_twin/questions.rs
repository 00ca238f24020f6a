//! Base and twin entries for yes-or-no questions: success, failure, and unknown at the horizon.
//!
//! What is solved is used whatever its draft. What is unknown proves nothing, so that it is kept in
//! the base entry like the bounds of any other table, whatever path it was found on: an error of it
//! costs another iteration, and in a game without endless paths iterations end.
//!
//! ```text
//! look-up   base entry, solved           -> its answer
//!           twin of this very path       -> its answer
//!           some twin of either answer   -> simulation; success stores a twin for this path
//!           unknown, deep enough         -> unknown
//! ```
//! Because the table holds what is solved and not answers to one null window after the other, the
//! window is open, and a proof that was found on the way to another one counts. (With a table for
//! each window, as [`BaseTwin`](super::BaseTwin) needs them for scores, the same questions take
//! more than twice the nodes.)
//!
//! Base entries are trusted where what the rule compares is the position (not so under positional
//! superko). Otherwise nothing is stored in them, and each reuse on another path is simulated.

use threefold_search::Reason;

use super::simulation::{Recall, Twins, simulate};
use super::{Answer, Failed, NOTHING, Place, Rests, candidate_key, rests_travel_up, twin_key};
use crate::Informed;
use crate::alphabeta::evaluate::Evaluate;
use crate::alphabeta::options::COMPLETE;
use crate::alphabeta::path::Met;
use crate::alphabeta::policy::{Ask, Policy, Probe, Searched};
use crate::alphabeta::score::{DECIDED, Score, WIN};
use crate::alphabeta::search::Core;
use crate::alphabeta::table::{Kind, Table, Worth};
use crate::mix::keyed;

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct BaseTwinQuestions {
    table: Table<Entry>,
    failed: Failed,
}

#[derive(Clone, Copy, Debug)]
enum Entry {
    /// Success if the answer `holds`, failure if not.
    Solved(Answer),
    /// Not solved within so many plies.
    Unknown {
        kind: Kind,
        draft: u32,
        iteration: u32,
        best: Option<u32>,
        /// There are twins of the position.
        twins: bool,
    },
}

impl Worth for Entry {
    fn worth(&self) -> u64 {
        match self {
            Entry::Solved(answer) if answer.rests.lowest == NOTHING => 2 << 32,
            Entry::Solved(_) => 1 << 32,
            Entry::Unknown { draft, .. } => u64::from(*draft),
        }
    }
}

impl BaseTwinQuestions {
    fn trusts_base<G: Informed, E: Evaluate<G>>(core: &Core<'_, G, E>) -> bool {
        core.game.repetition_is_exact(core.rules.rule)
    }

    fn solved(&self, key: u64) -> Option<Answer> {
        match self.table.get(key)? {
            Entry::Solved(answer) => Some(*answer),
            Entry::Unknown { .. } => None,
        }
    }

    /// Stores what is solved in the position at hand, last of the path: closes loops before.
    fn store<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &Core<'_, G, E>,
        place: &Place,
        mut answer: Answer,
    ) -> Rests {
        answer.rests = answer.rests.closed(place.level, core.rules.rule);
        let rests = answer.rests;
        let entry = Entry::Solved(answer.stored(place.level));
        if rests.lowest == NOTHING && Self::trusts_base(core) {
            self.table.put(place.key, entry);
            return rests;
        }
        self.table.put(twin_key(place.key, place.code), entry);
        self.table.put(candidate_key(place.key, answer.holds), entry);
        let marked = match self.table.get(place.key) {
            Some(&Entry::Unknown { kind, draft, iteration, best, .. }) => {
                Entry::Unknown { kind, draft, iteration, best, twins: true }
            }
            // What holds on every path says more.
            Some(Entry::Solved(_)) => return rests,
            None => Entry::Unknown {
                kind: Kind::Exact,
                draft: 0,
                iteration: 0,
                best: answer.best,
                twins: true,
            },
        };
        self.table.put(place.key, marked);
        rests
    }

    fn simulate<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        place: &Place,
        answer: &Answer,
    ) -> Result<Option<Rests>, Reason> {
        // Success and failure are the two ends of the window, and neither depends on a draft.
        let bound = if answer.holds { DECIDED } else { 1 - DECIDED };
        let place = Place { bound, draft: COMPLETE, ..*place };
        let best = answer.best.map_or(0, |best| u64::from(best) + 1);
        let stamp = best << 1 | u64::from(answer.holds);
        let attempt = keyed(twin_key(place.key, place.code), stamp);
        simulate(self, core, &place, answer, attempt)
    }
}

impl Twins for BaseTwinQuestions {
    fn recall<G: Informed, E: Evaluate<G>>(
        &self,
        _core: &Core<'_, G, E>,
        place: &Place,
        holds: bool,
    ) -> Recall {
        let twin_key = twin_key(place.key, place.code);
        match self.solved(place.key).or_else(|| self.solved(twin_key)) {
            Some(answer) if answer.holds == holds => Recall::Holds(answer.rests.found(place.level)),
            Some(_) => Recall::Refuted,
            None => {
                let candidate = self.solved(candidate_key(place.key, holds));
                candidate.map_or(Recall::Unknown, Recall::Elsewhere)
            }
        }
    }

    fn verified<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &Core<'_, G, E>,
        place: &Place,
        answer: Answer,
    ) -> Rests {
        self.store(core, place, answer)
    }

    fn failed(&mut self) -> &mut Failed {
        &mut self.failed
    }
}

impl Policy for BaseTwinQuestions {
    rests_travel_up!();

    type Questions = Self;

    fn new(table_bytes: usize) -> Self {
        BaseTwinQuestions { table: Table::new(table_bytes), failed: Failed::default() }
    }

    fn without_table(&self) -> Self {
        BaseTwinQuestions { table: Table::disabled(), failed: Failed::default() }
    }

    fn begin(&mut self, same_history: bool) {
        // What was solved with another history need not hold with this one.
        if !same_history {
            self.clear();
        }
    }

    fn probe<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
    ) -> Result<Probe<Rests>, Reason> {
        core.cost.lookups += 1;
        let place = Place::of(ask);
        let hit = |answer: Answer, rests| {
            Ok(if answer.holds {
                Probe::Hit(WIN, Kind::Lower, rests)
            } else {
                Probe::Hit(-WIN, Kind::Upper, rests)
            })
        };
        let (kind, draft, iteration, best, twins) = match self.table.get(ask.key).copied() {
            None => return Ok(Probe::Move(None)),
            Some(Entry::Solved(answer)) => return hit(answer, answer.rests.found(ask.level)),
            Some(Entry::Unknown { kind, draft, iteration, best, twins }) => {
                (kind, draft, iteration, best, twins)
            }
        };
        if twins {
            if let Some(answer) = self.solved(twin_key(ask.key, ask.code)) {
                return hit(answer, answer.rests.found(ask.level));
            }
            for holds in [true, false] {
                if let Some(candidate) = self.solved(candidate_key(ask.key, holds))
                    && let Some(rests) = self.simulate(core, &place, &candidate)?
                {
                    return hit(candidate, rests);
                }
            }
        }
        if core.is_usable((draft, iteration), ask.draft, false)
            && kind.settles(0, ask.alpha, ask.beta)
        {
            return Ok(Probe::Hit(0, kind, Rests { horizon: true, ..Rests::FREE }));
        }
        Ok(Probe::Move(best))
    }

    fn leave<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
        searched: &Searched,
        note: Option<Rests>,
    ) -> Rests {
        let rests = note.unwrap_or(Rests::FREE);
        let best = searched.best;
        if searched.score.abs() >= DECIDED {
            let answer = Answer { holds: searched.score > 0, best, rests };
            return self.store(core, &Place::of(ask), answer);
        }
        let (draft, iteration) = (ask.draft, core.iteration);
        let twins = match self.table.get(ask.key) {
            Some(Entry::Unknown { twins, .. }) => *twins,
            _ => false,
        };
        let entry = Entry::Unknown { kind: searched.kind, draft, iteration, best, twins };
        self.table.put(ask.key, entry);
        rests
    }
}
