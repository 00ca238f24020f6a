//! `no-draws-bounds`: a small repair of `no-draws`. Values above the draw are stored as lower
//! bounds, values below it as upper bounds, values equal to it never.
//!
//! It is what [`CycleBounds`](super::CycleBounds) does in the positions of a cycle, done everywhere,
//! so that no cycle need be noticed. Who gets more than a draw has a strategy without a single
//! repetition in it, and that strategy is there on every path on which none of its positions has
//! occurred yet. What it leaves out is the other direction: that he cannot get even more.
//!
//! Guarantees the answer of `no-table` for a root without history if no path is cut by a horizon:
//! there the player on top can always go for the quickest of his ways, which repeats nothing. With
//! a horizon, or with a table kept over the moves of a game, a bound may be used on a path that
//! contains a position of its strategy already (*draw-last*). First moves at A and C, second at B
//! and F; B looks like -1 for first (`fixtures/no-draws-bounds-depth-3.game`):
//!
//! ```text
//!      A         3 plies: A-F-C-B ends at the horizon, and C with one ply to go is stored as at
//!     / \        most -1. A-B-C finds that entry. But here the move from C to B repeats: 0.
//!    F   B
//!     \ //
//!      C
//! ```

use threefold_game::RepetitionRule;
use threefold_search::Reason;

use super::cycle_bounds::one_sided;
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
pub struct NoDrawsBounds {
    table: Table<Bound>,
}

impl Policy for NoDrawsBounds {
    no_note!();
    one_table!();

    type Questions = Self;

    const NAME: &'static str = "no-draws-bounds";

    fn supports(rule: RepetitionRule) -> bool {
        !rule.is_superko()
    }

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
        if let Some(draw) = core.rules.repetition()
            && let Some(kind) = one_sided(searched, draw)
        {
            store_bound(&mut self.table, core, ask.key, ask, searched, kind);
        }
    }
}
