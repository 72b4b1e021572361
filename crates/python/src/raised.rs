//! What games and evaluations in Python raise where nobody can be told at once: in the middle of a search.
//!
//! The first exception is kept here, the work at hand is stopped before anything comes of it, and whoever asked for it raises it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use plyground_search::StopFlag;
use pyo3::{PyErr, PyResult, Python};

static IS_RAISED: AtomicBool = AtomicBool::new(false);
static RAISED: Mutex<Option<PyErr>> = Mutex::new(None);
/// The long work that goes on.
static WORKS: Mutex<Vec<Arc<Work>>> = Mutex::new(Vec::new());

struct Work {
    stop: StopFlag,
    raised: Mutex<Option<PyErr>>,
}

/// Long work, from its beginning to its end: what is raised meanwhile stops it.
pub(crate) struct Listener(Arc<Work>);

impl Listener {
    /// Work that this flag stops.
    pub(crate) fn new(stop: &StopFlag) -> Listener {
        let work = Arc::new(Work { stop: stop.clone(), raised: Mutex::new(None) });
        WORKS.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&work));
        Listener(work)
    }

    /// Raises what has been raised since it was looked for.
    pub(crate) fn check(&self) -> PyResult<()> {
        self.0.raised.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut works = WORKS.lock().unwrap_or_else(PoisonError::into_inner);
        works.retain(|work| !Arc::ptr_eq(work, &self.0));
    }
}

/// Keeps an exception, if it is the first. No work that goes on counts what comes of it: its flag is raised when this returns.
pub(crate) fn keep(error: PyErr) {
    // The list is not held while the interpreter's lock is waited for: whoever has that may want the list.
    let works = WORKS.lock().unwrap_or_else(PoisonError::into_inner).clone();
    for work in works {
        work.stop.stop();
        let error = Python::attach(|py| error.clone_ref(py));
        work.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }
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
