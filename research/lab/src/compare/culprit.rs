//! The entry that a wrong answer comes from.
//!
//! Every use of the table is compared with a search without one, on the path at hand. False uses
//! are rejected one after the other, in the order of the search, until the answer comes out right:
//!
//! ```text
//!   none rejected               wrong
//!   the first rejected          wrong
//!   the first two rejected      right: the second is the one
//! ```

use threefold_search::{Interrupt, Limits};

use super::position::Position;
use crate::alphabeta::moves_along;
use crate::cause::GhiError;
use crate::dfpn::{Suspicion, WrongUse, ask_judged};
use crate::{Informed, Query, Treatment, study};

/// False uses that are rejected at most.
const MOST: u32 = 64;
/// Positions that one search may visit, searches without a table included.
const NODES: u64 = 200_000;
/// Bytes for the table.
const TABLE: usize = 1 << 20;

/// An entry of the table, used on a path where it is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Culprit {
    /// Whether a repetition is missing where it is used, or one that was not there before.
    pub kind: GhiError,
    /// The position, in the game's notation.
    pub position: String,
    /// What the entry says of it: that the attacker succeeds, or that he does not.
    pub says: bool,
    /// The moves from the root to the position, where the entry was used.
    pub used_on: Vec<String>,
    /// The same where it was stored; `None` if that is not known.
    pub stored_on: Option<Vec<String>>,
    /// Plies of the iterations that used and stored it; `None` for a search without iterations.
    pub iterations: Option<(u32, Option<u32>)>,
    /// False uses before it without which the answer would still be wrong.
    pub before: u32,
}

/// The entry that a wrong answer to a question about a small game comes from; `truth` is the right
/// answer.
///
/// `None` if it was not found: the treatment has no table whose uses can be rejected, or is right,
/// or the game is too large for searches without a table. Instead of `dfpn/ignore`, whose table is
/// the solver's, the laboratory's own plain table is asked.
pub fn culprit<G: Informed>(
    position: &Position<'_, G>,
    treatment: Treatment,
    truth: bool,
) -> Option<Culprit> {
    let mut suspect: Option<Culprit> = None;
    for rejects in 0..=MOST {
        let (answer, next) = match treatment {
            Treatment::AlphaBeta(treatment) => by_alphabeta(position, treatment, rejects)?,
            treatment => by_dfpn(position, treatment, rejects)?,
        };
        if answer? == truth {
            return suspect;
        }
        suspect = Some(Culprit { before: rejects, ..next? });
    }
    None
}

/// The answer, and the first false use that was let through.
type Found = (Option<bool>, Option<Culprit>);

fn by_alphabeta<G: Informed>(
    position: &Position<'_, G>,
    treatment: crate::alphabeta::Treatment,
    rejects: u32,
) -> Option<Found> {
    let Position { game, history, question, .. } = *position;
    let asked = (game, history, question);
    let (answer, next) = study::suspect(treatment, asked, &Limits::nodes(NODES), rejects)?;
    let next = next.map(|(read, kind)| {
        let line = |path: &[u64]| moves_along(game, history, question.rule, path);
        let used_on = line(&read.path);
        let stored = read.entry.as_ref();
        Culprit {
            kind,
            position: behind(position, &used_on),
            says: read.score > 0,
            used_on: texts(position, &used_on),
            stored_on: stored.map(|entry| texts(position, &line(&entry.path))),
            iterations: Some((read.search, stored.map(|entry| entry.search))),
            before: rejects,
        }
    });
    Some((answer, next))
}

fn by_dfpn<G: Informed>(
    position: &Position<'_, G>,
    treatment: Treatment,
    rejects: u32,
) -> Option<Found> {
    let Position { game, history, question, .. } = *position;
    let keeping = treatment.keeping()?;
    let judge = Suspicion::new(game, history, question, NODES, rejects);
    let (limits, never) = (Limits::nodes(NODES), Interrupt::default());
    let (limits, memory_bytes, interrupt) = (&limits, TABLE, &never);
    let query = Query { game, question, history, limits, memory_bytes, interrupt };
    let claim = ask_judged(&query, keeping, Some(&judge));
    if judge.unknown.get() {
        return None;
    }
    let next = judge.let_through.take().map(|WrongUse { kind, proven, line, stored }| Culprit {
        kind,
        position: behind(position, &line),
        says: proven,
        used_on: texts(position, &line),
        stored_on: stored.map(|line| texts(position, &line)),
        iterations: None,
        before: rejects,
    });
    Some((claim.verdict.decided(), next))
}

/// The position behind a line from the root.
fn behind<G: Informed>(position: &Position<'_, G>, line: &[G::Move]) -> String {
    let mut here = position.history.root().clone();
    line.iter().for_each(|&m| drop(position.game.make(&mut here, m)));
    position.game.position_text(&here)
}

fn texts<G: Informed>(position: &Position<'_, G>, line: &[G::Move]) -> Vec<String> {
    let mut here = position.history.root().clone();
    let one = |&m: &G::Move| {
        let text = position.game.move_text(&here, m);
        position.game.make(&mut here, m);
        text
    };
    line.iter().map(one).collect()
}
