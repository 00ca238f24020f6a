//! `third-occurrence`: only the third occurrence in the line is a draw.
//!
//! Muller's engine Joker. A position that occurs for the second time is searched like any other,
//! but the table is neither asked nor written there. Read here: positions *below* a repeated one
//! that are not repeated themselves use the table as usual; only occurrences *in the tree* are
//! counted, as the text says, and where the moves before the root alone make another one a
//! repetition, it is one.
//!
//! The idea is that a draw is so far from the positions it could taint that it seldom does. It does
//! not guarantee anything: the third occurrence taints what lies between like the second
//! would, only later, and without a horizon every cycle is gone through twice (the number of
//! paths is squared). The value of the root without a table is the same as with the second
//! occurrence if there is no horizon; with one it is another number, so that this
//! treatment has to be compared with its own search without a table.
//!
//! The smallest game found has six positions (`fixtures/third-occurrence-draw-first.game`).
//! A position may also be *preferred* because it can be come back to: without score aging the move
//! round the cycle is as good as the one that gets on, as in
//! [`SecondOccurrenceUnaged`](super::SecondOccurrenceUnaged).
//!
//! [`ThirdOccurrenceRepaired`] stores only while no position of the path occurs twice. The engine's
//! author did not describe that; it keeps out of the table what was found between the second
//! occurrence and the third.
//!
//! Under superko a position cannot occur twice, and the treatments mean nothing.

use super::simple::{OneTable, Simple};
use crate::alphabeta::path::{Met, Path};
use crate::alphabeta::policy::{Ask, Repetition, Searched};
use crate::alphabeta::score::Score;
use crate::alphabeta::table::Kind;

/// As it is described.
pub type ThirdOccurrence = OneTable<Third<false>>;

/// Nothing is stored below a position that occurs for the second time.
pub type ThirdOccurrenceRepaired = OneTable<Third<true>>;

/// See the [module](self).
#[derive(Clone, Debug, Default)]
pub struct Third<const REPAIRED: bool> {
    /// For each level of the path, how many of its positions down to there had occurred before.
    repeated: Vec<u32>,
}

impl<const REPAIRED: bool> Simple for Third<REPAIRED> {
    const SUPERKO: bool = false;

    const OWN_REPETITIONS: bool = true;

    fn begin(&mut self) {
        self.repeated.clear();
    }

    fn enter(&mut self, ask: &Ask) {
        let above = self.repeated_above(ask.level);
        self.repeated.truncate(ask.level as usize - 1);
        self.repeated.resize(ask.level as usize - 1, above);
        self.repeated.push(above + u32::from(ask.repeated));
    }

    fn repetition(&mut self, met: Met, _path: &Path) -> Repetition {
        if met.decided || met.in_tree >= 2 { Repetition::Scored } else { Repetition::NotYet }
    }

    fn looks_up(&self, ask: &Ask) -> bool {
        !ask.repeated
    }

    fn kept(&mut self, ask: &Ask, searched: &Searched, _draw: Option<Score>) -> Option<Kind> {
        let below_repeated = REPAIRED && self.repeated_above(ask.level) > 0;
        (!ask.repeated && !below_repeated).then_some(searched.kind)
    }
}

impl<const REPAIRED: bool> Third<REPAIRED> {
    /// How many positions above `level` had occurred before.
    fn repeated_above(&self, level: u32) -> u32 {
        let above = (level as usize).saturating_sub(1).min(self.repeated.len());
        self.repeated[..above].last().copied().unwrap_or(0)
    }
}
