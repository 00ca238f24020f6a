//! Answers of a search against an oracle that knows the truth, certificates included.

use std::time::Duration;

use threefold_certificate::Checker;
use threefold_game::{History, RepetitionRule, Searchable};
use threefold_search::{ExtractError, Reason, Solver, Verdict};

use super::failure::Failure;
use crate::columns::Columns;

/// Counts over questions of one kind.
#[derive(Default)]
struct Row {
    asked: u64,
    right: u64,
    wrong: u64,
    unknown: u64,
    /// Of the unknown ones: numbers that grew beyond all bounds.
    saturated: u64,
    nodes: u64,
    most_nodes: u64,
    time: Duration,
    certified: u64,
    not_certified: u64,
    certificate_positions: u64,
}

impl Row {
    fn add(&mut self, other: &Row) {
        self.asked += other.asked;
        self.right += other.right;
        self.wrong += other.wrong;
        self.unknown += other.unknown;
        self.saturated += other.saturated;
        self.nodes += other.nodes;
        self.most_nodes = self.most_nodes.max(other.most_nodes);
        self.time += other.time;
        self.certified += other.certified;
        self.not_certified += other.not_certified;
        self.certificate_positions += other.certificate_positions;
    }
}

/// A question of which the answer is known.
pub struct Known<'q, G: Searchable> {
    pub game: &'q G,
    pub history: &'q History<G>,
    /// Whether the attacker wins.
    pub truth: bool,
    /// Which row it is counted in.
    pub row: usize,
    /// Where it stands in the run; of several problems the first is reported.
    pub index: u64,
    /// Whether the certificate of the answer is to be made and checked.
    pub certify: bool,
}

/// Questions in `N` rows, and the first problem.
pub struct Tally<const N: usize> {
    rows: [Row; N],
    first: Option<(u64, String)>,
}

impl<const N: usize> Default for Tally<N> {
    fn default() -> Self {
        Tally { rows: std::array::from_fn(|_| Row::default()), first: None }
    }
}

impl<const N: usize> Tally<N> {
    /// Asks, and compares the answer with the truth. A wrong answer and a certificate that does not
    /// hold are problems.
    pub fn ask<G: Searchable>(&mut self, solver: &mut Solver<'_, G>, question: &Known<'_, G>) {
        let row = &mut self.rows[question.row];
        let answer = solver.solve(question.history);
        row.asked += 1;
        row.nodes += answer.stats.nodes;
        row.most_nodes = row.most_nodes.max(answer.stats.nodes);
        row.time += answer.stats.time;
        let problem = match answer.verdict.decided() {
            None => {
                row.unknown += 1;
                let is_saturated = answer.verdict == Verdict::Unknown(Reason::Saturated);
                row.saturated += u64::from(is_saturated);
                return;
            }
            Some(proven) if proven != question.truth => {
                row.wrong += 1;
                "wrong".to_owned()
            }
            Some(proven) => {
                row.right += 1;
                if !question.certify {
                    return;
                }
                match certify(solver, question, proven) {
                    None => return,
                    Some(Ok(positions)) => {
                        row.certified += 1;
                        row.certificate_positions += positions;
                        return;
                    }
                    Some(Err(problem)) => {
                        row.not_certified += 1;
                        problem
                    }
                }
            }
        };
        let Known { game, history, truth, index, .. } = question;
        let root = game.position_text(history.root());
        let attacker = game.player_name(solver.question().attacker);
        let wins = if *truth { "wins" } else { "does not win" };
        self.problem(*index, format!("{problem}: {root}, {attacker} {wins}"));
    }

    fn problem(&mut self, index: u64, text: String) {
        self.first = [self.first.take(), Some((index, text))].into_iter().flatten().min();
    }

    /// Adds what another thread has counted.
    pub fn merge(&mut self, other: Self) {
        self.rows.iter_mut().zip(&other.rows).for_each(|(row, other)| row.add(other));
        if let Some((index, text)) = other.first {
            self.problem(index, text);
        }
    }

    /// Prints a line for each row and one for all of them. The error is the first problem.
    pub fn report(&self, names: [&str; N]) -> Result<(), Failure> {
        let mut columns = Columns::new([
            "truth",
            "questions",
            "right",
            "wrong",
            "unknown",
            "saturated",
            "nodes",
            "nodes each",
            "most",
            "s",
            "certified",
            "positions in them",
            "not certified",
        ]);
        let mut total = Row::default();
        self.rows.iter().for_each(|row| total.add(row));
        for (name, row) in names.into_iter().zip(&self.rows).chain([("all", &total)]) {
            columns.row([
                name.to_owned(),
                row.asked.to_string(),
                row.right.to_string(),
                row.wrong.to_string(),
                row.unknown.to_string(),
                row.saturated.to_string(),
                row.nodes.to_string(),
                format!("{:.0}", row.nodes as f64 / row.asked.max(1) as f64),
                row.most_nodes.to_string(),
                format!("{:.2}", row.time.as_secs_f64()),
                row.certified.to_string(),
                row.certificate_positions.to_string(),
                row.not_certified.to_string(),
            ]);
        }
        print!("{}", columns.to_text());
        match &self.first {
            Some((_, problem)) => Err(Failure::check(problem.clone())),
            None => Ok(()),
        }
    }
}

/// The positions of the certificate, or why it does not hold; `None` if there is none, because the
/// nodes of the question did not do for what was evicted from the table.
fn certify<G: Searchable>(
    solver: &mut Solver<'_, G>,
    question: &Known<'_, G>,
    proven: bool,
) -> Option<Result<u64, String>> {
    match solver.certificate(question.history, proven, RepetitionRule::Draw) {
        Err(ExtractError::Limit(_)) => None,
        Err(error) => Some(Err(error.to_string())),
        Ok(extracted) => {
            let checker = Checker::new(question.game).knowledge(solver.relies_on());
            Some(match checker.block(&extracted.block) {
                Ok(verified) => Ok(verified.positions),
                Err(refuted) => Err(refuted.to_string()),
            })
        }
    }
}
