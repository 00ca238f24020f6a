//! What is reported of claims that were checked, and of questions with the claims that answer them.

use threefold_certificate::{CheckLimit, FiftyMoves, Header, RefutationKind, Refuted, Verified};
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
    /// The halfmove clock of the question, if it says one.
    pub clock: Option<u32>,
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

    /// Whether it stands under the fifty-move rule, if that was asked for.
    pub fn fifty_moves(&self) -> Option<Clock> {
        let found = self.verified()?.fifty_moves?;
        Some(Clock { found, clock: self.clock })
    }
}

/// Whether a mate stands under the fifty-move rule.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    found: FiftyMoves,
    clock: Option<u32>,
}

impl Clock {
    /// The largest halfmove clock in the root with which it does, if it does with any.
    fn largest(&self) -> Option<u32> {
        match self.found {
            FiftyMoves::UpTo(largest) => Some(largest),
            FiftyMoves::TooSlow => None,
        }
    }

    fn stands(&self) -> bool {
        self.found.stands_with(self.clock.unwrap_or(0))
    }

    /// The same in words.
    pub fn words(&self) -> String {
        let clock = self.clock.map(|clock| format!(", which is {clock} here")).unwrap_or_default();
        match (self.largest(), self.stands()) {
            (None, _) => "does not stand: a line goes fifty moves without progress".to_owned(),
            // No clock reaches a mate that is there.
            (Some(u32::MAX), _) => "stands".to_owned(),
            (Some(most), true) => format!("stands with a clock of at most {most}{clock}"),
            (Some(most), false) => format!("does not stand: at most {most} on the clock{clock}"),
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
    "fifty_moves" if one.fifty_moves().as_ref().map(Object),
});

keys!(Clock, one, { "largest": one.largest(), "clock": one.clock, "stands": one.stands() });

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
