//! What stands behind the Python package `threefold`: the requests and answers of the session, as
//! Python objects.
//!
//! | module | |
//! |---|---|
//! | `waiting` | work goes on in a thread of its own, Python's signals are heard |
//! | `faults` | what is wrong, as exceptions |
//! | `positions` | texts, files and boards become positions |
//! | `asking` | one question about a position; `mates`: how far is the win |
//! | `go` | values of boards, problems |
//! | `certificates` | reading, writing, checking, playing against |
//! | `jobs` | a question divided into jobs; `worker`: what does them |
//! | `databases` | the endgame database of checkers |
//! | `games` | games whose rules are in Python |
//!
//! Everything that people use is in Python, in `threefold/`: classes, defaults, documentation. What
//! is here turns arguments into requests and answers into dictionaries.

mod asking;
mod certificates;
mod convert;
mod databases;
mod effort;
mod faults;
mod games;
mod go;
mod jobs;
mod mates;
mod positions;
mod waiting;
mod watching;
mod worker;

use pyo3::prelude::*;

/// The module `threefold._threefold`. Nothing in it is for users.
#[pymodule]
mod _threefold {
    #[pymodule_export]
    use crate::asking::solve;
    #[pymodule_export]
    use crate::certificates::{Certificate, explore, page, read_certificate};
    #[pymodule_export]
    use crate::databases::Database;
    #[pymodule_export]
    use crate::effort::Effort;
    #[pymodule_export]
    use crate::games::{Mirror, mate_game, solve_game};
    #[pymodule_export]
    use crate::go::{board_value, read_problems, solve_problem};
    #[pymodule_export]
    use crate::jobs::{Leader, whole_job};
    #[pymodule_export]
    use crate::mates::mate;
    #[pymodule_export]
    use crate::positions::{Position, read_positions};
    #[pymodule_export]
    use crate::waiting::Interrupt;
    #[pymodule_export]
    use crate::worker::{Worker, do_job};

    use pyo3::prelude::*;
    use threefold::search::MOST_THREADS;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let names: Vec<&str> =
            threefold::session::registry::GameName::ALL.iter().map(|game| game.name()).collect();
        module.add("GAMES", names)?;
        module.add("MOST_THREADS", MOST_THREADS)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
