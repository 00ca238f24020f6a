//! What is true.

use threefold_certificate::{Block, Checker};
use threefold_game::History;
use threefold_oracle::{Retrograde, exhaustive};
use threefold_search::{ExtractError, Interrupt, Limits, Options, Reason, Solver};

use super::position::Position;
use crate::Informed;

/// Who says what is true of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// Retrograde analysis of all positions that can be reached.
    Retrograde,
    /// A search of every move on every path, without a table.
    Exhaustive,
    /// A certificate of the base-twin solver that the checker has verified.
    Certificate,
}

impl Source {
    /// The name used in output.
    pub const fn name(self) -> &'static str {
        match self {
            Source::Retrograde => "retrograde analysis",
            Source::Exhaustive => "exhaustive search",
            Source::Certificate => "verified certificate",
        }
    }
}

/// What is true of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truth {
    /// Whether the attacker succeeds, if that is known.
    pub answer: Option<bool>,
    /// Who says so; `None` if nobody knows.
    pub source: Option<Source>,
    /// Why it is not known, if the arbiter hit a limit.
    pub reason: Option<Reason>,
    /// Whether the arbiter had an answer whose certificate does not hold, which is a bug.
    pub is_faulty: bool,
}

impl Truth {
    fn known(answer: bool, source: Source) -> Self {
        Truth { answer: Some(answer), source: Some(source), reason: None, is_faulty: false }
    }

    /// Nobody knows.
    pub fn unknown(reason: Option<Reason>) -> Self {
        Truth { answer: None, source: None, reason, is_faulty: false }
    }
}

/// Decides what is true: by an oracle where the game is small enough, else by a certificate.
#[derive(Clone, Debug)]
pub struct Arbiter {
    /// The largest number of reachable positions for retrograde analysis; 0 to do without. It is
    /// used where the value does not depend on the history: no superko, no moves before the root.
    pub retrograde_positions: usize,
    /// The largest number of nodes of an exhaustive search; 0 to do without.
    pub exhaustive_nodes: u64,
    /// Limits of the search for a certificate, and again of its extraction. They should be wider
    /// than those of the treatments.
    pub limits: Limits,
    /// Bytes for the table of that search.
    pub memory_bytes: usize,
}

impl Default for Arbiter {
    /// 200,000 positions, 300,000 nodes; ten million nodes for a certificate, in 64 MiB.
    fn default() -> Self {
        Arbiter {
            retrograde_positions: 200_000,
            exhaustive_nodes: 300_000,
            limits: Limits::nodes(10_000_000),
            memory_bytes: 64 << 20,
        }
    }
}

impl Arbiter {
    /// What is true of the root of `history`, a history of the same game as that of `position`.
    pub fn decide<G: Informed>(
        &self,
        position: &Position<'_, G>,
        history: &History<G>,
        interrupt: &Interrupt,
    ) -> Truth {
        let (game, question) = (position.game, position.question);
        let path_matters = question.rule.is_superko() || !history.moves().is_empty();
        if !path_matters && self.retrograde_positions > 0 {
            let root = history.root();
            let solved = Retrograde::solve(game, [root.clone()], self.retrograde_positions);
            if let Some(answer) = solved.ok().and_then(|solved| solved.answer(root, question)) {
                return Truth::known(answer, Source::Retrograde);
            }
        }
        if path_matters
            && self.exhaustive_nodes > 0
            && let Some(answer) = exhaustive(game, history, question, self.exhaustive_nodes)
        {
            return Truth::known(answer, Source::Exhaustive);
        }
        match self.certify(position, history, interrupt) {
            Ok((answer, _)) => Truth::known(answer, Source::Certificate),
            Err(truth) => truth,
        }
    }

    /// The answer of the base-twin solver with its certificate, which has been checked.
    ///
    /// # Errors
    /// What is known instead: nothing, because of a limit or of a fault.
    pub(super) fn certify<G: Informed>(
        &self,
        position: &Position<'_, G>,
        history: &History<G>,
        interrupt: &Interrupt,
    ) -> Result<(bool, Block), Truth> {
        let options = Options { table_bytes: self.memory_bytes, ..Options::default() };
        let knowledge = position.game.knowledge();
        let mut solver =
            Solver::new(position.game, position.question, options).knowledge(knowledge);
        solver.limit(self.limits.clone()).interrupt_by(interrupt.clone());
        let answer = solver.solve(history);
        let unknown = |reason| Err(Truth::unknown(Some(reason)));
        let faulty = Err(Truth { is_faulty: true, ..Truth::unknown(None) });
        let proven = match answer.verdict {
            threefold_search::Verdict::Unknown(reason) => return unknown(reason),
            threefold_search::Verdict::Proven => true,
            threefold_search::Verdict::Disproven => false,
        };
        match solver.certificate(history, proven, position.rule) {
            Ok(extracted)
                if Checker::new(position.game)
                    .knowledge(knowledge)
                    .block(&extracted.block)
                    .is_ok() =>
            {
                Ok((proven, extracted.block))
            }
            Err(ExtractError::Limit(reason)) => unknown(reason),
            Ok(_) | Err(_) => faulty,
        }
    }
}
