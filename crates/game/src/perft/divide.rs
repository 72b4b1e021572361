//! Perft divided by first moves and among threads.
//!
//! The module needs the feature `std` for threads. To find a fault, compare the parts of two programs move by move.
//! Deep counts can use all processors and report their progress.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::{Perft, perft};
use crate::Position;
use crate::thread_context::on_threads;

/// Target number of parts of a watched count: enough for progress reports and for a prompt stop.
const PARTS: usize = 1_000;
/// Depth of a subtree that is counted at once.
const SMALL: u32 = 3;
/// Number of sequences between two calls of `watch`. They take a millisecond or more, a call a microsecond.
const INTERVAL: u64 = 1 << 18;

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
    /// Number of sequences counted since the last call.
    pub nodes: u64,
}

/// Counts as [`divide`] does, split into about a thousand parts for long counts. `watch` is called about every
/// millisecond, and after the last part. `Break` stops the count, and the result is then `None`. The sum of all calls
/// is the number of sequences.
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
    // Sequences of finished parts that no call has reported yet.
    let unreported = AtomicU64::new(0);
    let report = |nodes| {
        let done = done.load(Ordering::Relaxed);
        if watch(&PerftProgress { done, parts: tasks.len(), nodes }).is_break() {
            stopped.store(true, Ordering::Relaxed);
        }
        !stopped.load(Ordering::Relaxed)
    };
    let counts = in_parallel(&tasks, threads, |(_, task)| {
        let mut counted = Perft::default();
        let is_stopped = stopped.load(Ordering::Relaxed);
        let count = if is_stopped { None } else { perft_while(task, rest, &mut counted, &report) }?;
        let all = unreported.fetch_add(counted.nodes, Ordering::AcqRel) + counted.nodes;
        let is_last = done.fetch_add(1, Ordering::AcqRel) + 1 == tasks.len();
        if is_last || all >= INTERVAL {
            report(unreported.swap(0, Ordering::AcqRel));
        }
        Some(count)
    });
    if stopped.into_inner() {
        return None;
    }
    for ((first, _), count) in tasks.iter().zip(counts) {
        sums[*first] += count?;
    }
    Some(moves.into_iter().zip(sums).collect())
}

/// Counts as [`perft`] does, and reports the sequences `counted` since the last report between small subtrees. Returns
/// `None` if the count is stopped.
fn perft_while<P: Position>(pos: &P, depth: u32, counted: &mut Perft, report: &dyn Fn(u64) -> bool) -> Option<Perft> {
    if depth <= SMALL {
        let count = perft(pos, depth);
        *counted += count;
        return Some(count);
    }
    let moves = pos.legal_moves();
    let mut sum = Perft { nodes: 0, finished: u64::from(moves.is_empty()) };
    for mv in moves {
        if counted.nodes + counted.finished >= INTERVAL && !report(core::mem::take(counted).nodes) {
            return None;
        }
        sum += perft_while(&pos.after(mv), depth - 1, counted, report)?;
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
