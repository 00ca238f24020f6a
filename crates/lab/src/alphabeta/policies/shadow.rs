//! `shadow`: contingency minimax, with a second score for the case that the repetition counts not.
//!
//! Muller, posts on shadow scores (his note: untested). With each real score travels a *range*
//! from pessimistic to optimistic: what the score could be if the repetitions it rests on did not
//! count. What is stored is the range, never the real score.
//!
//! ```text
//!   score known without the path          range [s, s]        relies on nothing
//!   a position of the line occurs again   range [-oo, +oo]    relies on the ply of that position
//!   twice in the game before the root     range [draw, draw]  relies on nothing: unconditional
//!   max position                          range [max, max] of the moves; open above after a cutoff
//!   min position                          range [min, min] of the moves; open below after a cutoff
//!   back at the lowest ply relied on      the range closes to the real score
//! ```
//! Read here: the range closes in the position whose return it rests on, and in every position
//! above it; there the real score is what it is on every path.
//!
//! The lower end is a true lower bound on the value in the game without history, the upper end a true
//! upper bound. That cures *draw-first*, and suffices for a root without history if no path is
//! cut by a horizon. It does not cure *draw-last*: the range of a position does not know the
//! positions through which it was reached the next time. The game of three positions drawn in
//! [`CycleSkip`](super::CycleSkip) is wrong here, too. So the answer to "untested" is: right as a
//! solver with a fresh table, wrong as an engine, and there a little better than flags on cycles.
//!
//! Under superko there is no draw score, and the treatment means nothing.

use threefold_game::{Game, RepetitionRule};
use threefold_search::Reason;

use super::one_table;
use crate::alphabeta::evaluate::Evaluate;
use crate::alphabeta::path::Met;
use crate::alphabeta::policy::{Ask, Policy, Probe, Searched};
use crate::alphabeta::score::{INFINITE, Score, aging};
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
struct Entry {
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

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct Shadow {
    table: Table<Entry>,
}

impl Range {
    fn unconditional(score: Score) -> Self {
        Range { pessimistic: score, optimistic: score, lowest: u32::MAX }
    }
}

impl Policy for Shadow {
    one_table!();

    type Note = Range;

    type Questions = Self;

    const NAME: &'static str = "shadow";

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

    fn probe<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
    ) -> Result<Probe<Range>, Reason> {
        core.cost.lookups += 1;
        let Some(entry) = self.table.get(core.draft_key(ask.key, ask.draft)) else {
            let best = core.shallower_move(ask.key, ask.draft, |key| {
                self.table.get(key).and_then(|entry| entry.best)
            });
            return Ok(Probe::Move(best));
        };
        let own = |score| core.win_scores.to_search(score, ask.ply());
        let (pessimistic, optimistic) = (own(entry.pessimistic), own(entry.optimistic));
        let usable = |score, kind: Kind| {
            core.is_deep_enough((entry.draft, entry.iteration), ask.draft, score, kind)
                && kind.settles(score, ask.alpha, ask.beta)
        };
        let range = Range { pessimistic, optimistic, lowest: u32::MAX };
        Ok(if pessimistic == optimistic && usable(pessimistic, Kind::Exact) {
            Probe::Hit(pessimistic, Kind::Exact, range)
        } else if usable(pessimistic, Kind::Lower) {
            Probe::Hit(pessimistic, Kind::Lower, range)
        } else if usable(optimistic, Kind::Upper) {
            Probe::Hit(optimistic, Kind::Upper, range)
        } else {
            Probe::Move(entry.best)
        })
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

    fn leave<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
        searched: &Searched,
        note: Option<Range>,
    ) -> Range {
        let mut range = note.unwrap_or(Range::unconditional(searched.score));
        if core.aging && searched.best.is_some() {
            range.pessimistic = aging::aged(range.pessimistic);
            range.optimistic = aging::aged(range.optimistic);
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
        let stored = |score| core.win_scores.to_table(score, ask.ply());
        let entry = Entry {
            pessimistic: stored(range.pessimistic),
            optimistic: stored(range.optimistic),
            draft: ask.draft,
            iteration: core.iteration,
            best: searched.best,
        };
        self.table.put(core.draft_key(ask.key, ask.draft), entry);
        range
    }
}
