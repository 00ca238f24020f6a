//! `no-draws`: a value equal to the draw score is never stored.
//!
//! Attributed to Slate (Nuchess) by Campbell, "The graph-history interaction: on ignoring position
//! history" (1985), as the simplest of the options. Read here: whatever kind of bound it is.
//!
//! Enough with the values win, draw and loss, a fresh table and no horizon: a win is a win on every
//! path, and it takes no repetition to get it. With two kinds of win it is not, because a
//! value may be kept down by a repetition without being kept down to the draw. First moves at D
//! and H, second at G; C is worth 2000 and E 1000 (`fixtures/no-draws-five-values.game`):
//!
//! ```text
//!        G         G-H-D: going back to H repeats, so that D is stored as worth 1000, exactly.
//!       / \        G-D: the entry says 1000, and G goes there. But D has H, and H has C: 2000.
//!      H===D
//!      |   |
//!      C   E
//! ```
//! [`NoDrawsBounds`](super::NoDrawsBounds) repairs that at no cost. With a horizon, or with a table
//! kept over the moves of a game, draw-last remains in both.
//!
//! Under superko there is no draw score, and the treatment means nothing.

use threefold_game::RepetitionRule;
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
pub struct NoDraws {
    table: Table<Bound>,
}

impl Policy for NoDraws {
    no_note!();
    one_table!();

    type Questions = Self;

    const NAME: &'static str = "no-draws";

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
        if Some(searched.score) != core.rules.repetition() {
            store_bound(&mut self.table, core, ask.key, ask, searched, searched.kind);
        }
    }
}
