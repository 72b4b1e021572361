//! Root splitting on one processor, so that its tree can be recorded and is the same in every run.
//!
//! Threads of equal speed are simulated by a clock for each of them that counts nodes. The thread whose clock is behind takes the next
//! root move. It searches the move in the window that the results known at that time allow, as [`RootSplit`](crate::RootSplit) does.
//! One worker searches for all threads: a search without killers and history holds nothing between two root moves but the
//! table, which threads share.

use plyground_game::{Evaluate, History, Score, SearchHints, Window};

use crate::budget::Budget;
use crate::driver::{Algorithm, Driver};
use crate::iteration::Iteration;
use crate::observer::{Observer, Statistics};
use crate::options::Options;
use crate::report::{RootMove, TableUse};
use crate::root_split::Board;
use crate::searcher::{RootTasks, Searcher};
use crate::table_access::TableAccess;
use crate::trace::Tracer;

/// A recorded search whose root moves are shared by threads that take turns.
pub(super) struct SplitInTurns<'a, P: SearchHints, E, A, T> {
    worker: Driver<'a, P, E, A, T, Tracer>,
    threads: usize,
}

/// A root move that is searched, known to the other threads from a time on.
struct Pending<M> {
    known_at: u64,
    place: usize,
    found: Option<RootMove<M>>,
}

impl<'a, P: SearchHints, E, A, T> SplitInTurns<'a, P, E, A, T> {
    pub(super) fn new(worker: Driver<'a, P, E, A, T, Tracer>, threads: usize) -> SplitInTurns<'a, P, E, A, T> {
        SplitInTurns { worker, threads }
    }

    pub(super) fn into_worker(self) -> Driver<'a, P, E, A, T, Tracer> {
        self.worker
    }
}

impl<'a, P, E, A, T> Searcher<P> for SplitInTurns<'a, P, E, A, T>
where
    P: SearchHints,
    E: Evaluate<P>,
    T: TableAccess,
    Driver<'a, P, E, A, T, Tracer>: Algorithm<P>,
{
    fn options(&self) -> &Options {
        self.worker.options()
    }

    fn start(&mut self, root: &P, history: &History, budget: Budget) {
        self.worker.start(root, history, budget);
    }

    fn budget(&self) -> &Budget {
        self.worker.budget()
    }

    fn value_now(&self, root: &P) -> Score {
        self.worker.value_now(root)
    }

    fn scale(&self) -> u32 {
        Searcher::scale(&self.worker)
    }

    fn proves(&self) -> bool {
        Searcher::proves(&self.worker)
    }

    fn table_use(&self) -> TableUse {
        self.worker.table_use()
    }

    fn statistics(&self) -> Option<Statistics> {
        self.worker.statistics()
    }

    fn iterate(&mut self, root: &P, moves: &[P::Move], depth: u32) -> Iteration<P::Move> {
        let options = self.worker.options().clone();
        let mut clocks = vec![0; self.threads];
        let mut pending: Vec<Pending<P::Move>> = Vec::new();
        let mut board = Board::new(moves.len());
        self.worker.begin(root, depth);
        self.worker.observer.visit(root, self.worker.inner_depth(depth), 0, Window::FULL);
        loop {
            let thread = (0..self.threads).min_by_key(|&thread| clocks[thread]).unwrap_or_default();
            for known in pending.extract_if(.., |pending| pending.known_at <= clocks[thread]) {
                board.enter(known.place, known.found);
            }
            let Some((place, window)) = board.take(&options) else { break };
            self.worker.observer.attribute_to(thread);
            let found = RootTasks::root_move(&mut self.worker, root, moves[place], depth, window);
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
        let iteration = board.into_iteration(self.worker.counts());
        if iteration.is_finished()
            && let Some(best) = iteration.nth_best(1)
        {
            self.worker.observer.valued(root, 0, best);
        }
        iteration
    }
}
