//! One question about a position: can the attacker win? What is it worth?

use pyo3::prelude::*;
use serde_json::{Value, json};
use threefold::game::RepetitionRule;
use threefold::session::games::row::Databases;
use threefold::session::solve::{Answer, Goal, Request, solve_under};
use threefold_report::Source;
use threefold_report::solve::Report;

use crate::certificates::{About, Certificate};
use crate::convert::{attacker_named, of_keys, to_python};
use crate::databases::Database;
use crate::effort::Effort;
use crate::faults::{fault, unanswerable};
use crate::positions::Position;
use crate::waiting::{Interrupt, waiting};
use crate::watching::{Raised, Watch};

/// What Python gets of an answer: what the program prints with `--json`, what it says to people,
/// and the certificates, a file each.
pub type Answered<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Vec<Certificate>);

/// Answers a question about a position.
///
/// # Errors
/// The exceptions of the package; what a signal handler or the progress function raises.
#[pyfunction]
#[pyo3(signature = (
    position, effort, interrupt, attacker=None, rule=None, value=false, moves=false, database=None,
    progress=None
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn solve<'py>(
    py: Python<'py>,
    position: &Position,
    effort: &Effort,
    interrupt: &Interrupt,
    attacker: Option<&str>,
    rule: Option<&str>,
    value: bool,
    moves: bool,
    database: Option<&Database>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answered<'py>> {
    let goal = goal(py, attacker, value)?;
    let rule = rule_named(py, rule)?;
    let is_brief = effort.is_brief();
    let effort = effort.of(threefold::session::Effort::for_positions(), interrupt)?;
    let request = Request { goal, moves, effort };
    let databases = Databases::only(database.map(|database| database.tables.clone()));
    let task = position.task.clone();
    let raised = Raised::default();
    let mut watch = Watch::new(progress, interrupt.flag.clone(), raised.clone());
    let answer = waiting(py, &interrupt.flag, is_brief, move || {
        solve_under(&task.subject, rule, &databases, &request, &mut watch)
    })?;
    raised.check()?;
    let answer = answer.map_err(|error| unanswerable(py, &error))?;
    let about = About::of_subject(&position.task.subject, database);
    answered(py, Report::new(Source::of(&position.task), answer), about)
}

/// An answer as Python gets it.
///
/// # Errors
/// Python has no memory left.
pub fn answered<'py>(py: Python<'py>, report: Report<'_>, about: About) -> PyResult<Answered<'py>> {
    let (spoken, keys) = (spoken(&report.answer), of_keys(py, &report)?);
    let blocks: Vec<_> = report.answer.proofs.into_iter().map(|proof| proof.block).collect();
    let certificate = (!blocks.is_empty()).then(|| Certificate::new(blocks, about));
    Ok((keys, to_python(py, &spoken)?, certificate.into_iter().collect()))
}

/// What is asked.
///
/// # Errors
/// There is no such player.
pub fn goal(py: Python<'_>, attacker: Option<&str>, value: bool) -> PyResult<Goal> {
    if value {
        return Ok(Goal::Value);
    }
    Ok(Goal::Win(attacker_named(py, attacker)?))
}

/// The repetition rule of that name.
///
/// # Errors
/// There is none.
pub fn rule_named(py: Python<'_>, name: Option<&str>) -> PyResult<Option<RepetitionRule>> {
    let rule = name.map(str::parse).transpose();
    rule.map_err(|error| fault(py, "QuestionError", format!("rule: {error}"), None))
}

/// What the program says to people and not to programs.
fn spoken(answer: &Answer) -> Value {
    let moves = answer.moves.iter().flatten();
    json!({
        "words": answer.words,
        "said": answer.said,
        "written": answer.written,
        "within": answer.within,
        "bound": answer.bound,
        "fault": answer.fault,
        "note": answer.idiom.note,
        "move_words": moves.map(|one| json!([one.written, one.words])).collect::<Vec<_>>(),
    })
}
