//! What a request may spend.

use std::time::Duration;

use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use threefold::search::{Options, Policy};
use threefold::session;

use crate::waiting::Interrupt;

/// Nodes that take some hundredths of a second, with the certificate.
const BRIEF: u64 = 10_000;

/// Limits and options of one request; what is left out is as the program has it.
#[pyclass(frozen, module = "threefold._threefold")]
pub struct Effort {
    nodes: Option<u64>,
    time: Option<Duration>,
    memory: Option<usize>,
    check: bool,
    ignore: bool,
    threads: usize,
    fifty_moves: bool,
}

#[pymethods]
impl Effort {
    #[new]
    #[pyo3(signature = (
        nodes=None, time_s=None, memory=None, check=true, ignore=false, threads=1, fifty_moves=false
    ))]
    fn new(
        nodes: Option<u64>,
        time_s: Option<f64>,
        memory: Option<usize>,
        check: bool,
        ignore: bool,
        threads: usize,
        fifty_moves: bool,
    ) -> PyResult<Self> {
        let time = time_s.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|error| PyValueError::new_err(format!("time: {error}")))?;
        Ok(Effort { nodes, time, memory, check, ignore, threads, fifty_moves })
    }
}

impl Effort {
    /// Whether it is over before anybody notices.
    pub fn is_brief(&self) -> bool {
        self.nodes.is_some_and(|nodes| nodes <= BRIEF)
    }

    /// What the session is to spend, where it would spend `usual`. The certificate is made whether
    /// it is checked or not.
    ///
    /// # Errors
    /// There is not enough memory for the table.
    pub fn of(&self, usual: session::Effort, interrupt: &Interrupt) -> PyResult<session::Effort> {
        let table_bytes = self.memory.unwrap_or(usual.options.table_bytes);
        let usual = usual.with_table(table_bytes);
        let usual = usual.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        let policy = if self.ignore { Policy::Ignore } else { usual.options.policy };
        let mut limits = usual.limits;
        limits.nodes = self.nodes.unwrap_or(limits.nodes);
        limits.time = self.time.or(limits.time);
        Ok(session::Effort {
            options: Options { policy, threads: self.threads, ..usual.options },
            limits,
            interrupt: interrupt.flag.clone(),
            check: self.check,
            keep: self.check,
            fifty_moves: self.fifty_moves,
        })
    }
}
