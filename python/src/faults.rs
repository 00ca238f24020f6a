//! What is wrong, as the exceptions of `threefold._errors`.

use pyo3::prelude::*;
use threefold::session::Error;

/// An exception of the package, with a hint what to do about it.
pub fn fault(py: Python<'_>, class: &str, message: String, hint: Option<&str>) -> PyErr {
    let make = || py.import("threefold._errors")?.getattr(class)?.call1((message, hint));
    match make() {
        Ok(value) => PyErr::from_value(value),
        Err(error) => error,
    }
}

/// A position that cannot be read, with the place in its text: line and column count from 1.
pub fn unreadable(py: Python<'_>, text: &str, error: &Error) -> PyErr {
    let (mut line, mut column, mut message) = (None, None, error.to_string());
    if let Error::At { place, error } = error {
        // A text has no name to speak of: `position 1:LINE:COLUMN`, `-.game:LINE:COLUMN`.
        let name = TEXTS.iter().find(|&&name| place.starts_with(name));
        let numbers = name.map_or(place.as_str(), |name| &place[name.len()..]);
        let numbers: Vec<Option<usize>> =
            numbers.rsplit(':').take(2).map(|one| one.parse().ok()).collect();
        (line, column) = match (name, numbers.as_slice()) {
            (_, &[Some(column), Some(line)]) => (Some(line), Some(column)),
            (Some(_), &[Some(column), ..]) => (Some(1), Some(column)),
            (None, &[Some(line), ..]) => (Some(line), None),
            _ => (None, None),
        };
        if name.is_some() || place == text {
            message = error.to_string();
        }
    }
    let make = || {
        py.import("threefold._errors")?.getattr("PositionError")?.call1((
            message,
            None::<&str>,
            text,
            line,
            column,
        ))
    };
    match make() {
        Ok(value) => PyErr::from_value(value),
        Err(error) => error,
    }
}

/// What is called so in messages has no name.
const TEXTS: [&str; 5] = ["position 1:", "-.game:", "-.sgf:", "-:", "-#1"];

/// Why a question has no answer.
pub fn unanswerable(py: Python<'_>, error: &Error) -> PyErr {
    let (class, hint) = match error {
        Error::At { error, .. } => return unanswerable(py, error),
        Error::Damage(_) => ("DatabaseError", None),
        Error::NoGraph => ("CertificateError", Some("pass the text of the .game file as game=")),
        Error::UnknownGame(_) | Error::NoDatabase(_) | Error::Limit(_) | Error::Unusable(_) => {
            ("CertificateError", None)
        }
        Error::NoValue(_) => ("QuestionError", Some("ask with attacker= instead of value=True")),
        Error::NoPlayer { .. } => {
            ("QuestionError", Some("'first', 'second' and 'mover' are players of every game"))
        }
        _ => ("QuestionError", None),
    };
    fault(py, class, error.to_string(), hint)
}
