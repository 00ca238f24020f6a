//! A question divided into jobs: the leader. Jobs and results are JSON, which any engine carries.

use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde_json::{Value, json};
use threefold::jobs::{Account, Answer, JobId, JobResult, Report, Settings};
use threefold::session::jobs::{Campaign, Lead, lead, whole};

use crate::asking::rule_named;
use crate::convert::attacker_named;
use crate::convert::to_python;
use crate::databases::Database;
use crate::faults::{fault, unanswerable};
use crate::positions::Position;

/// Something that the leader is asked, in its own thread.
type Request = Box<dyn FnOnce(&mut dyn Lead) + Send>;

/// The leader of one question. It borrows its game, and so lives in a thread, which ends with it.
#[pyclass(frozen, module = "threefold._threefold")]
pub struct Leader {
    requests: Mutex<Sender<Request>>,
}

fn campaign(
    py: Python<'_>,
    attacker: Option<&str>,
    rule: Option<&str>,
    nodes: u64,
    memory: u64,
    database: Option<&Database>,
) -> PyResult<Campaign> {
    let settings = Settings { nodes: nodes.max(1), memory, ..Settings::default() };
    let (rule, attacker) = (rule_named(py, rule)?, attacker_named(py, attacker)?);
    let database = database.map(|database| database.tables.clone());
    Ok(Campaign { rule, attacker, settings, database })
}

#[pymethods]
impl Leader {
    #[new]
    #[pyo3(signature = (position, nodes, memory, attacker=None, rule=None, saved=None,
        database=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        py: Python<'_>,
        position: &Position,
        nodes: u64,
        memory: u64,
        attacker: Option<&str>,
        rule: Option<&str>,
        saved: Option<String>,
        database: Option<&Database>,
    ) -> PyResult<Self> {
        let campaign = campaign(py, attacker, rule, nodes, memory, database)?;
        let task = position.task.clone();
        let (requests, inbox) = channel::<Request>();
        let (started, start) = channel();
        let body = move || {
            let ready = started.clone();
            let result = lead(&task.subject, &campaign, saved.as_deref(), |leader| {
                let _ = ready.send(Ok(()));
                drop((ready, saved.as_ref()));
                while let Ok(request) = inbox.recv() {
                    request(leader);
                }
            });
            if let Err(error) = result {
                let _ = started.send(Err(error));
            }
        };
        let builder = thread::Builder::new().name("threefold leader".to_owned());
        builder.spawn(body).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        match py.detach(move || start.recv()) {
            Ok(Ok(())) => Ok(Leader { requests: Mutex::new(requests) }),
            Ok(Err(error)) => Err(unanswerable(py, &error)),
            Err(_) => Err(PyRuntimeError::new_err("the leader's thread has ended")),
        }
    }

    /// Up to `free` jobs, as JSON.
    fn next(&self, py: Python<'_>, free: usize) -> PyResult<Vec<String>> {
        let jobs = self.ask(py, move |leader| leader.next(free))?;
        Ok(jobs.iter().map(|job| json!(job).to_string()).collect())
    }

    /// Takes a report as JSON. The jobs to cancel, and why it is not believed, if it is not.
    fn report(&self, py: Python<'_>, report: &str) -> PyResult<(Vec<u64>, Option<String>)> {
        let Report { job, result } = serde_json::from_str(report)
            .map_err(|error| PyValueError::new_err(format!("no report of a job: {error}")))?;
        self.ask(py, move |leader| {
            let cancelled = leader.report(job, result).iter().map(|id| id.0).collect();
            (cancelled, leader.refusal().map(str::to_owned))
        })
    }

    /// A job came to nothing.
    fn failed(&self, py: Python<'_>, job: u64, reason: String) -> PyResult<Vec<u64>> {
        self.ask(py, move |leader| {
            let cancelled = leader.report(JobId(job), JobResult::Failed { reason });
            cancelled.iter().map(|id| id.0).collect()
        })
    }

    /// What is known, and what has happened so far.
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let status = self.ask(py, |leader| status(leader))?;
        to_python(py, &status)
    }

    /// The certificate of the answer.
    fn certificate(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.ask(py, |leader| leader.certificate().map_err(|e| e.to_string()))?;
        text.map_err(|message| fault(py, "UnknownError", message, None))
    }

    /// The leader as text.
    fn save(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |leader| leader.save())
    }
}

impl Leader {
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        what: impl FnOnce(&mut dyn Lead) -> T + Send + 'static,
    ) -> PyResult<T> {
        let (sender, receiver) = channel();
        let request: Request = Box::new(move |leader| {
            // Nobody may be waiting any more.
            let _ = sender.send(what(leader));
        });
        let gone = || PyRuntimeError::new_err("the leader's thread has ended");
        self.requests.lock().map_err(|_| gone())?.send(request).map_err(|_| gone())?;
        py.detach(move || receiver.recv()).map_err(|_| gone())
    }
}

fn status(leader: &dyn Lead) -> Value {
    let Account { jobs, results, wins, holds, refused, stale, cancelled, nodes, open_nodes } =
        leader.account();
    let (verdict, pn, dn) = match leader.answer() {
        Answer::Proven => ("proven", 0, u32::MAX),
        Answer::Disproven => ("disproven", u32::MAX, 0),
        Answer::Unknown { pn, dn } => ("unknown", pn, dn),
    };
    json!({
        "claim": leader.claim(), "verdict": verdict, "pn": pn, "dn": dn,
        "positions": leader.positions(), "jobs": jobs, "results": results, "wins": wins,
        "holds": holds, "refused": refused, "stale": stale, "cancelled": cancelled,
        "nodes": nodes, "open_nodes": open_nodes,
    })
}

/// The whole question about a position as one job, as JSON.
///
/// # Errors
/// The exceptions of the package.
#[pyfunction]
#[pyo3(signature = (position, nodes, memory, seed=0, attacker=None, rule=None,
    database=None))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn whole_job(
    py: Python<'_>,
    position: &Position,
    nodes: u64,
    memory: u64,
    seed: u64,
    attacker: Option<&str>,
    rule: Option<&str>,
    database: Option<&Database>,
) -> PyResult<String> {
    let campaign = campaign(py, attacker, rule, nodes, memory, database)?;
    let job = whole(&position.task.subject, &campaign, seed);
    Ok(json!(job.map_err(|error| unanswerable(py, &error))?).to_string())
}
