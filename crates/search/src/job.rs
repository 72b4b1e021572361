//! One question to a search or an agent: how long to think, about what, and the flag that stops it.
//!
//! ```
//! use plyground_search::{Job, Limits, StopFlag};
//!
//! let stop = StopFlag::default();
//! let job = Job { stop: stop.clone(), ..Limits::depth(12).into() };
//! stop.stop(); // from any thread
//! assert!(job.stop.is_stopped());
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::limits::Limits;

/// A flag that stops searches from outside; clones share it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    raised: AtomicBool,
    /// Counts as raised here too.
    parent: Option<StopFlag>,
    /// Counts how often the flag was read.
    looks: Option<Arc<AtomicU64>>,
    /// Is raised when it has been read so often.
    most: Option<u64>,
}

impl StopFlag {
    /// A flag for a part of the work: raised with this one, or alone.
    ///
    /// ```
    /// use plyground_search::StopFlag;
    ///
    /// let whole = StopFlag::default();
    /// let (one, other) = (whole.child(), whole.child());
    /// one.stop();
    /// assert!(!whole.is_stopped() && !other.is_stopped());
    /// whole.stop();
    /// assert!(other.is_stopped());
    /// ```
    #[must_use]
    pub fn child(&self) -> StopFlag {
        StopFlag(Arc::new(Flag { parent: Some(self.clone()), ..Flag::default() }))
    }

    /// The same, and counts the reading: searches read now and then, which shows that they are running.
    #[must_use]
    pub fn watched(&self, looks: Arc<AtomicU64>) -> StopFlag {
        StopFlag(Arc::new(Flag { parent: Some(self.clone()), looks: Some(looks), ..Flag::default() }))
    }

    /// Returns a flag for a part of the work that is also raised after so many readings: a limit for solvers that have
    /// none of their own, the same on every machine.
    ///
    /// ```
    /// use plyground_search::StopFlag;
    ///
    /// let limited = StopFlag::default().after(2);
    /// assert_eq!([limited.is_stopped(), limited.is_stopped(), limited.is_stopped()], [false, false, true]);
    /// ```
    #[must_use]
    pub fn after(&self, readings: u64) -> StopFlag {
        let looks = Some(Arc::default());
        StopFlag(Arc::new(Flag { parent: Some(self.clone()), looks, most: Some(readings), ..Flag::default() }))
    }

    /// Asks all searches with this flag to stop soon.
    pub fn stop(&self) {
        // Nothing else is published through the flag, so no ordering is needed.
        self.0.raised.store(true, Ordering::Relaxed);
    }

    /// Whether the caller has asked to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        if let Some(looks) = &self.0.looks {
            let before = looks.fetch_add(1, Ordering::Relaxed);
            if self.0.most.is_some_and(|most| before >= most) {
                self.stop();
            }
        }
        self.0.raised.load(Ordering::Relaxed) || self.0.parent.as_ref().is_some_and(StopFlag::is_stopped)
    }
}

/// One question to an agent: how long to think, and about what.
#[derive(Clone, Debug)]
pub struct Job {
    /// When to stop.
    pub limits: Limits,
    /// Search the one depth of the limits, without those before it.
    pub fixed: bool,
    /// How many best lines to find; at least 1.
    pub lines: usize,
    /// Search even where a book or tables know the values: the report has the exact score and the depth, nodes and lines of the
    /// search.
    pub always_search: bool,
    /// Stops the search from outside.
    pub stop: StopFlag,
}

impl Job {
    /// One line, depth by depth.
    #[must_use]
    pub fn new(limits: Limits) -> Job {
        Job { limits, fixed: false, lines: 1, always_search: false, stop: StopFlag::default() }
    }
}

impl Default for Job {
    /// One line, depth by depth, without a limit.
    fn default() -> Job {
        Job::new(Limits::NONE)
    }
}

impl From<Limits> for Job {
    fn from(limits: Limits) -> Job {
        Job::new(limits)
    }
}

impl From<&Limits> for Job {
    fn from(limits: &Limits) -> Job {
        Job::new(*limits)
    }
}

impl From<&Job> for Job {
    fn from(job: &Job) -> Job {
        job.clone()
    }
}
