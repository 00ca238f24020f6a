//! What is told while a request is answered: progress, to a function in Python.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use threefold::search::{Interrupt, Progress};
use threefold::session::Observer;
use threefold::session::observer::Distance;

/// Between two calls of the function.
const PAUSE: Duration = Duration::from_millis(100);

/// The first exception that Python code raised while it was called from a search.
#[derive(Clone, Default)]
pub struct Raised(Arc<Mutex<Option<PyErr>>>);

impl Raised {
    /// Keeps it, unless there is one already.
    pub fn keep(&self, error: PyErr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// Takes it out: what was found since it was raised counts for nothing.
    ///
    /// # Errors
    /// The exception.
    pub fn check(&self) -> PyResult<()> {
        match self.0.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// Calls a function of Python with the state of the search, ten times a second at most.
pub struct Watch {
    callback: Option<Py<PyAny>>,
    interrupt: Interrupt,
    raised: Raised,
    last: Option<Instant>,
}

impl Watch {
    /// Tells `callback`, if there is one. What it raises ends the search.
    pub fn new(callback: Option<Py<PyAny>>, interrupt: Interrupt, raised: Raised) -> Self {
        Watch { callback, interrupt, raised, last: Some(Instant::now()) }
    }

    fn tell(&mut self, entries: impl Fn(&Bound<'_, PyDict>) -> PyResult<()>) {
        let Some(callback) = &self.callback else { return };
        if self.last.is_some_and(|last| last.elapsed() < PAUSE) {
            return;
        }
        self.last = Some(Instant::now());
        let called = Python::try_attach(|py| {
            let dict = PyDict::new(py);
            entries(&dict)?;
            callback.call1(py, (dict,)).map(drop)
        });
        if let Some(Err(error)) = called {
            self.interrupt.raise();
            self.raised.keep(error);
        }
    }
}

impl Observer for Watch {
    fn progress(&mut self, progress: &Progress) {
        let Progress { nodes, pn, dn, depth, table_fill, elapsed } = *progress;
        self.tell(|dict| {
            dict.set_item("nodes", nodes)?;
            dict.set_item("pn", pn)?;
            dict.set_item("dn", dn)?;
            dict.set_item("depth", depth)?;
            dict.set_item("table_fill", table_fill)?;
            dict.set_item("time_s", elapsed.as_secs_f64())
        });
    }

    fn distance(&mut self, distance: &Distance<'_>) {
        let Distance { at_least, at_most, pn, dn, nodes, table_fill, .. } = *distance;
        self.tell(|dict| {
            dict.set_item("nodes", nodes)?;
            dict.set_item("pn", pn)?;
            dict.set_item("dn", dn)?;
            dict.set_item("at_least", at_least)?;
            dict.set_item("at_most", at_most)?;
            dict.set_item("table_fill", table_fill)
        });
    }
}
