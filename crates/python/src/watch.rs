//! Long work without the interpreter's lock. The caller checks for Ctrl-C and the time limit in the meantime.

#![expect(clippy::disallowed_methods, reason = "a caller may limit the time of any long call")]

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRuntimeError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;

use crate::call::Call;

/// Interval between checks for signals.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// Checks between two interruptions of Python code that continues after the call was stopped.
const INTERRUPT_EVERY: u32 = 10;
/// Time after the stop of a call after which Python code that has not returned is left behind.
const LEAVE_AFTER: Duration = Duration::from_millis(500);

/// Reads the argument `time`, a limit in seconds.
pub(crate) fn time_limit(time: Option<f64>) -> PyResult<Option<Duration>> {
    let Some(seconds) = time else { return Ok(None) };
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(Some(time)),
        _ => Err(PyValueError::new_err(format!("time={seconds}: expected a number of seconds above 0"))),
    }
}

/// Runs the work of a call on a separate thread. `each` is called with the messages of the work. An exception of `each` or of
/// Python code of this call, Ctrl-C, and the end of the enclosing call stop the work and are raised.
pub(crate) fn watched<T: Send + 'static, M: Send + 'static>(
    py: Python<'_>,
    call: &Arc<Call>,
    each: impl FnMut(M) -> PyResult<()>,
    work: impl FnOnce(&Sender<M>) -> T + Send + 'static,
) -> PyResult<T> {
    watched_within(py, call, None, each, work).and_then(Watched::result)
}

/// The end of watched work.
pub(crate) struct Watched<T> {
    /// The result; `None` if the work was left behind in Python code that did not return.
    pub(crate) found: Option<T>,
    /// What stopped the work.
    pub(crate) trouble: Option<PyErr>,
}

impl<T> Watched<T> {
    /// Returns the result, or raises what stopped the work.
    pub(crate) fn result(self) -> PyResult<T> {
        let lost = || PyRuntimeError::new_err("the work was left behind");
        self.trouble.map_or_else(|| self.found.ok_or_else(lost), Err)
    }
}

/// Runs work with a time limit, whose end is a `TimeoutError`. What stopped the work is returned with its result.
///
/// Python code on the thread of the work can be interrupted between two steps of the interpreter only. If it blocks, as in
/// `time.sleep`, it is left behind, and the result of its thread is lost.
pub(crate) fn watched_within<T: Send + 'static, M: Send + 'static>(
    py: Python<'_>,
    call: &Arc<Call>,
    patience: Option<Duration>,
    mut each: impl FnMut(M) -> PyResult<()>,
    work: impl FnOnce(&Sender<M>) -> T + Send + 'static,
) -> PyResult<Watched<T>> {
    call.check()?;
    let begun = Instant::now();
    let check_time = || match patience {
        Some(time) if begun.elapsed() >= time => {
            let text = format!("no answer within time={} seconds", time.as_secs_f64());
            Err(PyTimeoutError::new_err(text))
        }
        _ => Ok(()),
    };
    let (sender, mut receiver) = mpsc::channel();
    let inner = Arc::clone(call);
    let worker = thread::Builder::new().spawn(move || inner.enter(|| work(&sender)));
    let worker = worker.map_err(|error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")))?;
    let (mut trouble, mut stopped) = (None, None::<Instant>);
    let mut looks = 0;
    loop {
        // The receiver belongs to one thread, and only a closure that owns all it uses may release the lock.
        let (message, back) = py.detach(move || (receiver.recv_timeout(LOOK_EVERY), receiver));
        receiver = back;
        let news = match message {
            Ok(message) if trouble.is_none() => call.python(py, || call.enter(|| each(message))),
            Err(RecvTimeoutError::Disconnected) => break,
            Ok(_) | Err(RecvTimeoutError::Timeout) => Ok(()),
        };
        let news = news.and_then(|()| call.check()).and_then(|()| py.check_signals());
        if let Err(error) = news.and_then(|()| call.check_outer()).and_then(|()| check_time()) {
            call.stop.stop();
            trouble.get_or_insert(error);
        }
        if trouble.is_some() {
            let stopped = stopped.get_or_insert_with(Instant::now);
            if call.is_in_python() && stopped.elapsed() >= LEAVE_AFTER {
                return Ok(Watched { found: None, trouble });
            }
            if looks % INTERRUPT_EVERY == 0 {
                call.interrupt(py);
            }
            looks += 1;
        }
    }
    let worked = py.detach(|| worker.join());
    let trouble = trouble.or(call.check().err());
    match worked {
        Ok(result) => Ok(Watched { found: Some(result), trouble }),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            let text = text.unwrap_or("no reason is known");
            Err(PyRuntimeError::new_err(format!("the work has panicked: {text}; please report this")))
        }
    }
}
