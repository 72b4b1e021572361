//! Limits of a page, so that a faulty one cannot exhaust the machine.

#![expect(clippy::disallowed_methods, reason = "limits of time for those who ask")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use plyground_catalog::AgentSpec;
use web_time::Instant;

/// Number of game sessions; beyond it, the one that was idle the longest is removed.
pub(crate) const GAME_SESSIONS: usize = 512;
/// Moves of a game.
pub(crate) const PLIES: usize = 2_000;
/// Bytes of a player's name.
pub(crate) const NAME: usize = 1_000;
/// Maximum time of a search, for an analysis that runs until it is stopped or has no listener.
pub const SEARCH_TIME: Duration = Duration::from_secs(24 * 3600);
/// MiB of transposition table of a search.
pub(crate) const TABLE: u64 = 256;
/// MiB of the transposition tables of all searches and players together.
pub const TABLES_IN_ALL: u64 = 2048;
/// MiB of table of a solver.
pub(crate) const EXACT_TABLE: usize = 16;
/// MiB of the database that a solver may load.
pub(crate) const EXACT_MEMORY: u64 = 256;
/// Maximum number of search sessions.
pub(crate) const SEARCH_SESSIONS: usize = 16;
/// MiB of the transposition tables of all search sessions together.
pub(crate) const SEARCH_SESSION_TABLES: u64 = 1024;
/// Time limit of a solver for an exact value that no table has.
pub(crate) const EXACT_TIME: Duration = Duration::from_secs(20);
/// Limit of a solver during a review, in reads of its stop flag: some seconds of work.
pub(crate) const EXACT_READS: u64 = 4_000;
/// Best lines.
pub(crate) const LINES: usize = 5;
/// Number of recorded games that the explorer searches.
pub(crate) const EXPLORED: usize = 2_000;
/// Moves of a line to look at.
pub(crate) const LINE: usize = 64;
/// Requests per second to one game, sustained and burst.
pub(crate) const GAME_REQUESTS: (f64, f64) = (50.0, 200.0);

/// Threads of a search.
#[must_use]
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Shared budget of memory.
#[derive(Clone, Debug)]
pub struct Budget {
    most: u64,
    used: Arc<Mutex<u64>>,
}

/// Part of a budget, returned when it is dropped.
#[derive(Debug)]
pub struct Share {
    used: Arc<Mutex<u64>>,
    part: u64,
}

impl Budget {
    /// Creates a budget of this size.
    #[must_use]
    pub fn new(most: u64) -> Budget {
        Budget { most, used: Arc::default() }
    }

    /// Takes a part; `None` if less is left.
    #[must_use]
    pub fn take(&self, part: u64) -> Option<Share> {
        let mut used = lock(&self.used);
        if part > self.most - *used {
            return None;
        }
        *used += part;
        Some(Share { used: Arc::clone(&self.used), part })
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        *lock(&self.used) -= self.part;
    }
}

/// MiB that an agent's search needs.
#[must_use]
pub fn memory_of(spec: &AgentSpec) -> u64 {
    // The default table size. Agents without a table need some memory too.
    let usual = if spec.info().takes("table") { 16 } else { 4 };
    spec.number("table").unwrap_or(usual).max(1)
}

/// Token bucket for rate limits.
#[derive(Debug)]
pub struct Bucket {
    rate: f64,
    most: f64,
    /// Its content and the time of that.
    level: Mutex<(f64, Instant)>,
}

impl Bucket {
    /// Creates a full bucket from the sustained rate per second and the burst.
    #[must_use]
    pub fn new((rate, most): (f64, f64)) -> Bucket {
        Bucket { rate, most, level: Mutex::new((most, Instant::now())) }
    }

    /// Takes a drop; whether there was one.
    pub fn take(&self) -> bool {
        self.take_at(Instant::now())
    }

    fn take_at(&self, now: Instant) -> bool {
        let mut level = lock(&self.level);
        let (left, since) = *level;
        let filled = (left + now.duration_since(since).as_secs_f64() * self.rate).min(self.most);
        let enough = filled >= 1.0;
        *level = (if enough { filled - 1.0 } else { filled }, now);
        enough
    }
}

/// Locks a mutex, also after a panic of another thread, because every change here is one assignment.
pub fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_for_all_together() {
        let budget = Budget::new(10);
        let (one, two) = (budget.take(6), budget.clone().take(4));
        assert!(one.is_some() && two.is_some() && budget.take(1).is_none());
        drop(one);
        assert!(budget.take(7).is_none() && budget.take(6).is_some());
        assert!(budget.take(u64::MAX).is_none());
    }

    #[test]
    fn a_bucket_runs_dry_and_fills_again() {
        let bucket = Bucket::new((10.0, 3.0));
        let now = Instant::now();
        assert_eq!([0; 4].map(|_| bucket.take_at(now)), [true, true, true, false]);
        assert!(!bucket.take_at(now + Duration::from_millis(50)));
        assert!(bucket.take_at(now + Duration::from_millis(120)));
        let later = now + Duration::from_secs(60);
        assert_eq!([0; 4].map(|_| bucket.take_at(later)), [true, true, true, false]);
    }
}
