//! `base-twin` for yes-or-no questions: Kishimoto and Mueller for alpha-beta with three values.
//!
//! "A general solution to the graph history interaction problem" (AAAI 2004). Success, failure, and
//! unknown at the horizon. What is solved is used whatever its draft: from the *base* entry on every
//! path if no repetition was met, else from the *twin* entry of its own path, and on another path
//! only after *simulation* (Kawano 1996). What is unknown proves nothing, so that it is kept like the
//! bounds of any other table, whatever path it was found on: an error of it costs another iteration,
//! and in a game without endless paths iterations end.
//!
//! ```text
//! look-up   base entry, solved           -> its answer
//!           twin of this very path       -> its answer
//!           some twin of either answer   -> simulation; success stores a twin for this path
//!           unknown, deep enough         -> unknown
//! ```
//! Because the table holds what is solved and not answers to one null window after the other, the
//! window is open, and a proof that was found on the way to another one counts. (With a table
//! for each window, as [`BaseTwin`](super::BaseTwin) needs them for scores, the same questions take more
//! than twice the nodes.)
//!
//! Base entries are trusted where what the rule compares is the position (not so under positional
//! superko). Otherwise nothing is stored in them, and each reuse on another path is simulated.
//! [`BaseTwinAsPrinted`](super::BaseTwinAsPrinted) trusts them always, as the paper does.

use std::collections::HashSet;

use threefold_game::{Game, RepetitionRule};
use threefold_search::Reason;

use super::base_twin::{FAILED, NOTHING, Rests};
use crate::alphabeta::evaluate::Evaluate;
use crate::alphabeta::mix::{keyed, mix};
use crate::alphabeta::path::Met;
use crate::alphabeta::policy::{Ask, Policy, Probe, Repetition, Searched};
use crate::alphabeta::score::{DECIDED, Score, WIN};
use crate::alphabeta::search::Core;
use crate::alphabeta::table::{Kind, Table, Worth};

const CANDIDATE: u64 = 0xBB67_AE85_84CA_A73B;

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct BaseTwinQuestions<const VERIFY: bool> {
    table: Table<Entry>,
    failed: HashSet<u64>,
}

/// What is solved: who wins, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Solved {
    won: bool,
    best: Option<u32>,
    rests: Rests,
}

impl Solved {
    fn score(&self) -> Score {
        if self.won { WIN } else { -WIN }
    }
}

#[derive(Clone, Copy, Debug)]
enum Entry {
    Solved(Solved),
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
            Entry::Solved(solved) if solved.rests.lowest == NOTHING => 2 << 32,
            Entry::Solved(_) => 1 << 32,
            Entry::Unknown { draft, .. } => u64::from(*draft),
        }
    }
}

/// Why a replay stopped.
struct Refuted;

/// A position that is not on the path yet.
#[derive(Clone, Copy)]
struct Place {
    key: u64,
    repetition_key: u64,
    irreversible: bool,
    code: u64,
    level: u32,
}

impl Place {
    fn of(ask: &Ask) -> Self {
        Place {
            key: ask.key,
            repetition_key: ask.repetition_key,
            irreversible: ask.irreversible,
            code: ask.code,
            level: ask.level,
        }
    }

    fn twin_key(&self) -> u64 {
        keyed(self.key, self.code)
    }

    fn candidate_key(&self, won: bool) -> u64 {
        keyed(self.key ^ CANDIDATE, u64::from(won))
    }
}

impl<const VERIFY: bool> BaseTwinQuestions<VERIFY> {
    fn trusts_base<G: Game, E: Evaluate<G>>(core: &Core<'_, G, E>) -> bool {
        !VERIFY || core.game.repetition_is_exact(core.rules.rule)
    }

    fn solved(&self, key: u64) -> Option<Solved> {
        match self.table.get(key)? {
            Entry::Solved(solved) => Some(*solved),
            Entry::Unknown { .. } => None,
        }
    }

    /// Stores what is solved in the position at hand, last of the path: closes loops before.
    fn store<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &Core<'_, G, E>,
        place: &Place,
        mut solved: Solved,
    ) -> Rests {
        if solved.rests.lowest >= place.level && !core.rules.rule.is_superko() {
            solved.rests.lowest = NOTHING;
        }
        let rests = solved.rests;
        let entry = Entry::Solved(Solved { rests: rests.stored(place.level), ..solved });
        if rests.lowest == NOTHING && Self::trusts_base(core) {
            self.table.put(place.key, entry);
            return rests;
        }
        self.table.put(place.twin_key(), entry);
        self.table.put(place.candidate_key(solved.won), entry);
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
                best: solved.best,
                twins: true,
            },
        };
        self.table.put(place.key, marked);
        rests
    }

    fn simulate<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        place: &Place,
        candidate: &Solved,
    ) -> Option<Rests> {
        let best = candidate.best.map_or(0, |best| u64::from(best) + 1);
        let stamp = mix(best << 1 | u64::from(candidate.won));
        let attempt = mix(place.key ^ mix(place.code ^ stamp));
        if core.options.simulation_budget == 0 || self.failed.contains(&attempt) {
            return None;
        }
        core.cost.simulations += 1;
        let mut budget = core.options.simulation_budget;
        let replayed = self.replay(core, place, candidate, &mut budget);
        if replayed.is_err() {
            core.cost.simulations_failed += 1;
            if self.failed.len() >= FAILED {
                self.failed.clear();
            }
            self.failed.insert(attempt);
        }
        replayed.ok()
    }

    /// Replays a result in the position at hand, which is not on the path yet.
    fn replay<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        place: &Place,
        solved: &Solved,
        budget: &mut u32,
    ) -> Result<Rests, Refuted> {
        *budget = budget.checked_sub(1).ok_or(Refuted)?;
        core.cost.simulation_nodes += 1;
        core.path.push(place.repetition_key, place.irreversible, 0);
        let won = solved.won;
        let result = match solved.best {
            Some(code) if core.is_maximizing() == won => {
                self.replay_claimant(core, place, won, code, budget)
            }
            _ => self.replay_other(core, place, won, budget),
        };
        let result =
            result.map(|(rests, best)| self.store(core, place, Solved { won, best, rests }));
        core.path.pop();
        result
    }

    fn replay_claimant<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        place: &Place,
        won: bool,
        code: u32,
        budget: &mut u32,
    ) -> Result<(Rests, Option<u32>), Refuted> {
        let m = core.game.decode_move(&core.position, code).ok_or(Refuted)?;
        match self.replay_move(core, place, won, m, budget)? {
            Some(rests) => Ok((rests, Some(code))),
            None => Err(Refuted),
        }
    }

    fn replay_other<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        place: &Place,
        won: bool,
        budget: &mut u32,
    ) -> Result<(Rests, Option<u32>), Refuted> {
        let mut moves = Vec::new();
        core.game.moves(&core.position, &mut moves);
        let mut all = Rests { lowest: NOTHING, horizon: false };
        let mut best = None;
        for m in moves {
            match self.replay_move(core, place, won, m, budget)? {
                Some(rests) => {
                    all.lowest = all.lowest.min(rests.lowest);
                    best = best.or(Some(core.game.encode_move(&core.position, m)));
                }
                None => all.lowest = 0,
            }
        }
        if best.is_none() {
            let score = core.ended(core.game.stuck(&core.position), place.level - 1);
            stands(score, won)?;
        }
        Ok((all, best))
    }

    /// `None`: the move is illegal under superko.
    fn replay_move<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        parent: &Place,
        won: bool,
        m: G::Move,
        budget: &mut u32,
    ) -> Result<Option<Rests>, Refuted> {
        let arrival = core.arrival(m);
        let undo = core.game.make(&mut core.position, m);
        let repetition_key = core.game.repetition_key(&core.position, core.rules.rule);
        let place = Place {
            key: core.game.key(&core.position),
            repetition_key,
            irreversible: arrival.irreversible,
            code: core.path.code_after(repetition_key, arrival.irreversible),
            level: parent.level + 1,
        };
        let result = self.replay_child(core, &place, won, arrival.pass, budget);
        core.game.undo(&mut core.position, m, undo);
        result
    }

    fn replay_child<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        place: &Place,
        won: bool,
        pass: bool,
        budget: &mut u32,
    ) -> Result<Option<Rests>, Refuted> {
        let on = |lowest| Rests { lowest, horizon: false };
        let met = core.path.met(place.repetition_key, place.irreversible);
        if let (Some(_), None, false) = (met, core.rules.repetition(), pass) {
            return Ok(None);
        }
        if let Some(score) = core.by_rules() {
            return stands(score, won).map(|()| Some(on(NOTHING)));
        }
        if let (Some(met), Some(score)) = (met, core.rules.repetition())
            && Policy::repetition(self, met, &core.path) == Repetition::Scored
        {
            return stands(score, won).map(|()| Some(on(met.level)));
        }
        core.cost.lookups += 1;
        let here = self.solved(place.key).or_else(|| self.solved(place.twin_key()));
        if let Some(solved) = here {
            let rests = solved.rests.found(place.level);
            return stands(solved.score(), won).map(|()| Some(rests));
        }
        match self.solved(place.candidate_key(won)) {
            Some(candidate) => self.replay(core, place, &candidate, budget).map(Some),
            None => Err(Refuted),
        }
    }
}

/// Whether a score is that of the claim.
fn stands(score: Score, won: bool) -> Result<(), Refuted> {
    if score.abs() >= DECIDED && (score > 0) == won { Ok(()) } else { Err(Refuted) }
}

impl<const VERIFY: bool> Policy for BaseTwinQuestions<VERIFY> {
    type Note = Rests;

    type Questions = Self;

    const NAME: &'static str = if VERIFY { "base-twin" } else { "base-twin-as-printed" };

    fn supports(_rule: RepetitionRule) -> bool {
        true
    }

    fn new(table_bytes: usize) -> Self {
        BaseTwinQuestions { table: Table::new(table_bytes), failed: HashSet::new() }
    }

    fn without_table(&self) -> Self {
        BaseTwinQuestions { table: Table::disabled(), failed: HashSet::new() }
    }

    fn begin(&mut self, same_history: bool) {
        // What was solved with another history need not hold with this one.
        if !same_history {
            self.clear();
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
        core.cost.lookups += 1;
        let place = Place::of(ask);
        let hit = |solved: &Solved, rests| {
            let kind = if solved.won { Kind::Lower } else { Kind::Upper };
            Ok(Probe::Hit(solved.score(), kind, rests))
        };
        let (kind, draft, iteration, best, twins) = match self.table.get(ask.key).copied() {
            None => return Ok(Probe::Move(None)),
            Some(Entry::Solved(solved)) => return hit(&solved, solved.rests.found(ask.level)),
            Some(Entry::Unknown { kind, draft, iteration, best, twins }) => {
                (kind, draft, iteration, best, twins)
            }
        };
        if twins {
            if let Some(solved) = self.solved(place.twin_key()) {
                return hit(&solved, solved.rests.found(ask.level));
            }
            for won in [true, false] {
                if let Some(candidate) = self.solved(place.candidate_key(won))
                    && let Some(rests) = self.simulate(core, &place, &candidate)
                {
                    return hit(&candidate, rests);
                }
            }
        }
        if core.is_usable((draft, iteration), ask.draft, false)
            && kind.settles(0, ask.alpha, ask.beta)
        {
            return Ok(Probe::Hit(0, kind, Rests { lowest: NOTHING, horizon: true }));
        }
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
        let best = searched.best;
        if searched.score.abs() >= DECIDED {
            let solved = Solved { won: searched.score > 0, best, rests };
            return self.store(core, &Place::of(ask), solved);
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
