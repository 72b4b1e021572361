//! Conversion of errors to Python exceptions.

use plyground_catalog::{CatalogError, ErrorKind};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::{PyErr, PyResult, Python};

/// Converts an error of the catalog, with the message of the command line and arguments of Python in place of its options: bad
/// input is a `ValueError`, a failure a `RuntimeError`.
pub(crate) fn raised(error: &CatalogError) -> PyErr {
    let text = in_python(&match error.hint() {
        Some(hint) => format!("{error}\nhint: {hint}"),
        None => error.to_string(),
    });
    match error.kind() {
        ErrorKind::Input => PyValueError::new_err(text),
        ErrorKind::Failed => PyRuntimeError::new_err(text),
        ErrorKind::Stopped => PyKeyboardInterrupt::new_err(text),
    }
}

/// Returns a message with the arguments of Python: `--top-k 6` becomes `top_k=6`, and `--model network` `model='network'`.
fn in_python(text: &str) -> String {
    let argument = |part: &str| {
        let Some(option) = part.strip_prefix("--") else { return part.replace("ply games GAME", "game.agents") };
        match option.split_once(' ') {
            Some((name, value)) if value.parse::<f64>().is_ok() => format!("{}={value}", name.replace('-', "_")),
            Some((name, value)) => format!("{}='{value}'", name.replace('-', "_")),
            None => option.replace('-', "_"),
        }
    };
    text.split('`').map(argument).collect::<Vec<_>>().join("`")
}

/// Adds the place to a `ValueError`. Other exceptions are those of a class.
pub(crate) fn placed(place: &str, error: PyErr) -> PyErr {
    Python::attach(|py| match error.is_instance_of::<PyValueError>(py) {
        true => PyValueError::new_err(format!("{place}: {}", error.value(py))),
        false => error,
    })
}

/// Converts an error of the catalog to an exception.
pub(crate) trait Raise<T> {
    fn or_raise(self) -> PyResult<T>;
}

impl<T, E: Into<CatalogError>> Raise<T> for Result<T, E> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(|error| raised(&error.into()))
    }
}
