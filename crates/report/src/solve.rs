//! What is reported of a position: can the attacker win, what is it worth, what is every move?

use threefold_session::library::Owed;
use threefold_session::solve::{Answer, MoveAnswer};
use threefold_session::words::Value;

use threefold_session::alone::Alone;

use crate::json::{Object, keys};
use crate::source::Source;
use crate::tsume::Further;

/// What is reported of a position.
#[derive(Debug)]
pub struct Report<'t> {
    /// Where it comes from.
    pub source: Source<'t>,
    /// The answer.
    pub answer: Answer,
    /// The file with the certificate.
    pub certificate: Option<String>,
    /// Only with a library.
    pub library: Option<OfLibrary>,
    /// What only some games have, and further files.
    pub further: Further,
}

/// What an answer owes to a library, and what became of it there.
#[derive(Debug)]
pub struct OfLibrary {
    /// All questions together.
    pub owed: Owed,
    /// What was added: a hash a claim.
    pub added: Vec<String>,
}

/// The answer about a position, while its moves are still being asked about.
#[derive(Clone, Copy, Debug)]
pub struct PositionEvent<'a> {
    /// Where it comes from.
    pub source: Source<'a>,
    /// The answer, which the moves do not change.
    pub answer: &'a Answer,
}

/// A move that is finished.
#[derive(Clone, Copy, Debug)]
pub struct MoveEvent<'a> {
    /// Where its position comes from.
    pub source: Source<'a>,
    /// How many moves are finished.
    pub finished: usize,
    /// Of how many.
    pub of: usize,
    /// What was found out about this one.
    pub answer: &'a MoveAnswer,
}

impl<'t> Report<'t> {
    /// What is reported of an answer, before anything is written.
    pub fn new(source: Source<'t>, answer: Answer) -> Self {
        let owed = answer.owed.iter().cloned().reduce(|sum, owed| Owed {
            answer: sum.answer.or(owed.answer),
            known: sum.known + owed.known,
            hits: sum.hits + owed.hits,
            positions: sum.positions + owed.positions,
            damaged: [sum.damaged, owed.damaged].concat(),
        });
        let library = owed.map(|owed| OfLibrary { owed, added: Vec::new() });
        Report { source, answer, certificate: None, library, further: Further::default() }
    }
}

keys!(Report<'_>, one, {
    "input": one.source.input,
    "id": one.source.id,
    "operations": one.source.operations.map(Object),
    "game": one.answer.game,
    "root": one.answer.root,
    "ending": one.answer.ending,
    "claim": one.answer.claim,
    "verdict": one.answer.verdict.name(),
    "value" if one.answer.value.map(|value| value.map(Value::name)),
    "without_history" if one.answer.alone.as_ref().map(Object),
    "reason": one.answer.reason,
    "pn": one.answer.pn,
    "dn": one.answer.dn,
    "line": one.answer.line,
    "recorded": one.answer.recorded.as_ref().map(Object),
    "nodes": one.answer.stats.nodes,
    "lookups": one.answer.stats.lookups,
    "time_s": one.answer.time.as_secs_f64(),
    "certificate": one.certificate,
    "certificate_positions": one.answer.certificate_positions(),
    "claims": Object(&*one.answer.claims),
    "checked": one.answer.checked,
    "stats": one.answer.stats,
    "moves" if one.answer.moves.as_deref().map(Object),
    "library" if one.library.as_ref().map(Object),
} .. &one.further);

keys!(Alone, one, {
    "verdict": one.verdict.name(),
    "value" if one.value.map(Value::name),
});

keys!(OfLibrary, one, {
    "answer": one.owed.answer,
    "known": one.owed.known,
    "hits": one.owed.hits,
    "positions": one.owed.positions,
    "damaged" if Some(&one.owed.damaged).filter(|damaged| !damaged.is_empty()),
    "added": one.added,
});

keys!(MoveAnswer, one, {
    "move": one.text,
    "verdict": one.verdict.name(),
    "value" if one.value.map(|value| value.map(Value::name)),
    "reason": one.reason,
    "pn": one.pn,
    "dn": one.dn,
    "nodes": one.nodes,
    "time_s": one.time.as_secs_f64(),
    "certificate_positions": one.certificate_positions,
    "claims": Object(&*one.claims),
    "checked": one.checked,
    "plies" if one.plies,
});

keys!(PositionEvent<'_>, one, {
    "event": "position",
    "input": one.source.input,
    "id": one.source.id,
    "verdict": one.answer.verdict.name(),
    "value" if one.answer.value.map(|value| value.map(Value::name)),
    "reason": one.answer.reason,
    "nodes": one.answer.stats.nodes,
    "time_s": one.answer.time.as_secs_f64(),
    "claims": Object(&*one.answer.claims),
    "checked": one.answer.checked,
});

keys!(MoveEvent<'_>, one, {
    "event": "move",
    "input": one.source.input,
    "id": one.source.id,
    "finished": one.finished,
    "of": one.of,
} .. one.answer);
