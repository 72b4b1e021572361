//! Conversion of errors to Python exceptions.

use plyground_catalog::{CatalogError, ErrorKind};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::{PyErr, PyResult};

/// Converts an error of the catalog, with the message of the command line: bad input is a `ValueError`, a failure a
/// `RuntimeError`.
pub(crate) fn raised(error: &CatalogError) -> PyErr {
    let text = match error.hint() {
        Some(hint) => format!("{error}\nhint: {hint}"),
        None => error.to_string(),
    };
    match error.kind() {
        ErrorKind::Input => PyValueError::new_err(text),
        ErrorKind::Failed => PyRuntimeError::new_err(text),
        ErrorKind::Stopped => PyKeyboardInterrupt::new_err(text),
    }
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
