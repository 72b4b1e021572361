//! What games and evaluations in Python raise where nobody can be told at once: in the middle of a search.
//!
//! The first exception is kept here, the search is stopped, and whoever asked for it raises it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use pyo3::{PyErr, PyResult};

static IS_RAISED: AtomicBool = AtomicBool::new(false);
static RAISED: Mutex<Option<PyErr>> = Mutex::new(None);

/// Keeps an exception, if it is the first.
pub(crate) fn keep(error: PyErr) {
    RAISED.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    IS_RAISED.store(true, Ordering::Release);
}

/// Raises what has been kept.
pub(crate) fn check() -> PyResult<()> {
    if !IS_RAISED.load(Ordering::Acquire) {
        return Ok(());
    }
    let mut raised = RAISED.lock().unwrap_or_else(PoisonError::into_inner);
    IS_RAISED.store(false, Ordering::Release);
    raised.take().map_or(Ok(()), Err)
}
