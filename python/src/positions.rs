//! Texts and files become positions.

use std::sync::Arc;

use pyo3::prelude::*;
use threefold::session::convention::Drawing;
use threefold::session::problem::question::ProblemQuestion;
use threefold::session::registry::{self, GameName, Task, Tasks};
use threefold::session::task::Document;

use crate::faults::{fault, unanswerable, unreadable};

/// A position that was read, with the question that its source asks.
#[pyclass(frozen, module = "threefold._threefold")]
#[derive(Clone)]
pub struct Position {
    /// What the session makes of it.
    pub task: Arc<Task>,
}

#[pymethods]
impl Position {
    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.task.subject.game().name()
    }

    /// Where it comes from: the text, or `FILE:LINE`.
    #[getter]
    fn input(&self) -> &str {
        &self.task.input
    }

    /// The name that the source gives it.
    #[getter]
    fn id(&self) -> Option<&str> {
        self.task.id.as_deref()
    }

    /// The position in the game's notation.
    #[getter]
    fn root(&self, py: Python<'_>) -> PyResult<String> {
        let headers = self.task.subject.headers(None, false);
        let headers = headers.map_err(|error| unanswerable(py, &error))?;
        Ok(headers.into_iter().next().map(|(header, _)| header.root).unwrap_or_default())
    }

    /// What it looks like, as text; `None` if the game has no picture.
    fn diagram(&self) -> Option<String> {
        self.task.subject.diagram(Drawing { figurines: true, colours: false })
    }

    fn __repr__(&self) -> String {
        format!("<threefold.Position {}: {}>", self.game(), self.task.input)
    }
}

/// The game of that name.
///
/// # Errors
/// There is none.
pub fn game_named(py: Python<'_>, name: Option<&str>) -> PyResult<Option<GameName>> {
    let Some(name) = name else { return Ok(None) };
    match GameName::of(name) {
        Some(game) => Ok(Some(game)),
        None => {
            let names: Vec<_> = GameName::ALL.iter().map(|game| game.name()).collect();
            let names = names.join(", ");
            let message = format!("there is no game '{name}', expected one of {names}");
            Err(fault(py, "QuestionError", message, None))
        }
    }
}

/// The positions in a text or in a file called `name`, whose game may be said. What cannot be read
/// of a file is in the second list, as exceptions.
///
/// # Errors
/// A text cannot be read.
#[pyfunction]
#[pyo3(signature = (data, name=None, game=None))]
pub fn read_positions(
    py: Python<'_>,
    data: &[u8],
    name: Option<&str>,
    game: Option<&str>,
) -> PyResult<(Vec<Position>, Vec<Py<PyAny>>)> {
    let game = game_named(py, game)?;
    let read = match name {
        Some(name) => file(name, data, game),
        None => text(py, &String::from_utf8_lossy(data), game)?,
    };
    let Tasks { tasks, errors } = read;
    let shown = name.unwrap_or_default();
    let errors: Vec<_> = errors
        .iter()
        .map(|error| match name {
            None => unreadable(py, &String::from_utf8_lossy(data), error),
            Some(_) => unreadable(py, shown, error),
        })
        .collect();
    if name.is_none() {
        if let Some(error) = errors.into_iter().next() {
            return Err(error);
        }
        let positions = tasks.into_iter().map(|task| Position { task: Arc::new(task) });
        return Ok((positions.collect(), Vec::new()));
    }
    let positions = tasks.into_iter().map(|task| Position { task: Arc::new(task) });
    let errors = errors.into_iter().map(|error| error.into_value(py).into_any());
    Ok((positions.collect(), errors.collect()))
}

fn file(name: &str, data: &[u8], game: Option<GameName>) -> Tasks {
    let document = Document::new(name, data);
    registry::read_file(&document, game, &ProblemQuestion::default())
}

/// A position in one line, or the contents of a file, which have more lines or say what they are.
fn text(py: Python<'_>, text: &str, game: Option<GameName>) -> PyResult<Tasks> {
    if game.is_some() || registry::is_file(text, game) || registry::is_position(text, None) {
        return Ok(registry::read_text(text, None, game, &ProblemQuestion::default()));
    }
    let message = "not a position of a game that is known here".to_owned();
    let hint = "to read a file pass a pathlib.Path, or threefold.read(path)";
    let make = || {
        let class = py.import("threefold._errors")?.getattr("PositionError")?;
        class.call1((message, Some(hint), text))
    };
    Err(make().map_or_else(|error| error, PyErr::from_value))
}
