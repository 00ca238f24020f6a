//! `ignore`: one entry per position, whatever the path.
//!
//! What nearly every engine does. The score of a repetition is stored like any other.
//!
//! Guarantees nothing. Under `Draw` and `AttackerLoses` a stored repetition is used on paths on
//! which it is none (*draw-first*):
//!
//! ```text
//!        A           A, C first; B second. A tries B before C, and C tries A before W.
//!       / \
//!      B   |         A-B-C: C goes to A, a repetition, is that already a cutoff?, or to W.
//!       \  |
//!        C           With C's only other move lost, C is stored as a draw; reached by A-C
//!       /|           directly the same. Where the repeated position is *not* on the other path,
//!      A W           the stored draw is wrong.
//! ```
//! The smallest games found are `fixtures/ignore-*.game`.

use threefold_game::Game;
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
pub struct Ignore {
    table: Table<Bound>,
}

impl Policy for Ignore {
    no_note!();
    one_table!();

    const NAME: &'static str = "ignore";

    fn new(table_bytes: usize) -> Self {
        Ignore { table: Table::new(table_bytes) }
    }

    fn without_table(&self) -> Self {
        Ignore { table: Table::disabled() }
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
        store_bound(&mut self.table, core, ask.key, ask, searched, searched.kind);
    }
}
