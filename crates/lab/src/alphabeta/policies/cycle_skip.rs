//! `cycle-skip`: nothing is stored for positions on a cycle.
//!
//! Campbell, "The graph-history interaction: on ignoring position history" (1985), his third
//! option. When a position of the path occurs again, the positions on the stack between its first
//! occurrence (the origin) and the repetition are flagged, and nothing is stored for a flagged
//! position. A cycle from the root flags nothing, because the root is on every path.
//!
//! ```text
//!   R --- O --- P --- Q --- O again        P and Q are flagged, O and R are not
//!   R --- P --- Q --- R again              nothing is flagged
//! ```
//!
//! Cures *draw-first*: what is stored rests on no ancestor. That is enough for a fresh table and a
//! search without a horizon: there the player who wins can always go for the quickest way, which
//! repeats nothing, and the other one for ever round.
//!
//! It does not cure *draw-last*: an entry is used on a path that contains positions which its
//! search went through. That does harm under superko, with a horizon, and with a table kept over
//! the moves of a game. Three positions are enough with a horizon; first moves at A, second at B and
//! C, and C looks like 1 for first (`fixtures/draw-last-depth-3.game`):
//!
//! ```text
//!      A         2 plies: A-B-C ends at the horizon. B with one ply to go is stored as 1.
//!     / \        3 plies: A-C-B finds that entry, and A goes to C for a score of 1. But on this
//!    B===C       path the move from B to C repeats: 0.
//! ```
//! A kept table also breaks the exemption of the root, since the next search has another one
//! (`fixtures/cycle-skip-root-exemption.game`). [`CycleSkipStrict`] (`cycle-skip-strict`) drops the
//! exemption, which makes what is stored true of the position by itself. It still meets draw-last.

use threefold_game::Game;
use threefold_search::Reason;

use super::flags::{Flags, cycle_flags};
use crate::alphabeta::evaluate::Evaluate;
use crate::alphabeta::path::Met;
use crate::alphabeta::policy::{Ask, Bound, Policy, Probe, Searched, probe_bound, store_bound};
use crate::alphabeta::score::Score;
use crate::alphabeta::search::Core;
use crate::alphabeta::table::{Kind, Table};

/// As Campbell describes it.
pub type CycleSkip = Skip<false>;

/// Without the exemption of the root.
pub type CycleSkipStrict = Skip<true>;

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct Skip<const STRICT: bool> {
    table: Table<Bound>,
    flags: Flags,
}

impl<const STRICT: bool> Policy for Skip<STRICT> {
    cycle_flags!();

    type Questions = Self;

    const NAME: &'static str = if STRICT { "cycle-skip-strict" } else { "cycle-skip" };

    fn banned(&mut self, met: Met, level: u32) -> Option<()> {
        self.flags.cycle(met, level, STRICT);
        None
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
        if !self.flags.is_flagged(ask.level) {
            store_bound(&mut self.table, core, ask.key, ask, searched, searched.kind);
        }
    }
}
