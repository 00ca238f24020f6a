//! `dfpn/plain`: the plain table in the laboratory's own df-pn, and what is wrong with it: its
//! hits, one kind at a time.
//!
//! It is to [`kishimoto_mueller`](super::kishimoto_mueller) what their IGNORE-GHI is to OUR-SCHEME:
//! the same search. The one of [`ignore`](super::ignore) is the solver's.
//!
//! The sign of a wrong answer tells what went wrong where a repetition has a value
//! ([`GhiError::of`](crate::GhiError::of)). Under superko it does not. Here the kind is found by
//! experiment: a df-pn with a plain table, in which every result that is taken from the table is
//! compared with exhaustive search on the path at hand, and wrong ones of one kind are rejected:
//!
//! - **draw-first**: the result leaned on a repetition when it was stored;
//! - **draw-last**: it did not.

use std::cell::Cell;

use threefold_game::{History, Question};
use threefold_oracle::exhaustive;
use threefold_search::{Interrupt, Limits};

use super::core::{Keeping, ask_judged};
use super::judge::Judge;
use crate::cause::Cause;
use crate::{Claim, Informed, Query};

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(query: &Query<'_, G>) -> Claim {
    ask_judged(query, Keeping::Always, None)
}

/// Why a plain table is wrong about the root of `history`, whose truth is `truth`; `None` if it is
/// right. `oracle_nodes` bounds each exhaustive search, of which there is one for each
/// result taken from the table.
pub fn cause<G: Informed>(
    game: &G,
    question: Question,
    history: &History<G>,
    truth: bool,
    limits: &Limits,
    oracle_nodes: u64,
) -> Option<Cause> {
    cause_with(Keeping::Always, game, question, history, truth, limits, oracle_nodes)
}

/// The same of a table that keeps something else.
pub(crate) fn cause_with<G: Informed>(
    keeping: Keeping,
    game: &G,
    question: Question,
    history: &History<G>,
    truth: bool,
    limits: &Limits,
    oracle_nodes: u64,
) -> Option<Cause> {
    let unknown = Cell::new(false);
    let ask = |rejects: &dyn Fn(bool) -> bool| {
        let judge = OneKind { rejects, game, history, question, oracle_nodes, unknown: &unknown };
        let interrupt = Interrupt::default();
        let (memory_bytes, interrupt) = (1 << 20, &interrupt);
        let query = Query { game, question, history, limits, memory_bytes, interrupt };
        ask_judged(&query, keeping, Some(&judge)).verdict.decided()
    };
    if ask(&|_| false)? == truth {
        return None;
    }
    let (without_first, without_last) = (ask(&|leaned| leaned), ask(&|leaned| !leaned));
    if unknown.get() {
        return Some(Cause::Unknown);
    }
    Some(Cause::of(truth, without_first, without_last))
}

/// Rejects what is wrong and of a kind.
struct OneKind<'a, G: Informed> {
    rejects: &'a dyn Fn(bool) -> bool,
    game: &'a G,
    history: &'a History<G>,
    question: Question,
    oracle_nodes: u64,
    unknown: &'a Cell<bool>,
}

impl<G: Informed> Judge<G::Move> for OneKind<'_, G> {
    fn accepts(&self, proven: bool, leaned: bool, line: &[G::Move]) -> bool {
        if !(self.rejects)(leaned) {
            return true;
        }
        let mut longer = self.history.clone();
        line.iter().for_each(|&m| longer.push(self.game, m));
        let true_here = exhaustive(self.game, &longer, self.question, self.oracle_nodes);
        self.unknown.set(self.unknown.get() || true_here.is_none());
        true_here == Some(proven)
    }
}
