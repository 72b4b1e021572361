//! Root splitting: each root move is a task, and the workers share the best value so far.
//!
//! Each worker takes the next root move and searches it above the best value of all workers. A move that precedes the
//! best one in order is searched in a window that includes an equal value. The first of equal moves is therefore chosen
//! as by one thread: value and move do not depend on the speed of the threads.

mod in_turns;

use std::cmp::Reverse;
use std::sync::{Mutex, PoisonError};

use plyground_game::{Evaluate, Game, History, Score, SearchHints, Side, Window};

use crate::budget::{Budget, HAS_THREADS, spawn};
use crate::fixed_depth::{FixedDepth, RootSearch};
use crate::iteration::{Counts, Iteration};
use crate::limits::Limits;
use crate::observer::Statistics;
use crate::options::Options;
use crate::report::{RootMove, TableUse};
use crate::searcher::Searcher;

/// A search of single root moves. [`RootSplit`] uses it without its type, so that splitting is compiled once for a game and not
/// for each search.
trait Worker<P: SearchHints>: Searcher<P> + Send {
    /// Starts a depth, and notifies the observer.
    fn begin(&mut self, root: &P, depth: u32);

    /// Searches a move of the root in a window of the root. Returns `None` if a limit is reached.
    fn root_move(&mut self, root: &P, mv: P::Move, depth: u32, window: Window) -> Option<RootMove<P::Move>>;

    /// Returns the counts since the start of the depth.
    fn counts(&self) -> Counts;

    /// Notifies the observer that another simulated thread searches.
    fn change_thread(&mut self, thread: usize);

    /// Notifies the observer that a depth ends with a value.
    fn end(&mut self, root: &P, score: Score);
}

impl<P: SearchHints, E: Evaluate<P>, A: RootSearch<P, E> + Send> Worker<P> for FixedDepth<'_, P, E, A> {
    fn begin(&mut self, root: &P, depth: u32) {
        self.search.begin(root, depth);
        self.search.visit_root(root, depth, Window::FULL);
    }

    fn root_move(&mut self, root: &P, mv: P::Move, depth: u32, window: Window) -> Option<RootMove<P::Move>> {
        self.algorithm.root_move(&mut self.search, root, mv, depth, window)
    }

    fn counts(&self) -> Counts {
        self.search.counts
    }

    fn change_thread(&mut self, thread: usize) {
        self.search.observe(|observer| observer.thread(thread));
    }

    fn end(&mut self, root: &P, score: Score) {
        self.search.valued_root(root, score);
    }
}

/// Several searches that divide the root moves among them.
///
/// ```
/// use plyground_game::{Game, HashEvaluation};
/// use plyground_kalah::Kalah;
/// use plyground_search::{AlphaBeta, Limits, Options, RootSplit, deepen};
///
/// let game = Game::<Kalah>::default();
/// let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
/// let workers = (0..2).map(|_| AlphaBeta::new(&evaluation, Options::default())).collect();
/// let split = deepen(&mut RootSplit::new(workers), &game, &Limits::depth(6), |_| {});
/// let one = deepen(&mut AlphaBeta::new(&evaluation, Options::default()), &game, &Limits::depth(6), |_| {});
/// assert_eq!((split.score, split.best), (one.score, one.best));
/// ```
pub struct RootSplit<'a, P: SearchHints> {
    workers: Vec<Box<dyn Worker<P> + 'a>>,
    budget: Budget,
    /// Number of threads that the only worker simulates, if it does.
    simulated: Option<usize>,
}

impl<P: SearchHints> std::fmt::Debug for RootSplit<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RootSplit").field("workers", &self.workers.len()).finish_non_exhaustive()
    }
}

/// State that the workers of one depth share.
struct Board<M> {
    next: usize,
    /// Result of each root move, by its place in the order.
    found: Vec<Option<RootMove<M>>>,
    stopped: bool,
}

impl<M: Copy + Eq> Board<M> {
    /// Returns a depth with this many unsearched root moves.
    fn new(moves: usize) -> Board<M> {
        Board { next: 0, found: vec![None; moves], stopped: false }
    }

    /// Takes the next root move: its place, and the window of its search.
    fn take(&mut self, options: &Options) -> Option<(usize, Window)> {
        let place = self.next;
        if place >= self.found.len() || self.stopped {
            return None;
        }
        self.next += 1;
        Some((place, Window::new(self.alpha(place, options), Window::FULL.beta)))
    }

    /// Stores the result of a root move; `None` if a limit was reached.
    fn enter(&mut self, place: usize, found: Option<RootMove<M>>) {
        self.stopped |= found.is_none();
        self.found[place] = found;
    }

    /// Returns the iteration.
    fn into_iteration(self, counts: Counts) -> Iteration<M> {
        let mut iteration = Iteration::default();
        // A partial iteration contains only the results that a single thread would have: the moves up to the first gap.
        // If the gap is the first move, it contains the moves after that gap.
        let is_first_known = self.found.first().is_some_and(Option::is_some);
        let known = self.found.into_iter().skip_while(|found| !is_first_known && found.is_none());
        known.map_while(|found| found).for_each(|found| iteration.push(found));
        if self.stopped { iteration.interrupted(counts) } else { iteration.complete(counts) }
    }

    /// Returns alpha for the move at `place`: the value of the last requested line. If that line comes later in the
    /// order, alpha is one less, so that an equal value is exact.
    fn alpha(&self, place: usize, options: &Options) -> Score {
        let known = |(place, found): (usize, &Option<RootMove<M>>)| Some((Reverse(found.as_ref()?.score), place));
        let mut known: Vec<(Reverse<Score>, usize)> = self.found.iter().enumerate().filter_map(known).collect();
        known.sort_unstable();
        match known.get(options.lines.max(1) - 1) {
            None => Window::FULL.alpha,
            Some(&(Reverse(score), last)) if last > place || options.noise.is_some() => score.next_down(),
            Some(&(Reverse(score), _)) => score,
        }
    }
}

impl<'a, P: SearchHints> RootSplit<'a, P> {
    /// Returns a search with one worker per thread.
    ///
    /// # Panics
    /// Panics if `workers` is empty.
    #[must_use]
    pub fn new<E: Evaluate<P>, A: RootSearch<P, E> + Send + 'a>(
        workers: Vec<FixedDepth<'a, P, E, A>>,
    ) -> RootSplit<'a, P> {
        assert!(!workers.is_empty(), "root splitting needs a worker");
        let workers = workers.into_iter().map(|worker| Box::new(worker) as Box<dyn Worker<P> + 'a>).collect();
        RootSplit { workers, budget: Budget::new(Limits::NONE), simulated: None }
    }

    /// Returns a search on one processor that simulates threads, so that its tree can be recorded.
    pub(crate) fn in_turns<E: Evaluate<P>, A: RootSearch<P, E> + Send + 'a>(
        worker: FixedDepth<'a, P, E, A>,
        threads: usize,
    ) -> RootSplit<'a, P> {
        RootSplit { simulated: Some(threads), ..RootSplit::new(vec![worker]) }
    }
}

impl<P: SearchHints> Searcher<P> for RootSplit<'_, P> {
    fn options(&self) -> &Options {
        self.workers[0].options()
    }

    fn start(&mut self, root: &P, history: &History, budget: Budget) {
        for worker in &mut self.workers {
            worker.start(root, history, budget.fork());
        }
        self.budget = budget;
    }

    fn budget(&self) -> &Budget {
        &self.budget
    }

    fn value_now(&self, root: &P) -> Score {
        self.workers[0].value_now(root)
    }

    fn leaf_side(&self, game: &Game<P>, line: &[P::Move], score: Score) -> Option<Side> {
        self.workers[0].leaf_side(game, line, score)
    }

    fn scale(&self) -> u32 {
        self.workers[0].scale()
    }

    fn proves(&self) -> bool {
        self.workers[0].proves()
    }

    fn table_use(&self) -> TableUse {
        self.workers.iter().map(|worker| worker.table_use()).fold(TableUse::default(), TableUse::plus)
    }

    fn statistics(&self) -> Option<Statistics> {
        self.workers.iter().filter_map(|worker| worker.statistics()).reduce(Statistics::plus)
    }

    fn iterate(&mut self, root: &P, moves: &[P::Move], depth: u32) -> Iteration<P::Move> {
        if let Some(threads) = self.simulated {
            let iteration = in_turns::iterate(&mut *self.workers[0], threads, root, moves, depth);
            self.budget.adopt(self.workers.iter().map(|worker| worker.budget()));
            return iteration;
        }
        let options = self.workers[0].options().clone();
        let board = Mutex::new(Board::new(moves.len()));
        std::thread::scope(|scope| {
            // From the last to the first, which works on this thread: there may be no other.
            for (number, worker) in self.workers.iter_mut().enumerate().rev() {
                let (board, options) = (&board, &options);
                worker.begin(root, depth);
                let mut work = move || {
                    // A panic of a worker ends the whole search. The board is consistent whenever the lock is released.
                    let shared = || board.lock().unwrap_or_else(PoisonError::into_inner);
                    loop {
                        let Some((place, window)) = shared().take(options) else { break };
                        let found = worker.root_move(root, moves[place], depth, window);
                        shared().enter(place, found);
                    }
                };
                if number == 0 {
                    work();
                } else if HAS_THREADS {
                    spawn(scope, Box::new(work));
                }
            }
        });
        let board = board.into_inner().unwrap_or_else(PoisonError::into_inner);
        let counts = self.workers.iter().map(|worker| worker.counts()).reduce(Counts::plus).unwrap_or_default();
        self.budget.adopt(self.workers.iter().map(|worker| worker.budget()));
        board.into_iteration(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Bound;

    #[test]
    fn a_move_is_searched_above_the_last_requested_line() {
        let found = |score| {
            let score = Score::new(score);
            Some(RootMove { mv: 0_u8, score, bound: Bound::Exact, nodes: 1, pv: Vec::new(), statistics: None })
        };
        let board = Board { next: 4, found: vec![found(3), None, found(7), found(5), None], stopped: false };
        let alpha = |place, lines, noise| board.alpha(place, &Options { lines, noise, ..Options::default() });
        // The best move precedes the fourth place and follows the first. There an equal value must be exact.
        assert_eq!([alpha(4, 1, None), alpha(1, 1, None)], [Score::new(7), Score::new(7).next_down()]);
        assert_eq!([alpha(4, 2, None), alpha(1, 2, None)], [Score::new(5), Score::new(5).next_down()]);
        assert_eq!([alpha(4, 3, None), alpha(1, 3, None)], [Score::new(3), Score::new(3)]);
        assert_eq!(alpha(4, 4, None), Window::FULL.alpha, "three are known");
        assert_eq!(alpha(4, 0, None), Score::new(7), "one line at least");
        // A random choice is among all equal moves.
        assert_eq!(alpha(4, 1, Some(1)), Score::new(7).next_down());
    }
}
