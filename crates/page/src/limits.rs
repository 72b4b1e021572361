//! How much of everything one page gets: one that runs wild must not take the machine.

#![expect(clippy::disallowed_methods, reason = "limits of time for those who ask")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use plyground_catalog::AgentSpec;
use web_time::Instant;

/// Games at a time; beyond, the one that was idle longest makes room.
pub(crate) const GAME_SESSIONS: usize = 512;
/// Moves of a game.
pub(crate) const PLIES: usize = 2_000;
/// Bytes of a player's name.
pub(crate) const NAME: usize = 1_000;
/// The longest search: an analysis that goes on until it is stopped, or has no listener any more.
pub const SEARCH_TIME: Duration = Duration::from_secs(24 * 3600);
/// MiB of transposition table of a search.
pub(crate) const TABLE: u64 = 256;
/// MiB of transposition tables of everything that searches and plays together.
pub const TABLES_IN_ALL: u64 = 2048;
/// MiB of table of a solver.
pub(crate) const EXACT_TABLE: usize = 16;
/// MiB that a solver may need beside: a database that it loads.
pub(crate) const EXACT_MEMORY: u64 = 256;
/// Sessions with an agent that are kept from one search to the next.
pub(crate) const SEARCH_SESSIONS: usize = 16;
/// MiB of transposition table of all of them together.
pub(crate) const SEARCH_SESSION_TABLES: u64 = 1024;
/// How long a solver that searches may look for an exact value that stands in no table.
pub(crate) const EXACT_TIME: Duration = Duration::from_secs(20);
/// How often a solver may read its stop flag while a game is reviewed: some seconds of work.
pub(crate) const EXACT_READS: u64 = 4_000;
/// Best lines.
pub(crate) const LINES: usize = 5;
/// Recorded games that are looked through for what was played in a position.
pub(crate) const EXPLORED: usize = 2_000;
/// Moves of a line to look at.
pub(crate) const LINE: usize = 64;
/// The same for one game.
pub(crate) const GAME_REQUESTS: (f64, f64) = (50.0, 200.0);

/// Threads of a search.
#[must_use]
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A budget that many share.
#[derive(Clone, Debug)]
pub struct Budget {
    most: u64,
    used: Arc<Mutex<u64>>,
}

/// A part of a budget, for as long as it lives.
#[derive(Debug)]
pub struct Share {
    used: Arc<Mutex<u64>>,
    part: u64,
}

impl Budget {
    /// So much in all.
    #[must_use]
    pub fn new(most: u64) -> Budget {
        Budget { most, used: Arc::default() }
    }

    /// Takes a part; `None` when there is not so much left.
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
    // What agents take where nothing is said. Some have no table, but something each of them needs.
    let usual = if spec.info().takes("table") { 16 } else { 4 };
    spec.number("table").unwrap_or(usual).max(1)
}

/// A bucket that fills steadily; each request takes a drop.
#[derive(Debug)]
pub struct Bucket {
    rate: f64,
    most: f64,
    /// What is in it, and when that was so.
    level: Mutex<(f64, Instant)>,
}

impl Bucket {
    /// A full bucket: so many requests a second, and so many at once.
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

/// Locks; what a thread that panicked has left is used on, because every change here is one assignment.
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
