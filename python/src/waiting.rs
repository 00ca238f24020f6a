//! Work that Python waits for: without its lock, and listening to its signals.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use threefold::search;

/// Between two looks at Python's signals.
const LOOK: Duration = Duration::from_millis(20);
/// How long is waited for work that was interrupted. A check does not stop where a search does: it
/// is left to end by itself then.
const PATIENCE: Duration = Duration::from_millis(50);
/// As much as the first thread of a program usually has.
const STACK: usize = 8 << 20;

/// Ends work from another thread.
#[pyclass(frozen, module = "threefold._threefold")]
#[derive(Default)]
pub struct Interrupt {
    /// The flag that the work looks at.
    pub flag: search::Interrupt,
}

#[pymethods]
impl Interrupt {
    #[new]
    fn new() -> Self {
        Interrupt::default()
    }

    /// Ends it soon.
    fn end(&self) {
        self.flag.raise();
    }
}

/// Does the work while Python's lock is open. In the main thread Ctrl-C raises the interrupt and
/// becomes `KeyboardInterrupt`, at once. Work that is brief has no thread of its own, which would
/// cost more than the work: signals are heard when it is done.
///
/// # Errors
/// What a signal handler raises.
///
/// # Panics
/// Where the work does; PyO3 makes an exception of it.
pub fn waiting<T: Send + 'static>(
    py: Python<'_>,
    interrupt: &search::Interrupt,
    is_brief: bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    // Python gives signals to its main thread alone.
    if is_brief || !is_main_thread(py)? {
        return Ok(py.detach(work));
    }
    py.detach(|| {
        let (sender, receiver) = sync_channel(1);
        let body = move || {
            // Rules that are in Python come back to it at every position. Without a place of its
            // own there the thread would be given one each time, which costs more than the rules.
            let result = Python::attach(|py| py.detach(work));
            // Nobody may be waiting any more.
            let _ = sender.send(());
            result
        };
        let builder = thread::Builder::new().name("threefold".to_owned()).stack_size(STACK);
        let worker = builder.spawn(body);
        let worker = worker.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        while let Err(RecvTimeoutError::Timeout) = receiver.recv_timeout(LOOK) {
            if let Err(signal) = Python::attach(|py| py.check_signals()) {
                interrupt.raise();
                let _ = receiver.recv_timeout(PATIENCE);
                return Err(signal);
            }
        }
        worker.join().map_err(|panic| resume_unwind(panic))
    })
}

fn is_main_thread(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import(pyo3::intern!(py, "threading"))?;
    let main = threading.call_method0(pyo3::intern!(py, "main_thread"))?;
    Ok(threading.call_method0(pyo3::intern!(py, "current_thread"))?.is(&main))
}
