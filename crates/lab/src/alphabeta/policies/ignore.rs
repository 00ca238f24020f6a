//! `ignore`: one entry per position, whatever the path.
//!
//! What nearly every engine does. The score of a repetition is stored like any other.
//!
//! Guarantees nothing, not even without a horizon: a repetition that is stored is used on paths on
//! which it is none (*draw-first*). Second moves at A, first at C and F; E is a win of first
//! (`fixtures/ignore-draw-first.game`):
//!
//! ```text
//!      A         A-F-C-F repeats: C is stored as a draw. F has E: a win of first.
//!     / \        A-C: the entry says draw, and A takes it. But here F is new, and F has E.
//!    F===C
//!    |
//!    E
//! ```
//! With a horizon and under superko the mirror image (*draw-last*) does harm as well: see
//! [`CycleSkip`](super::CycleSkip).

use threefold_search::Reason;

use super::{no_note, one_table};
use crate::Informed;
use crate::alphabeta::evaluate::Evaluate;
use crate::alphabeta::path::Met;
use crate::alphabeta::policy::{Ask, Bound, Policy, Probe, Searched, probe_bound, store_bound};
use crate::alphabeta::score::Score;
use crate::alphabeta::search::Core;
use crate::alphabeta::table::{Kind, Table};

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct Ignore {
    table: Table<Bound>,
}

impl Policy for Ignore {
    no_note!();
    one_table!();

    type Questions = Self;

    const NAME: &'static str = "ignore";

    fn probe<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
    ) -> Result<Probe<()>, Reason> {
        Ok(probe_bound(&self.table, core, ask.key, ask, ()))
    }

    fn leave<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
        searched: &Searched,
        _note: Option<()>,
    ) {
        store_bound(&mut self.table, core, ask.key, ask, searched, searched.kind);
    }
}
