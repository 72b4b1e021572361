//! Root splitting on one processor. Its tree can be recorded and is the same in every run.
//!
//! The module simulates threads of equal speed. Each thread has a clock that counts nodes. The thread with the lowest
//! clock takes the next root move. It searches the move in the window of the results known at that time, as
//! [`RootSplit`](crate::RootSplit) does. One search serves all threads: without killers and history, only the table
//! carries state from one root move to the next, and threads share the table.

use plyground_game::{Evaluate, Score, SearchHints, Window};

use super::Board;
use crate::budget::Stopped;
use crate::fixed_depth::{FixedDepth, RootSearch};
use crate::iteration::Iteration;
use crate::report::RootMove;
use crate::search::{Node, Search};

/// The algorithm `A` at the root, with moves shared by threads that take turns.
pub(crate) struct SplitInTurns<A> {
    algorithm: A,
    threads: usize,
}

/// The result of a root move, and the clock from which the other threads know it.
struct Pending<M> {
    known_at: u64,
    place: usize,
    found: Option<RootMove<M>>,
}

impl<A> SplitInTurns<A> {
    /// Returns the same search, shared by `threads` threads.
    pub(crate) fn share<P: SearchHints, E>(
        search: FixedDepth<'_, P, E, A>,
        threads: usize,
    ) -> FixedDepth<'_, P, E, SplitInTurns<A>> {
        let FixedDepth { search, algorithm } = search;
        FixedDepth { search, algorithm: SplitInTurns { algorithm, threads } }
    }
}

impl<P: SearchHints, E: Evaluate<P>, A: RootSearch<P, E>> RootSearch<P, E> for SplitInTurns<A> {
    const PRUNES: bool = A::PRUNES;
    const PROVES: bool = A::PROVES;

    fn child_value(
        &mut self,
        search: &mut Search<'_, P, E>,
        child: &Node<P, E::Path>,
        mv: P::Move,
        window: Window,
    ) -> Result<Score, Stopped> {
        self.algorithm.child_value(search, child, mv, window)
    }

    fn iterate(
        &mut self,
        search: &mut Search<'_, P, E>,
        root: &P,
        moves: &[P::Move],
        depth: u32,
    ) -> Iteration<P::Move> {
        let options = search.options.clone();
        let mut clocks = vec![0; self.threads];
        let mut pending: Vec<Pending<P::Move>> = Vec::new();
        let mut board = Board::new(moves.len());
        search.visit_root(root, depth, Window::FULL);
        loop {
            let thread = (0..self.threads).min_by_key(|&thread| clocks[thread]).unwrap_or_default();
            for known in pending.extract_if(.., |pending| pending.known_at <= clocks[thread]) {
                board.enter(known.place, known.found);
            }
            let Some((place, window)) = board.take(&options) else { break };
            search.observe(|observer| observer.thread(thread));
            let found = self.algorithm.root_move(search, root, moves[place], depth, window);
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
        let iteration = board.into_iteration(search.counts);
        if iteration.is_complete()
            && let Some(best) = iteration.nth_best(1)
        {
            search.valued_root(root, best);
        }
        iteration
    }

    fn start(&mut self) {
        self.algorithm.start();
    }

    fn completes_lines(&self) -> bool {
        self.algorithm.completes_lines()
    }

    fn reported(search: &Search<'_, P, E>, score: Score) -> Score {
        A::reported(search, score)
    }

    fn scale(evaluation: &E) -> u32 {
        A::scale(evaluation)
    }
}
