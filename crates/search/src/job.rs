//! A request to a search or an agent: limits, number of lines, and the flag that stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::limits::{Clock, Limits};

/// A flag that stops searches from outside. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    raised: AtomicBool,
    /// Parent flag. A raised parent counts as raised here.
    parent: Option<StopFlag>,
    /// Number of times that the flag was read.
    looks: Option<Arc<AtomicU64>>,
    /// Number of reads after which the flag is raised.
    most: Option<u64>,
}

impl StopFlag {
    /// Returns a flag for a part of the work. It is raised with this flag or on its own.
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

    /// Returns a flag for a part of the work that counts its reads in `looks`. Searches read the flag regularly, so a
    /// growing count shows that they are running.
    #[must_use]
    pub fn watched(&self, looks: Arc<AtomicU64>) -> StopFlag {
        StopFlag(Arc::new(Flag { parent: Some(self.clone()), looks: Some(looks), ..Flag::default() }))
    }

    /// Returns a flag for a part of the work that is also raised after this number of reads. It limits solvers without
    /// limits of their own, with the same result on every machine.
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
        // The flag publishes no other data, so relaxed ordering suffices.
        self.0.raised.store(true, Ordering::Relaxed);
    }

    /// Returns whether the flag is raised.
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

/// A request to an agent.
///
/// ```
/// use plyground_search::{Job, Limits, StopFlag};
///
/// let stop = StopFlag::default();
/// let job = Job { stop: stop.clone(), ..Limits::depth(12).into() };
/// stop.stop(); // from any thread
/// assert!(job.stop.is_stopped());
/// ```
#[derive(Clone, Debug)]
pub struct Job {
    /// Limits of the search.
    pub limits: Limits,
    /// Clocks of both sides, for an agent that divides its time itself. The limits have the share of this move.
    pub clocks: Option<[Clock; 2]>,
    /// Whether to search only the depth of the limits, without the depths before it.
    pub fixed: bool,
    /// Number of best lines to find; at least 1.
    pub lines: usize,
    /// Whether to search even if a book or tables contain the value. The report combines their exact score with the
    /// depth, nodes and lines of the search.
    pub always_search: bool,
    /// Flag that stops the search from outside.
    pub stop: StopFlag,
}

impl Job {
    /// Returns a job with one line, depth by depth.
    #[must_use]
    pub fn new(limits: Limits) -> Job {
        Job { limits, clocks: None, fixed: false, lines: 1, always_search: false, stop: StopFlag::default() }
    }
}

impl Default for Job {
    /// Returns a job with one line, depth by depth, without a limit.
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
