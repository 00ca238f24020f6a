//! Where a position comes from, and what every answer about one has.

use threefold_session::record::{Finding, Operation, Recorded};
use threefold_session::registry::Task;
use threefold_session::standing::Claimed;

use crate::json::keys;

/// Where a position comes from.
#[derive(Clone, Copy, Debug)]
pub struct Source<'t> {
    /// `FILE:LINE`, or the text on the command line.
    pub input: &'t str,
    /// The name of the position.
    pub id: Option<&'t str>,
    /// What the source says of it. An opcode may be there twice, and the order is kept.
    pub operations: Option<&'t [Operation]>,
}

impl<'t> Source<'t> {
    /// That of a task.
    pub fn of(task: &'t Task) -> Self {
        let Task { input, id, subject, .. } = task;
        Source { input, id: id.as_deref(), operations: subject.operations() }
    }
}

keys!(Operation, one, { "opcode": one.opcode, "operands": one.operands });

keys!(Claimed, one, { "claim": one.claim, "standing": one.standing.name() });

// What the record does not say has no key.
keys!(Recorded, one, {
    "mate" if one.mate.map(|found| found.map(Finding::name)),
    "bm" if one.best.map(|found| found.map(Finding::name)),
    "am" if one.avoid.map(|found| found.map(Finding::name)),
});
