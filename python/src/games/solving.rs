//! Questions about games in Python.

use pyo3::prelude::*;
use serde_json::json;
use threefold::game::{Game, HistoryReader, RepetitionRule};
use threefold::session::error::Error;
use threefold::session::posed::Posed;
use threefold::session::solve::{Request, position as solve};
use threefold::session::{Effort as Session, mate};

use super::mirror::Mirror;
use super::rules::Rules;
use crate::asking::{self, Answered, goal, rule_named};
use crate::certificates::About;
use crate::effort::Effort;
use crate::faults::{fault, unanswerable};
use crate::mates;
use crate::waiting::{Interrupt, waiting};
use crate::watching::{Raised, Watch};

/// A position of a game in Python, with the moves that were played from there.
struct Start {
    number: u32,
    moves: Vec<String>,
}

impl Start {
    /// Asks something about the position to which the moves lead.
    fn ask<T>(
        &self,
        rules: &Rules,
        rule: RepetitionRule,
        ask: impl FnOnce(&Posed<'_, Rules>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        if !rules.has_rule(rule) && !rules.has_boards() {
            let what = "positional superko compares boards, and the game has no board(position)";
            return Err(Error::field("rule", what));
        }
        let mut reader = HistoryReader::new(rules, self.number, rule);
        for text in &self.moves {
            reader.play(text).map_err(|error| Error::field("history", error))?;
        }
        let history = reader.finish();
        let mover = rules.player_to_move(history.root());
        ask(&Posed::new(rules, &history, rule, mover))
    }
}

/// Answers a question about a position of the game.
///
/// # Errors
/// The exceptions of the package, and whatever the game raises.
#[pyfunction]
#[pyo3(signature = (
    this, game, position, effort, interrupt, attacker=None, rule=None, value=false, moves=false,
    history=Vec::new(), progress=None
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn solve_game<'py>(
    this: &Bound<'py, Mirror>,
    game: &Bound<'py, PyAny>,
    position: &Bound<'py, PyAny>,
    effort: &Effort,
    interrupt: &Interrupt,
    attacker: Option<&str>,
    rule: Option<&str>,
    value: bool,
    moves: bool,
    history: Vec<String>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answered<'py>> {
    let py = this.py();
    let goal = goal(py, attacker, value)?;
    let rule = rule_named(py, rule)?.unwrap_or(RepetitionRule::Draw);
    let effort = effort.of(Session::for_positions(), interrupt)?;
    let request = Request { goal, moves, effort };
    let start = Start { number: this.get().number(position)?, moves: history };
    let raised = Raised::default();
    let flag = interrupt.flag.clone();
    let rules = Rules::new(game, this, flag.clone(), raised.clone())?;
    let mut watch = Watch::new(progress, flag.clone(), raised.clone());
    let answer = waiting(py, &flag, false, move || {
        start.ask(&rules, rule, |posed| solve(posed, &request, &mut watch))
    })?;
    raised.check()?;
    let answer = answer.map_err(|error| unanswerable(py, &error))?;
    let mut report = asking::report(&answer);
    report.insert("input".to_owned(), json!(answer.root));
    report.insert("id".to_owned(), json!(null));
    report.insert("operations".to_owned(), json!(null));
    asking::answered(py, answer, report, About::of_mirror(game, this))
}

/// Answers how far the win of a player is.
///
/// # Errors
/// The exceptions of the package, and whatever the game raises.
#[pyfunction]
#[pyo3(signature = (
    this, game, position, effort, interrupt, within=None, attacker=None, rule=None, keys=false,
    history=Vec::new(), progress=None
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn mate_game<'py>(
    this: &Bound<'py, Mirror>,
    game: &Bound<'py, PyAny>,
    position: &Bound<'py, PyAny>,
    effort: &Effort,
    interrupt: &Interrupt,
    within: Option<u32>,
    attacker: Option<&str>,
    rule: Option<&str>,
    keys: bool,
    history: Vec<String>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answered<'py>> {
    let py = this.py();
    let rule = rule_named(py, rule)?.unwrap_or(RepetitionRule::Draw);
    let request = mates::request(py, effort, interrupt, within, attacker, keys)?;
    let start = Start { number: this.get().number(position)?, moves: history };
    let raised = Raised::default();
    let flag = interrupt.flag.clone();
    let rules = Rules::new(game, this, flag.clone(), raised.clone())?;
    let mut watch = Watch::new(progress, flag.clone(), raised.clone());
    let answer = waiting(py, &flag, false, move || {
        start.ask(&rules, rule, |posed| mate::position(posed, &request, &mut watch))
    })?;
    raised.check()?;
    let answer = answer.map_err(|error| unanswerable(py, &error))?;
    if answer.sides.is_empty() {
        return Err(fault(py, "QuestionError", "nobody was asked about".to_owned(), None));
    }
    let input = answer.root.clone();
    mates::answered(py, answer, input, None, About::of_mirror(game, this))
}
