//! Locks that never wait for ever: for what is used during a search, and for objects of Python.
//!
//! A fork copies locks as they are, but only the forking thread. A lock held by another thread is never released in the child, so
//! the child must not wait without a limit.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::{PyErr, PyResult};

use crate::call::Call;

/// Interval between attempts to take the lock.
const LOOK_EVERY: Duration = Duration::from_millis(1);
/// Attempts of a child to take a lock that it may have inherited.
const LOOKS: u32 = 100;

/// A lock that is held during a search.
pub(crate) struct SearchLock<T> {
    /// The protected object, in messages.
    what: &'static str,
    inner: Mutex<T>,
    /// Process of the thread that last took the lock.
    holder: AtomicU32,
    /// Number of the call that holds the lock, or 0.
    call: AtomicU64,
}

impl<T> SearchLock<T> {
    pub(crate) fn new(what: &'static str, inner: T) -> SearchLock<T> {
        SearchLock { what, inner: Mutex::new(inner), holder: AtomicU32::new(0), call: AtomicU64::new(0) }
    }

    /// Returns whether no thread holds the lock.
    pub(crate) fn is_free(&self) -> bool {
        !matches!(self.inner.try_lock(), Err(TryLockError::WouldBlock))
    }

    /// Waits for the lock until the call is stopped, and works with the object.
    pub(crate) fn with<R>(&self, call: &Call, work: impl FnOnce(&mut T) -> PyResult<R>) -> PyResult<R> {
        let mut inner = self.lock(call)?;
        self.call.store(call.number, Ordering::Release);
        let result = work(&mut inner);
        self.call.store(0, Ordering::Release);
        result
    }

    fn lock(&self, call: &Call) -> PyResult<MutexGuard<'_, T>> {
        let what = self.what;
        let refused = |text: String| Err(PyRuntimeError::new_err(text));
        let process = std::process::id();
        let mut looks = 0;
        loop {
            let taken = match self.inner.try_lock() {
                Ok(guard) => Some(guard),
                Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => None,
            };
            if let Some(guard) = taken {
                self.holder.store(process, Ordering::Release);
                return Ok(guard);
            }
            if call.stop.is_stopped() {
                return Err(PyKeyboardInterrupt::new_err(format!("stopped while the {what} was in use")));
            }
            if call.is_within(self.call.load(Ordering::Acquire)) {
                return refused(format!(
                    "the {what} is in use by the call around this one: expected another {what} here"
                ));
            }
            // A thread of this process stores the number immediately after taking the lock.
            looks = if self.holder.load(Ordering::Acquire) == process { 0 } else { looks + 1 };
            if looks > LOOKS {
                return refused(format!(
                    "the {what} was in use by another thread when this process was forked: expected a new {what} here"
                ));
            }
            thread::sleep(LOOK_EVERY);
        }
    }
}

/// The content of an object of Python, which a call can only change if no other call uses it.
pub(crate) struct Shared<T> {
    /// The object, in messages.
    what: &'static str,
    inner: RwLock<T>,
}

impl<T> Shared<T> {
    pub(crate) fn new(what: &'static str, inner: T) -> Shared<T> {
        Shared { what, inner: RwLock::new(inner) }
    }

    fn in_use(&self) -> PyErr {
        let what = self.what;
        let text =
            format!("the {what} is in use by a call that has not returned: expected a copy, made before that call");
        PyRuntimeError::new_err(text)
    }

    /// Returns the content, or raises a `RuntimeError` if a call changes it.
    pub(crate) fn read(&self) -> PyResult<RwLockReadGuard<'_, T>> {
        match self.inner.try_read() {
            Ok(guard) => Ok(guard),
            Err(TryLockError::Poisoned(poisoned)) => Ok(PoisonError::into_inner(poisoned)),
            Err(TryLockError::WouldBlock) => Err(self.in_use()),
        }
    }

    /// Returns the content for a change, or raises a `RuntimeError` if a call uses it.
    pub(crate) fn write(&self) -> PyResult<RwLockWriteGuard<'_, T>> {
        match self.inner.try_write() {
            Ok(guard) => Ok(guard),
            Err(TryLockError::Poisoned(poisoned)) => Ok(PoisonError::into_inner(poisoned)),
            Err(TryLockError::WouldBlock) => Err(self.in_use()),
        }
    }
}
