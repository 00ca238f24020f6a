//! Go: values of boards, problems of life and death.

use std::sync::Arc;

use pyo3::prelude::*;
use serde_json::json;
use threefold::go::problem::{Aim, Framing, MOST_THREATS};
use threefold::go::{Colour, Size};
use threefold::session::Effort as Session;
use threefold::session::go::board::{BoardGoal, BoardRequest, Moves};
use threefold::session::go::ko::Ko;
use threefold::session::go::ruling::Cycle;
use threefold::session::go::value::value;
use threefold::session::problem;
use threefold::session::problem::question::ProblemQuestion;
use threefold::session::problem::solution::ProblemRequest;
use threefold::session::registry::{self, Subject};
use threefold::session::task::Document;
use threefold_report::board::Report;

use crate::asking::Answered;
use crate::certificates::{About, Certificate};
use crate::convert::{of_keys, to_python};
use crate::effort::Effort;
use crate::faults::{fault, unanswerable, unreadable};
use crate::positions::Position;
use crate::waiting::{Interrupt, waiting};
use crate::watching::{Raised, Watch};

/// The value of a board: what `threefold go board --json` prints.
///
/// # Errors
/// The exceptions of the package; what a signal handler or the progress function raises.
#[pyfunction]
#[pyo3(signature = (
    size, effort, interrupt, ko=None, cycle=None, suicide=false, position=None, history=None,
    moves=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn board_value<'py>(
    py: Python<'py>,
    size: &str,
    effort: &Effort,
    interrupt: &Interrupt,
    ko: Option<&str>,
    cycle: Option<&str>,
    suicide: bool,
    position: Option<String>,
    history: Option<String>,
    moves: Option<bool>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answered<'py>> {
    let question = |message: String| fault(py, "QuestionError", message, None);
    let size: Size = size.parse().map_err(|error| question(format!("size: {error}")))?;
    let cycles = [Cycle::NoResult, Cycle::BlackLoses, Cycle::WhiteLoses, Cycle::Tie];
    let request = BoardRequest {
        ko: named(py, "ko", ko, &KOS, Ko::name)?.unwrap_or(Ko::Situational),
        cycle: named(py, "cycle", cycle, &cycles, Cycle::name)?,
        suicide,
        position,
        moves_before: history,
        goal: BoardGoal::Value(match moves {
            None => Moves::Nothing,
            Some(false) => Moves::Best,
            Some(true) => Moves::All,
        }),
        effort: effort.of(Session::for_boards(), interrupt)?,
        ..BoardRequest::new(size)
    };
    let raised = Raised::default();
    let mut watch = Watch::new(progress, interrupt.flag.clone(), raised.clone());
    let answer = waiting(py, &interrupt.flag, false, move || value(&request, &mut watch))?;
    raised.check()?;
    let answer = answer.map_err(|error| unanswerable(py, &error))?;
    let fault = answer.questions.iter().find_map(|asked| asked.fault.clone());
    let spoken = json!({ "fault": fault });
    let report = Report::new(answer);
    let keys = of_keys(py, &report)?;
    let proofs = report.answer.proofs.into_iter();
    let certificates = proofs.map(|proof| Certificate::new(vec![proof.block], About::default()));
    Ok((keys, to_python(py, &spoken)?, certificates.collect()))
}

const KOS: [Ko; 3] = [Ko::Situational, Ko::Positional, Ko::Basic];

/// The one of several things that has this name.
fn named<T: Copy>(
    py: Python<'_>,
    field: &str,
    name: Option<&str>,
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
) -> PyResult<Option<T>> {
    let Some(name) = name else { return Ok(None) };
    match all.iter().find(|&&one| name_of(one) == name) {
        Some(&one) => Ok(Some(one)),
        None => {
            let names: Vec<_> = all.iter().map(|&one| name_of(one)).collect();
            let message = format!("{field}: '{name}', expected one of {}", names.join(", "));
            Err(fault(py, "QuestionError", message, None))
        }
    }
}

/// The problems of Go in an SGF file, with what is asked about them.
///
/// # Errors
/// One of them cannot be read.
#[pyfunction]
#[pyo3(signature = (
    data, name, goal=None, region=None, target=None, eye=None, safe=None, to_play=None, ko=None,
    threats=(0, 0), frame="auto", outside_liberties=None
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn read_problems(
    py: Python<'_>,
    data: &[u8],
    name: &str,
    goal: Option<&str>,
    region: Option<String>,
    target: Option<String>,
    eye: Option<String>,
    safe: Option<String>,
    to_play: Option<&str>,
    ko: Option<&str>,
    threats: (u8, u8),
    frame: &str,
    outside_liberties: Option<u8>,
) -> PyResult<Vec<Position>> {
    if outside_liberties.is_some_and(|number| number > 9) {
        let message = "outside_liberties: expected a number up to 9".to_owned();
        return Err(fault(py, "QuestionError", message, None));
    }
    if threats.0.max(threats.1) > MOST_THREATS / 2 {
        let message = format!("threats: expected numbers up to {}", MOST_THREATS / 2);
        return Err(fault(py, "QuestionError", message, None));
    }
    let framing = Framing::parse(frame)
        .map_err(|error| fault(py, "QuestionError", format!("frame: {error}"), None))?;
    let goals = [Aim::Eye, Aim::Live, Aim::Kill, Aim::Capture];
    let colours = [Colour::Black, Colour::White];
    let question = ProblemQuestion {
        aim: named(py, "goal", goal, &goals, Aim::name)?,
        region,
        target,
        eye,
        safe,
        to_play: named(py, "to_play", to_play, &colours, Colour::name)?,
        ko: named(py, "ko", ko, &KOS, Ko::name)?,
        threats: [threats.0, threats.1],
        framing,
        outside_liberties,
    };
    let read = registry::read_file(&Document::new(name, data), None, &question);
    if let Some(error) = read.errors.first() {
        return Err(unreadable(py, name, error));
    }
    Ok(read.tasks.into_iter().map(|task| Position { task: Arc::new(task) }).collect())
}

/// Solves a problem of Go: what `threefold solve --json FILE.sgf` prints.
///
/// # Errors
/// As for [`board_value`], or it is no problem of Go.
#[pyfunction]
#[pyo3(signature = (
    problem, effort, interrupt, more_threats=2, verdict_only=false, tree_nodes=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn solve_problem<'py>(
    py: Python<'py>,
    problem: &Position,
    effort: &Effort,
    interrupt: &Interrupt,
    more_threats: u8,
    verdict_only: bool,
    tree_nodes: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answered<'py>> {
    if !matches!(problem.task.subject, Subject::Problem(_)) {
        let message = format!("{} is no problem of Go", problem.task.input);
        return Err(fault(py, "QuestionError", message, Some("an SGF file has problems")));
    }
    let effort = effort.of(Session::for_problems(), interrupt)?;
    let request = ProblemRequest { more_threats, verdict_only, effort };
    let task = problem.task.clone();
    let raised = Raised::default();
    let mut watch = Watch::new(progress, interrupt.flag.clone(), raised.clone());
    let solved = waiting(py, &interrupt.flag, false, move || {
        let Subject::Problem(subject) = &task.subject else { return None };
        let named = (&*task.input, task.id.as_deref());
        Some(problem::report::solve(
            subject,
            named,
            &request,
            None,
            tree_nodes,
            &mut watch,
            &mut |_| {},
        ))
    })?;
    raised.check()?;
    let Some(problem::report::Solved { report, blocks, tree }) = solved else {
        return Ok((py.None().into_bound(py), py.None().into_bound(py), Vec::new()));
    };
    let spoken = json!({ "fault": report.fault, "tree": tree, "diagram": report.diagram });
    let report = serde_json::to_value(report).unwrap_or_default();
    let certificates =
        blocks.into_iter().map(|block| Certificate::new(vec![block], About::default()));
    Ok((to_python(py, &report)?, to_python(py, &spoken)?, certificates.collect()))
}
