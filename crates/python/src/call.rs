//! Calls from Python: exceptions of their callbacks, and their interruption.
//!
//! Games, evaluations and players in Python run within a search or a match, where no exception can propagate. The first exception
//! is stored in the call that runs the code, the call is stopped, and it raises the exception when it returns. A thread finds its
//! call by its [context](plyground_game::thread_context), which the threads of searches and matches inherit. An exception
//! therefore reaches the call that caused it, on any thread.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::written::Written;
use plyground_game::thread_context::{current, within};
use plyground_search::StopFlag;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// A call from Python into this package.
pub(crate) struct Call {
    /// Stops the work of the call.
    pub(crate) stop: StopFlag,
    /// Stops the work of the enclosing call: a player of a match may itself start a search.
    outer: Option<StopFlag>,
    /// Whether the call has its own threads, which `stop` ends.
    is_long: bool,
    /// Class of the game, if the game is written in Python.
    own: Option<Arc<Written>>,
    error: Mutex<Option<PyErr>>,
    is_failed: AtomicBool,
    is_cut: AtomicBool,
    /// Python's numbers of the threads of the call that run Python code.
    threads: Mutex<Vec<u64>>,
}

impl Call {
    fn new(own: Option<&Arc<Written>>, is_long: bool) -> Arc<Call> {
        let outer =
            Call::current().and_then(|call| if call.is_long { Some(call.stop.clone()) } else { call.outer.clone() });
        let stop = match &outer {
            Some(outer) if is_long => outer.child(),
            _ => StopFlag::default(),
        };
        Arc::new(Call {
            stop,
            outer,
            is_long,
            own: own.cloned(),
            error: Mutex::default(),
            is_failed: AtomicBool::new(false),
            is_cut: AtomicBool::new(false),
            threads: Mutex::default(),
        })
    }

    /// Begins a call that works on its own threads. `own` is the class of a game in Python.
    pub(crate) fn long(own: Option<&Arc<Written>>) -> Arc<Call> {
        Call::new(own, true)
    }

    /// Runs a call that works on the caller's thread, and raises the exceptions of the class.
    pub(crate) fn quick<T>(own: &Arc<Written>, work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
        let call = Call::new(Some(own), false);
        let result = call.enter(work);
        call.check().and(result)
    }

    /// Runs work for this call.
    pub(crate) fn enter<T>(self: &Arc<Call>, work: impl FnOnce() -> T) -> T {
        let context: Arc<Call> = Arc::clone(self);
        within(Some(context), work)
    }

    /// Returns the call for which this thread works.
    pub(crate) fn current() -> Option<Arc<Call>> {
        current()?.downcast::<Call>().ok()
    }

    /// Returns the class of the call's game.
    pub(crate) fn own(&self) -> Option<&Arc<Written>> {
        self.own.as_ref()
    }

    /// Stores an exception, if it is the first, and stops the call.
    pub(crate) fn fail(&self, error: PyErr) {
        self.is_failed.store(true, Ordering::Release);
        self.stop.stop();
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// Raises the stored exception.
    pub(crate) fn check(&self) -> PyResult<()> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }

    /// Raises `KeyboardInterrupt` if the enclosing call was stopped.
    pub(crate) fn check_outer(&self) -> PyResult<()> {
        match &self.outer {
            Some(outer) if outer.is_stopped() => {
                Err(PyKeyboardInterrupt::new_err("the call around this one was stopped"))
            }
            _ => Ok(()),
        }
    }

    /// Returns whether no more Python code runs: the call failed or was stopped, and waits for its threads.
    fn is_over(&self) -> bool {
        self.is_failed.load(Ordering::Acquire) || (self.is_long && self.stop.is_stopped())
    }

    /// Returns whether Python code raised an exception or was skipped, so results since then are invalid.
    pub(crate) fn is_spoilt(&self) -> bool {
        self.is_failed.load(Ordering::Acquire) || self.is_cut.load(Ordering::Acquire)
    }

    /// Raises `KeyboardInterrupt` in the threads of the call that run Python code.
    pub(crate) fn interrupt(&self, py: Python<'_>) {
        let threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for thread in threads {
            // An interpreter without `ctypes` waits for its threads instead.
            let _ = raise_in(py, thread);
        }
    }
}

/// Raises `KeyboardInterrupt` in a thread when it next runs Python code.
fn raise_in(py: Python<'_>, thread: u64) -> PyResult<()> {
    let ctypes = py.import("ctypes")?;
    let number = ctypes.getattr("c_ulong")?.call1((thread,))?;
    let kind = ctypes.getattr("py_object")?.call1((py.get_type::<PyKeyboardInterrupt>(),))?;
    ctypes.getattr("pythonapi")?.call_method1("PyThreadState_SetAsyncExc", (number, kind))?;
    Ok(())
}

/// Stores an exception in the call of this thread.
pub(crate) fn fail(error: PyErr) {
    match Call::current() {
        Some(call) => call.fail(error),
        None => Python::attach(|py| error.write_unraisable(py, None)),
    }
}

/// Runs Python code for the call of this thread. Returns `None` without running it if the call is over. An exception is stored in
/// the call, and `None` is returned.
pub(crate) fn run<T>(code: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
    let Some(call) = Call::current() else {
        return Python::attach(code).map_err(fail).ok();
    };
    if call.is_over() {
        call.is_cut.store(true, Ordering::Release);
        return None;
    }
    let result = Python::attach(|py| {
        if !call.is_long {
            return code(py);
        }
        let thread = ident(py)?;
        call.threads.lock().unwrap_or_else(PoisonError::into_inner).push(thread);
        let result = code(py);
        let mut threads = call.threads.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = threads.iter().rposition(|&other| other == thread) {
            threads.swap_remove(place);
        }
        result
    });
    result.map_err(|error| call.fail(error)).ok()
}

/// Returns Python's number of this thread.
fn ident(py: Python<'_>) -> PyResult<u64> {
    thread_local! {
        static IDENT: Cell<Option<(u32, u64)>> = const { Cell::new(None) };
    }
    // A forked child has another process number, and may have another thread number.
    let process = std::process::id();
    if let Some((_, ident)) = IDENT.get().filter(|&(of, _)| of == process) {
        return Ok(ident);
    }
    let ident: u64 = py.import("threading")?.call_method0("get_ident")?.extract()?;
    IDENT.set(Some((process, ident)));
    Ok(ident)
}
