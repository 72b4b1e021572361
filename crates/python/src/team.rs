//! Threads that share out small pieces of work, the caller's among them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// How often the caller looks whether the others have finished before it lies down: some tens of microseconds.
const LOOKS: u32 = 20_000;

/// How many threads are asked for: as many as there are cores, when nothing is said.
pub(crate) fn number_of(threads: Option<usize>) -> PyResult<usize> {
    match threads {
        Some(number @ (0 | 257..)) => Err(PyValueError::new_err(format!("threads={number}: expected 1 to 256"))),
        Some(number) => Ok(number),
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
    }
}

/// The caller's thread and others that help it.
pub(crate) struct Team {
    /// None where the caller works alone.
    helpers: Option<rayon::ThreadPool>,
}

impl Team {
    /// A team of so many threads.
    pub(crate) fn new(threads: Option<usize>) -> PyResult<Team> {
        let threads = number_of(threads)?;
        if threads == 1 {
            return Ok(Team { helpers: None });
        }
        let helpers = rayon::ThreadPoolBuilder::new().num_threads(threads - 1).build();
        Ok(Team { helpers: Some(helpers.map_err(|error| PyValueError::new_err(error.to_string()))?) })
    }

    /// Calls `each` for every piece. Of several errors the one of the first piece is told.
    ///
    /// The caller takes pieces as the others do: to wake a thread takes as long as to play some hundred moves, and it has played
    /// them when the thread is there.
    pub(crate) fn for_each<T: Send, E: Send>(
        &self,
        pieces: Vec<T>,
        each: impl Fn(usize, T) -> Result<(), E> + Sync,
    ) -> Result<(), E> {
        let Some(helpers) = &self.helpers else {
            return pieces.into_iter().enumerate().try_for_each(|(number, piece)| each(number, piece));
        };
        let count = pieces.len();
        let queue = Mutex::new(pieces.into_iter().enumerate());
        let first_error = Mutex::new(None::<(usize, E)>);
        let finished = AtomicUsize::new(0);
        // The caller takes from the front, the others from the back: what a core has in its cache from the last time it finds again.
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
        helpers.in_place_scope(|scope| {
            for _ in 0..helpers.current_num_threads().min(count.saturating_sub(1)) {
                scope.spawn(|_| work(false));
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
