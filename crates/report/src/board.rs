//! What is reported of a small board of Go.

use threefold_session::go::board::{BoardAnswer, BoardAsked, BoardMove};
use threefold_session::go::ruling::Cycle;
use threefold_session::registry::GameName;

use crate::json::{Object, keys};

/// What is reported of a board.
#[derive(Debug)]
pub struct Report {
    /// The answer.
    pub answer: BoardAnswer,
    /// Where the certificates are.
    pub certificates: Vec<String>,
    /// The file with the page.
    pub page: Option<String>,
}

impl Report {
    /// What is reported of an answer, before anything is written.
    pub fn new(answer: BoardAnswer) -> Self {
        Report { answer, certificates: Vec::new(), page: None }
    }

    /// Different positions in the certificates; `None` without one.
    fn certificate_positions(&self) -> Option<u64> {
        let positions = self.answer.proofs.iter().map(|proof| proof.positions);
        positions.reduce(|sum, positions| sum + positions)
    }
}

keys!(Report, one, {
    "game": GameName::Board.name(),
    "board": one.answer.board,
    "rule": one.answer.ko.name(),
    "cycle": one.answer.cycle.map(Cycle::name),
    "suicide": one.answer.suicide,
    "root": one.answer.root,
    "history": one.answer.history,
    "value": one.answer.value,
    "no_result": one.answer.no_result,
    "lower": one.answer.lower,
    "upper": one.answer.upper,
    "best": one.answer.best,
    "reason": one.answer.reason,
    "nodes": one.answer.stats.nodes,
    "lookups": one.answer.stats.lookups,
    "time_s": one.answer.time.as_secs_f64(),
    "certificates": one.certificates,
    "page" if one.page,
    "certificate_positions": one.certificate_positions(),
    "checked": one.answer.checked,
    "questions": Object(&*one.answer.questions),
    "moves" if one.answer.moves.as_deref().map(Object),
    "stats": one.answer.stats,
});

keys!(BoardAsked, one, {
    "at_least": one.at_least,
    "cycle": one.cycle,
    "verdict": one.verdict.name(),
    "reason": one.reason,
    "nodes": one.nodes,
    "time_s": one.time.as_secs_f64(),
    "certificate_positions": one.certificate_positions,
    "certificate_moves": one.certificate_moves,
    "checked": one.checked,
});

keys!(BoardMove, one, {
    "move": one.text,
    "value": one.value,
    "no_result": one.no_result,
    "lower": one.lower,
    "upper": one.upper,
    "best": one.best,
    "nodes": one.nodes,
    "time_s": one.time.as_secs_f64(),
});
