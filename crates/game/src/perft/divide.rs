//! Perft divided by first moves and among threads.
//!
//! The module needs the feature `std` for threads. To find a fault, compare the parts of two programs move by move.
//! Deep counts can use all processors and report their progress.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::{Perft, perft};
use crate::Position;
use crate::thread_context::on_threads;

/// Target number of parts of a watched count: enough for progress reports and for a prompt stop.
const PARTS: usize = 1_000;
/// Depth of a subtree that is counted without calling `watch`: it takes milliseconds.
const SMALL: u32 = 3;

/// Counts from `pos` on several threads, with the same result as [`perft`]. 0 threads count as 1.
#[must_use]
pub fn perft_parallel<P: Position>(pos: &P, depth: u32, threads: usize) -> Perft {
    if depth < 4 || threads <= 1 || pos.count_moves() == 0 {
        return perft(pos, depth);
    }
    let mut sum = Perft::default();
    divide(pos, depth, threads).into_iter().for_each(|(_, part)| sum += part);
    sum
}

/// Counts for each legal move of `pos`, in the game's order. Depth 0 has no parts.
#[must_use]
pub fn divide<P: Position>(pos: &P, depth: u32, threads: usize) -> Vec<(P::Move, Perft)> {
    divide_watched(pos, depth, threads, &|_| ControlFlow::Continue(())).expect("it is not stopped")
}

/// Progress of a perft.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerftProgress {
    /// Number of counted parts.
    pub done: usize,
    /// Number of all parts.
    pub parts: usize,
    /// Number of sequences in the last part.
    pub nodes: u64,
}

/// Counts as [`divide`] does, split into about a thousand parts for long counts. `watch` is called after each part with
/// its count, and within a large part with a count of 0. `Break` stops the count, and the result is then `None`. The
/// sum of all parts is the perft.
pub fn divide_watched<P: Position>(
    pos: &P,
    depth: u32,
    threads: usize,
    watch: &(dyn Fn(&PerftProgress) -> ControlFlow<()> + Sync),
) -> Option<Vec<(P::Move, Perft)>> {
    let Some(mut rest) = depth.checked_sub(1) else { return Some(Vec::new()) };
    let moves = pos.legal_moves();
    let mut sums = vec![Perft::default(); moves.len()];
    // Each part, with the index of its first move.
    let mut tasks: Vec<(usize, P)> = moves.iter().map(|&mv| pos.after(mv)).enumerate().collect();
    while rest > 2 && tasks.len() < PARTS {
        let next =
            tasks.iter().flat_map(|(first, pos)| replies(pos, &mut sums[*first]).into_iter().map(|pos| (*first, pos)));
        tasks = next.collect();
        rest -= 1;
    }
    let done = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let counts = in_parallel(&tasks, threads, |(_, task)| {
        if stopped.load(Ordering::Relaxed) {
            return Perft::default();
        }
        let should_continue = || {
            let done = done.load(Ordering::Relaxed);
            let is_stopped = stopped.load(Ordering::Relaxed)
                || watch(&PerftProgress { done, parts: tasks.len(), nodes: 0 }).is_break();
            !is_stopped
        };
        let Some(count) = perft_while(task, rest, &should_continue) else {
            stopped.store(true, Ordering::Relaxed);
            return Perft::default();
        };
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if watch(&PerftProgress { done, parts: tasks.len(), nodes: count.nodes }).is_break() {
            stopped.store(true, Ordering::Relaxed);
        }
        count
    });
    if done.into_inner() < tasks.len() {
        return None;
    }
    for ((first, _), count) in tasks.iter().zip(counts) {
        sums[*first] += count;
    }
    Some(moves.into_iter().zip(sums).collect())
}

/// Counts as [`perft`] does, and calls `should_continue` between small subtrees. Returns `None` if the count is stopped.
fn perft_while<P: Position>(pos: &P, depth: u32, should_continue: &dyn Fn() -> bool) -> Option<Perft> {
    if depth <= SMALL {
        return Some(perft(pos, depth));
    }
    let moves = pos.legal_moves();
    let mut sum = Perft { nodes: 0, finished: u64::from(moves.is_empty()) };
    for mv in moves {
        if !should_continue() {
            return None;
        }
        sum += perft_while(&pos.after(mv), depth - 1, should_continue)?;
    }
    Some(sum)
}

fn replies<P: Position>(pos: &P, sum: &mut Perft) -> Vec<P> {
    let moves = pos.legal_moves();
    sum.finished += u64::from(moves.is_empty());
    moves.into_iter().map(|mv| pos.after(mv)).collect()
}

/// Returns the results of `work` for each task, in order. Each idle thread takes the next task.
fn in_parallel<T: Sync, R: Send>(tasks: &[T], threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    if threads <= 1 {
        return tasks.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(tasks.len()));
    on_threads(threads.min(tasks.len()), &|| {
        while let Some((index, task)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            tasks.get(index).map(|task| (index, task))
        } {
            let result = work(task);
            done.lock().expect("no thread panics while it holds the lock").push((index, result));
        }
    });
    let mut done = done.into_inner().expect("no thread panics while it holds the lock");
    done.sort_by_cached_key(|&(index, _)| index);
    done.into_iter().map(|(_, result)| result).collect()
}
