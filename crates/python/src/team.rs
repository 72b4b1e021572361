//! Threads that share small parts of work, including the caller's thread.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use plyground_game::thread_context::{current, within};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::game::Form;

/// Polls of the caller for the other threads before it sleeps: some tens of microseconds.
const LOOKS: u32 = 20_000;

/// The caller's thread and its helper threads.
pub(crate) struct Team {
    threads: usize,
    /// The helpers and their process; `None` before their first work, or if the caller works alone.
    helpers: Option<(u32, rayon::ThreadPool)>,
}

impl Drop for Team {
    fn drop(&mut self) {
        self.forget_lost();
    }
}

impl Team {
    /// Creates a team of this size, by default that of the cores. Code in Python has the caller alone: one thread runs Python at a
    /// time, and Ctrl-C reaches only the main thread.
    pub(crate) fn new(threads: Option<usize>, form: &Form) -> Team {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Team { threads: if form.own.is_some() { 1 } else { threads.unwrap_or_else(cores) }, helpers: None }
    }

    /// Forgets helpers of another process: a fork copies none of its threads, so they would never work.
    fn forget_lost(&mut self) {
        if let Some((process, _)) = self.helpers
            && process != std::process::id()
        {
            // Dropping a pool wakes its threads, which takes locks that the fork may have copied while in use.
            std::mem::forget(self.helpers.take());
        }
    }

    /// Starts the helpers in this process.
    pub(crate) fn gather(&mut self) -> PyResult<()> {
        self.forget_lost();
        if self.threads > 1 && self.helpers.is_none() {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads - 1).build();
            let pool = pool.map_err(|error| PyRuntimeError::new_err(format!("cannot start threads: {error}")))?;
            self.helpers = Some((std::process::id(), pool));
        }
        Ok(())
    }

    /// Calls `each` for every part, and returns the error of the first part that has one. Without a preceding [`Team::gather`],
    /// the caller works alone.
    ///
    /// The caller works as well, because waking a thread takes as long as playing some hundred moves.
    pub(crate) fn for_each<T: Send, E: Send>(
        &self,
        pieces: Vec<T>,
        each: impl Fn(usize, T) -> Result<(), E> + Sync,
    ) -> Result<(), E> {
        let Some((_, helpers)) = &self.helpers else {
            return pieces.into_iter().enumerate().try_for_each(|(number, piece)| each(number, piece));
        };
        let count = pieces.len();
        let queue = Mutex::new(pieces.into_iter().enumerate());
        let first_error = Mutex::new(None::<(usize, E)>);
        let finished = AtomicUsize::new(0);
        // The caller takes from the front and the helpers from the back, so that each core finds its data in its cache.
        let work = |is_caller: bool| {
            loop {
                let next = {
                    let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
                    if is_caller { queue.next() } else { queue.next_back() }
                };
                let Some((number, piece)) = next else { return };
                if let Err(error) = each(number, piece) {
                    let mut first = first_error.lock().unwrap_or_else(PoisonError::into_inner);
                    if first.as_ref().is_none_or(|(before, _)| number < *before) {
                        *first = Some((number, error));
                    }
                }
                finished.fetch_add(1, Ordering::Release);
            }
        };
        let context = current();
        helpers.in_place_scope(|scope| {
            for _ in 0..helpers.current_num_threads().min(count.saturating_sub(1)) {
                scope.spawn(|_| within(context.clone(), || work(false)));
            }
            work(true);
            for _ in 0..LOOKS {
                if finished.load(Ordering::Acquire) == count {
                    break;
                }
                std::hint::spin_loop();
            }
        });
        first_error.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), |(_, error)| Err(error))
    }
}
