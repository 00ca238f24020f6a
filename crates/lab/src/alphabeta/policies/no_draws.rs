//! `no-draws`: a value equal to the draw score is never stored.
//!
//! Attributed to Slate (Nuchess) by Campbell, "The graph-history interaction: on ignoring position
//! history" (1985), as the simplest of the options. Read here: whatever kind of bound it is.
//!
//! Does not guarantee anything as soon as there are results on the same side of the draw that
//! differ: a value above the draw may have been kept down by a repetition, and a *bound* on the
//! other side may rest on one. With win, draw and loss only (and no horizon) neither matters: a
//! win is a win on every path, and it takes no repetition to get it.
//!
//! Under superko there is no draw score, and the treatment means nothing.

use threefold_game::{Game, RepetitionRule};
use threefold_search::Reason;

use super::{no_note, one_table};
use crate::alphabeta::evaluate::Evaluate;
use crate::alphabeta::path::Met;
use crate::alphabeta::policy::{Ask, Bound, Policy, Probe, Searched, probe_bound, store_bound};
use crate::alphabeta::score::Score;
use crate::alphabeta::search::Core;
use crate::alphabeta::table::{Kind, Table};

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct NoDraws {
    table: Table<Bound>,
}

impl Policy for NoDraws {
    no_note!();
    one_table!();

    const NAME: &'static str = "no-draws";

    fn supports(rule: RepetitionRule) -> bool {
        !rule.is_superko()
    }

    fn new(table_bytes: usize) -> Self {
        NoDraws { table: Table::new(table_bytes) }
    }

    fn without_table(&self) -> Self {
        NoDraws { table: Table::disabled() }
    }

    fn probe<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
    ) -> Result<Probe<()>, Reason> {
        Ok(probe_bound(&self.table, core, ask.key, ask, ()))
    }

    fn leave<G: Game, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
        searched: &Searched,
        _note: Option<()>,
    ) {
        if Some(searched.score) != core.rules.repetition() {
            store_bound(&mut self.table, core, ask.key, ask, searched, searched.kind);
        }
    }
}
