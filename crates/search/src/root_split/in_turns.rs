//! Root splitting on one processor. Its tree can be recorded and is the same in every run.
//!
//! The module simulates threads of equal speed. Each thread has a clock that counts nodes. The thread with the lowest
//! clock takes the next root move. It searches the move in the window of the results known at that time, as
//! [`RootSplit`](crate::RootSplit) does. One search serves all threads: without killers and history, only the table
//! carries state from one root move to the next, and threads share the table.

use plyground_game::SearchHints;

use super::{Board, Worker};
use crate::iteration::Iteration;
use crate::report::RootMove;

/// The result of a root move, and the clock from which the other threads know it.
struct Pending<M> {
    known_at: u64,
    place: usize,
    found: Option<RootMove<M>>,
}

/// Searches one depth with `threads` simulated threads.
pub(super) fn iterate<P: SearchHints>(
    worker: &mut dyn Worker<P>,
    threads: usize,
    root: &P,
    moves: &[P::Move],
    depth: u32,
) -> Iteration<P::Move> {
    let options = worker.options().clone();
    let mut clocks = vec![0; threads];
    let mut pending: Vec<Pending<P::Move>> = Vec::new();
    let mut board = Board::new(moves.len());
    worker.begin(root, depth);
    loop {
        let thread = (0..threads).min_by_key(|&thread| clocks[thread]).unwrap_or_default();
        for known in pending.extract_if(.., |pending| pending.known_at <= clocks[thread]) {
            board.enter(known.place, known.found);
        }
        let Some((place, window)) = board.take(&options) else { break };
        worker.change_thread(thread);
        let found = worker.root_move(root, moves[place], depth, window);
        let is_stopped = found.is_none();
        clocks[thread] += found.as_ref().map_or(0, |found| found.nodes);
        pending.push(Pending { known_at: clocks[thread], place, found });
        if is_stopped {
            break;
        }
    }
    for known in pending {
        board.enter(known.place, known.found);
    }
    let iteration = board.into_iteration(worker.counts());
    if iteration.is_complete()
        && let Some(best) = iteration.nth_best(1)
    {
        worker.end(root, best);
    }
    iteration
}
