//! What does jobs one after another: it keeps its table while they are about the same question.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::json;
use threefold::chess::tables::Tables;
use threefold::jobs::{Job, JobResult, Report};
use threefold::session::database::{Missing, declared};
use threefold::session::error::Error;
use threefold::session::games::row::AnyDatabase;
use threefold::session::jobs::{Asked, Said, work, work_through};

use crate::waiting::{Interrupt, waiting};

/// A worker. The table borrows the game, and so lives in a thread, which ends with the worker.
#[pyclass(frozen, module = "threefold._threefold")]
pub struct Worker {
    /// Where endgame databases are.
    directory: Option<PathBuf>,
    hand: Arc<Mutex<Option<Hand>>>,
}

/// The thread: jobs go in, and what came of them comes out.
struct Hand {
    jobs: Sender<Asked>,
    said: Receiver<Said>,
}

impl Hand {
    /// One whose thread has begun, if there is room for a thread.
    fn new(directory: Option<PathBuf>) -> Option<Self> {
        let ((jobs, inbox), (outbox, said)) = (channel(), channel());
        let body = move || {
            let mut opened = None;
            let mut find = |wanted: &str| found(directory.as_deref(), wanted, &mut opened);
            work_through(&mut find, &mut |done| {
                if let Some(done) = done {
                    outbox.send(done).ok()?;
                }
                inbox.recv().ok()
            });
        };
        thread::Builder::new().name("threefold jobs".to_owned()).spawn(body).ok()?;
        Some(Hand { jobs, said })
    }

    /// Does a job. `None` if the thread has come to grief.
    fn work(&self, asked: Asked) -> Option<Said> {
        self.jobs.send(asked).ok()?;
        self.said.recv().ok()
    }
}

/// The database that a job names, which stays open.
fn found(
    directory: Option<&Path>,
    wanted: &str,
    opened: &mut Option<AnyDatabase>,
) -> Result<Option<AnyDatabase>, Error> {
    if opened.as_ref().is_some_and(|one| one.declaration() == wanted) {
        return Ok(opened.clone());
    }
    let directory = directory.ok_or_else(|| Error::field("database", "this worker has none"))?;
    *opened = if let Some(men) = Tables::declared_men(wanted) {
        let found = Tables::open(directory, Some(men));
        let found = found.map_err(|error| Error::field("database", error.to_string()))?;
        Some(AnyDatabase::Chess(Arc::new(found)))
    } else {
        let found = declared(directory, wanted).map_err(|missing| match missing {
            Missing::Damaged(damage) => Error::Damage(damage),
            Missing::NotThere { pieces, error } => Error::field(
                "database",
                format!("{wanted}: none with {pieces} pieces in {}: {error}", directory.display()),
            ),
        })?;
        found.map(|one| AnyDatabase::Checkers(Arc::new(one)))
    };
    Ok(opened.clone())
}

#[pymethods]
impl Worker {
    #[new]
    #[pyo3(signature = (directory=None))]
    fn new(directory: Option<PathBuf>) -> Self {
        Worker { directory, hand: Arc::default() }
    }

    /// Does a job, and gives the report of it: JSON both. What cannot be a job is reported as
    /// failed.
    ///
    /// # Errors
    /// What is no job at all, and has no number; what a signal handler raises.
    fn work(&self, py: Python<'_>, job: &str, interrupt: &Interrupt) -> PyResult<String> {
        let (flag, hand) = (interrupt.flag.clone(), self.hand.clone());
        let directory = self.directory.clone();
        report(py, job, interrupt, move |job| {
            let mut hand = hand.lock().unwrap_or_else(PoisonError::into_inner);
            // A job that brings a thread down is done once more without one: whatever happens is
            // reported as its result. The next job has a new thread.
            let there = hand.take().or_else(|| Hand::new(directory));
            match there.as_ref().and_then(|there| there.work((job.clone(), flag.clone()))) {
                Some(said) => {
                    *hand = there;
                    said
                }
                None => work(&job, &flag),
            }
        })
    }
}

/// Does one job, of which nothing is kept, and gives the report of it: JSON both. What cannot be a
/// job is reported as failed.
///
/// # Errors
/// What is no job at all, and has no number; what a signal handler raises.
#[pyfunction]
pub fn do_job(py: Python<'_>, job: &str, interrupt: &Interrupt) -> PyResult<String> {
    let flag = interrupt.flag.clone();
    report(py, job, interrupt, move |job| work(&job, &flag))
}

fn report(
    py: Python<'_>,
    job: &str,
    interrupt: &Interrupt,
    work: impl FnOnce(Job) -> Said + Send + 'static,
) -> PyResult<String> {
    let job: Job = serde_json::from_str(job)
        .map_err(|error| PyValueError::new_err(format!("no job: {error}")))?;
    let id = job.id;
    let result = waiting(py, &interrupt.flag, false, move || work(job))?;
    let result = result.unwrap_or_else(|error| JobResult::Failed { reason: error.to_string() });
    Ok(json!(Report { job: id, result }).to_string())
}
