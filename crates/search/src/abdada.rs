//! ABDADA \[Weill1996\]: records which moves the threads of a team are searching, so that no two threads search the
//! same move at once.
//!
//! A thread defers a move that another thread is searching and tries its next move. When the thread returns to the
//! deferred move, the table usually has its value. ABDADA changes only the order of the moves of a node, so an exact
//! search returns the same values as one thread.
//!
//! The set of running moves is small and lossy. A move that finds its bucket full is searched twice, which costs only
//! time. Each word is an independent relaxed atomic: no two words have to agree.

use std::sync::atomic::{AtomicU64, Ordering};

use plyground_game::zobrist::mix;

/// Moves per bucket of the set.
const WAYS: usize = 8;
/// Number of buckets. A team of t threads searches at most t times the depth of the tree moves at once.
const BUCKETS: usize = 1 << 10;

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([AtomicU64; WAYS]);

/// The moves that a team is searching.
///
/// ```
/// use plyground_search::Abdada;
///
/// let team = Abdada::default();
/// team.begin(77);
/// assert!(team.is_busy(77) && !team.is_busy(78));
/// team.end(77);
/// assert!(!team.is_busy(77));
/// ```
#[derive(Debug)]
pub struct Abdada {
    buckets: Box<[Bucket]>,
    /// See [`Abdada::pretending`].
    #[cfg(test)]
    pretends: Option<u64>,
}

impl Abdada {
    /// Returns a team that reports half of all tasks as busy, chosen by `seed`.
    #[cfg(test)]
    pub(crate) fn pretending(seed: u64) -> Abdada {
        Abdada { pretends: Some(seed), ..Abdada::default() }
    }

    /// Returns the number of running tasks.
    #[cfg(test)]
    pub(crate) fn running(&self) -> usize {
        let ways = self.buckets.iter().flat_map(|bucket| &bucket.0);
        ways.filter(|way| way.load(Ordering::Relaxed) != 0).count()
    }

    /// Returns the identifier of a move, given by its index, in the position with this table key, searched to this
    /// depth. It is never 0.
    #[inline]
    pub(crate) fn task(key: u64, depth: u32, mv: usize) -> u64 {
        mix(key ^ mix(((mv as u64) << 32) | u64::from(depth))).max(1)
    }

    /// Returns whether a thread is searching this task.
    #[inline]
    #[must_use]
    pub fn is_busy(&self, task: u64) -> bool {
        #[cfg(test)]
        if let Some(seed) = self.pretends {
            return mix(task ^ seed) & 1 == 0;
        }
        self.bucket(task).iter().any(|way| way.load(Ordering::Relaxed) == task)
    }

    /// Marks this task as running. A full bucket ignores the task.
    #[inline]
    pub fn begin(&self, task: u64) {
        let ways = self.bucket(task);
        if let Some(free) = ways.iter().find(|way| way.load(Ordering::Relaxed) == 0) {
            free.store(task, Ordering::Relaxed);
        }
    }

    /// Removes a task that is finished or aborted.
    #[inline]
    pub fn end(&self, task: u64) {
        for way in self.bucket(task) {
            if way.load(Ordering::Relaxed) == task {
                way.store(0, Ordering::Relaxed);
            }
        }
    }

    fn bucket(&self, task: u64) -> &[AtomicU64; WAYS] {
        &self.buckets[task as usize % BUCKETS].0
    }
}

impl Default for Abdada {
    /// Returns a team without running tasks.
    fn default() -> Abdada {
        Abdada {
            buckets: (0..BUCKETS).map(|_| Bucket::default()).collect(),
            #[cfg(test)]
            pretends: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without busy tasks, the tests of a busy team would prove nothing.
    #[test]
    fn a_pretending_team_is_busy_half_the_time() {
        let team = Abdada::pretending(3);
        let busy = (0..1_000).filter(|&task| team.is_busy(task)).count();
        assert!((400..600).contains(&busy), "{busy} of 1,000");
    }

    #[test]
    fn a_full_bucket_ignores_the_next_task() {
        let team = Abdada::default();
        let tasks: Vec<u64> = (1..=WAYS as u64 + 1).map(|number| number * BUCKETS as u64).collect();
        tasks.iter().for_each(|&task| team.begin(task));
        let busy = |task: &u64| team.is_busy(*task);
        assert!(tasks[..WAYS].iter().all(busy) && !busy(&tasks[WAYS]));
        team.end(tasks[3]);
        assert!(!busy(&tasks[3]) && busy(&tasks[4]));
        team.begin(tasks[WAYS]);
        assert!(busy(&tasks[WAYS]));
    }

    #[test]
    fn tasks_differ_by_position_depth_and_move() {
        // Keys with all bits set and with no bit set are included.
        let tasks = [
            (5, 3, 2),
            (6, 3, 2),
            (5, 4, 2),
            (5, 3, 3),
            (5, 2, 3),
            (u64::MAX, 3, 2),
            (u64::MAX, 3, 3),
            (0, 3, 2),
            (0, 3, 3),
        ]
        .map(|(key, depth, mv)| Abdada::task(key, depth, mv));
        let different: std::collections::HashSet<u64> = tasks.into();
        assert_eq!(different.len(), tasks.len());
    }
}
