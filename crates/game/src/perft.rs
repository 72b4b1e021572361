//! Perft: counts of move sequences, the first proof of a rules crate.
//!
//! `nodes` counts the sequences of exactly the given number of plies, `finished` the shorter ones that ended the game
//! (they are not expanded). Only the board ends a game here: repetition and limits are ignored. At the last ply moves are
//! counted, not made ([`Position::count_moves`]).
//!
//! ```
//! use plyground_game::{Position, perft::{Perft, divide, perft}};
//!
//! /// Divide splits a perft by first moves, to find the move where two programs differ.
//! fn sums_agree<P: Position>(pos: &P) -> bool {
//!     let parts = divide(pos, 3, 1);
//!     parts.iter().map(|(_, part)| part.nodes).sum::<u64>() == perft(pos, 3).nodes
//! }
//! ```

use std::ops::{Add, AddAssign, ControlFlow};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::{Class, Position};

/// Parts of a count that is watched: enough to tell how far it is, and to end soon when it is stopped.
const PARTS: usize = 1_000;

/// Numbers of move sequences.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Perft {
    /// Sequences of exactly the given number of plies.
    pub nodes: u64,
    /// Shorter sequences that ended the game.
    pub finished: u64,
}

impl Add for Perft {
    type Output = Perft;

    fn add(self, other: Perft) -> Perft {
        Perft { nodes: self.nodes + other.nodes, finished: self.finished + other.finished }
    }
}

impl AddAssign for Perft {
    fn add_assign(&mut self, other: Perft) {
        *self = *self + other;
    }
}

/// Counts the move sequences of `depth` plies from `pos`.
#[must_use]
pub fn perft<P: Position>(pos: &P, depth: u32) -> Perft {
    if depth == 0 {
        return Perft { nodes: 1, finished: 0 };
    }
    let mut sum = Perft::default();
    let mut moves = 0;
    if depth == 1 {
        moves = pos.count_moves();
        sum.nodes = moves;
    } else {
        let _ = pos.visit_moves(Class::All, |mv| {
            moves += 1;
            sum += perft(&pos.after(mv), depth - 1);
            ControlFlow::<()>::Continue(())
        });
    }
    if moves == 0 {
        // By the contract, no move means that the game is over.
        sum.finished += 1;
    }
    sum
}

/// Counts with depth in *turns*: all moves that a side makes in a row are one level, as the report on Kalaha without
/// capture counts it. `nodes` are the sequences that end with the last of `turns` changes of the side to move.
///
/// ```
/// use plyground_game::{Position, perft::{perft, perft_turns}};
///
/// /// Where sides strictly alternate, turns are plies.
/// fn alternates<P: Position>(pos: &P) -> bool {
///     perft(pos, 3) == perft_turns(pos, 3)
/// }
/// ```
#[must_use]
pub fn perft_turns<P: Position>(pos: &P, turns: u32) -> Perft {
    if turns == 0 {
        return Perft { nodes: 1, finished: 0 };
    }
    let mut sum = Perft::default();
    let mut moves = 0;
    let _ = pos.visit_moves(Class::All, |mv| {
        moves += 1;
        let after = pos.after(mv);
        let changed = after.side_to_move() != pos.side_to_move();
        sum += perft_turns(&after, turns - u32::from(changed));
        ControlFlow::<()>::Continue(())
    });
    sum.finished += u64::from(moves == 0);
    sum
}

/// Counts from `pos` on several threads; the same numbers as [`perft`]. 0 threads count as 1.
#[must_use]
pub fn perft_parallel<P: Position>(pos: &P, depth: u32, threads: usize) -> Perft {
    if depth < 4 || threads <= 1 || pos.count_moves() == 0 {
        return perft(pos, depth);
    }
    divide(pos, depth, threads).into_iter().map(|(_, part)| part).fold(Perft::default(), Add::add)
}

/// Counts for each legal move of `pos`, in the game's order. With depth 0 there is nothing to divide.
#[must_use]
pub fn divide<P: Position>(pos: &P, depth: u32, threads: usize) -> Vec<(P::Move, Perft)> {
    divide_watched(pos, depth, threads, &|_| ControlFlow::Continue(())).expect("nobody stops it")
}

/// How far a perft is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerftProgress {
    /// Parts that are counted.
    pub done: usize,
    /// All parts.
    pub parts: usize,
    /// Sequences found in this one.
    pub nodes: u64,
}

/// The same as [`divide`] for work that takes long: it is cut into some thousand parts, `watch` is told of each that is counted, and
/// may stop the rest; `None` then. The sum of all is the perft.
pub fn divide_watched<P: Position>(
    pos: &P,
    depth: u32,
    threads: usize,
    watch: &(dyn Fn(&PerftProgress) -> ControlFlow<()> + Sync),
) -> Option<Vec<(P::Move, Perft)>> {
    let Some(mut rest) = depth.checked_sub(1) else { return Some(Vec::new()) };
    let moves = pos.legal_moves();
    let mut sums = vec![Perft::default(); moves.len()];
    // Each part with the number of its first move.
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
        let count = perft(task, rest);
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

fn replies<P: Position>(pos: &P, sum: &mut Perft) -> Vec<P> {
    let moves = pos.legal_moves();
    sum.finished += u64::from(moves.is_empty());
    moves.into_iter().map(|mv| pos.after(mv)).collect()
}

/// The results of `work` for each task, in order; whichever thread is free takes the next task.
fn in_parallel<T: Sync, R: Send>(tasks: &[T], threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    if threads <= 1 {
        return tasks.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(tasks.len()));
    std::thread::scope(|scope| {
        for _ in 0..threads.min(tasks.len()) {
            scope.spawn(|| {
                while let Some((index, task)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    tasks.get(index).map(|task| (index, task))
                } {
                    let result = work(task);
                    done.lock().expect("no thread panics while it holds the lock").push((index, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panics while it holds the lock");
    done.sort_unstable_by_key(|&(index, _)| index);
    done.into_iter().map(|(_, result)| result).collect()
}
