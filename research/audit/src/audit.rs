//! An engine under every condition, its candidates made small.

use std::collections::BTreeMap;

use serde::Serialize;
use threefold_chess::{Chess, ChessPosition};
use threefold_game::History;

use crate::asking::{Audit, Case, Said};
use crate::client::{Answer, ClientError, Engine};
use crate::judge::Margins;
use crate::line::{Line, alone_in_uci, in_uci, other_order};
use crate::shrink::shrink;
use crate::statistics::Paired;
use crate::truth::Value;

/// Failures of one engine under one condition after which it is not started again.
const MOST_FAILURES: u32 = 3;
/// Candidates that are made small; the others are repeated as they are.
const MOST_SHRUNK: usize = 10;

/// What an engine remembers when it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Condition {
    /// What it was asked before about the same game.
    Kept,
    /// Nothing: `ucinewgame` before every question.
    Cleared,
    /// As `Kept`, with the smallest table it has.
    Minimal,
    /// Nothing, and it is not told the game before the position.
    Bare,
    /// The same position with the moves in another order.
    Reordered,
}

impl Condition {
    /// All of them.
    pub const ALL: [Condition; 5] = [
        Condition::Kept,
        Condition::Cleared,
        Condition::Minimal,
        Condition::Bare,
        Condition::Reordered,
    ];

    /// The name used in output.
    pub const fn name(self) -> &'static str {
        match self {
            Condition::Kept => "kept",
            Condition::Cleared => "cleared",
            Condition::Minimal => "minimal",
            Condition::Bare => "bare",
            Condition::Reordered => "reordered",
        }
    }
}

/// Answers under one condition.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Counts {
    /// Questions that were answered.
    pub answered: u64,
    /// Questions without an answer, because the engine failed.
    pub unanswered: u64,
    /// Answers with at least one fault.
    pub wrong: u64,
    /// Answers whose move could not be judged.
    pub unjudged_moves: u64,
    /// How often each fault occurred.
    pub faults: BTreeMap<&'static str, u64>,
}

/// An answer that is wrong with what the engine remembers, and right without.
#[derive(Clone, Debug, Serialize)]
pub struct Candidate {
    /// The suite and the game.
    pub suite: String,
    /// The name of the game.
    pub id: String,
    /// What the engine remembered.
    pub condition: Condition,
    /// What to send, line by line: the questions before it, then the one that goes wrong.
    pub script: Vec<String>,
    /// The certified value for the side to move, with this game before it.
    pub truth: Value,
    /// The certified value of the same position without the game.
    pub truth_without_game: Option<Value>,
    /// With the questions before it.
    pub with_memory: Said,
    /// After `ucinewgame`.
    pub cleared: Said,
    /// The repetitions: first with the questions before it, second cleared.
    pub repeated: Paired,
    /// It was made as short as it gets.
    pub is_shrunk: bool,
}

impl Candidate {
    /// Whether every repetition has shown it again.
    pub fn is_confirmed(&self) -> bool {
        self.repeated.pairs > 0 && self.repeated.only_first_wrong == self.repeated.pairs
    }
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// What the engine calls itself, with its version.
    pub engine: String,
    /// The command that was run.
    pub command: String,
    /// The options that were set.
    pub options: Vec<(String, String)>,
    /// What each search might spend.
    pub go: String,
    /// Which scores were taken for claims.
    pub margins: Margins,
    /// Games.
    pub games: usize,
    /// Questions whose value is certified: positions of games.
    pub positions: usize,
    /// Positions that were left out, because threefold could not certify them within the limits.
    pub left_out: usize,
    /// Positions whose value with the game is not that without.
    pub changed_by_history: usize,
    /// By condition.
    pub conditions: BTreeMap<&'static str, Counts>,
    /// A condition against `cleared`.
    pub pairs: BTreeMap<&'static str, Test>,
    /// The answers that are wrong with memory and right without.
    pub candidates: Vec<Candidate>,
    /// Why the engine did not answer, each time.
    pub failures: Vec<String>,
    /// Lines of the engine that made no sense.
    pub nonsense: u64,
}

/// A paired test.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Test {
    /// The counts: first the condition, second `cleared`.
    #[serde(flatten)]
    pub paired: Paired,
    /// McNemar's test, exact, two-sided.
    pub p: f64,
}

impl Report {
    /// Wrong answers with the table kept.
    pub fn wrong_when_kept(&self) -> u64 {
        self.conditions.get(Condition::Kept.name()).map_or(0, |counts| counts.wrong)
    }

    /// Candidates that every repetition has shown again.
    pub fn caused_by_history(&self) -> usize {
        self.candidates.iter().filter(|candidate| candidate.is_confirmed()).count()
    }
}

/// A position of a game that is asked about.
struct Question<'l> {
    line: &'l Line,
    history: History<Chess>,
    truth: Value,
    /// Of the position alone.
    alone: Option<Value>,
}

/// Whether an answer is wrong; `None` without an answer.
type Outcome = Option<Said>;

impl Audit<'_> {
    /// Asks the engine about every position of the games whose value can be certified.
    ///
    /// # Errors
    /// The engine cannot be started, or does not speak UCI. One that fails later is started again
    /// a few times, and the report says so.
    pub fn run(mut self, lines: &[Line]) -> Result<Report, ClientError> {
        let engine = self.start(&[])?;
        let (name, least_hash) = (engine.name().to_owned(), engine.least("Hash"));
        drop(engine);
        let mut report = Report {
            engine: name,
            command: self.settings.engine.clone(),
            options: self.settings.options.clone(),
            go: self.settings.budget.command(),
            margins: self.settings.margins,
            games: lines.len(),
            positions: 0,
            left_out: 0,
            changed_by_history: 0,
            conditions: BTreeMap::new(),
            pairs: BTreeMap::new(),
            candidates: Vec::new(),
            failures: Vec::new(),
            nonsense: 0,
        };
        (self.tell)("certifying the positions");
        let games = self.questions(lines, &mut report);
        let mut outcomes: BTreeMap<&str, Vec<Vec<Outcome>>> = BTreeMap::new();
        for condition in Condition::ALL {
            let mut options = Vec::new();
            if condition == Condition::Minimal {
                let Some(least) = least_hash else { continue };
                options.push(("Hash".to_owned(), least.to_string()));
            }
            (self.tell)(condition.name());
            let answers = self.ask_all(condition, &options, &games, &mut report)?;
            outcomes.insert(condition.name(), answers);
        }
        compare(&outcomes, &games, &mut report);
        self.candidates(&outcomes, &games, &mut report)?;
        Ok(report)
    }

    fn questions<'l>(&mut self, lines: &'l [Line], report: &mut Report) -> Vec<Vec<Question<'l>>> {
        let mut games = Vec::new();
        for line in lines {
            let all = line.moves.len() + 1;
            let mut questions = Vec::new();
            // If the position at the end is too hard, so are those before it.
            if self.truths.value(&line.history(line.moves.len())).is_some() {
                for plies in 0..all {
                    let history = line.history(plies);
                    let Some(truth) = self.truths.value(&history) else { break };
                    if is_over(&history) {
                        continue;
                    }
                    let alone = self.truths.value(&History::new(history.root().clone()));
                    let is_changed = alone.is_some_and(|alone| alone != truth);
                    report.changed_by_history += usize::from(is_changed);
                    questions.push(Question { line, history, truth, alone });
                }
            }
            report.positions += questions.len();
            report.left_out += all - questions.len();
            games.push(questions);
        }
        games
    }

    /// The answers under a condition, by game and question.
    fn ask_all(
        &mut self,
        condition: Condition,
        options: &[(String, String)],
        games: &[Vec<Question<'_>>],
        report: &mut Report,
    ) -> Result<Vec<Vec<Outcome>>, ClientError> {
        let mut engine = Some(self.start(options)?);
        let mut failures = 0;
        let mut counts = Counts::default();
        let mut answers = Vec::new();
        for game in games {
            let mut said: Vec<Outcome> = Vec::new();
            while said.len() < game.len() {
                let Some(running) = &mut engine else {
                    said.push(None);
                    counts.unanswered += 1;
                    continue;
                };
                match self.ask_one(running, condition, game, said.len()) {
                    Ok(answer) => {
                        let question = &game[said.len()];
                        said.push(self.judged(condition, question, answer, &mut counts));
                    }
                    Err(error) => {
                        failures += 1;
                        report.nonsense += running.nonsense();
                        report.failures.push(format!("{}: {error}", condition.name()));
                        (self.tell)(&error.to_string());
                        // What it would have remembered is lost, for this game.
                        let lost = match condition {
                            Condition::Kept | Condition::Minimal => game.len() - said.len(),
                            _ => 1,
                        };
                        said.extend((0..lost).map(|_| None));
                        counts.unanswered += lost as u64;
                        engine = match failures < MOST_FAILURES {
                            true => self.start(options).ok(),
                            false => None,
                        };
                    }
                }
            }
            answers.push(said);
        }
        report.nonsense += engine.map_or(0, |engine| engine.nonsense());
        report.conditions.insert(condition.name(), counts);
        Ok(answers)
    }

    /// `Ok(None)` where the condition has no question of the kind.
    fn ask_one(
        &self,
        engine: &mut Engine,
        condition: Condition,
        game: &[Question<'_>],
        number: usize,
    ) -> Result<Option<Answer>, ClientError> {
        let history = &game[number].history;
        let go = self.settings.budget;
        match condition {
            Condition::Kept | Condition::Minimal => {
                if number == 0 {
                    engine.new_game()?;
                }
                engine.ask(&in_uci(history), go).map(Some)
            }
            Condition::Cleared => {
                engine.new_game()?;
                engine.ask(&in_uci(history), go).map(Some)
            }
            Condition::Bare => {
                engine.new_game()?;
                engine.ask(&alone_in_uci(history.root()), go).map(Some)
            }
            Condition::Reordered => {
                let Some(other) = other_order(history) else { return Ok(None) };
                engine.new_game()?;
                engine.ask(&in_uci(&other), go)?;
                engine.ask(&in_uci(history), go).map(Some)
            }
        }
    }

    fn judged(
        &mut self,
        condition: Condition,
        question: &Question<'_>,
        answer: Option<Answer>,
        counts: &mut Counts,
    ) -> Outcome {
        let answer = answer?;
        let alone;
        let (history, truth) = match condition {
            Condition::Bare => {
                alone = History::new(question.history.root().clone());
                (&alone, question.alone?)
            }
            _ => (&question.history, question.truth),
        };
        let (said, is_complete) = self.said(answer, history, truth);
        counts.answered += 1;
        counts.wrong += u64::from(!said.faults.is_empty());
        counts.unjudged_moves += u64::from(!is_complete);
        for fault in &said.faults {
            *counts.faults.entry(fault.name()).or_default() += 1;
        }
        // A move that is not judged may be wrong: nothing is said of such an answer.
        (is_complete || !said.faults.is_empty()).then_some(said)
    }

    fn candidates(
        &mut self,
        outcomes: &BTreeMap<&str, Vec<Vec<Outcome>>>,
        games: &[Vec<Question<'_>>],
        report: &mut Report,
    ) -> Result<(), ClientError> {
        let cleared = &outcomes[Condition::Cleared.name()];
        for condition in [Condition::Kept, Condition::Reordered] {
            for (game, (now, fresh)) in outcomes[condition.name()].iter().zip(cleared).enumerate() {
                for (number, pair) in now.iter().zip(fresh).enumerate() {
                    let (Some(now), Some(fresh)) = pair else { continue };
                    if now.faults.is_empty() || !fresh.faults.is_empty() {
                        continue;
                    }
                    let question = &games[game][number];
                    let before = match condition {
                        Condition::Kept => {
                            games[game][..number].iter().map(|q| q.history.clone()).collect()
                        }
                        _ => other_order(&question.history).into_iter().collect(),
                    };
                    let case =
                        Case { before, asked: question.history.clone(), truth: question.truth };
                    (self.tell)(&format!("candidate {} {}", condition.name(), question.line.id));
                    let candidate = self.candidate(condition, question, case, report)?;
                    report.candidates.extend(candidate);
                }
            }
        }
        Ok(())
    }

    fn candidate(
        &mut self,
        condition: Condition,
        question: &Question<'_>,
        case: Case,
        report: &Report,
    ) -> Result<Option<Candidate>, ClientError> {
        let mut engine = self.start(&[])?;
        let is_shrunk = report.candidates.len() < MOST_SHRUNK;
        let case = if is_shrunk { shrink(self, &mut engine, case)? } else { case };
        let mut repeated = Paired::default();
        let mut last = None;
        for _ in 0..self.settings.repeats.max(1) {
            let (Some(with), Some(without)) =
                (self.answer(&mut engine, &case, true)?, self.answer(&mut engine, &case, false)?)
            else {
                continue;
            };
            repeated.add(!with.faults.is_empty(), !without.faults.is_empty());
            last = Some((with, without));
        }
        let Some((with_memory, cleared)) = last else { return Ok(None) };
        let alone: ChessPosition = case.asked.root().clone();
        Ok(Some(Candidate {
            suite: question.line.suite.clone(),
            id: question.line.id.clone(),
            condition,
            script: case.script(self.settings),
            truth: case.truth,
            truth_without_game: self.truths.value(&History::new(alone)),
            with_memory,
            cleared,
            repeated,
            is_shrunk,
        }))
    }
}

/// Whether the game has ended at its root, by the rules or by the third occurrence.
fn is_over(history: &History<Chess>) -> bool {
    use threefold_game::Game;
    Chess.is_over(history.root()) || crate::truth::occurred_before(history, history.root()) >= 2
}

/// Every condition against `cleared`, question by question.
fn compare(
    outcomes: &BTreeMap<&'static str, Vec<Vec<Outcome>>>,
    games: &[Vec<Question<'_>>],
    report: &mut Report,
) {
    let cleared = &outcomes[Condition::Cleared.name()];
    for (&name, answers) in outcomes {
        if name == Condition::Cleared.name() {
            continue;
        }
        let mut paired = Paired::default();
        for (game, (now, fresh)) in answers.iter().zip(cleared).enumerate() {
            for (number, pair) in now.iter().zip(fresh).enumerate() {
                let (Some(now), Some(fresh)) = pair else { continue };
                // Without its game it is another question where the value differs.
                let question = &games[game][number];
                if name == Condition::Bare.name() && question.alone != Some(question.truth) {
                    continue;
                }
                paired.add(!now.faults.is_empty(), !fresh.faults.is_empty());
            }
        }
        report.pairs.insert(name, Test { paired, p: paired.p_value() });
    }
}
