//! A lock that works with Ctrl-C and forked children.
//!
//! A fork copies locks as they are, but only the forking thread. A lock held by another thread is never released in the child, so
//! the child must not wait without a limit.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

use plyground_search::StopFlag;
use pyo3::PyErr;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};

/// Interval between attempts to take the lock.
const LOOK_EVERY: Duration = Duration::from_millis(1);
/// Attempts of a child to take a lock that it may have inherited.
const LOOKS: u32 = 100;

/// A lock that is held during a search.
pub(crate) struct SearchLock<T> {
    inner: Mutex<T>,
    /// Process of the thread that last took the lock.
    holder: AtomicU32,
}

/// Reason why a lock was not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotTaken {
    /// The call was stopped.
    Stopped,
    /// A thread of the parent process held it at the fork.
    Forked,
}

impl NotTaken {
    /// Converts it to an exception; `what` is the protected object.
    pub(crate) fn raised(self, what: &str) -> PyErr {
        match self {
            NotTaken::Stopped => PyKeyboardInterrupt::new_err(format!("stopped while the {what} was in use")),
            NotTaken::Forked => PyRuntimeError::new_err(format!(
                "the {what} was in use by another thread when this process was forked: expected a new {what} here"
            )),
        }
    }
}

impl<T> SearchLock<T> {
    pub(crate) fn new(inner: T) -> SearchLock<T> {
        SearchLock { inner: Mutex::new(inner), holder: AtomicU32::new(0) }
    }

    /// Returns whether no thread holds the lock.
    pub(crate) fn is_free(&self) -> bool {
        !matches!(self.inner.try_lock(), Err(TryLockError::WouldBlock))
    }

    /// Waits for the lock until the flag stops the wait.
    pub(crate) fn lock(&self, stop: &StopFlag) -> Result<MutexGuard<'_, T>, NotTaken> {
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
            if stop.is_stopped() {
                return Err(NotTaken::Stopped);
            }
            // A thread of this process stores the number immediately after taking the lock.
            looks = if self.holder.load(Ordering::Acquire) == process { 0 } else { looks + 1 };
            if looks > LOOKS {
                return Err(NotTaken::Forked);
            }
            thread::sleep(LOOK_EVERY);
        }
    }
}
