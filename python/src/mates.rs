//! How far is the win?

use pyo3::prelude::*;
use serde_json::{Value, json};
use threefold::session::Effort as Session;
use threefold::session::mate as distances;
use threefold::session::mate::{Answer, Goal, Key, Length, Request, Side, Soundness, Whose};

use crate::asking::{Answered, attacker_named, claims, verdict};
use crate::certificates::{About, Certificate};
use crate::convert::to_python;
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
    let (input, id) = (position.task.input.clone(), position.task.id.clone());
    let about = About::of_subject(&position.task.subject, None);
    answered(py, answer, input, id, about)
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
    mut answer: Answer,
    input: String,
    id: Option<String>,
    about: About,
) -> PyResult<Answered<'py>> {
    // One player is asked about.
    let side: Side = answer.sides.remove(0);
    let first = side.moves_first;
    let report = json!({
        "input": input,
        "id": id,
        "game": answer.game,
        "root": answer.root,
        "attacker": side.attacker,
        "asked": side.asked,
        "verdict": verdict(side.verdict),
        "reason": side.reason,
        "mate": in_moves(side.at_least, side.at_most, first),
        "plies": { "at_least": side.at_least, "at_most": side.at_most },
        "soundness": side.soundness.map(Soundness::name),
        "line": side.line,
        "pn": side.pn,
        "dn": side.dn,
        "nodes": answer.nodes,
        "time_s": answer.time.as_secs_f64(),
        "certificates": [],
        "uncertified": side.uncertified,
        "claims": claims(&side.claims),
        "checked": side.checked,
    });
    let keys = side.first_moves.as_ref().map(|keys| keys.iter().map(key).collect::<Vec<_>>());
    let spoken = json!({ "words": side.words, "fault": side.fault, "keys": keys });
    // Two claims that are no draw: a file each.
    let proofs = side.proofs.into_iter();
    let certificates = proofs.map(|proof| Certificate::new(vec![proof.block], about.clone()));
    Ok((to_python(py, &report)?, to_python(py, &spoken)?, certificates.collect()))
}

/// A first move.
fn key(key: &Key) -> Value {
    json!({
        "move": key.text,
        "verdict": verdict(key.verdict),
        "mate": in_moves(key.at_least, key.at_most, true),
        "refutation": key.refutation,
    })
}

fn in_moves(at_least: Option<u32>, at_most: Option<u32>, moves_first: bool) -> Value {
    let moves = |plies: Option<u32>| plies.map(|plies| Length::moves(plies, moves_first));
    json!({ "at_least": moves(at_least), "at_most": moves(at_most) })
}
