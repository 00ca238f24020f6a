//! `second-occurrence-closed`: a second search in which every return is a draw.
//!
//! A simpler form of [`SecondOccurrence`](super::SecondOccurrence). When the line comes back to a
//! position, the position is searched again to the draft that was asked for its first occurrence. What
//! differs from the text: in this second search a return to *any* position of the line is a draw, and
//! not only its third occurrence; *nothing* below is stored, and not only no repeated position; moves that
//! repeat keep their place in the order; and scores age with every move
//! ([`Aging::EveryMove`]). [`SecondOccurrenceClosedUnaged`]
//! (`second-occurrence-closed-unaged`) shows what happens without aging.
//!
//! ```text
//!   X --- Y --- X again: searched to the draft of the first X; going to Y is now a draw, so that
//!                        the result is what X is worth without the cycle. Y gets that.
//! ```
//! Only one search again at a time; the table may be asked inside it, though not written.
//!
//! It takes the draw out of most of what is stored, because the cycle's positions get the value of
//! the cycle's origin. It does not guarantee anything: the second search counts every return to the
//! line as a draw, the cycle's own positions included, and its score, which rests on them, is stored
//! in the cycle's positions as if it did not. Second moves at A and B, first at E and G; C is a win of
//! first (`fixtures/second-occurrence-draw-first.game`):
//!
//! ```text
//!    A --- B     A-E-G-B-E: E is searched again; its only way, G, is on the line: a draw. B is
//!    |     |     stored as a draw. A-B: the entry says draw. But E-G is new here, and G has C.
//!    E --- G --- C
//! ```
//! (Moves: A to E and B, B to E, E to G, G to B and C.)
//!
//! Under superko the treatment means nothing.

use threefold_game::RepetitionRule;
use threefold_search::Reason;

use super::no_note;
use crate::Informed;
use crate::alphabeta::evaluate::Evaluate;
use crate::alphabeta::path::{Met, Path};
use crate::alphabeta::policy::{
    Ask, Bound, Policy, Probe, Repetition, Searched, probe_bound, store_bound,
};
use crate::alphabeta::score::{Aging, Score};
use crate::alphabeta::search::Core;
use crate::alphabeta::table::{Kind, Table};

/// Every return in the second search is a draw.
pub type SecondOccurrenceClosed = Again<true>;

/// Without score aging: the cycle is as good as what it comes back to, and the search may prefer it.
pub type SecondOccurrenceClosedUnaged = Again<false>;

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct Again<const AGING: bool> {
    table: Table<Bound>,
    /// The level of the position that is being searched again.
    again: Option<u32>,
    /// The next position to be entered is one to be searched again.
    pending: bool,
}

impl<const AGING: bool> Policy for Again<AGING> {
    no_note!();

    type Questions = Self;

    const NAME: &'static str =
        if AGING { "second-occurrence-closed" } else { "second-occurrence-closed-unaged" };

    const AGING: Aging = if AGING { Aging::EveryMove } else { Aging::Off };

    const OWN_REPETITIONS: bool = true;

    fn supports(rule: RepetitionRule) -> bool {
        !rule.is_superko()
    }

    fn new(table_bytes: usize) -> Self {
        Again { table: Table::new(table_bytes), again: None, pending: false }
    }

    fn without_table(&self) -> Self {
        Again { table: Table::disabled(), ..*self }
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    fn begin(&mut self, _same_history: bool) {
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

    fn probe<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
    ) -> Result<Probe<()>, Reason> {
        let probe = probe_bound(&self.table, core, ask.key, ask, ());
        if let Probe::Hit(..) = probe {
            self.pending = false;
        }
        Ok(probe)
    }

    fn rejected(&mut self, before: &Self) {
        self.pending = before.pending;
    }

    fn enter(&mut self, ask: &Ask) {
        if std::mem::take(&mut self.pending) {
            self.again = Some(ask.level);
        }
    }

    fn leave<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
        searched: &Searched,
        _note: Option<()>,
    ) {
        if self.again.is_none() {
            store_bound(&mut self.table, core, ask.key, ask, searched, searched.kind);
        } else if self.again == Some(ask.level) {
            self.again = None;
        }
    }
}
