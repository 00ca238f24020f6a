//! The endgame database of checkers.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use serde_json::json;
use threefold::checkers::Checkers;
use threefold::checkers::egdb::{self, BuildOptions};
use threefold::game::{Game, Player};
use threefold::search::Interrupt;
use threefold::session::database::probe;

use crate::convert::to_python;
use crate::faults::{fault, unanswerable, unreadable};
use crate::waiting::waiting;

/// A database that is open.
#[pyclass(frozen, module = "threefold._threefold")]
pub struct Database {
    /// What is in it.
    pub tables: Arc<egdb::Database>,
}

#[pymethods]
impl Database {
    /// Opens all that is complete in a directory.
    #[staticmethod]
    fn open(py: Python<'_>, directory: PathBuf) -> PyResult<Self> {
        match egdb::Database::open(&directory, None) {
            Ok(tables) => Ok(Database { tables: Arc::new(tables) }),
            Err(error) => {
                let hint = "threefold.Database.build(pieces, directory) makes one";
                Err(fault(py, "DatabaseError", error.to_string(), Some(hint)))
            }
        }
    }

    /// Builds one, in a directory or in memory.
    #[staticmethod]
    #[pyo3(signature = (pieces, directory=None, threads=0))]
    fn build(
        py: Python<'_>,
        pieces: u8,
        directory: Option<PathBuf>,
        threads: usize,
    ) -> PyResult<Self> {
        let most = if directory.is_some() { 8 } else { 5 };
        if !(2..=most).contains(&pieces) {
            let message = format!("{pieces} pieces: expected 2 to {most}");
            let hint = Some("more than 5 need a directory");
            return Err(fault(py, "DatabaseError", message, hint));
        }
        // It is not interrupted: what is complete in the directory is used the next time.
        let tables = waiting(py, &Interrupt::default(), false, move || match directory {
            None => Ok(egdb::Database::in_memory(pieces)),
            Some(directory) => {
                std::fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
                let options = BuildOptions { pieces, depths: pieces, threads };
                egdb::Database::build(&directory, &options, &()).map_err(|error| error.to_string())
            }
        })?;
        let tables = tables.map_err(|error| fault(py, "DatabaseError", error, None))?;
        Ok(Database { tables: Arc::new(tables) })
    }

    /// How many pieces it covers.
    #[getter]
    fn pieces(&self) -> u8 {
        self.tables.pieces()
    }

    /// What it says of a position: `None` if that is not in it.
    fn probe<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let probed = probe(&self.tables, text).map_err(|error| match error.damage() {
            Some(_) => unanswerable(py, &error),
            None => unreadable(py, text, &error),
        })?;
        let Some(found) = probed.found else { return Ok(None) };
        let name = |player: Player| Checkers::new().player_name(player).to_owned();
        let found = json!({
            "root": Checkers::new().position_text(&probed.position),
            "value": found.value.name(),
            "winner": found.winner.map(name),
            "plies": found.plies,
            "line": found.line,
        });
        to_python(py, &found).map(Some)
    }
}
