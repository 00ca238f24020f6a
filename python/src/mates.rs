//! How far is the win?

use pyo3::prelude::*;
use serde_json::json;
use threefold::session::Effort as Session;
use threefold::session::mate as distances;
use threefold::session::mate::{Answer, Goal, Length, Request, Whose};
use threefold_report::Source;
use threefold_report::mate::Report;
use threefold_report::tsume::Further;

use crate::asking::Answered;
use crate::certificates::{About, Certificate};
use crate::convert::{attacker_named, of_keys, to_python};
use crate::effort::Effort;
use crate::faults::unanswerable;
use crate::positions::Position;
use crate::waiting::{Interrupt, waiting};
use crate::watching::{Raised, Watch};

/// Answers how far the win of a player is: whether there is one within so many moves of his, or
/// without a number how short the shortest is.
///
/// # Errors
/// As for [`solve`](crate::asking::solve).
#[pyfunction]
#[pyo3(signature = (
    position, effort, interrupt, within=None, attacker=None, keys=false, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn mate<'py>(
    py: Python<'py>,
    position: &Position,
    effort: &Effort,
    interrupt: &Interrupt,
    within: Option<u32>,
    attacker: Option<&str>,
    keys: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answered<'py>> {
    let request = request(py, effort, interrupt, within, attacker, keys)?;
    let is_brief = effort.is_brief();
    let task = position.task.clone();
    let raised = Raised::default();
    let mut watch = Watch::new(progress, interrupt.flag.clone(), raised.clone());
    let answer = waiting(py, &interrupt.flag, is_brief, move || {
        distances::mate(&task.subject, &request, &mut watch)
    })?;
    raised.check()?;
    let answer = answer.map_err(|error| unanswerable(py, &error))?;
    let about = About::of_subject(&position.task.subject, None);
    answered(py, Source::of(&position.task), answer, about)
}

/// What is asked.
///
/// # Errors
/// No game has such a player, or there is no memory for the table.
pub fn request(
    py: Python<'_>,
    effort: &Effort,
    interrupt: &Interrupt,
    within: Option<u32>,
    attacker: Option<&str>,
    keys: bool,
) -> PyResult<Request> {
    let goal = match within {
        Some(moves) => Goal::Within(Length::Moves(moves)),
        None => Goal::Shortest,
    };
    let whose = attacker_named(py, attacker)?.map_or(Whose::Source, Whose::One);
    let effort = effort.of(Session::for_positions(), interrupt)?;
    Ok(Request { whose, keys, shorter: true, effort, ..Request::new(goal) })
}

/// An answer as Python gets it.
///
/// # Errors
/// Python has no memory left.
pub fn answered<'py>(
    py: Python<'py>,
    source: Source<'_>,
    answer: Answer,
    about: About,
) -> PyResult<Answered<'py>> {
    let report = Report::new(source, answer, Further::default());
    let spoken = json!({ "words": report.side.words, "fault": report.side.fault });
    let keys = of_keys(py, &report)?;
    // Two claims that are no draw: a file each.
    let proofs = report.side.proofs.into_iter();
    let certificates = proofs.map(|proof| Certificate::new(vec![proof.block], about.clone()));
    Ok((keys, to_python(py, &spoken)?, certificates.collect()))
}
