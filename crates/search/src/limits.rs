//! When to stop: by depth, nodes, time, or because somebody asks. The only file of the search crate that knows a clock.
//!
//! Three kinds of time are told apart, because the reports use all three. [`Limits::time`] breaks a search off wherever it
//! is. [`Limits::soft_time`] only keeps a new depth from being begun. The *exit counter* ([`Limits::exit_time`],
//! [`Limits::exit_nodes`]) turns every node into a leaf from then on, so that the running depth comes to an end of its
//! own. A whole game's time is shared out over its moves by [`Clock::limits`].
//!
//! ```
//! use std::time::Duration;
//! use plyground_search::{Clock, Limits, StopFlag};
//!
//! let flag = StopFlag::default();
//! let limits = Limits { time: Some(Duration::from_secs(5)), stop: flag.clone(), ..Limits::depth(12) };
//! flag.stop(); // from any thread
//! assert!(limits.stop.is_stopped());
//!
//! let clock = Clock { left: Duration::from_secs(60), increment: Duration::from_secs(1) };
//! let limits = clock.limits(0, None);
//! assert!(limits.soft_time < limits.time && limits.time < Some(Duration::from_secs(20)));
//! ```

#![expect(clippy::disallowed_methods, reason = "the one place of a search that asks the time")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The deepest search that can be asked for, in plies or turns.
pub const MAX_DEPTH: u32 = 500;

/// Where every line ends, in plies: searches are recursive, and a turn may be long. So much fits on a stack of 2 MiB.
pub const MAX_PLY: u32 = MAX_DEPTH;

/// A stack on which that many plies fit in every search, for threads that are made here.
pub(crate) const STACK: usize = 16 << 20;

/// A flag that stops searches from outside; clones share it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks all searches with this flag to stop soon.
    pub fn stop(&self) {
        // Nothing else is published through the flag, so no ordering is needed.
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has asked.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What ends a search; whichever comes first.
///
/// ```
/// use std::time::Duration;
/// use plyground_search::Limits;
///
/// let limits = Limits { nodes: Some(1_000_000), time: Some(Duration::from_secs(5)), ..Limits::depth(12) };
/// assert!(limits.is_limited() && !Limits::default().is_limited());
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// The last depth to search, in the searcher's unit; at most [`MAX_DEPTH`].
    pub depth: u32,
    /// The most moves to make in the tree, over all depths and threads.
    pub nodes: Option<u64>,
    /// The most time to spend: the search is broken off then.
    pub time: Option<Duration>,
    /// After this time no new depth is begun; a running one is finished.
    pub soft_time: Option<Duration>,
    /// After this time every node is valued without looking further, so that the running depth ends soon.
    pub exit_time: Option<Duration>,
    /// The same after this many nodes, which is the same on every machine.
    pub exit_nodes: Option<u64>,
    /// Stops the search from outside.
    pub stop: StopFlag,
}

impl Limits {
    /// No limit but a depth.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits {
            depth,
            nodes: None,
            time: None,
            soft_time: None,
            exit_time: None,
            exit_nodes: None,
            stop: StopFlag::default(),
        }
    }

    /// No limit but a number of nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// No limit but a time.
    #[must_use]
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// Whether anything but the flag and the deepest depth ends the search.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.depth < MAX_DEPTH
            || self.nodes.is_some()
            || self.time.is_some()
            || self.soft_time.is_some()
            || self.exit_time.is_some()
            || self.exit_nodes.is_some()
    }
}

impl Default for Limits {
    /// As deep as a search can go.
    fn default() -> Limits {
        Limits::depth(MAX_DEPTH)
    }
}

/// What is left on a player's clock for the rest of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left before this move.
    pub left: Duration,
    /// Time added after every move.
    pub increment: Duration,
}

/// Moves that a game is expected to last for from anywhere, when nothing better is known.
const MOVES_TO_GO: u32 = 30;
/// Kept back on every move for what lies between the search and the clock.
const OVERHEAD: Duration = Duration::from_millis(5);

impl Clock {
    /// Limits for the next move. `played` moves of this player are over; `moves_to_go` are expected to follow, else the
    /// game is taken to go on for 30 moves, fewer when it has been long already.
    ///
    /// An even share of what is left, and the increment, is the time after which no new depth is begun; a running depth may
    /// take four times as much, and never more than four fifths of what is left: there is always time for another move.
    #[must_use]
    pub fn limits(&self, played: u32, moves_to_go: Option<u32>) -> Limits {
        let moves = moves_to_go.unwrap_or_else(|| MOVES_TO_GO.saturating_sub(played / 2).max(12)).max(1);
        let usable = self.left.saturating_sub(OVERHEAD);
        let most = usable / 5 * 4;
        let share = (usable / moves).saturating_add(self.increment / 4 * 3).min(most);
        // A depth takes a few times as long as the one before: begin one only while it may well be finished.
        Limits { soft_time: Some(share / 2), time: Some(share.saturating_mul(4).min(most)), ..Limits::default() }
    }
}

/// The search was cut off by a limit; what was being computed is worthless.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// How often clock and flag are looked at, in nodes: well below a millisecond apart even in slow games.
const CHECK_EVERY: u64 = 512;

/// Counts the nodes of a search and says when to stop. Threads that search together draw from one budget, each through
/// its own [`Budget::fork`].
///
/// ```
/// use plyground_search::{Budget, Limits, Stopped};
///
/// let mut budget = Budget::new(&Limits::nodes(2));
/// assert_eq!((budget.count_node(), budget.count_node()), (Ok(()), Ok(())));
/// assert_eq!(budget.count_node(), Err(Stopped));
/// assert!(budget.is_spent());
/// ```
#[derive(Debug)]
pub struct Budget {
    /// Nodes until the next look at the limits: one number to count down and to test.
    left: u64,
    /// Nodes drawn from the pool, the `left` ones included.
    drawn: u64,
    /// Whether a limit was reached.
    spent: bool,
    /// The ply at which every line ends: [`MAX_PLY`], and 0 when every node is to be a leaf from now on.
    horizon: u32,
    pool: Arc<Pool>,
}

/// What the threads of one search share.
#[derive(Debug)]
struct Pool {
    /// Nodes drawn by all of them.
    drawn: AtomicU64,
    limits: Limits,
    /// Set when one of them has come to the end.
    over: AtomicBool,
    start: Instant,
}

impl Budget {
    /// A budget that starts to run now.
    #[must_use]
    pub fn new(limits: &Limits) -> Budget {
        let pool = Pool {
            drawn: AtomicU64::new(0),
            limits: limits.clone(),
            over: AtomicBool::new(false),
            start: Instant::now(),
        };
        Budget { left: 0, drawn: 0, spent: false, horizon: MAX_PLY, pool: Arc::new(pool) }
    }

    /// The same budget for another thread; its own nodes count from 0.
    #[must_use]
    pub fn fork(&self) -> Budget {
        Budget { left: 0, drawn: 0, spent: false, horizon: self.horizon, pool: Arc::clone(&self.pool) }
    }

    /// Ends the search in all threads that share this budget.
    pub fn end(&self) {
        self.pool.over.store(true, Ordering::Relaxed);
    }

    /// Takes over what others have used in its name.
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
    /// [`Stopped`] when a limit is reached; the move is then not counted.
    #[inline]
    pub fn count_node(&mut self) -> Result<(), Stopped> {
        let none_left;
        (self.left, none_left) = self.left.overflowing_sub(1);
        if none_left { self.draw() } else { Ok(()) }
    }

    /// Counts the move after [`Budget::left`] has gone below 0.
    #[cold]
    #[inline(never)]
    fn draw(&mut self) -> Result<(), Stopped> {
        self.left = 0;
        let Pool { limits, .. } = &*self.pool;
        let late = limits.time.is_some_and(|time| self.pool.start.elapsed() >= time);
        if self.spent || late || limits.stop.is_stopped() || self.pool.over.load(Ordering::Relaxed) {
            self.spent = true;
            return Err(Stopped);
        }
        let used = self.pool.drawn.load(Ordering::Relaxed);
        let exit_nodes = limits.exit_nodes.unwrap_or(u64::MAX);
        if used >= exit_nodes || limits.exit_time.is_some_and(|time| self.pool.start.elapsed() >= time) {
            self.horizon = 0;
        }
        let mut batch = CHECK_EVERY;
        if !self.is_exiting() {
            batch = batch.min(exit_nodes - used);
        }
        // Drawn only as far as the limit reaches, so that threads together never pass it.
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

    /// Whether a move was refused: what was being computed then is worthless.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.spent
    }

    /// Whether the exit counter has run out: every node is valued without looking further.
    #[inline]
    #[must_use]
    pub fn is_exiting(&self) -> bool {
        self.horizon == 0
    }

    /// The ply at which every line ends now.
    #[inline(always)]
    pub(crate) fn horizon(&self) -> u32 {
        self.horizon
    }

    /// Whether a new depth should be begun.
    #[must_use]
    pub fn allows_depth(&self) -> bool {
        !self.is_exiting() && self.pool.limits.soft_time.is_none_or(|time| self.elapsed() < time)
    }

    /// Moves made in the tree by this thread so far.
    #[inline]
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.drawn - self.left
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.pool.start.elapsed()
    }
}
