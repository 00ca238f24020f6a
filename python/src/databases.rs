//! Endgame databases of checkers and chess.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use serde_json::json;
use threefold::checkers::Checkers;
use threefold::checkers::egdb::{self, BuildOptions};
use threefold::chess::Chess;
use threefold::chess::tables::{Material, Tables};
use threefold::game::{Game, Player};
use threefold::search::Interrupt;
use threefold::session::database::probe;
use threefold::session::error::Error;
use threefold::session::games::chess::probe::probe as probe_chess;
use threefold::session::games::row::AnyDatabase;

use crate::convert::to_python;
use crate::faults::{fault, unanswerable, unreadable};
use crate::waiting::waiting;

/// A database that is open.
#[pyclass(frozen, module = "threefold._threefold")]
pub struct Database {
    /// What is in it.
    pub tables: AnyDatabase,
}

#[pymethods]
impl Database {
    /// Opens all that is complete in a directory.
    #[staticmethod]
    #[pyo3(signature = (directory, game="checkers"))]
    fn open(py: Python<'_>, directory: PathBuf, game: &str) -> PyResult<Self> {
        let tables = match is_chess(py, game)? {
            true => Tables::open(&directory, None)
                .map(|tables| AnyDatabase::Chess(Arc::new(tables)))
                .map_err(|error| error.to_string()),
            false => egdb::Database::open(&directory, None)
                .map(|tables| AnyDatabase::Checkers(Arc::new(tables)))
                .map_err(|error| error.to_string()),
        };
        let hint = "threefold.Database.build(pieces, directory) makes one";
        let tables = tables.map_err(|error| fault(py, "DatabaseError", error, Some(hint)))?;
        Ok(Database { tables })
    }

    /// Builds one, in a directory or in memory.
    #[staticmethod]
    #[pyo3(signature = (pieces, directory=None, threads=0, game="checkers"))]
    fn build(
        py: Python<'_>,
        pieces: u8,
        directory: Option<PathBuf>,
        threads: usize,
        game: &str,
    ) -> PyResult<Self> {
        let is_chess = is_chess(py, game)?;
        let (least, most) = match (is_chess, &directory) {
            (true, Some(_)) => (3, Tables::MOST),
            (true, None) => (3, Tables::WHOLE),
            (false, Some(_)) => (2, 8),
            (false, None) => (2, 5),
        };
        if !(least..=most).contains(&pieces) {
            let message = format!("{pieces} pieces: expected {least} to {most}");
            let hint = (!is_chess).then_some("more than 5 need a directory");
            return Err(fault(py, "DatabaseError", message, hint));
        }
        // It is not interrupted: what is complete in the directory is used the next time.
        let tables =
            waiting(py, &Interrupt::default(), false, move || match (directory, is_chess) {
                (None, true) => Ok(AnyDatabase::Chess(Arc::new(Tables::in_memory(pieces)))),
                (None, false) => {
                    Ok(AnyDatabase::Checkers(Arc::new(egdb::Database::in_memory(pieces))))
                }
                (Some(directory), true) => {
                    Tables::build(&directory, &Material::up_to(pieces), threads, &mut |_, _| true)
                        .map(|tables| AnyDatabase::Chess(Arc::new(tables)))
                        .map_err(|error| error.to_string())
                }
                (Some(directory), false) => {
                    std::fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
                    let options = BuildOptions { pieces, depths: pieces, threads };
                    egdb::Database::build(&directory, &options, &())
                        .map(|tables| AnyDatabase::Checkers(Arc::new(tables)))
                        .map_err(|error| error.to_string())
                }
            })?;
        let tables = tables.map_err(|error| fault(py, "DatabaseError", error, None))?;
        Ok(Database { tables })
    }

    /// How many pieces it covers.
    #[getter]
    fn pieces(&self) -> u8 {
        match &self.tables {
            AnyDatabase::Checkers(database) => database.pieces(),
            AnyDatabase::Chess(tables) => tables.men(),
        }
    }

    /// What it says of a position: `None` if that is not in it.
    fn probe<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let wrong = |error: Error| match error.damage() {
            Some(_) => unanswerable(py, &error),
            None => unreadable(py, text, &error),
        };
        let found = match &self.tables {
            AnyDatabase::Checkers(database) => {
                let probed = probe(database, text).map_err(wrong)?;
                let Some(found) = probed.found else { return Ok(None) };
                let name = |player: Player| Checkers::new().player_name(player).to_owned();
                json!({
                    "root": Checkers::new().position_text(&probed.position),
                    "value": found.value.name(),
                    "winner": found.winner.map(name),
                    "plies": found.plies,
                    "line": found.line,
                })
            }
            AnyDatabase::Chess(tables) => {
                let probed = probe_chess(tables, text).map_err(wrong)?;
                let value = probed.value();
                let Some(found) = probed.found else { return Ok(None) };
                json!({
                    "root": Chess.position_text(&probed.position),
                    "value": value,
                    "winner": found.winner.map(|player| Chess.player_name(player).to_owned()),
                    "plies": found.plies,
                    "line": found.line,
                })
            }
        };
        to_python(py, &found).map(Some)
    }
}

fn is_chess(py: Python<'_>, game: &str) -> PyResult<bool> {
    match game {
        "checkers" => Ok(false),
        "chess" => Ok(true),
        _ => {
            let message = format!("{game}: expected checkers or chess");
            Err(fault(py, "DatabaseError", message, None))
        }
    }
}
