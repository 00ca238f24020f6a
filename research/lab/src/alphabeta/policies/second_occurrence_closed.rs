//! `second-occurrence-closed`: a second search in which every return is a draw.
//!
//! A simpler form of [`SecondOccurrence`](super::SecondOccurrence). When the line comes back to a
//! position, the position is searched again to the draft that was asked for its first occurrence.
//! What differs from the text: in this second search a return to *any* position of the line is a
//! draw, and not only its third occurrence; *nothing* below is stored, and not only no repeated
//! position; moves that repeat keep their place in the order; and scores age with every move
//! ([`Aging::EveryMove`]). [`SecondOccurrenceClosedUnaged`] (`second-occurrence-closed-unaged`)
//! shows what happens without aging.
//!
//! ```text
//!   X --- Y --- X again: searched to the draft of the first X; going to Y is now a draw, so that
//!                        the result is what X is worth without the cycle. Y gets that.
//! ```
//! Only one search again at a time; the table may be asked inside it, though not written.
//!
//! It takes the draw out of most of what is stored, because the cycle's positions get the value of
//! the cycle's origin. It does not guarantee anything: the second search counts every return to the
//! line as a draw, the cycle's own positions included, and its score, which rests on them, is
//! stored in the cycle's positions as if it did not. Second moves at A and B, first at E and G; C
//! is a win of first (`fixtures/second-occurrence-draw-first.game`):
//!
//! ```text
//!    A --- B     A-E-G-B-E: E is searched again; its only way, G, is on the line: a draw. B is
//!    |     |     stored as a draw. A-B: the entry says draw. But E-G is new here, and G has C.
//!    E --- G --- C
//! ```
//! (Moves: A to E and B, B to E, E to G, G to B and C.)
//!
//! Under superko the treatment means nothing.

use super::simple::{OneTable, Simple};
use crate::alphabeta::path::{Met, Path};
use crate::alphabeta::policy::{Ask, Repetition, Searched};
use crate::alphabeta::score::{Aging, Score};
use crate::alphabeta::table::Kind;

/// Every return in the second search is a draw.
pub type SecondOccurrenceClosed = OneTable<Again<true>>;

/// Without score aging: the cycle is as good as what it comes back to, and the search may prefer
/// it.
pub type SecondOccurrenceClosedUnaged = OneTable<Again<false>>;

/// See the [module](self).
#[derive(Clone, Debug, Default)]
pub struct Again<const AGING: bool> {
    /// The level of the position that is being searched again.
    again: Option<u32>,
    /// The next position to be entered is one to be searched again.
    pending: bool,
}

impl<const AGING: bool> Simple for Again<AGING> {
    const AGING: Aging = if AGING { Aging::EveryMove } else { Aging::Off };

    const OWN_REPETITIONS: bool = true;

    const SUPERKO: bool = false;

    fn begin(&mut self) {
        (self.again, self.pending) = (None, false);
    }

    fn repetition(&mut self, met: Met, path: &Path) -> Repetition {
        match met {
            Met { decided: true, .. } => Repetition::Scored,
            Met { level: 0, .. } => Repetition::NotYet,
            _ if self.again.is_some() => Repetition::Scored,
            _ => {
                self.pending = true;
                Repetition::Again(path.draft(met.level))
            }
        }
    }

    fn hit(&mut self) {
        self.pending = false;
    }

    fn rejected(&mut self, before: &Self) {
        self.pending = before.pending;
    }

    fn enter(&mut self, ask: &Ask) {
        if std::mem::take(&mut self.pending) {
            self.again = Some(ask.level);
        }
    }

    fn kept(&mut self, ask: &Ask, searched: &Searched, _draw: Option<Score>) -> Option<Kind> {
        if self.again.is_none() {
            return Some(searched.kind);
        }
        if self.again == Some(ask.level) {
            self.again = None;
        }
        None
    }
}
