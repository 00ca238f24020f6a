//! Go: values of boards, problems of life and death.

use std::sync::Arc;

use pyo3::prelude::*;
use serde_json::{Map, Value, json};
use threefold::certificate::Block;
use threefold::game::Game;
use threefold::go::problem::{Aim, CellSet, Frame, Framing, MOST_THREATS};
use threefold::go::{Colour, Points, Size};
use threefold::session::Effort as Session;
use threefold::session::asked::Proof;
use threefold::session::go::board::{BoardAnswer, BoardGoal, BoardRequest, Moves};
use threefold::session::go::ko::Ko;
use threefold::session::go::ruling::Cycle;
use threefold::session::go::value::value;
use threefold::session::problem::first_moves::ByKo;
use threefold::session::problem::grade::Unless;
use threefold::session::problem::played::FrameChange;
use threefold::session::problem::question::ProblemQuestion;
use threefold::session::problem::solution::{ProblemRequest, Solution, diagram, solve};
use threefold::session::problem::subject::ProblemSubject;
use threefold::session::registry::{self, GameName, Subject, Task};
use threefold::session::task::Document;
use threefold::session::with_subject;

use crate::asking::{Answered, statistics, verdict};
use crate::certificates::{About, Certificate};
use crate::convert::to_python;
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
    let report = to_python(py, &board_report(&answer))?;
    let proofs = answer.proofs.into_iter();
    let certificates = proofs.map(|proof| Certificate::new(vec![proof.block], About::default()));
    Ok((report, to_python(py, &spoken)?, certificates.collect()))
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

fn board_report(answer: &BoardAnswer) -> Value {
    let positions = answer.proofs.iter().map(|proof| proof.positions);
    let questions = answer.questions.iter().map(|asked| {
        json!({
            "at_least": asked.at_least,
            "cycle": asked.cycle,
            "verdict": verdict(asked.verdict),
            "reason": asked.reason,
            "nodes": asked.nodes,
            "time_s": asked.time.as_secs_f64(),
            "certificate_positions": asked.certificate_positions,
            "certificate_moves": asked.certificate_moves,
            "checked": asked.checked,
        })
    });
    let mut report = Map::new();
    let mut put = |key: &str, value: Value| report.insert(key.to_owned(), value);
    put("game", json!(GameName::Board.name()));
    put("board", json!(answer.board));
    put("rule", json!(answer.ko.name()));
    put("cycle", json!(answer.cycle.map(Cycle::name)));
    put("suicide", json!(answer.suicide));
    put("root", json!(answer.root));
    put("history", json!(answer.history));
    put("value", json!(answer.value));
    put("no_result", json!(answer.no_result));
    put("lower", json!(answer.lower));
    put("upper", json!(answer.upper));
    put("best", json!(answer.best));
    put("reason", json!(answer.reason));
    put("nodes", json!(answer.stats.nodes));
    put("lookups", json!(answer.stats.lookups));
    put("time_s", json!(answer.time.as_secs_f64()));
    put("certificates", json!([]));
    put("certificate_positions", json!(positions.reduce(|sum, positions| sum + positions)));
    put("checked", json!(answer.checked));
    put("questions", Value::Array(questions.collect()));
    put("stats", statistics(&answer.stats));
    if let Some(moves) = &answer.moves {
        let one = |m: &threefold::session::go::board::BoardMove| {
            json!({
                "move": m.text,
                "value": m.value,
                "no_result": m.no_result,
                "lower": m.lower,
                "upper": m.upper,
                "best": m.best,
                "nodes": m.nodes,
                "time_s": m.time.as_secs_f64(),
            })
        };
        put("moves", Value::Array(moves.iter().map(one).collect()));
    }
    Value::Object(report)
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
        Some(with_subject!(&**subject, |subject| {
            solve_subject(subject, &task, &request, tree_nodes, &mut watch)
        }))
    })?;
    raised.check()?;
    let (report, spoken, blocks) = solved.unwrap_or_default();
    let certificates =
        blocks.into_iter().map(|block| Certificate::new(vec![block], About::default()));
    Ok((to_python(py, &report)?, to_python(py, &spoken)?, certificates.collect()))
}

/// The report, what is said besides, and the certificates of a problem of any size.
fn solve_subject<S: CellSet>(
    subject: &ProblemSubject<S>,
    task: &Task,
    request: &ProblemRequest,
    tree_nodes: Option<usize>,
    watch: &mut Watch,
) -> (Value, Value, Vec<Block>) {
    let started = std::time::Instant::now();
    let solution = solve(subject, request, watch);
    let time_s = started.elapsed().as_secs_f64();
    let report = problem_report(&solution, task, time_s);
    let tree = tree_nodes.map(|most| solution.tree(task.id.as_deref(), &task.input, most));
    let grader = &solution.grader;
    let spoken = json!({
        "fault": solution.fault(),
        "tree": tree,
        "diagram": diagram(&grader.posed().problem, &grader.root(None)),
    });
    let block = |(_, proof): (Ko, &Proof)| proof.block.clone();
    let blocks: Vec<Block> = solution.proofs().map(block).collect();
    (report, spoken, blocks)
}

fn problem_report<S: CellSet>(solution: &Solution<'_, S>, task: &Task, time_s: f64) -> Value {
    let grader = &solution.grader;
    let posed = grader.posed();
    let problem = &posed.problem;
    let first = &solution.graded[0];
    let depends = solution.depends_on_rule();
    let root = grader.root(None);
    let size = problem.size();
    let is_open = solution.graded.iter().any(|graded| graded.fate.is_none());
    let mut by_rule: Vec<Value> = Vec::new();
    if solution.graded.len() > 1 && (is_open || depends) {
        for graded in &solution.graded {
            let words = graded.words(posed.aim, grader.defender(), grader.threats);
            by_rule.push(json!([graded.ko.words(), words]));
        }
    }
    if let Some((rule, error)) = &solution.refused {
        by_rule.push(json!([rule.words(), format!("not asked: {error}")]));
    }
    let (mut right, mut wrong, mut open, mut by_ko) = (None, vec![], vec![], vec![]);
    if let Some(moves) = &solution.first_moves {
        let right = right.insert(Vec::new());
        for first in moves {
            let text = problem.move_text(&root, first.m);
            match (first.is_right, first.by_ko) {
                (Some(true), _) => right.push(text),
                (Some(false), None) => wrong.push(text),
                (Some(false), Some(_)) => {}
                (None, _) => open.push(text),
            }
        }
    }
    let not_asked = solution.left_out.iter().map(|&m| problem.move_text(&root, m));
    for first in solution.moves_by_ko() {
        let text = problem.move_text(&root, first.m);
        by_ko.extend(first.by_ko.map(|one| ko_move(&text, one, posed.to_play, grader.threats)));
    }
    let fate = first.fate.filter(|_| !depends).map(|fate| fate.words(Aim::Live));
    let threats_needed = match first.unless {
        Unless::Threats(number) if !depends => Some(number),
        _ => None,
    };
    let trusted = problem.trusted();
    let trusted = trusted.iter().map(|point| size.coordinates(point).to_string());
    let liberties = posed.frame.as_ref().and_then(|frame| frame.liberties);
    let liberties = liberties.map(|points| {
        let names = points.iter().map(|point| size.coordinates(point).to_string());
        names.collect::<Vec<_>>()
    });
    let with_liberties = solution.other_frames.iter().filter_map(|(change, compared)| {
        let FrameChange::OutsideLiberties(liberties) = change else { return None };
        let verdict = compared.words(&solution.grader);
        Some(json!({ "liberties": liberties, "verdict": verdict }))
    });
    let with_liberties: Vec<Value> = with_liberties.collect();
    let stats = solution.stats();
    let proofs: Vec<&Proof> = solution.proofs().map(|(_, proof)| proof).collect();
    let checked = (!proofs.is_empty() && grader.effort.check)
        .then(|| proofs.iter().all(|proof| proof.checked));
    json!({
        "assuming": problem.assumptions(),
        "input": task.input,
        "game": GameName::Problem.name(),
        "title": task.id,
        "root": problem.position_text(&root),
        "goal": posed.aim.name(),
        "defender": grader.defender().name(),
        "to_play": posed.to_play.name(),
        "history": grader.at_hand.before.len(),
        "ko": first.ko.words(),
        "verdict": solution.verdict(),
        "fate": fate,
        "threats_needed": threats_needed,
        "by_rule": by_rule,
        "right": right,
        "by_ko": by_ko,
        "wrong": wrong,
        "open": open,
        "not_asked": not_asked.collect::<Vec<_>>(),
        "may_play_elsewhere": solution.may_tenuki,
        "region": problem.region().count(),
        "zone": solution.zone().map(|zone| zone.split(',').collect::<Vec<_>>()),
        "trusted": trusted.collect::<Vec<_>>(),
        "frame": posed.frame.as_ref().map(Frame::words),
        "wider_frame": solution.with_frame(FrameChange::LineFurther),
        "outside_liberties": liberties,
        "with_outside_liberties": with_liberties,
        "nodes": stats.nodes,
        "time_s": time_s,
        "certificates": [],
        "certificate_positions": solution.certificate_positions(),
        "checked": checked,
        "tree": null,
        "stats": statistics(&stats),
    })
}

/// A first move that succeeds by ko.
fn ko_move(text: &str, by_ko: ByKo, player: Colour, threats: [u8; 2]) -> Value {
    let all = |colour: Colour, more: u8| threats[colour.index()] + more;
    match by_ko {
        ByKo::Needs(more) => json!({ "move": text, "needs": all(player, more), "unless": null }),
        ByKo::Unless(more) => {
            json!({ "move": text, "needs": null, "unless": all(player.opponent(), more) })
        }
    }
}
