//! `third-occurrence`: only the third occurrence in the line is a draw.
//!
//! Muller's engine Joker. A position that occurs for the second time is searched like any other,
//! but the table is neither asked nor written there. Read here: positions *below* a repeated one
//! that are not repeated themselves use the table as usual, and occurrences in the game before
//! the root count.
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
//! Under superko a position cannot occur twice, and the treatment means nothing.

use threefold_game::RepetitionRule;
use threefold_search::Reason;

use super::{no_note, one_table};
use crate::Informed;
use crate::alphabeta::evaluate::Evaluate;
use crate::alphabeta::path::{Met, Path};
use crate::alphabeta::policy::{
    Ask, Bound, Policy, Probe, Repetition, Searched, probe_bound, store_bound,
};
use crate::alphabeta::score::Score;
use crate::alphabeta::search::Core;
use crate::alphabeta::table::{Kind, Table};

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct ThirdOccurrence {
    table: Table<Bound>,
}

impl Policy for ThirdOccurrence {
    no_note!();
    one_table!();

    type Questions = Self;

    const NAME: &'static str = "third-occurrence";

    const OWN_REPETITIONS: bool = true;

    fn supports(rule: RepetitionRule) -> bool {
        !rule.is_superko()
    }

    fn repetition(&mut self, met: Met, _path: &Path) -> Repetition {
        if met.decided || met.times >= 2 { Repetition::Scored } else { Repetition::NotYet }
    }

    fn probe<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
    ) -> Result<Probe<()>, Reason> {
        if ask.repeated {
            return Ok(Probe::Move(None));
        }
        Ok(probe_bound(&self.table, core, ask.key, ask, ()))
    }

    fn leave<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &mut Core<'_, G, E>,
        ask: &Ask,
        searched: &Searched,
        _note: Option<()>,
    ) {
        if !ask.repeated {
            store_bound(&mut self.table, core, ask.key, ask, searched, searched.kind);
        }
    }
}
