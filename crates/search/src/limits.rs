//! When to stop: by depth, nodes, time, or because somebody asks. The only file of the search crate that knows a clock.
//!
//! ```
//! use std::time::Duration;
//! use plyground_search::{Limits, StopFlag};
//!
//! let flag = StopFlag::default();
//! let limits = Limits { time: Some(Duration::from_secs(5)), stop: flag.clone(), ..Limits::depth(12) };
//! flag.stop(); // from any thread
//! assert!(limits.stop.is_stopped());
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The deepest search that can be asked for, in plies or turns.
pub const MAX_DEPTH: u32 = 500;

/// Where every line ends, in plies: searches are recursive, and a turn may be long. So much fits on a stack of 2 MiB.
pub const MAX_PLY: u32 = MAX_DEPTH;

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
#[derive(Clone, Debug)]
pub struct Limits {
    /// The last depth to search, in the searcher's unit; at most [`MAX_DEPTH`].
    pub depth: u32,
    /// The most moves to make in the tree, over all depths.
    pub nodes: Option<u64>,
    /// The most time to spend.
    pub time: Option<Duration>,
    /// Stops the search from outside.
    pub stop: StopFlag,
}

impl Limits {
    /// No limit but a depth.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits { depth, nodes: None, time: None, stop: StopFlag::default() }
    }
}

impl Default for Limits {
    /// As deep as a search can go.
    fn default() -> Limits {
        Limits::depth(MAX_DEPTH)
    }
}

/// The search was cut off by a limit; what was being computed is worthless.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// How often clock and flag are looked at, in nodes: well below a millisecond apart even in slow games.
const CHECK_EVERY: u64 = 1024;

/// Counts the nodes of a search and says when to stop.
#[derive(Clone, Debug)]
pub struct Budget {
    /// The count at which to look again.
    next_check: u64,
    /// Nodes until then: one number to count down and to test.
    left: u64,
    max_nodes: u64,
    /// Whether a limit was reached.
    spent: bool,
    time: Option<Duration>,
    start: Instant,
    stop: StopFlag,
}

impl Budget {
    /// A budget that starts to run now.
    #[must_use]
    pub fn new(limits: &Limits) -> Budget {
        Budget {
            next_check: 0,
            left: 0,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            spent: false,
            time: limits.time,
            start: Instant::now(),
            stop: limits.stop.clone(),
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
        if none_left { self.check() } else { Ok(()) }
    }

    /// Counts the move after [`Budget::left`] has gone below 0.
    #[cold]
    #[inline(never)]
    fn check(&mut self) -> Result<(), Stopped> {
        self.left = 0;
        let nodes = self.next_check;
        let late = self.time.is_some_and(|time| self.start.elapsed() >= time);
        if self.spent || nodes >= self.max_nodes || late || self.stop.is_stopped() {
            self.spent = true;
            return Err(Stopped);
        }
        self.next_check = (nodes + CHECK_EVERY).min(self.max_nodes);
        self.left = self.next_check - nodes - 1;
        Ok(())
    }

    /// Whether a move was refused: what was being computed then is worthless.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.spent
    }

    /// Moves made in the tree so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.next_check - self.left
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}
