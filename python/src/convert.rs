//! Values for Python, and from it.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;
use threefold::session::Attacker;
use threefold_report::{Keys, Object};

use crate::faults::fault;

/// What is reported, as a dictionary.
///
/// # Errors
/// Python has no memory left.
pub fn of_keys<'py>(py: Python<'py>, report: &impl Keys) -> PyResult<Bound<'py, PyAny>> {
    to_python(py, &serde_json::to_value(Object(report)).unwrap_or_default())
}

/// A value of JSON as Python's `json` would read it.
///
/// # Errors
/// Python has no memory left.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(value) => value.into_bound_py_any(py),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(number), ..) => number.into_bound_py_any(py),
            (_, Some(number), _) => number.into_bound_py_any(py),
            (.., number) => number.into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(values) => {
            let list = PyList::empty(py);
            for value in values {
                list.append(to_python(py, value)?)?;
            }
            Ok(list.into_any())
        }
        Value::Object(entries) => {
            let dict = PyDict::new(py);
            for (key, value) in entries {
                dict.set_item(key, to_python(py, value)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

/// The player of that name.
///
/// # Errors
/// No game has one.
pub fn attacker_named(py: Python<'_>, name: Option<&str>) -> PyResult<Option<Attacker>> {
    let Some(name) = name else { return Ok(None) };
    match Attacker::named(name) {
        Some(attacker) => Ok(Some(attacker)),
        None => {
            let names = Attacker::ALL.map(Attacker::name).join(", ");
            let message = format!("there is no player '{name}', expected one of {names}");
            Err(fault(py, "QuestionError", message, None))
        }
    }
}
