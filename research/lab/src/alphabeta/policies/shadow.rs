//! `shadow`: contingency minimax, with a second score for the case that the repetition counts not.
//!
//! Muller (2007, posts on shadow scores, with pseudo-code that he calls untested). With each real
//! score travels a *range* from pessimistic to optimistic: what the score could be if the
//! repetitions it rests on did not count; and the ply of the shallowest position whose return it
//! rests on. What is stored is the range, never the real score.
//!
//! ```text
//!   the game is over                      range [s, s]        rests on nothing
//!   twice in the game before the root     range [draw, draw]  rests on nothing: unconditional
//!   a position of the line occurs again   its own range so far: on the side of its player what has
//!                                         been found, open on the other; rests on its ply
//!   a move's score that rests on nothing  its range closes to its score
//!     shallower than the position
//!   a position, max to move               range [max, max] of the moves; open above after a
//!                                         cutoff, if moves are left
//! ```
//! As printed, line by line; it is written for players who take turns, and read here from one fixed
//! player. **It is wrong, and not because of repetitions**: the range of a move closes to its real
//! score whenever that rests on nothing shallower, also where the real score is only a bound,
//! because moves were cut off behind it. A bound is then stored as a value. No cycle is needed
//! (`fixtures/shadow-without-a-cycle.game`, drawn there). [`ShadowReset`] (`shadow-reset`) differs
//! in that one line: only the end of the range closes that the real score bounds.
//! [`ShadowUnedited`] (`shadow-unedited`) is the code before its author's edit: what the real score
//! rests on is noted only for the moves that became the best.
//!
//! What the text leaves open, and how it is read:
//!
//! - How an entry is looked up is not in the code. Here the lower end at or above the window, the
//!   upper end at or below it, or both ends alike settle it; the position then has the range of the
//!   entry and rests on nothing.
//! - A table with room for one bound has to choose, he says, the more useful one; which that is he
//!   does not say. The table here has room for both, as he recommends. [`ShadowOneBound`]
//!   (`shadow-one-bound`) keeps the end that the search asked for: the lower one after a cutoff,
//!   the upper one where no move got into the window, else the one nearer to the real score.
//! - What is written as the depth of an entry is the ply, by which entries could not be used; read
//!   as the draft.
//! - While a position is searched, its entry holds the range so far. Only a return to it reads
//!   that. It is kept here beside the path.
//! - No legal move, the horizon: the score, as for a game that is over.
//!
//! Under superko there is no draw score, and the treatment means nothing.

use threefold_game::RepetitionRule;
use threefold_search::Reason;

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

impl Entry {
    /// What is stored of a position.
    fn new<G: Informed, E: Evaluate<G>>(
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
fn look_up<G: Informed, E: Evaluate<G>>(
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

impl Range {
    /// What rests on nothing.
    fn unconditional(score: Score) -> Self {
        Range { pessimistic: score, optimistic: score, lowest: u32::MAX }
    }
}

/// As printed.
pub type Shadow = Printed<true, true, false>;

/// In a table that has room for one bound.
pub type ShadowOneBound = Printed<true, true, true>;

/// Before the author's edit.
pub type ShadowUnedited = Printed<false, true, false>;

/// With the range of a move closed only where its score is no mere bound.
pub type ShadowReset = Printed<true, false, false>;

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct Printed<const EDITED: bool, const BOUNDS_CLOSE: bool, const ONE_BOUND: bool> {
    table: Table<Entry>,
    /// For each level of the path the range so far.
    live: Vec<(Score, Score)>,
}

/// What travels up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shadowed {
    /// The real score, and what it says.
    score: Score,
    kind: Kind,
    /// The shadow.
    range: Range,
}

impl Shadowed {
    fn unconditional(score: Score, kind: Kind) -> Self {
        Shadowed { score, kind, range: Range::unconditional(score) }
    }

    /// The range closes to the real score.
    fn close(&mut self, bounds_close: bool) {
        if bounds_close {
            (self.range.pessimistic, self.range.optimistic) = (self.score, self.score);
            return;
        }
        if self.kind != Kind::Upper {
            self.range.pessimistic = self.range.pessimistic.max(self.score);
        }
        if self.kind != Kind::Lower {
            self.range.optimistic = self.range.optimistic.min(self.score);
        }
    }
}

impl<const EDITED: bool, const BOUNDS_CLOSE: bool, const ONE_BOUND: bool> Policy
    for Printed<EDITED, BOUNDS_CLOSE, ONE_BOUND>
{
    type Note = Shadowed;

    type Questions = Self;

    fn supports(rule: RepetitionRule) -> bool {
        !rule.is_superko()
    }

    fn new(table_bytes: usize) -> Self {
        Printed { table: Table::new(table_bytes), live: Vec::new() }
    }

    fn without_table(&self) -> Self {
        Printed { table: Table::disabled(), live: self.live.clone() }
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    fn begin(&mut self, _same_history: bool) {
        self.live.clear();
    }

    fn repeated(&mut self, met: Met, _level: u32, score: Score) -> Shadowed {
        if met.decided {
            return Shadowed::unconditional(score, Kind::Exact);
        }
        let (pessimistic, optimistic) = self.live[met.level as usize];
        let range = Range { pessimistic, optimistic, lowest: met.level };
        Shadowed { score, kind: Kind::Exact, range }
    }

    fn leaf(&mut self, score: Score, kind: Kind, _horizon: bool) -> Shadowed {
        Shadowed::unconditional(score, kind)
    }

    fn probe<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
    ) -> Result<Probe<Shadowed>, Reason> {
        Ok(match look_up(&self.table, core, ask) {
            Probe::Hit(score, kind, range) => {
                Probe::Hit(score, kind, Shadowed { score, kind, range })
            }
            Probe::Move(best) => Probe::Move(best),
        })
    }

    fn enter(&mut self, ask: &Ask) {
        self.live.resize(ask.level as usize + 1, (-INFINITE, INFINITE));
        self.live[ask.level as usize] = (-INFINITE, INFINITE);
    }

    fn fold(
        &mut self,
        before: Option<Shadowed>,
        mut child: Shadowed,
        ask: &Ask,
        _decides: bool,
    ) -> Shadowed {
        if child.range.lowest >= ask.level {
            child.close(BOUNDS_CLOSE);
        }
        let note = match before {
            None => child,
            Some(before) => {
                let join = if ask.maximizing { Score::max } else { Score::min };
                let is_best = join(before.score, child.score) != before.score;
                let lowest = before.range.lowest;
                Shadowed {
                    score: join(before.score, child.score),
                    kind: before.kind,
                    range: Range {
                        pessimistic: join(before.range.pessimistic, child.range.pessimistic),
                        optimistic: join(before.range.optimistic, child.range.optimistic),
                        lowest: match EDITED || is_best {
                            true => lowest.min(child.range.lowest),
                            false => lowest,
                        },
                    },
                }
            }
        };
        // Only what the player to move has made sure of is written while the search goes on.
        self.live[ask.level as usize] = if ask.maximizing {
            (ask.aging.aged(note.range.pessimistic, true), INFINITE)
        } else {
            (-INFINITE, ask.aging.aged(note.range.optimistic, false))
        };
        note
    }

    fn leave<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
        searched: &Searched,
        note: Option<Shadowed>,
    ) -> Shadowed {
        let mut range = match note {
            Some(note) => note.range,
            None => Range::unconditional(searched.score),
        };
        if searched.best.is_some() {
            range.pessimistic = ask.aging.aged(range.pessimistic, ask.maximizing);
            range.optimistic = ask.aging.aged(range.optimistic, ask.maximizing);
        }
        if searched.moves_left {
            if ask.maximizing {
                range.optimistic = INFINITE;
            } else {
                range.pessimistic = -INFINITE;
            }
        }
        let mut stored = range;
        if ONE_BOUND && range.pessimistic != range.optimistic {
            let kept = |end: Score| end.saturating_sub(searched.score).unsigned_abs();
            let keeps_lower = match searched.kind {
                Kind::Lower => true,
                Kind::Upper => false,
                Kind::Exact => kept(range.pessimistic) <= kept(range.optimistic),
            };
            match keeps_lower {
                true => stored.optimistic = INFINITE,
                false => stored.pessimistic = -INFINITE,
            }
        }
        let entry = Entry::new(core, ask, &stored, searched.best);
        self.table.put(core.draft_key(ask.key, ask.draft), entry);
        Shadowed { score: searched.score, kind: searched.kind, range }
    }
}
