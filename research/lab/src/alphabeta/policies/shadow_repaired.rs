//! `shadow-repaired`: shadow scores that are right as a solver with a fresh table.
//!
//! [`Shadow`](super::Shadow) with four lines changed:
//!
//! | | as printed | here |
//! |---|---|---|
//! | the range closes | for each move, whole | for the position, where its score bounds it |
//! | when | its score rests on nothing shallower | all of its score rests on nothing shallower |
//! | a position of the line occurs again | its range so far | open on both sides |
//! | a cutoff opens the range | if moves are left | always |
//! | what the real score rests on | all moves tried (since the edit) | the same |
//!
//! Only the first of them is needed: [`ShadowReset`](super::ShadowReset) changes nothing else and
//! is right where this is.
//!
//! The lower end is a true lower bound on the value in the game without history, the upper end a
//! true upper bound. That cures *draw-first*, and suffices for a root without history if no path is
//! cut by a horizon. It does not cure *draw-last*: the range of a position does not know the
//! positions through which it was reached the next time. The game of three positions drawn in
//! [`CycleSkip`](super::CycleSkip) is wrong here, too. So: right as a solver with a fresh table,
//! wrong as an engine, and there a little better than flags on cycles.
//!
//! Under superko there is no draw score, and the treatment means nothing.

use threefold_game::RepetitionRule;
use threefold_search::Reason;

use super::one_table;
use crate::Informed;
use crate::alphabeta::evaluate::Evaluate;
use crate::alphabeta::path::Met;
use crate::alphabeta::policy::{Ask, Policy, Probe, Searched};
use crate::alphabeta::score::{INFINITE, Score};
use crate::alphabeta::search::Core;
use crate::alphabeta::table::{Kind, Table, Worth};

/// What travels up beside the real score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least the score could be.
    pub pessimistic: Score,
    /// The most.
    pub optimistic: Score,
    /// The shallowest level that the real score rests on; `u32::MAX` for none.
    pub lowest: u32,
}

/// What is stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pessimistic: Score,
    optimistic: Score,
    draft: u32,
    iteration: u32,
    best: Option<u32>,
}

impl Worth for Entry {
    fn worth(&self) -> u64 {
        u64::from(self.draft)
    }
}

impl Entry {
    /// What is stored of a position.
    pub fn new<G: Informed, E: Evaluate<G>>(
        core: &Core<'_, G, E>,
        ask: &Ask,
        range: &Range,
        best: Option<u32>,
    ) -> Self {
        let stored = |score| core.win_scores.to_table(score, ask.ply());
        let (pessimistic, optimistic) = (stored(range.pessimistic), stored(range.optimistic));
        let said = |score: Score| (score.abs() < INFINITE).then_some(score);
        core.tell(said(pessimistic), said(optimistic), ask.draft);
        Entry { pessimistic, optimistic, draft: ask.draft, iteration: core.iteration, best }
    }
}

/// Looks a range up: either end may settle the window.
pub(super) fn look_up<G: Informed, E: Evaluate<G>>(
    table: &Table<Entry>,
    core: &mut Core<'_, G, E>,
    ask: &Ask,
) -> Probe<Range> {
    core.cost.lookups += 1;
    let Some(entry) = table.get(core.draft_key(ask.key, ask.draft)) else {
        return Probe::Move(core.shallower_move(ask.key, ask.draft, |key| {
            table.get(key).and_then(|entry| entry.best)
        }));
    };
    let own = |score| core.win_scores.to_search(score, ask.ply());
    let (pessimistic, optimistic) = (own(entry.pessimistic), own(entry.optimistic));
    let usable = |score, kind: Kind| {
        core.is_deep_enough((entry.draft, entry.iteration), ask.draft, score, kind)
            && kind.settles(score, ask.alpha, ask.beta)
    };
    let range = Range { pessimistic, optimistic, lowest: u32::MAX };
    if pessimistic == optimistic && usable(pessimistic, Kind::Exact) {
        Probe::Hit(pessimistic, Kind::Exact, range)
    } else if usable(pessimistic, Kind::Lower) {
        Probe::Hit(pessimistic, Kind::Lower, range)
    } else if usable(optimistic, Kind::Upper) {
        Probe::Hit(optimistic, Kind::Upper, range)
    } else {
        Probe::Move(entry.best)
    }
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct ShadowRepaired {
    table: Table<Entry>,
}

impl Range {
    /// What rests on nothing.
    pub(super) fn unconditional(score: Score) -> Self {
        Range { pessimistic: score, optimistic: score, lowest: u32::MAX }
    }
}

impl Policy for ShadowRepaired {
    one_table!();

    type Note = Range;

    type Questions = Self;

    fn supports(rule: RepetitionRule) -> bool {
        !rule.is_superko()
    }

    fn repeated(&mut self, met: Met, _level: u32, score: Score) -> Range {
        if met.decided {
            Range::unconditional(score)
        } else {
            Range { pessimistic: -INFINITE, optimistic: INFINITE, lowest: met.level }
        }
    }

    fn leaf(&mut self, score: Score, kind: Kind, _horizon: bool) -> Range {
        match kind {
            Kind::Exact => Range::unconditional(score),
            Kind::Lower => Range { optimistic: INFINITE, ..Range::unconditional(score) },
            Kind::Upper => Range { pessimistic: -INFINITE, ..Range::unconditional(score) },
        }
    }

    fn probe<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
    ) -> Result<Probe<Range>, Reason> {
        Ok(look_up(&self.table, core, ask))
    }

    fn fold(&mut self, before: Option<Range>, child: Range, ask: &Ask, _decides: bool) -> Range {
        let Some(before) = before else { return child };
        let join = if ask.maximizing { Score::max } else { Score::min };
        Range {
            pessimistic: join(before.pessimistic, child.pessimistic),
            optimistic: join(before.optimistic, child.optimistic),
            lowest: before.lowest.min(child.lowest),
        }
    }

    fn leave<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
        searched: &Searched,
        note: Option<Range>,
    ) -> Range {
        let mut range = note.unwrap_or(Range::unconditional(searched.score));
        if searched.best.is_some() {
            range.pessimistic = core.aging.aged(range.pessimistic, ask.maximizing);
            range.optimistic = core.aging.aged(range.optimistic, ask.maximizing);
        }
        if !searched.all {
            if ask.maximizing {
                range.optimistic = INFINITE;
            } else {
                range.pessimistic = -INFINITE;
            }
        }
        if range.lowest >= ask.level {
            range.lowest = u32::MAX;
            if searched.kind != Kind::Upper {
                range.pessimistic = range.pessimistic.max(searched.score);
            }
            if searched.kind != Kind::Lower {
                range.optimistic = range.optimistic.min(searched.score);
            }
        }
        let entry = Entry::new(core, ask, &range, searched.best);
        self.table.put(core.draft_key(ask.key, ask.draft), entry);
        range
    }
}
