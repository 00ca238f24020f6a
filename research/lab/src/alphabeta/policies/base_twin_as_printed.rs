//! `base-twin-as-printed`: Kishimoto and Mueller's scheme for alpha-beta, as printed.
//!
//! "A general solution to the graph history interaction problem" (AAAI 2004).
//! [`base_twin`](super::base_twin) is an extended scheme; here is what the paper says and no more:
//!
//! ```text
//! look-up   base entry, (dis)proven    -> its answer, whatever its draft (it rests on no horizon)
//!           twin of this very path     -> its answer
//!           every other twin, in turn  -> simulation, proofs before disproofs; the first that
//!                                         can be replayed is used, and gets a twin here
//!           base entry otherwise       -> its bound, if it is deep enough
//! stored    no repetition met          -> base entry
//!           (dis)proven otherwise      -> twin
//! path      one random number for each move and depth, exclusive or
//! ```
//! | | as printed | [`base_twin`](super::base_twin) |
//! |---|---|---|
//! | simulated | every twin | the last of either sign, and base entries that are not trusted |
//! | failed simulations | are tried again | are remembered |
//! | a circle that closes | stays a twin | becomes a base entry, if a repetition has a value |
//! | budget of a simulation | none | 300 positions |
//! | a base entry | always holds | not with a horizon, another history, positional superko |
//!
//! The paper's search has three values, win, unknown and loss ([`BaseTwinAsPrintedQuestions`]), and
//! gets others by null windows in turn ([`BaseTwinAsPrinted`]); each window is a question of its
//! own, with entries of its own, in which what rests on the horizon is not proven but a bound.
//!
//! What the text leaves open, and how it is read: a (dis)proof has met a repetition if one is among
//! its leaves, or made a move of its loser illegal; one that was found by simulation counts as
//! having met one; simulation follows the moves of the path that the twin was made on, and every
//! position that it verifies gets a twin; a twin of an earlier root is one of another path.
//! Simulations may visit 100 positions for each node of the limit: beyond that there is no answer.
//!
//! Right as a solver of three values with a fresh table where what repeats is the position. **Wrong
//! with a horizon, with a table that is kept, and under positional superko**: a result that met no
//! repetition does not hold on every path there. The paper treats none of the three. The smallest
//! game has three positions and is drawn in [`CycleSkip`](super::CycleSkip)
//! (`fixtures/draw-last-depth-3.game`).

use std::collections::HashMap;

use threefold_search::Reason;

use crate::Informed;
use crate::alphabeta::evaluate::Evaluate;
use crate::alphabeta::options::{COMPLETE, DraftRule};
use crate::alphabeta::path::Met;
use crate::alphabeta::policy::{Ask, Policy, Probe, Repetition, Searched};
use crate::alphabeta::score::{DECIDED, Score, WIN};
use crate::alphabeta::search::{Core, LONGEST_PATH};
use crate::alphabeta::table::{Kind, Table, Worth};
use crate::mix::{keyed, path_code};

/// Positions that all simulations together may visit for each position of the node limit.
const SHARE: u64 = 100;

/// Scores of many values, by null windows in turn.
pub type BaseTwinAsPrinted = AsPrinted<true>;

/// Yes-or-no questions.
pub type BaseTwinAsPrintedQuestions = AsPrinted<false>;

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct AsPrinted<const SCORES: bool> {
    base: Table<Entry>,
    /// By the key of the base entry. None is ever dropped.
    twins: HashMap<u64, Vec<Twin>>,
    count: usize,
    /// Whether anything is stored at all.
    keeps: bool,
    /// How many roots with other histories there have been.
    epoch: u32,
}

/// An answer to the question whether the value is at least a bound.
#[derive(Clone, Copy, Debug)]
struct Answer {
    holds: bool,
    /// The score that was found, relative to the position.
    score: Score,
    /// The move that shows it, where it is the turn of the player whom the answer favours.
    best: Option<u32>,
    /// It rests on positions at the horizon.
    horizon: bool,
    draft: u32,
    iteration: u32,
}

impl Answer {
    fn reaches<G: Informed, E: Evaluate<G>>(&self, core: &Core<'_, G, E>, draft: u32) -> bool {
        core.is_usable((self.draft, self.iteration), draft, !self.horizon)
    }
}

#[derive(Clone, Copy, Debug)]
enum Entry {
    Proven(Answer),
    /// Of a question only.
    Unknown {
        kind: Kind,
        draft: u32,
        iteration: u32,
        best: Option<u32>,
    },
}

impl Worth for Entry {
    fn worth(&self) -> u64 {
        match self {
            Entry::Proven(answer) => {
                1 << 40 | u64::from(!answer.horizon) << 36 | u64::from(answer.draft)
            }
            Entry::Unknown { draft, .. } => u64::from(*draft),
        }
    }
}

/// An answer on one path.
#[derive(Clone, Copy, Debug)]
struct Twin {
    /// Code of the moves of the path, and how many there are.
    code: u64,
    depth: u32,
    epoch: u32,
    answer: Answer,
}

/// What a score has met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaves {
    repetition: bool,
    horizon: bool,
}

impl Leaves {
    const REPETITION: Leaves = Leaves { repetition: true, horizon: false };
}

/// A position that the path at hand reaches, and what is asked of it.
#[derive(Clone, Copy)]
struct Place {
    key: u64,
    repetition_key: u64,
    irreversible: bool,
    code: u64,
    level: u32,
    draft: u32,
    bound: Score,
}

impl<const SCORES: bool> AsPrinted<SCORES> {
    fn place(ask: &Ask) -> Place {
        Place {
            key: ask.key,
            repetition_key: ask.repetition_key,
            irreversible: ask.irreversible,
            code: ask.moves_code,
            level: ask.level,
            draft: ask.draft,
            bound: ask.beta,
        }
    }

    /// The key of the base entry.
    fn key<G: Informed, E: Evaluate<G>>(core: &Core<'_, G, E>, place: &Place) -> u64 {
        if !SCORES {
            return place.key;
        }
        let bound = core.win_scores.to_table(place.bound, place.level - 1);
        core.draft_key(keyed(place.key, bound as u64), place.draft)
    }

    fn proven(&self, key: u64) -> Option<Answer> {
        match self.base.get(key)? {
            Entry::Proven(answer) => Some(*answer),
            Entry::Unknown { .. } => None,
        }
    }

    fn twin(&self, key: u64, (code, epoch): (u64, u32)) -> Option<Twin> {
        let twins = self.twins.get(&key)?;
        twins.iter().find(|twin| (twin.code, twin.epoch) == (code, epoch)).copied()
    }

    fn store_twin(&mut self, key: u64, place: &Place, answer: Answer) {
        if !self.keeps {
            return;
        }
        let (code, depth, epoch) = (place.code, place.level - 1, self.epoch);
        let twins = self.twins.entry(key).or_default();
        match twins.iter_mut().find(|twin| (twin.code, twin.epoch) == (code, epoch)) {
            Some(twin) => twin.answer = answer,
            None => {
                twins.push(Twin { code, depth, epoch, answer });
                self.count += 1;
            }
        }
    }

    /// Whether the answer of `model`, a twin of the position at hand, which is not on the path yet,
    /// holds there.
    fn replay<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        place: &Place,
        model: &Twin,
    ) -> Result<bool, Reason> {
        core.cost.simulation_nodes += 1;
        if core.cost.simulation_nodes > core.limits.nodes.saturating_mul(SHARE) {
            return Err(Reason::Nodes);
        }
        if core.path.level() >= LONGEST_PATH {
            return Ok(false);
        }
        let Answer { holds, best, horizon, .. } = model.answer;
        // What rests on no horizon is replayed to its ends, however far they are.
        let is_whole = core.options.draft != DraftRule::Exact && !horizon;
        let place = &Place { draft: if is_whole { COMPLETE } else { place.draft }, ..*place };
        core.path.push((place.repetition_key, place.code), place.irreversible, place.draft);
        let claimant = core.is_maximizing() == holds;
        let mut moves = Vec::new();
        match best {
            Some(best) if claimant => moves.extend(core.game.decode_move(&core.position, best)),
            _ => core.game.moves(&core.position, &mut moves),
        }
        let (mut legal, mut all) = (false, !moves.is_empty() || best.is_none());
        for m in moves {
            let child = self.replay_move(core, place, model, m)?;
            legal |= child.is_some();
            // Where the claimant's one move is illegal nothing is shown.
            all &= child.unwrap_or(!(claimant && best.is_some()));
            if !all {
                break;
            }
        }
        if all && !legal {
            let stuck = core.game.stuck(&core.position);
            all = (core.ended(stuck, place.level - 1) >= place.bound) == holds;
        } else if claimant && best.is_none() {
            // On the path of the twin he had no move.
            all = false;
        }
        core.path.pop();
        if all {
            let key = Self::key(core, place);
            let score = place.bound - Score::from(!holds);
            let answer = Answer {
                score: core.win_scores.to_table(score, place.level - 1),
                draft: place.draft,
                iteration: core.iteration,
                ..model.answer
            };
            self.store_twin(key, place, answer);
        }
        Ok(all)
    }

    /// The same for the position behind a move. `None`: the move is illegal here.
    fn replay_move<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        parent: &Place,
        model: &Twin,
        m: G::Move,
    ) -> Result<Option<bool>, Reason> {
        let arrival = core.arrival(m);
        let maximizing = core.is_maximizing();
        let undo = core.game.make(&mut core.position, m);
        let place = Place {
            key: core.game.key(&core.position),
            repetition_key: core.game.repetition_key(&core.position, core.rules.rule),
            irreversible: arrival.irreversible,
            code: path_code(parent.code, arrival.number, parent.level),
            level: parent.level + 1,
            draft: if parent.draft == COMPLETE { COMPLETE } else { parent.draft - 1 },
            bound: core.aging.beta(parent.bound, maximizing),
        };
        let depth = model.depth + 1;
        let code = path_code(model.code, arrival.number, depth);
        let borrowed = Twin { code, depth, ..*model };
        let holds = self.replay_child(core, &place, &borrowed, arrival.pass);
        core.game.undo(&mut core.position, m, undo);
        holds
    }

    fn replay_child<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        place: &Place,
        borrowed: &Twin,
        pass: bool,
    ) -> Result<Option<bool>, Reason> {
        let holds = borrowed.answer.holds;
        let agrees = |score: Score| Ok(Some((score >= place.bound) == holds));
        let met = core.path.met(place.repetition_key, place.irreversible);
        let repetition = core.rules.repetition();
        if met.is_some() && repetition.is_none() && !pass {
            return Ok(None);
        }
        if let Some(score) = core.by_rules() {
            return agrees(score);
        }
        if let (Some(met), Some(score)) = (met, repetition)
            && self.repetition(met, &core.path) == Repetition::Scored
        {
            return agrees(score);
        }
        core.cost.lookups += 1;
        let key = Self::key(core, place);
        let base = self.proven(key);
        let here = || self.twin(key, (place.code, self.epoch)).map(|twin| twin.answer);
        let proven = base.filter(|answer| !answer.horizon);
        let known = proven.or_else(here).or(base);
        if let Some(answer) = known.filter(|one| one.reaches(core, place.draft)) {
            return Ok(Some(answer.holds == holds));
        }
        if place.draft == 0 {
            let (score, _) = core.horizon(place.bound - 1, place.bound)?;
            return agrees(score);
        }
        match self.twin(key, (borrowed.code, borrowed.epoch)) {
            Some(twin) if twin.answer.holds == holds && twin.answer.reaches(core, place.draft) => {
                self.replay(core, place, &twin).map(Some)
            }
            _ => Ok(Some(false)),
        }
    }
}

impl<const SCORES: bool> Policy for AsPrinted<SCORES> {
    type Note = Leaves;

    type Questions = BaseTwinAsPrintedQuestions;

    const NULL_WINDOWS: bool = SCORES;

    fn new(table_bytes: usize) -> Self {
        let (base, twins) = (Table::new(table_bytes), HashMap::new());
        AsPrinted { base, twins, count: 0, keeps: true, epoch: 0 }
    }

    fn without_table(&self) -> Self {
        let (base, twins) = (Table::disabled(), HashMap::new());
        AsPrinted { base, twins, count: 0, keeps: false, epoch: self.epoch }
    }

    fn clear(&mut self) {
        self.base.clear();
        self.twins.clear();
        self.count = 0;
    }

    fn bytes(&self) -> u64 {
        self.base.bytes() + (self.count * size_of::<Twin>()) as u64
    }

    fn begin(&mut self, same_history: bool) {
        self.epoch += u32::from(!same_history);
    }

    fn repeated(&mut self, _met: Met, _level: u32, _score: Score) -> Leaves {
        Leaves::REPETITION
    }

    fn banned(&mut self, _met: Met, _level: u32) -> Option<Leaves> {
        Some(Leaves::REPETITION)
    }

    fn leaf(&mut self, _score: Score, _kind: Kind, horizon: bool) -> Leaves {
        Leaves { horizon, ..Leaves::default() }
    }

    fn probe<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
    ) -> Result<Probe<Leaves>, Reason> {
        if SCORES && ask.beta - ask.alpha != 1 {
            return Ok(Probe::Move(None));
        }
        core.cost.lookups += 1;
        let place = Self::place(ask);
        let key = Self::key(core, &place);
        let win_scores = core.win_scores;
        let hit = |answer: Answer, score: Option<Score>, repetition| {
            let score = score.unwrap_or(win_scores.to_search(answer.score, ask.ply()));
            let kind = if answer.holds { Kind::Lower } else { Kind::Upper };
            Ok(Probe::Hit(score, kind, Leaves { repetition, horizon: answer.horizon }))
        };
        let base = self.proven(key).filter(|answer| answer.reaches(core, ask.draft));
        if let Some(answer) = base.filter(|answer| !answer.horizon) {
            return hit(answer, None, false);
        }
        let mut best = None;
        if let Some(twin) = self.twin(key, (place.code, self.epoch)) {
            if twin.answer.reaches(core, ask.draft) {
                return hit(twin.answer, None, true);
            }
            best = twin.answer.best;
        }
        for holds in [true, false] {
            // Those that a replay adds are of this path.
            for number in 0..self.twins.get(&key).map_or(0, Vec::len) {
                let twin = self.twins[&key][number];
                if twin.answer.holds != holds || !twin.answer.reaches(core, ask.draft) {
                    continue;
                }
                core.cost.simulations += 1;
                let bound = match (SCORES, holds) {
                    (true, _) => place.bound,
                    (false, true) => DECIDED,
                    (false, false) => 1 - DECIDED,
                };
                let draft = if SCORES { place.draft } else { COMPLETE };
                if self.replay(core, &Place { bound, draft, ..place }, &twin)? {
                    let shown =
                        if SCORES { ask.beta - Score::from(!holds) } else { twin.answer.score };
                    return hit(twin.answer, Some(shown), true);
                }
                core.cost.simulations_failed += 1;
            }
        }
        if let Some(answer) = base {
            return hit(answer, None, false);
        }
        Ok(match self.base.get(key) {
            Some(&Entry::Unknown { kind, draft, iteration, best }) => {
                let is_deep = core.is_usable((draft, iteration), ask.draft, false);
                if is_deep && kind.settles(0, ask.alpha, ask.beta) {
                    Probe::Hit(0, kind, Leaves { horizon: true, ..Leaves::default() })
                } else {
                    Probe::Move(best)
                }
            }
            Some(Entry::Proven(answer)) => Probe::Move(answer.best),
            None => Probe::Move(best),
        })
    }

    fn fold(&mut self, before: Option<Leaves>, child: Leaves, _ask: &Ask, decides: bool) -> Leaves {
        match before {
            Some(before) if !decides => Leaves {
                repetition: before.repetition || child.repetition,
                horizon: before.horizon || child.horizon,
            },
            _ => child,
        }
    }

    fn leave<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
        searched: &Searched,
        note: Option<Leaves>,
    ) -> Leaves {
        let leaves = note.unwrap_or_default();
        if SCORES && ask.beta - ask.alpha != 1 {
            return leaves;
        }
        let place = Self::place(ask);
        let key = Self::key(core, &place);
        let (draft, iteration, best) = (ask.draft, core.iteration, searched.best);
        if !SCORES && searched.score.abs() < DECIDED {
            let kind = searched.kind;
            self.base.put(key, Entry::Unknown { kind, draft, iteration, best });
            return leaves;
        }
        let holds = if SCORES { searched.score >= ask.beta } else { searched.score > 0 };
        let horizon = SCORES && leaves.horizon;
        let score = match SCORES {
            true => core.win_scores.to_table(searched.score, ask.ply()),
            false => {
                if holds {
                    WIN
                } else {
                    -WIN
                }
            }
        };
        let answer = Answer { holds, score, best, horizon, draft, iteration };
        if leaves.repetition {
            self.store_twin(key, &place, answer);
        } else {
            core.tell(holds.then_some(score), (!holds).then_some(score), draft);
            self.base.put(key, Entry::Proven(answer));
        }
        leaves
    }
}
