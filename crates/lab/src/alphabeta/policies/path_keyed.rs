//! `path-keyed`: one entry per path.
//!
//! Van der Werf, van den Herik and Uiterwijk, "Solving Go on small boards" (2003), for full
//! situational superko: the path is made part of the key, so that an entry is used only where it
//! was made. The code here is a chain over the positions since the last irreversible move, in
//! their order; two paths with the same reversible tail share their entries.
//!
//! Guarantees the answers of `no-table`, up to collisions of 64-bit codes. Loses nearly all of
//! what a table is for: the authors report searches a thousand times larger on 4x4.

use threefold_search::Reason;

use super::{no_note, one_table};
use crate::Informed;
use crate::alphabeta::evaluate::Evaluate;
use crate::alphabeta::path::Met;
use crate::alphabeta::policy::{Ask, Bound, Policy, Probe, Searched, probe_bound, store_bound};
use crate::alphabeta::score::Score;
use crate::alphabeta::search::Core;
use crate::alphabeta::table::{Kind, Table};
use crate::mix::keyed;

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct PathKeyed {
    table: Table<Bound>,
}

/// The code covers what the repetition rule compares, the key the whole position.
fn key(ask: &Ask) -> u64 {
    keyed(ask.code, ask.key)
}

impl Policy for PathKeyed {
    no_note!();
    one_table!();

    type Questions = Self;

    const NAME: &'static str = "path-keyed";

    fn probe<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
    ) -> Result<Probe<()>, Reason> {
        Ok(probe_bound(&self.table, core, key(ask), ask, ()))
    }

    fn leave<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
        searched: &Searched,
        _note: Option<()>,
    ) {
        store_bound(&mut self.table, core, key(ask), ask, searched, searched.kind);
    }
}
