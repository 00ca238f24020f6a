//! What is reported of claims that were checked, and of questions with the claims that answer them.

use threefold_certificate::{CheckLimit, Header, RefutationKind, Refuted, Verified};
use threefold_session::check::finding::{Finding, Outcome};
use threefold_session::check::questions::{AskedQuestion, QuestionAnswer};
use threefold_session::games::row::AnyDatabase;

use crate::json::{Object, keys};

/// One claim, and what became of it.
#[derive(Clone, Copy, Debug)]
pub struct Checked<'a> {
    /// The name of the file, if it is one.
    pub file: Option<&'a str>,
    /// What was found out.
    pub finding: &'a Finding,
}

impl<'a> Checked<'a> {
    /// What was verified.
    pub fn verified(&self) -> Option<&'a Verified> {
        match &self.finding.outcome {
            Outcome::Verified(verified) => Some(verified),
            _ => None,
        }
    }

    /// Why it is refuted.
    pub fn refuted(&self) -> Option<&'a Refuted> {
        match &self.finding.outcome {
            Outcome::Refuted(refuted) => Some(refuted),
            _ => None,
        }
    }

    /// Which limit was hit.
    fn limit(&self) -> Option<&'a CheckLimit> {
        match &self.finding.outcome {
            Outcome::Limit(limit) => Some(limit),
            _ => None,
        }
    }
}

/// A claim that leaves a question open: for how many plies the defender holds.
struct Bound<'a>(&'a QuestionAnswer);

/// The game with its parameters, as the header has it: `go 3x3 at-least 4`.
pub fn game_of(header: &Header) -> String {
    format!("{} {}", header.game, header.parameters).trim_end().to_owned()
}

keys!(Checked<'_>, one, {
    "file": one.file,
    "game": game_of(&one.finding.header),
    "root": one.finding.header.root,
    "history": one.finding.header.history,
    "repetition": one.finding.header.repetition.name(),
    "attacker": one.finding.header.attacker,
    "database": one.finding.header.database,
    "database_known": one.finding.header.database.as_deref().map(AnyDatabase::is_known),
    "assuming": one.finding.assuming,
    "claim": one.finding.header.claim_text(),
    "verified": one.verified().is_some(),
    "line": one.refuted().map(|refuted| refuted.line),
    "kind": one.refuted().map(|refuted| RefutationKind::name(refuted.kind)),
    "detail": one.refuted().map(|refuted| &*refuted.detail).filter(|text| !text.is_empty()),
    "limit": one.limit().map(|limit| limit.name()),
    "positions": one.verified().map(|verified| verified.positions),
    "moves": one.verified().map(|verified| verified.lines),
});

keys!(AskedQuestion, one, {
    "question": one.input,
    "id": one.id,
    "answered": one.is_answered(),
    "answers": Object(&*one.answers),
    "bounds" if Some(one.bounds.iter().map(Bound).collect::<Vec<_>>())
        .filter(|bounds| !bounds.is_empty()).as_deref().map(Object),
});

keys!(QuestionAnswer, one, {
    "file": one.file,
    "game": game_of(&one.header),
    "claim": one.header.claim_text(),
    "repetition": one.header.repetition.name(),
    "proven": one.proven,
});

keys!(Bound<'_>, one, {
    "file": one.0.file,
    "game": game_of(&one.0.header),
    "claim": one.0.header.claim_text(),
    "repetition": one.0.header.repetition.name(),
    "plies": one.0.header.plies,
});
