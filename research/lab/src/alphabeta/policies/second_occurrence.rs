//! `second-occurrence`: at the second occurrence the position is searched again.
//!
//! Muller (2007, posts on repetition draws). When the line comes back to a position, the position
//! is searched again, *to the draft that was asked for its first occurrence*; only the *third*
//! occurrence is a draw. Positions that occur for the second time are not stored; everything beside
//! them is. The second search says what the position is worth whether the other one repeats or not,
//! and that, not the draw, goes into the positions of the cycle, whose search is finished
//! afterwards. Moves that repeat a position, or let the other player do so, are tried last. Equal
//! scores are decided by score aging ([`Aging::Loser`]); [`SecondOccurrenceUnaged`]
//! (`second-occurrence-unaged`) shows what happens without it.
//!
//! ```text
//!   X --- Y --- X again: searched to the draft of the first X
//!               |
//!               Y again: searched and not stored --- X: the third time, a draw
//! ```
//! What the text leaves open, and how it is read:
//!
//! - *Any* position that occurs for the second time is searched to the draft of its first
//!   occurrence, also below another one (Y in the drawing).
//! - Whether a repeated position is looked up, though it is not stored. It is not, as in the same
//!   author's engine ([`ThirdOccurrence`](super::ThirdOccurrence)); in [`SecondOccurrenceLookup`]
//!   (`second-occurrence-lookup`) it is.
//! - Occurrences in the game before the root count towards the third, and not towards the second.
//! - A move lets the other player repeat if he has a reply that comes to the position before the
//!   mover's last move. Such moves come last even if the table recommends them.
//!
//! It does not guarantee anything: what occurs for the first time below a repeated position is
//! stored, and may rest on a third occurrence. Second moves at A, B and F, first at C; E is a win
//! of first (`fixtures/second-occurrence-third.game`):
//!
//! ```text
//!    A --- B     A-C-F-A: A is searched again. A-C-F-A-C: C, too, and it has E. A-C-F-A-B-C: C for
//!    | \   |     the third time, a draw, and B is stored as one. A-B: the entry says draw, and
//!    F --- C     second takes it. But here C is new, and C has E.
//!          |
//!          E     (moves: A to C and B, B to C, C to F, B and E, F to A)
//! ```
//!
//! Under superko the treatment means nothing.

use super::simple::{OneTable, Simple};
use crate::alphabeta::path::{Met, Path};
use crate::alphabeta::policy::{Ask, Repetition, Searched};
use crate::alphabeta::score::{Aging, Score};
use crate::alphabeta::table::Kind;

/// As Muller describes it.
pub type SecondOccurrence = OneTable<Again<true, false>>;

/// Without score aging: the cycle is as good as what it comes back to, and the search may prefer
/// it.
pub type SecondOccurrenceUnaged = OneTable<Again<false, false>>;

/// Positions that occur for the second time are looked up.
pub type SecondOccurrenceLookup = OneTable<Again<true, true>>;

/// See the [module](self).
#[derive(Clone, Debug, Default)]
pub struct Again<const AGING: bool, const LOOKUP: bool> {
    /// For each level of the path whether its position was on the path before.
    repeated: Vec<bool>,
    /// The next position to be entered was.
    pending: bool,
}

impl<const AGING: bool, const LOOKUP: bool> Simple for Again<AGING, LOOKUP> {
    const AGING: Aging = if AGING { Aging::Loser } else { Aging::Off };

    const REPETITIONS_LAST: bool = true;

    const OWN_REPETITIONS: bool = true;

    const SUPERKO: bool = false;

    fn begin(&mut self) {
        self.repeated.clear();
        self.pending = false;
    }

    fn repetition(&mut self, met: Met, path: &Path) -> Repetition {
        if met.decided || met.times >= 2 {
            Repetition::Scored
        } else if met.level == 0 {
            Repetition::NotYet
        } else {
            self.pending = true;
            Repetition::Again(path.draft(met.level))
        }
    }

    fn looks_up(&self, _ask: &Ask) -> bool {
        LOOKUP || !self.pending
    }

    fn hit(&mut self) {
        self.pending = false;
    }

    fn rejected(&mut self, before: &Self) {
        self.pending = before.pending;
    }

    fn enter(&mut self, ask: &Ask) {
        self.repeated.resize(ask.level as usize + 1, false);
        self.repeated[ask.level as usize] = std::mem::take(&mut self.pending);
    }

    fn kept(&mut self, ask: &Ask, searched: &Searched, _draw: Option<Score>) -> Option<Kind> {
        (!self.repeated[ask.level as usize]).then_some(searched.kind)
    }
}
