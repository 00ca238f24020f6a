//! What most treatments have in common: one table of bounds, and nothing that travels up.

use threefold_game::RepetitionRule;
use threefold_search::Reason;

use crate::Informed;
use crate::alphabeta::evaluate::Evaluate;
use crate::alphabeta::path::{Met, Path};
use crate::alphabeta::policy::{
    Ask, Bound, Policy, Probe, Repetition, Searched, probe_bound, store_bound,
};
use crate::alphabeta::score::{Aging, INFINITE, Score};
use crate::alphabeta::search::Core;
use crate::alphabeta::table::{Kind, Table};

/// In what such a treatment differs from [`Ignore`](super::Ignore).
pub trait Simple: Clone + Default + std::fmt::Debug {
    /// Whether the treatment means anything where repetitions are illegal.
    const SUPERKO: bool = true;

    /// See [`Policy::OWN_REPETITIONS`].
    const OWN_REPETITIONS: bool = false;

    /// See [`Policy::AGING`].
    const AGING: Aging = Aging::Off;

    /// See [`Policy::REPETITIONS_LAST`].
    const REPETITIONS_LAST: bool = false;

    /// Whether of what is not stored the move is, where there is no entry yet.
    const MOVES_KEPT: bool = false;

    /// The key of the entry.
    fn key(ask: &Ask) -> u64 {
        ask.key
    }

    /// See [`Policy::begin`].
    fn begin(&mut self) {}

    /// See [`Policy::repetition`].
    fn repetition(&mut self, met: Met, _path: &Path) -> Repetition {
        if met.repeats { Repetition::Scored } else { Repetition::NotYet }
    }

    /// A position occurs again after the position at `level`, or would, were the move legal.
    fn cycle(&mut self, _met: Met, _level: u32) {}

    /// Whether the table is asked at all.
    fn looks_up(&self, _ask: &Ask) -> bool {
        true
    }

    /// What the table says is used.
    fn hit(&mut self) {}

    /// See [`Policy::rejected`].
    fn rejected(&mut self, _before: &Self) {}

    /// See [`Policy::enter`].
    fn enter(&mut self, _ask: &Ask) {}

    /// As what the score of a position is stored; `None` if it is not. `draw` is the score of a
    /// repetition, if there is one.
    fn kept(&mut self, _ask: &Ask, searched: &Searched, _draw: Option<Score>) -> Option<Kind> {
        Some(searched.kind)
    }
}

/// A [`Policy`] of a [`Simple`] treatment.
#[derive(Clone, Debug)]
pub struct OneTable<S> {
    pub(super) table: Table<Bound>,
    state: S,
}

impl<S: Simple> Policy for OneTable<S> {
    type Note = ();

    type Questions = Self;

    const OWN_REPETITIONS: bool = S::OWN_REPETITIONS;

    const AGING: Aging = S::AGING;

    const REPETITIONS_LAST: bool = S::REPETITIONS_LAST;

    fn supports(rule: RepetitionRule) -> bool {
        S::SUPERKO || !rule.is_superko()
    }

    fn new(table_bytes: usize) -> Self {
        OneTable { table: Table::new(table_bytes), state: S::default() }
    }

    fn without_table(&self) -> Self {
        OneTable { table: Table::disabled(), state: self.state.clone() }
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    fn begin(&mut self, _same_history: bool) {
        self.state.begin();
    }

    fn repetition(&mut self, met: Met, path: &Path) -> Repetition {
        self.state.repetition(met, path)
    }

    fn repeated(&mut self, met: Met, level: u32, _score: Score) {
        self.state.cycle(met, level);
    }

    fn banned(&mut self, met: Met, level: u32) -> Option<()> {
        self.state.cycle(met, level);
        None
    }

    fn leaf(&mut self, _score: Score, _kind: Kind, _horizon: bool) {}

    fn probe<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
    ) -> Result<Probe<()>, Reason> {
        if !self.state.looks_up(ask) {
            return Ok(Probe::Move(None));
        }
        let probe = probe_bound(&self.table, core, S::key(ask), ask, ());
        if let Probe::Hit(..) = probe {
            self.state.hit();
        }
        Ok(probe)
    }

    fn rejected(&mut self, before: &Self) {
        self.state.rejected(&before.state);
    }

    fn enter(&mut self, ask: &Ask) {
        self.state.enter(ask);
    }

    fn fold(&mut self, _before: Option<()>, _child: (), _ask: &Ask, _decides: bool) {}

    fn leave<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
        searched: &Searched,
        _note: Option<()>,
    ) {
        if let Some(kind) = self.state.kept(ask, searched, core.rules.repetition()) {
            store_bound(&mut self.table, core, S::key(ask), ask, searched, kind);
        } else if S::MOVES_KEPT {
            let key = core.draft_key(S::key(ask), ask.draft);
            if self.table.get(key).is_none() {
                let (score, kind, iteration) = (-INFINITE, Kind::Lower, core.iteration);
                let nothing = Bound { score, kind, draft: 0, iteration, best: searched.best };
                self.table.put(key, nothing);
            }
        }
    }
}
