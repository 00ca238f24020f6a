//! One question about a position: can the attacker win? What is it worth?

use pyo3::prelude::*;
use serde_json::{Map, Value, json};
use threefold::game::RepetitionRule;
use threefold::search::{Stats, Verdict};
use threefold::session::Attacker;
use threefold::session::games::row::Databases;
use threefold::session::record::{Finding, Operation, Recorded};
use threefold::session::solve::{Answer, Goal, MoveAnswer, Request, solve_under};
use threefold::session::standing::Claimed;
use threefold::session::words::Value as Worth;

use crate::certificates::{About, Certificate};
use crate::convert::to_python;
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
    let databases = Databases {
        checkers: database.map(|database| database.tables.clone()),
        ..Databases::default()
    };
    let task = position.task.clone();
    let raised = Raised::default();
    let mut watch = Watch::new(progress, interrupt.flag.clone(), raised.clone());
    let answer = waiting(py, &interrupt.flag, is_brief, move || {
        solve_under(&task.subject, rule, &databases, &request, &mut watch)
    })?;
    raised.check()?;
    let answer = answer.map_err(|error| unanswerable(py, &error))?;
    let task = &position.task;
    let mut report = report(&answer);
    report.insert("input".to_owned(), json!(task.input));
    report.insert("id".to_owned(), json!(task.id));
    report.insert("operations".to_owned(), operations(task.subject.operations()));
    let about = About::of_subject(&task.subject, database);
    answered(py, answer, report, about)
}

/// An answer as Python gets it.
///
/// # Errors
/// Python has no memory left.
pub fn answered<'py>(
    py: Python<'py>,
    answer: Answer,
    report: Map<String, Value>,
    about: About,
) -> PyResult<Answered<'py>> {
    let spoken = spoken(&answer);
    let blocks: Vec<_> = answer.proofs.into_iter().map(|proof| proof.block).collect();
    let certificate = (!blocks.is_empty()).then(|| Certificate::new(blocks, about));
    let report = to_python(py, &Value::Object(report))?;
    Ok((report, to_python(py, &spoken)?, certificate.into_iter().collect()))
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

/// The player of that name.
///
/// # Errors
/// No game has one.
pub fn attacker_named(py: Python<'_>, name: Option<&str>) -> PyResult<Option<Attacker>> {
    const ALL: [Attacker; 5] =
        [Attacker::White, Attacker::Black, Attacker::First, Attacker::Second, Attacker::Mover];
    let Some(name) = name else { return Ok(None) };
    match ALL.into_iter().find(|attacker| attacker.name() == name) {
        Some(attacker) => Ok(Some(attacker)),
        None => {
            let names = ALL.map(Attacker::name).join(", ");
            let message = format!("there is no player '{name}', expected one of {names}");
            Err(fault(py, "QuestionError", message, None))
        }
    }
}

/// The repetition rule of that name.
///
/// # Errors
/// There is none.
pub fn rule_named(py: Python<'_>, name: Option<&str>) -> PyResult<Option<RepetitionRule>> {
    let rule = name.map(str::parse).transpose();
    rule.map_err(|error| fault(py, "QuestionError", format!("rule: {error}"), None))
}

/// The keys of `threefold solve --json` that do not come from the source of the position.
pub fn report(answer: &Answer) -> Map<String, Value> {
    let mut report = Map::new();
    let mut put = |key: &str, value: Value| report.insert(key.to_owned(), value);
    put("game", json!(answer.game));
    put("root", json!(answer.root));
    put("ending", json!(answer.ending));
    put("claim", json!(answer.claim));
    put("verdict", json!(answer.verdict.name()));
    if let Some(value) = answer.value {
        put("value", json!(value.map(Worth::name)));
    }
    put("reason", json!(answer.reason));
    put("pn", json!(answer.pn));
    put("dn", json!(answer.dn));
    put("line", json!(answer.line));
    put("recorded", recorded(answer.recorded));
    put("nodes", json!(answer.stats.nodes));
    put("lookups", json!(answer.stats.lookups));
    put("time_s", json!(answer.time.as_secs_f64()));
    // Nothing has been written yet.
    put("certificate", Value::Null);
    put("certificate_positions", json!(answer.certificate_positions()));
    put("claims", claims(&answer.claims));
    put("checked", json!(answer.checked));
    put("stats", statistics(&answer.stats));
    if let Some(moves) = &answer.moves {
        put("moves", Value::Array(moves.iter().map(one_move).collect()));
    }
    report
}

fn one_move(answer: &MoveAnswer) -> Value {
    let mut report = Map::new();
    let mut put = |key: &str, value: Value| report.insert(key.to_owned(), value);
    put("move", json!(answer.text));
    put("verdict", json!(answer.verdict.name()));
    if let Some(value) = answer.value {
        put("value", json!(value.map(Worth::name)));
    }
    put("reason", json!(answer.reason));
    put("pn", json!(answer.pn));
    put("dn", json!(answer.dn));
    put("nodes", json!(answer.nodes));
    put("time_s", json!(answer.time.as_secs_f64()));
    put("certificate_positions", json!(answer.certificate_positions));
    put("claims", claims(&answer.claims));
    put("checked", json!(answer.checked));
    if let Some(plies) = answer.plies {
        put("plies", json!(plies));
    }
    Value::Object(report)
}

/// What is claimed, and how each claim is established.
pub fn claims(claims: &[Claimed]) -> Value {
    let one = |one: &Claimed| json!({ "claim": one.claim, "standing": one.standing.name() });
    claims.iter().map(one).collect()
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

/// All counters.
pub fn statistics(stats: &Stats) -> Value {
    serde_json::to_value(stats).unwrap_or_default()
}

/// An opcode may be there twice, and the order is kept: a list, and no map.
pub fn operations(operations: Option<&[Operation]>) -> Value {
    let one = |one: &Operation| json!({ "opcode": one.opcode, "operands": one.operands });
    json!(operations.map(|all| all.iter().map(one).collect::<Vec<_>>()))
}

/// What the record does not say has no key.
fn recorded(recorded: Option<Recorded>) -> Value {
    let Some(Recorded { mate, best, avoid }) = recorded else { return Value::Null };
    let parts = [("mate", mate), ("bm", best), ("am", avoid)];
    let said = parts.into_iter().filter_map(|(key, part)| {
        part.map(|finding| (key.to_owned(), json!(finding.map(Finding::name))))
    });
    Value::Object(said.collect())
}

/// The name of a verdict.
pub fn verdict(verdict: Verdict) -> Value {
    json!(verdict.name())
}
