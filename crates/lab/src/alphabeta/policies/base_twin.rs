//! `base-twin`: Kishimoto and Mueller for alpha-beta.
//!
//! "A general solution to the graph history interaction problem" (AAAI 2004). Every search has a
//! null window and so answers a yes-or-no question, "is the value at least b?". An answer that met no
//! repetition goes to the *base* entry of the position and is used on every path; one that did goes
//! to a *twin* entry, which is used on its own path, and on another path only after *simulation*
//! (Kawano 1996): its moves are replayed there, and the answer stands if they still prove it. Scores
//! of several values come from a sequence of null windows ([`mtdf`](crate::alphabeta::mtdf)), the
//! entries of each bound being kept apart.
//!
//! Win, loss, and unknown at the horizon: an answer that rests on no position of the horizon is
//! *solved* and used regardless of depth, the others where they are deep enough.
//!
//! ```text
//! look-up   base entry, trusted          -> its answer
//!           base entry, not trusted      -> simulation
//!           twin of this very path       -> its answer
//!           some twin of either answer   -> simulation; success stores a twin for this path
//! ```
//! An answer that rests only on repetitions of the position itself, or below it, counts as having met
//! none (loop closing); not so under superko, where that is wrong.
//!
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
//! Otherwise they are simulated, too. The game drawn in [`CycleSkip`](super::CycleSkip) is one where a
//! trusted base entry is wrong with a horizon. [`BaseTwinAsPrinted`] (`base-twin-as-printed`) always trusts
//! them, as the paper does, which treats neither of these three cases.

use std::collections::HashSet;

use threefold_game::{Game, RepetitionRule};
use threefold_search::Reason;

use super::base_twin_questions::BaseTwinQuestions;
use crate::alphabeta::evaluate::Evaluate;
use crate::alphabeta::mix::{keyed, mix};
use crate::alphabeta::options::{COMPLETE, DraftRule};
use crate::alphabeta::path::Met;
use crate::alphabeta::policy::{Ask, Policy, Probe, Repetition, Searched};
use crate::alphabeta::score::{Score, aging};
use crate::alphabeta::search::Core;
use crate::alphabeta::table::{Kind, Table, Worth};

/// With verification where it is needed.
pub type BaseTwin = Twins<true>;

/// Base entries are always trusted.
pub type BaseTwinAsPrinted = Twins<false>;

/// Relies on no ancestor.
pub(super) const NOTHING: u32 = u32::MAX;

/// Failed simulations remembered before all of them are forgotten.
pub(super) const FAILED: usize = 1 << 20;

const CANDIDATE: u64 = 0xBB67_AE85_84CA_A73B;

/// What an answer rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rests {
    /// The shallowest level of a position that repeated; 0 for the history, and for the whole path
    /// under superko; `u32::MAX` for none.
    pub(super) lowest: u32,
    /// On the score of a position at the horizon.
    pub(super) horizon: bool,
}

impl Rests {
    /// As an entry of a position at `level` keeps it: counted back from the position. The same twin
    /// is found at another level if the paths are alike from an irreversible move on only.
    pub(super) fn stored(self, level: u32) -> Self {
        match self.lowest {
            0 | NOTHING => self,
            lowest => Rests { lowest: level - lowest, ..self },
        }
    }

    /// As the search needs it for the position at `level`.
    pub(super) fn found(self, level: u32) -> Self {
        // The same step again.
        self.stored(level)
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Whether the value is at least the bound that the key says.
    holds: bool,
    /// The score that was found, on the same side of the bound.
    score: Score,
    draft: u32,
    best: Option<u32>,
    rests: Rests,
    /// Which history it was made with.
    epoch: u32,
    iteration: u32,
}

impl Worth for Entry {
    fn worth(&self) -> u64 {
        u64::from(self.rests.lowest == NOTHING) << 40
            | u64::from(!self.rests.horizon) << 36
            | u64::from(self.draft)
    }
}

impl Entry {
    fn reaches<G: Game, E: Evaluate<G>>(&self, core: &Core<'_, G, E>, draft: u32) -> bool {
        core.is_usable((self.draft, self.iteration), draft, !self.rests.horizon)
    }
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct Twins<const VERIFY: bool> {
    table: Table<Entry>,
    epoch: u32,
    failed: HashSet<u64>,
}

/// Why a replay stopped.
enum Failure {
    Refuted,
    Limit(Reason),
}

/// A position in a replay.
#[derive(Clone, Copy)]
struct Place {
    key: u64,
    repetition_key: u64,
    irreversible: bool,
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

    fn base_key<G: Game, E: Evaluate<G>>(&self, core: &Core<'_, G, E>) -> u64 {
        let bound = core.win_scores.to_table(self.bound, self.level - 1);
        core.draft_key(keyed(self.key, bound as u64), self.draft)
    }
}

fn twin_key(base_key: u64, code: u64) -> u64 {
    keyed(base_key, code)
}

fn candidate_key(base_key: u64, holds: bool) -> u64 {
    keyed(base_key ^ CANDIDATE, u64::from(holds))
}

impl<const VERIFY: bool> Twins<VERIFY> {
    fn trusts<G: Game, E: Evaluate<G>>(&self, core: &Core<'_, G, E>, entry: &Entry) -> bool {
        !VERIFY
            || entry.epoch == self.epoch
                && core.game.repetition_is_exact(core.rules.rule)
                && match core.options.draft {
                    _ if entry.draft == COMPLETE => true,
                    DraftRule::Exact => false,
                    DraftRule::AtLeast => !entry.rests.horizon,
                    DraftRule::Iteration => true,
                }
    }

    /// A result in the position at hand, last of the path: closes loops and stores it.
    fn store<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &Core<'_, G, E>,
        place: &Place,
        (holds, score, best): (bool, Score, Option<u32>),
        mut rests: Rests,
    ) -> Rests {
        if rests.lowest >= place.level && !core.rules.rule.is_superko() {
            rests.lowest = NOTHING;
        }
        let base_key = place.base_key(core);
        let score = core.win_scores.to_table(score, place.level - 1);
        let (epoch, iteration) = (self.epoch, core.iteration);
        let stored = rests.stored(place.level);
        let entry =
            Entry { holds, score, draft: place.draft, best, rests: stored, epoch, iteration };
        if rests.lowest == NOTHING {
            let better = self
                .table
                .get(base_key)
                .is_some_and(|old| old.epoch == self.epoch && !old.rests.horizon && rests.horizon);
            if !better {
                self.table.put(base_key, entry);
            }
        } else {
            self.table.put(twin_key(base_key, place.code), entry);
            self.table.put(candidate_key(base_key, holds), entry);
        }
        rests
    }

    fn simulate<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        place: &Place,
        entry: &Entry,
    ) -> Result<Option<Rests>, Reason> {
        let stamp = mix(u64::from(entry.holds) << 32 ^ u64::from(entry.draft));
        let attempt = mix(place.base_key(core) ^ mix(place.code ^ stamp)) ^ u64::from(self.epoch);
        if core.options.simulation_budget == 0 || self.failed.contains(&attempt) {
            return Ok(None);
        }
        core.cost.simulations += 1;
        let mut budget = core.options.simulation_budget;
        match self.replay(core, place, entry, &mut budget) {
            Ok(rests) => Ok(Some(rests)),
            Err(Failure::Refuted) => {
                core.cost.simulations_failed += 1;
                if self.failed.len() >= FAILED {
                    self.failed.clear();
                }
                self.failed.insert(attempt);
                Ok(None)
            }
            Err(Failure::Limit(reason)) => Err(reason),
        }
    }

    /// Replays the answer of `entry` in the position at hand, which is not on the path yet.
    fn replay<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        place: &Place,
        entry: &Entry,
        budget: &mut u32,
    ) -> Result<Rests, Failure> {
        *budget = budget.checked_sub(1).ok_or(Failure::Refuted)?;
        core.cost.simulation_nodes += 1;
        // What rests on no horizon is replayed to its ends, however far they are.
        let solved = core.options.draft != DraftRule::Exact && !entry.rests.horizon;
        let place = &Place { draft: if solved { COMPLETE } else { place.draft }, ..*place };
        core.path.push(place.repetition_key, place.irreversible, place.draft);
        let claimant = core.is_maximizing() == entry.holds;
        let result = match entry.best {
            Some(code) if claimant => self.replay_claimant(core, place, entry.holds, code, budget),
            _ => self.replay_other(core, place, entry.holds, budget),
        };
        // The replay shows no more than that the bound holds, or not.
        let score = place.bound - Score::from(!entry.holds);
        let result =
            result.map(|(rests, best)| self.store(core, place, (entry.holds, score, best), rests));
        core.path.pop();
        result
    }

    fn replay_claimant<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        place: &Place,
        holds: bool,
        code: u32,
        budget: &mut u32,
    ) -> Result<(Rests, Option<u32>), Failure> {
        let m = core.game.decode_move(&core.position, code).ok_or(Failure::Refuted)?;
        match self.replay_move(core, place, holds, m, budget)? {
            Some(rests) => Ok((rests, Some(code))),
            None => Err(Failure::Refuted),
        }
    }

    fn replay_other<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        place: &Place,
        holds: bool,
        budget: &mut u32,
    ) -> Result<(Rests, Option<u32>), Failure> {
        let mut moves = Vec::new();
        core.game.moves(&core.position, &mut moves);
        let mut all = Rests { lowest: NOTHING, horizon: false };
        let mut best = None;
        for m in moves {
            match self.replay_move(core, place, holds, m, budget)? {
                Some(rests) => {
                    all.lowest = all.lowest.min(rests.lowest);
                    all.horizon |= rests.horizon;
                    best = best.or(Some(core.game.encode_move(&core.position, m)));
                }
                None => all.lowest = 0,
            }
        }
        if best.is_none() {
            let score = core.ended(core.game.stuck(&core.position), place.level - 1);
            if (score >= place.bound) != holds {
                return Err(Failure::Refuted);
            }
        }
        Ok((all, best))
    }

    /// `None`: the move is illegal under superko.
    fn replay_move<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        parent: &Place,
        holds: bool,
        m: G::Move,
        budget: &mut u32,
    ) -> Result<Option<Rests>, Failure> {
        let arrival = core.arrival(m);
        let undo = core.game.make(&mut core.position, m);
        let repetition_key = core.game.repetition_key(&core.position, core.rules.rule);
        let place = Place {
            key: core.game.key(&core.position),
            repetition_key,
            irreversible: arrival.irreversible,
            code: core.path.code_after(repetition_key, arrival.irreversible),
            level: parent.level + 1,
            draft: if parent.draft == COMPLETE { COMPLETE } else { parent.draft - 1 },
            bound: if core.aging { aging::beta(parent.bound) } else { parent.bound },
        };
        let result = self.replay_child(core, &place, holds, arrival.pass, budget);
        core.game.undo(&mut core.position, m, undo);
        result
    }

    fn replay_child<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        place: &Place,
        holds: bool,
        pass: bool,
        budget: &mut u32,
    ) -> Result<Option<Rests>, Failure> {
        let stands = |score: Score, lowest, horizon| {
            if (score >= place.bound) == holds {
                Ok(Some(Rests { lowest, horizon }))
            } else {
                Err(Failure::Refuted)
            }
        };
        let met = core.path.met(place.repetition_key, place.irreversible);
        if let (Some(_), None, false) = (met, core.rules.repetition(), pass) {
            return Ok(None);
        }
        if let Some(score) = core.by_rules() {
            return stands(score, NOTHING, false);
        }
        if let (Some(met), Some(score)) = (met, core.rules.repetition())
            && Policy::repetition(self, met, &core.path) == Repetition::Scored
        {
            return stands(score, met.level, false);
        }
        let base_key = place.base_key(core);
        core.cost.lookups += 1;
        // A solved answer may be replayed below any draft, so that the horizon is asked last.
        let base = self.table.get(base_key).copied();
        let base = base.filter(|entry| entry.holds == holds && entry.reaches(core, place.draft));
        if let Some(entry) = base
            && self.trusts(core, &entry)
        {
            return Ok(Some(entry.rests.found(place.level)));
        }
        let twin = self.table.get(twin_key(base_key, place.code)).copied();
        if let Some(entry) = twin
            && entry.epoch == self.epoch
            && entry.holds == holds
            && entry.reaches(core, place.draft)
        {
            return Ok(Some(entry.rests.found(place.level)));
        }
        if place.draft == 0 {
            let (score, _) = core.horizon(place.bound - 1, place.bound).map_err(Failure::Limit)?;
            return stands(score, NOTHING, true);
        }
        let candidate = self.table.get(candidate_key(base_key, holds)).copied();
        let candidate = candidate.filter(|entry| entry.reaches(core, place.draft));
        match base.or(candidate) {
            Some(entry) => self.replay(core, place, &entry, budget).map(Some),
            None => Err(Failure::Refuted),
        }
    }
}

impl<const VERIFY: bool> Policy for Twins<VERIFY> {
    type Note = Rests;

    type Questions = BaseTwinQuestions<VERIFY>;

    const NAME: &'static str = if VERIFY { "base-twin" } else { "base-twin-as-printed" };

    const NULL_WINDOWS: bool = true;

    fn supports(_rule: RepetitionRule) -> bool {
        true
    }

    fn new(table_bytes: usize) -> Self {
        Twins { table: Table::new(table_bytes), epoch: 0, failed: HashSet::new() }
    }

    fn without_table(&self) -> Self {
        Twins { table: Table::disabled(), epoch: self.epoch, failed: HashSet::new() }
    }

    fn begin(&mut self, same_history: bool) {
        if !same_history {
            self.epoch += 1;
            self.failed.clear();
        }
    }

    fn clear(&mut self) {
        self.table.clear();
        self.failed.clear();
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    fn repeated(&mut self, met: Met, _level: u32, _score: Score) -> Rests {
        Rests { lowest: met.level, horizon: false }
    }

    fn banned(&mut self, _met: Met, _level: u32) -> Option<Rests> {
        Some(Rests { lowest: 0, horizon: false })
    }

    fn leaf(&mut self, _score: Score, _kind: Kind, horizon: bool) -> Rests {
        Rests { lowest: NOTHING, horizon }
    }

    fn probe<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
    ) -> Result<Probe<Rests>, Reason> {
        if ask.beta - ask.alpha != 1 {
            return Ok(Probe::Move(None));
        }
        core.cost.lookups += 1;
        let place = Place::of(ask);
        let base_key = place.base_key(core);
        let hit = |score, holds, rests| {
            let kind = if holds { Kind::Lower } else { Kind::Upper };
            Ok(Probe::Hit(score, kind, rests))
        };
        let own = |entry: &Entry| core.win_scores.to_search(entry.score, ask.ply());
        let base = self.table.get(base_key).copied();
        if let Some(entry) = base.filter(|entry| entry.reaches(core, ask.draft))
            && self.trusts(core, &entry)
        {
            return hit(own(&entry), entry.holds, entry.rests.found(ask.level));
        }
        if let Some(&entry) = self.table.get(twin_key(base_key, ask.code))
            && entry.epoch == self.epoch
            && entry.reaches(core, ask.draft)
        {
            return hit(own(&entry), entry.holds, entry.rests.found(ask.level));
        }
        let candidates =
            [true, false].map(|holds| self.table.get(candidate_key(base_key, holds)).copied());
        for entry in [base, candidates[0], candidates[1]].into_iter().flatten() {
            if entry.reaches(core, ask.draft)
                && let Some(rests) = self.simulate(core, &place, &entry)?
            {
                return hit(ask.beta - Score::from(!entry.holds), entry.holds, rests);
            }
        }
        let best = base.or(candidates[0]).or(candidates[1]).and_then(|entry| entry.best);
        Ok(Probe::Move(best))
    }

    fn fold(&mut self, before: Option<Rests>, child: Rests, _ask: &Ask, decides: bool) -> Rests {
        match before {
            Some(before) if !decides => Rests {
                lowest: before.lowest.min(child.lowest),
                horizon: before.horizon || child.horizon,
            },
            _ => child,
        }
    }

    fn leave<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
        searched: &Searched,
        note: Option<Rests>,
    ) -> Rests {
        let rests = note.unwrap_or(Rests { lowest: NOTHING, horizon: false });
        if ask.beta - ask.alpha != 1 {
            return rests;
        }
        let holds = searched.score >= ask.beta;
        self.store(core, &Place::of(ask), (holds, searched.score, searched.best), rests)
    }
}

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
}
