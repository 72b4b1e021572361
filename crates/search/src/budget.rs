//! Node and time budget of a search, and the flag that stops it. No other file of the search crate reads a clock.

#![expect(clippy::disallowed_methods, reason = "the one place of a search that asks the time")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{Builder, Scope};
use std::time::Duration;

use web_time::Instant;

use crate::job::{Job, StopFlag};
use crate::limits::{Limits, MAX_DEPTH};

/// Maximum length of a line in plies. Searches are recursive and a turn may be long: this many plies fit on a stack of
/// 2 MiB.
pub const MAX_PLY: u32 = MAX_DEPTH;

/// Stack size of the threads that this crate starts. [`MAX_PLY`] plies of every search fit on it.
const STACK: usize = 16 << 20;

/// Whether threads can be started. WebAssembly in a browser has only the calling thread.
pub(crate) const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// Starts a thread, unless the system refuses it: a search with fewer threads is slower, and as correct. The closure is
/// boxed so that the thread start is compiled once and not for each search.
pub(crate) fn spawn<'scope>(scope: &'scope Scope<'scope, '_>, work: Box<dyn FnOnce() + Send + 'scope>) {
    _ = plyground_game::thread_context::try_spawn(Builder::new().stack_size(STACK), scope, work);
}

/// A limit stopped the search. The value in progress is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Number of nodes between two checks of clock and flag: well below a millisecond even in slow games.
const CHECK_EVERY: u64 = 512;

/// Counts the nodes of a search and stops it at its limits. Threads that search together draw from one budget, each
/// through its own [`Budget::fork`].
///
/// ```
/// use plyground_search::{Budget, Limits, Stopped};
///
/// let mut budget = Budget::new(Limits::nodes(2));
/// assert_eq!((budget.count_node(), budget.count_node()), (Ok(()), Ok(())));
/// assert_eq!(budget.count_node(), Err(Stopped));
/// assert!(budget.is_spent());
/// ```
///
/// ```
/// use plyground_search::{Budget, Job, Limits, StopFlag};
///
/// let stop = StopFlag::default();
/// let budget = Budget::new(Job { stop: stop.clone(), ..Job::new(Limits::depth(12)) });
/// stop.stop(); // from any thread
/// assert!(!budget.is_spent(), "the search notices when it counts its next nodes");
/// ```
#[derive(Debug)]
pub struct Budget {
    /// Nodes until the next check of the limits: one number to decrement and test.
    left: u64,
    /// Nodes drawn from the pool, including `left`.
    drawn: u64,
    /// Whether a limit has been reached.
    spent: bool,
    /// Ply at which every line ends: [`MAX_PLY`], or 0 once every node must be a leaf.
    horizon: u32,
    pool: Arc<Pool>,
}

/// State that the threads of one search share.
#[derive(Debug)]
struct Pool {
    /// Nodes drawn by all threads.
    drawn: AtomicU64,
    limits: Limits,
    stop: StopFlag,
    /// Set when one thread has ended the search.
    over: AtomicBool,
    start: Instant,
}

impl Budget {
    /// Returns a budget that starts now.
    #[must_use]
    pub fn new(job: impl Into<Job>) -> Budget {
        let Job { limits, stop, .. } = job.into();
        let pool = Pool { drawn: AtomicU64::new(0), limits, stop, over: AtomicBool::new(false), start: Instant::now() };
        Budget { left: 0, drawn: 0, spent: false, horizon: MAX_PLY, pool: Arc::new(pool) }
    }

    /// Returns the same budget for another thread. The fork counts its own nodes from 0.
    #[must_use]
    pub fn fork(&self) -> Budget {
        Budget { left: 0, drawn: 0, spent: false, horizon: self.horizon, pool: Arc::clone(&self.pool) }
    }

    /// Returns the maximum number of nodes of all threads.
    pub(crate) fn node_limit(&self) -> Option<u64> {
        let limits = &self.pool.limits;
        [limits.nodes, limits.exit_nodes].into_iter().flatten().min()
    }

    /// Ends the search in all threads that share this budget.
    pub fn end(&self) {
        self.pool.over.store(true, Ordering::Relaxed);
    }

    /// Replaces the node count by the total of `others`, and adopts whether one of them is spent or exiting.
    pub(crate) fn adopt<'a>(&mut self, others: impl Iterator<Item = &'a Budget>) {
        (self.drawn, self.left) = (0, 0);
        for other in others {
            self.drawn += other.nodes();
            self.spent |= other.spent;
            self.horizon = self.horizon.min(other.horizon);
        }
    }

    /// Counts one move made in the tree.
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached. The move is then not counted.
    #[inline]
    pub fn count_node(&mut self) -> Result<(), Stopped> {
        let none_left;
        (self.left, none_left) = self.left.overflowing_sub(1);
        if none_left { self.draw() } else { Ok(()) }
    }

    /// Counts the move for which [`Budget::left`] has underflowed.
    #[cold]
    #[inline(never)]
    fn draw(&mut self) -> Result<(), Stopped> {
        self.left = 0;
        let Pool { limits, stop, .. } = &*self.pool;
        let has_passed = |time: Option<Duration>| time.is_some_and(|time| self.pool.start.elapsed() >= time);
        // On a busy processor, a thread can sleep from before the exit time until after the hard limit. One last batch,
        // in which every node is a leaf, lets the root unwind. Without it the best move would be lost.
        let can_unwind = !self.is_exiting() && has_passed(limits.exit_time);
        let late = has_passed(limits.time) && !can_unwind;
        if self.spent || late || stop.is_stopped() || self.pool.over.load(Ordering::Relaxed) {
            self.spent = true;
            return Err(Stopped);
        }
        let used = self.pool.drawn.load(Ordering::Relaxed);
        let exit_nodes = limits.exit_nodes.unwrap_or(u64::MAX);
        if used >= exit_nodes || can_unwind {
            self.horizon = 0;
        }
        let mut batch = CHECK_EVERY;
        if !self.is_exiting() {
            batch = batch.min(exit_nodes - used);
        }
        // The batch never exceeds the rest of the limit, so that all threads together stay within it.
        let most = limits.nodes.unwrap_or(u64::MAX);
        let taken = self.pool.drawn.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |drawn| {
            (drawn < most).then(|| drawn + batch.min(most - drawn))
        });
        let Ok(before) = taken else {
            self.spent = true;
            return Err(Stopped);
        };
        let batch = batch.min(most - before);
        self.drawn += batch;
        self.left = batch - 1;
        Ok(())
    }

    /// Returns whether a move was refused. The value in progress at that time is invalid.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.spent
    }

    /// Returns whether the exit counter has run out, so that every node is a leaf.
    #[inline]
    #[must_use]
    pub fn is_exiting(&self) -> bool {
        self.horizon == 0
    }

    /// Returns the ply at which every line currently ends.
    #[inline(always)]
    pub(crate) fn horizon(&self) -> u32 {
        self.horizon
    }

    /// Returns whether a new depth may start.
    #[must_use]
    pub fn allows_depth(&self) -> bool {
        !self.is_exiting() && self.pool.limits.soft_time.is_none_or(|time| self.elapsed() < time)
    }

    /// Returns the number of moves that this thread has made in the tree.
    #[inline]
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.drawn - self.left
    }

    /// Returns the time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.pool.start.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts `nodes` nodes.
    fn count(budget: &mut Budget, nodes: u64) {
        for node in 0..nodes {
            assert_eq!(budget.count_node(), Ok(()), "node {node} of {nodes}");
        }
    }

    #[test]
    fn threads_draw_exactly_the_limit() {
        let mut one = Budget::new(Limits::nodes(1_500));
        let mut other = one.fork();
        count(&mut one, 700);
        // The first thread has drawn 1,024. The other gets the rest of the limit.
        count(&mut other, 476);
        assert_eq!((other.count_node(), other.nodes()), (Err(Stopped), 476));
        count(&mut one, 324);
        assert_eq!((one.count_node(), one.nodes()), (Err(Stopped), 1_024));
        assert!(one.is_spent() && other.is_spent());
        let mut all = one.fork();
        assert!(!all.is_spent());
        all.adopt([one, other].iter());
        assert!(all.is_spent() && all.nodes() == 1_500);
    }

    #[test]
    fn a_budget_partly_used_is_not_spent() {
        let mut one = Budget::new(Limits::nodes(10_000));
        count(&mut one, 3);
        let mut all = one.fork();
        all.adopt([one].iter());
        assert!(!all.is_spent() && all.nodes() == 3);
    }

    #[test]
    fn the_exit_counter_runs_out_at_its_node() {
        for exit_nodes in [0, 1, 511, 512, 700, 1_024] {
            let mut budget = Budget::new(Limits { exit_nodes: Some(exit_nodes), ..Limits::NONE });
            count(&mut budget, exit_nodes);
            assert!(!budget.is_exiting() && budget.allows_depth() && budget.horizon() == MAX_PLY, "{exit_nodes}");
            count(&mut budget, 1);
            assert!(budget.is_exiting() && !budget.allows_depth() && budget.horizon() == 0, "{exit_nodes}");
            // Further nodes are counted as before.
            count(&mut budget, 2_000);
            assert!(!budget.is_spent() && budget.nodes() == exit_nodes + 2_001);
            let mut all = Budget::new(Limits::NONE);
            all.adopt([budget].iter());
            assert!(all.is_exiting());
        }
    }

    #[test]
    fn times_end_nodes_and_depths() {
        let [past, future] = [Duration::ZERO, Duration::from_secs(10_000)].map(Some);
        let ends = |limits: Limits| {
            let mut budget = Budget::new(limits);
            let counted = budget.count_node().is_ok();
            (counted, budget.is_exiting(), budget.allows_depth())
        };
        assert_eq!(ends(Limits { time: past, ..Limits::NONE }), (false, false, true));
        assert_eq!(ends(Limits { soft_time: past, ..Limits::NONE }), (true, false, false));
        assert_eq!(ends(Limits { exit_time: past, ..Limits::NONE }), (true, true, false));
        // Both times have passed: one batch is left to unwind.
        let mut both = Budget::new(Limits { time: past, exit_time: past, ..Limits::NONE });
        count(&mut both, CHECK_EVERY);
        assert_eq!((both.is_exiting(), both.count_node(), both.nodes()), (true, Err(Stopped), CHECK_EVERY));
        let later = Limits { time: future, soft_time: future, exit_time: future, ..Limits::NONE };
        assert_eq!(ends(later), (true, false, true));
        let budget = Budget::new(Limits::NONE);
        std::thread::sleep(Duration::from_millis(2));
        assert!(budget.elapsed() >= Duration::from_millis(2));
    }

    #[test]
    fn one_thread_ends_the_search_of_all() {
        let budget = Budget::new(Limits::NONE);
        let mut other = budget.fork();
        count(&mut other, 1);
        budget.end();
        count(&mut other, CHECK_EVERY - 1);
        assert_eq!(other.count_node(), Err(Stopped));
        let stop = StopFlag::default();
        let mut stopped = Budget::new(Job { stop: stop.clone(), ..Job::default() });
        stop.stop();
        assert_eq!(stopped.count_node(), Err(Stopped));
    }
}
