//! `no-table`: the ground truth.
//!
//! Nothing is stored, so that nothing can be used where it does not belong. Exponential in the
//! length of the paths; the other treatments are measured against it.

use threefold_search::Reason;

use crate::Informed;
use crate::alphabeta::evaluate::Evaluate;
use crate::alphabeta::path::Met;
use crate::alphabeta::policy::{Ask, Policy, Probe, Searched};
use crate::alphabeta::score::Score;
use crate::alphabeta::search::Core;
use crate::alphabeta::table::Kind;

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct NoTable;

impl Policy for NoTable {
    type Note = ();

    fn repeated(&mut self, _met: Met, _level: u32, _score: Score) {}

    fn leaf(&mut self, _score: Score, _kind: Kind, _horizon: bool) {}

    fn fold(&mut self, _before: Option<()>, _child: (), _ask: &Ask, _decides: bool) {}

    type Questions = Self;

    fn new(_table_bytes: usize) -> Self {
        NoTable
    }

    fn without_table(&self) -> Self {
        NoTable
    }

    fn clear(&mut self) {}

    fn bytes(&self) -> u64 {
        0
    }

    fn probe<G: Informed, E: Evaluate<G>>(
        &mut self,
        _core: &mut Core<'_, G, E>,
        _ask: &Ask,
    ) -> Result<Probe<()>, Reason> {
        Ok(Probe::Move(None))
    }

    fn leave<G: Informed, E: Evaluate<G>>(
        &mut self,
        _core: &mut Core<'_, G, E>,
        _ask: &Ask,
        _searched: &Searched,
        _note: Option<()>,
    ) {
    }
}
