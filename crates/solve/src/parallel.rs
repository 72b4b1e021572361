//! Work over many items with a few threads: each thread takes the next item when it is free.
//!
//! The standard library has scoped threads but no loop over them. Items may be exclusive references into an array, so
//! threads write to parts of it without locks and without unsafe code. The function that starts the threads has no type
//! parameters, so that it is compiled once for all solvers and games.

use std::sync::{Mutex, PoisonError};

use plyground_game::thread_context::on_threads;

/// Runs `work` on each item with up to `threads` threads. Every thread has its own state, created by `state`. Returns
/// the states in no particular order.
pub(crate) fn for_each<T: Send, S: Send>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) + Sync,
) -> Vec<S> {
    let (items, states) = (Mutex::new(items), Mutex::new(Vec::new()));
    // A poisoned lock means that another thread has panicked; the scope propagates the panic.
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    on_threads(threads, &|| {
        let mut own = state();
        while let Some(item) = next() {
            work(&mut own, item);
        }
        states.lock().unwrap_or_else(PoisonError::into_inner).push(own);
    });
    states.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_processed_once() {
        for threads in [0, 1, 2, 5] {
            let mut numbers = vec![0u32; 1000];
            let items = numbers.iter_mut().enumerate();
            let sums = for_each(
                threads,
                items,
                || 0,
                |sum, (place, number)| {
                    *number += place as u32;
                    *sum += place;
                },
            );
            assert_eq!(sums.len(), threads.max(1));
            assert_eq!(sums.iter().sum::<usize>(), 499_500);
            assert!(numbers.iter().enumerate().all(|(place, &number)| number == place as u32));
        }
    }
}
