//! Calls from Python: exceptions of their callbacks, and their interruption.
//!
//! Games, evaluations and players in Python run within a search or a match, where no exception can propagate. The first exception
//! is stored in the call that runs the code, the call is stopped, and it raises the exception when it returns. A thread finds its
//! call by its [context](plyground_game::thread_context), which the threads of searches and matches inherit. An exception
//! therefore reaches the call that caused it, on any thread.
//!
//! At the end of the interpreter, calls of daemon threads are stopped, because Python ends each thread that then runs Python code,
//! in the middle of that code.

#![expect(clippy::disallowed_methods, reason = "the end of the interpreter waits for calls for a limited time")]

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use crate::written::Written;
use plyground_game::thread_context::{current, within};
use plyground_search::StopFlag;
use pyo3::exceptions::{PyKeyboardInterrupt, PySystemExit};
use pyo3::prelude::*;

/// Maximum time that the end of the interpreter waits for calls.
const END_WITHIN: Duration = Duration::from_secs(2);
/// Interval between checks of these calls.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Calls that may be running. The lock is only held together with the interpreter's lock, so a fork never copies it locked.
static CALLS: Mutex<Vec<Weak<Call>>> = Mutex::new(Vec::new());
/// The thread that ends the interpreter. Other threads begin no call any more.
static ENDING: OnceLock<ThreadId> = OnceLock::new();

/// A call from Python into this package.
pub(crate) struct Call {
    /// Number of the call, above 0.
    pub(crate) number: u64,
    process: u32,
    /// Stops the work of the call.
    pub(crate) stop: StopFlag,
    /// The enclosing call: a player of a match may itself start a search.
    outer: Option<Arc<Call>>,
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
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        let outer = Call::current();
        let stop = match outer.as_deref().and_then(Call::long_stop) {
            Some(outer) if is_long => outer.child(),
            _ => StopFlag::default(),
        };
        let call = Arc::new(Call {
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            process: std::process::id(),
            stop,
            outer,
            is_long,
            own: own.cloned(),
            error: Mutex::default(),
            is_failed: AtomicBool::new(false),
            is_cut: AtomicBool::new(false),
            threads: Mutex::default(),
        });
        let mut calls = CALLS.lock().unwrap_or_else(PoisonError::into_inner);
        if calls.len() == calls.capacity() {
            calls.retain(|call| call.strong_count() > 0);
        }
        calls.push(Arc::downgrade(&call));
        if call.outer.is_none() && ENDING.get().is_some_and(|&ending| ending != thread::current().id()) {
            call.end();
        }
        call
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

    /// Returns the flag of this call, or of the nearest enclosing one, that has its own threads.
    fn long_stop(&self) -> Option<&StopFlag> {
        if self.is_long { Some(&self.stop) } else { self.outer.as_deref()?.long_stop() }
    }

    /// Returns whether a call of this number encloses this one.
    pub(crate) fn is_within(&self, number: u64) -> bool {
        self.outer.as_deref().is_some_and(|outer| outer.number == number || outer.is_within(number))
    }

    /// Stores an exception, if it is the first, and stops the call.
    pub(crate) fn fail(&self, error: PyErr) {
        self.is_failed.store(true, Ordering::Release);
        self.stop.stop();
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// Stops the call at the end of the interpreter.
    fn end(&self) {
        self.fail(PySystemExit::new_err("the interpreter ends"));
    }

    /// Raises the stored exception.
    pub(crate) fn check(&self) -> PyResult<()> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }

    /// Raises `KeyboardInterrupt` if the enclosing call was stopped.
    pub(crate) fn check_outer(&self) -> PyResult<()> {
        match self.outer.as_deref().and_then(Call::long_stop) {
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

    /// Returns whether a thread of the call runs Python code.
    pub(crate) fn is_in_python(&self) -> bool {
        !self.threads.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Runs Python code for this call, which [`Call::interrupt`] ends.
    pub(crate) fn python<T>(&self, py: Python<'_>, code: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
        /// Stops a thread for ever that Python ends in the middle of the code. Unwinding would use Python without its lock.
        struct Hang;

        impl Drop for Hang {
            fn drop(&mut self) {
                while !thread::panicking() {
                    thread::park();
                }
            }
        }

        let thread = ident(py)?;
        self.threads.lock().unwrap_or_else(PoisonError::into_inner).push(thread);
        let hang = Hang;
        let result = code();
        std::mem::forget(hang);
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = threads.iter().rposition(|&other| other == thread) {
            threads.swap_remove(place);
        }
        result
    }

    /// Raises `KeyboardInterrupt`, or `SystemExit` at the end of the interpreter, in the threads of the call that run Python code.
    pub(crate) fn interrupt(&self, py: Python<'_>) {
        let threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for thread in threads {
            // An interpreter without `ctypes` waits for its threads instead.
            let _ = raise_in(py, thread);
        }
    }
}

/// Stops the calls of other threads at the end of the interpreter, and waits for their Python code.
#[pyfunction]
pub(crate) fn end_calls(py: Python<'_>) {
    ENDING.get_or_init(|| thread::current().id());
    let begun = Instant::now();
    for look in 0.. {
        let calls: Vec<Arc<Call>> =
            CALLS.lock().unwrap_or_else(PoisonError::into_inner).iter().filter_map(Weak::upgrade).collect();
        let mut is_done = true;
        // A forked child has no threads of its parent.
        for call in calls.into_iter().filter(|call| call.process == std::process::id()) {
            is_done = false;
            if look == 0 {
                call.end();
            }
            if look % 20 == 0 {
                call.interrupt(py);
            }
        }
        if is_done || begun.elapsed() >= END_WITHIN {
            return;
        }
        py.detach(|| thread::sleep(LOOK_EVERY));
    }
}

/// Raises an exception in a thread when it next runs Python code.
fn raise_in(py: Python<'_>, thread: u64) -> PyResult<()> {
    let ctypes = py.import("ctypes")?;
    let number = ctypes.getattr("c_ulong")?.call1((thread,))?;
    let kind =
        if ENDING.get().is_some() { py.get_type::<PySystemExit>() } else { py.get_type::<PyKeyboardInterrupt>() };
    let kind = ctypes.getattr("py_object")?.call1((kind,))?;
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
    // After the end of the interpreter no thread can be attached, and no call waits for the result.
    let result = Python::try_attach(|py| call.python(py, || code(py)));
    match result {
        Some(result) => result.map_err(|error| call.fail(error)).ok(),
        None => {
            call.is_cut.store(true, Ordering::Release);
            call.stop.stop();
            None
        }
    }
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
