//! Starts threads that the system may refuse, and passes a value from a thread to the threads that it starts.
//!
//! A search, a match or a count starts threads, which run user-defined games and evaluations. Such code may need to
//! know the call that it runs for: the Python package reports an exception to the call that caused it. Code that starts
//! a thread to play or to value positions wraps its work in [`inherited`].
//!
//! ```
//! use std::sync::Arc;
//! use plyground_game::thread_context::{current, inherited, within};
//!
//! let number = |context: Option<plyground_game::thread_context::Context>| context?.downcast_ref::<u32>().copied();
//! within(Some(Arc::new(7_u32)), || {
//!     let work = inherited(|| number(current()));
//!     std::thread::scope(|scope| assert_eq!(scope.spawn(work).join().unwrap(), Some(7)));
//! });
//! assert_eq!(number(current()), None);
//! ```

use alloc::sync::Arc;
use core::any::Any;
use core::cell::RefCell;
use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle, scope};

/// A value that a thread shares with the threads that it starts.
pub type Context = Arc<dyn Any + Send + Sync>;

std::thread_local! {
    static CONTEXT: RefCell<Option<Context>> = const { RefCell::new(None) };
}

/// Returns the context of this thread.
#[must_use]
pub fn current() -> Option<Context> {
    CONTEXT.with_borrow(Clone::clone)
}

/// Runs `work` in a context, and then restores the previous one.
pub fn within<T>(context: Option<Context>, work: impl FnOnce() -> T) -> T {
    /// The previous context, which is restored after a panic as well.
    struct Before(Option<Context>);

    impl Drop for Before {
        fn drop(&mut self) {
            CONTEXT.replace(self.0.take());
        }
    }

    let _before = Before(CONTEXT.replace(context));
    work()
}

/// Binds `work`, which another thread runs, to the context of this thread.
pub fn inherited<T>(work: impl FnOnce() -> T) -> impl FnOnce() -> T {
    let context = current();
    move || within(context, work)
}

/// Whether the system has refused a thread.
static REFUSED: AtomicBool = AtomicBool::new(false);

/// Reports whether the system has refused a thread to this process, so that some work had fewer than it asked for.
#[must_use]
pub fn has_refused() -> bool {
    REFUSED.load(Ordering::Relaxed)
}

/// Starts a scoped thread with the context of this one; `None` if the system refuses. See [`has_refused`].
pub fn try_spawn<'scope, T: Send + 'scope>(
    builder: Builder,
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    let started = builder.spawn_scoped(scope, inherited(work)).ok();
    REFUSED.fetch_or(started.is_none(), Ordering::Relaxed);
    started
}

/// Runs `work` on this thread and on up to `threads - 1` others at the same time. Fewer run if the system refuses some.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// let next = AtomicU32::new(0);
/// plyground_game::thread_context::on_threads(3, &|| while next.fetch_add(1, Ordering::Relaxed) < 100 {});
/// assert!(next.into_inner() > 100);
/// ```
pub fn on_threads(threads: usize, work: &(dyn Fn() + Sync)) {
    scope(|scope| {
        for _ in 1..threads {
            if try_spawn(Builder::new(), scope, work).is_none() {
                break;
            }
        }
        work();
    });
}

/// Returns how many threads the system would start for this process now, at most `most`.
#[must_use]
pub fn startable(most: usize) -> usize {
    let gate = Mutex::new(());
    let closed = gate.lock().unwrap_or_else(PoisonError::into_inner);
    scope(|scope| {
        let wait = || drop(gate.lock());
        let started = (0..most).take_while(|_| Builder::new().spawn_scoped(scope, wait).is_ok()).count();
        drop(closed);
        started
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number() -> Option<u32> {
        current()?.downcast_ref::<u32>().copied()
    }

    #[test]
    fn contexts_nest_and_survive_panics() {
        within(Some(Arc::new(1_u32)), || {
            let panicked = std::panic::catch_unwind(|| within(Some(Arc::new(2_u32)), || panic!("on purpose")));
            assert!(panicked.is_err());
            assert_eq!((number(), within(None, number)), (Some(1), None));
        });
        assert_eq!(number(), None);
    }

    #[test]
    fn a_thread_has_a_context_only_where_it_inherits_one() {
        within(Some(Arc::new(1_u32)), || {
            let inherits = inherited(number);
            let (with, without) = (std::thread::spawn(inherits), std::thread::spawn(number));
            assert_eq!((with.join().unwrap(), without.join().unwrap()), (Some(1), None));
        });
    }
}
