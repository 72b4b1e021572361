//! Batches of results that wait for a spot check.
//!
//! Results of a worker are not accepted one by one. They form a *batch*: one game of the batch is drawn at random and replayed,
//! and the whole batch is accepted or rejected. So a worker whose games are all forged is caught before any of them is accepted.
//! The first result of a worker is its own batch; the size of later batches doubles up to [`LARGEST`] results. The draw depends
//! on a secret of the coordinator.
//!
//! This module does not use a server, so that it can be tested without one.

use std::collections::HashMap;

use crate::protocol::ChunkRange;

/// Maximum number of results of a batch, unless a check is forced earlier.
pub(crate) const LARGEST: usize = 16;
/// Maximum share of checks in the time that workers report.
pub(crate) const SHARE: f64 = 1.0 / 16.0;
/// Number of waiting bytes above which checks are forced.
const BYTES: usize = 32 << 20;
/// Number of waiting bytes above which no more results are taken.
const MOST_BYTES: usize = 64 << 20;

/// Result that waits.
#[derive(Debug)]
pub(crate) struct Waiting<R> {
    /// Id of the result.
    pub(crate) key: String,
    pub(crate) chunk: ChunkRange,
    pub(crate) bytes: usize,
    /// Digests of its games or answers, by number.
    pub(crate) digests: Vec<(u64, u32)>,
    pub(crate) result: R,
}

/// Waiting results of a worker.
#[derive(Debug)]
struct Batch<R> {
    results: Vec<Waiting<R>>,
    /// Position in the order in which batches were started.
    begun: u64,
}

/// Game to be replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Check {
    pub(crate) worker: String,
    /// Number of results that the check accepts.
    pub(crate) results: usize,
    pub(crate) number: u64,
    pub(crate) digest: u32,
}

/// Batches of a run.
#[derive(Debug)]
pub(crate) struct Batches<R> {
    batches: HashMap<String, Batch<R>>,
    begun: u64,
    bytes: usize,
    /// Total seconds that workers report, and total seconds of checks.
    reported: f64,
    spent: f64,
    checks: u32,
}

impl<R> Default for Batches<R> {
    fn default() -> Batches<R> {
        Batches { batches: HashMap::new(), begun: 0, bytes: 0, reported: 0.0, spent: 0.0, checks: 0 }
    }
}

impl<R> Batches<R> {
    pub(crate) fn is_empty(&self) -> bool {
        self.batches.is_empty()
    }

    /// Returns the number of waiting results.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.batches.values().map(|batch| batch.results.len()).sum()
    }

    /// Reports whether no more results may be taken until some are checked.
    pub(crate) fn is_full(&self) -> bool {
        self.bytes > MOST_BYTES
    }

    /// Returns the chunks with waiting results.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = ChunkRange> {
        self.batches.values().flat_map(|batch| batch.results.iter().map(|waiting| waiting.chunk))
    }

    /// Returns all waiting results.
    pub(crate) fn results(&self) -> impl Iterator<Item = &R> {
        self.batches.values().flat_map(|batch| batch.results.iter().map(|waiting| &waiting.result))
    }

    /// Returns all waiting results for changes.
    pub(crate) fn results_mut(&mut self) -> impl Iterator<Item = &mut R> {
        self.batches.values_mut().flat_map(|batch| batch.results.iter_mut().map(|waiting| &mut waiting.result))
    }

    /// Returns the waiting result with this key.
    pub(crate) fn find(&mut self, worker: &str, key: &str) -> Option<&mut R> {
        let batch = self.batches.get_mut(worker)?;
        batch.results.iter_mut().find(|waiting| waiting.key == key).map(|waiting| &mut waiting.result)
    }

    /// Adds a result that took this number of seconds to play.
    pub(crate) fn add(&mut self, worker: &str, waiting: Waiting<R>, seconds: f64) {
        self.bytes += waiting.bytes;
        // The reported time decides only how much is checked. It is limited to an hour per result, and to at least the time that
        // the games took here. Otherwise a worker that reports no time would not be checked again.
        let here = self.spent / f64::from(self.checks.max(1)) * waiting.digests.len() as f64;
        self.reported += seconds.max(here).clamp(0.0, 3600.0);
        let begun = self.begun;
        let batch = self.batches.entry(worker.to_owned()).or_insert_with(|| Batch { results: Vec::new(), begun });
        batch.results.push(waiting);
        self.begun += 1;
    }

    /// Returns the next game to replay, from the oldest batch that is large enough, or from the oldest batch if `is_forced`.
    /// `passed` returns how many batches of a worker have passed, and `draw` draws a number below its argument.
    pub(crate) fn next_check(
        &self,
        is_forced: bool,
        mut passed: impl FnMut(&str) -> u32,
        draw: impl FnOnce(usize) -> usize,
    ) -> Option<Check> {
        let is_forced = is_forced || self.bytes > BYTES;
        let has_time = self.spent <= SHARE * self.reported;
        let mut ready: Vec<(&String, &Batch<R>)> = self.batches.iter().collect();
        ready.retain(|(worker, batch)| {
            let passed = passed(worker);
            let enough = LARGEST.min(1 << passed.min(10));
            is_forced || passed == 0 || (has_time && batch.results.len() >= enough)
        });
        let (worker, batch) = ready.into_iter().min_by_key(|(_, batch)| batch.begun)?;
        let digests: Vec<(u64, u32)> =
            batch.results.iter().flat_map(|waiting| waiting.digests.iter().copied()).collect();
        let &(number, digest) = digests.get(draw(digests.len()))?;
        Some(Check { worker: worker.clone(), results: batch.results.len(), number, digest })
    }

    /// Records the seconds of a check.
    pub(crate) fn spend(&mut self, seconds: f64) {
        self.spent += seconds;
        self.checks += 1;
    }

    /// Removes and returns the first results of a worker: those that a check has accepted, or all.
    pub(crate) fn take(&mut self, worker: &str, results: usize) -> Vec<Waiting<R>> {
        let Some(batch) = self.batches.get_mut(worker) else { return Vec::new() };
        let rest = batch.results.split_off(results.min(batch.results.len()));
        let taken = std::mem::replace(&mut batch.results, rest);
        batch.begun = self.begun;
        self.begun += 1;
        if batch.results.is_empty() {
            self.batches.remove(worker);
        }
        self.bytes -= taken.iter().map(|waiting| waiting.bytes).sum::<usize>();
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(number: u64) -> Waiting<u64> {
        let digests = vec![(2 * number, 7), (2 * number + 1, 8)];
        Waiting { key: number.to_string(), chunk: ChunkRange::new(number, 1), bytes: 100, digests, result: number }
    }

    #[test]
    fn batches_double_as_a_worker_passes() {
        let mut batches = Batches::default();
        let (mut passed, mut number, mut sizes) = (0, 0, Vec::new());
        for _ in 0..100 {
            batches.add("a", result(number), 10.0);
            number += 1;
            while let Some(check) = batches.next_check(false, |_| passed, |count| count - 1) {
                batches.spend(0.1);
                sizes.push(batches.take("a", check.results).len());
                passed += 1;
            }
        }
        assert_eq!(sizes[..7], [1, 2, 4, 8, 16, 16, 16]);
        assert!(batches.len() < LARGEST);
    }

    #[test]
    fn checks_take_a_share_of_the_time_unless_they_are_forced() {
        let mut batches = Batches::default();
        for number in 0..20 {
            batches.add("a", result(number), 1.0);
        }
        batches.spend(2.0);
        assert_eq!(batches.next_check(false, |_| 9, |_| 0), None);
        assert!(batches.next_check(true, |_| 9, |_| 0).is_some());
        assert!(batches.next_check(false, |_| 0, |_| 0).is_some(), "a first batch never waits");
        batches.add("a", result(20), 100.0);
        assert!(batches.next_check(false, |_| 9, |_| 0).is_some());
    }

    /// Regression: such a worker was checked only once, and then after all its results had arrived.
    #[test]
    fn a_worker_that_reports_no_time_is_checked_as_often() {
        let mut batches = Batches::default();
        let (mut passed, mut largest) = (0, 0);
        for number in 0..500 {
            batches.add("liar", result(number), 0.0);
            while let Some(check) = batches.next_check(false, |_| passed, |count| count - 1) {
                batches.spend(0.1);
                largest = largest.max(batches.take("liar", check.results).len());
                passed += 1;
            }
        }
        assert!(batches.len() + largest <= 4 * LARGEST, "{} wait, {largest} were accepted by one check", batches.len());
    }

    #[test]
    fn the_oldest_batch_goes_first_and_every_game_can_be_drawn() {
        let mut batches = Batches::default();
        batches.add("b", result(4), 1.0);
        batches.add("a", result(2), 1.0);
        batches.add("b", result(5), 1.0);
        for drawn in 0..4 {
            let check = batches.next_check(true, |_| 9, |count| drawn % count).unwrap();
            assert_eq!((check.worker.as_str(), check.results, check.number), ("b", 2, 8 + drawn as u64));
        }
        assert_eq!(batches.find("b", "5"), Some(&mut 5));
        assert_eq!(batches.chunks().count(), 3);
        assert_eq!(batches.take("b", 9).len(), 2);
        assert_eq!(batches.next_check(true, |_| 9, |_| 0).unwrap().worker, "a");
        batches.take("a", 1);
        assert!(batches.is_empty() && batches.bytes == 0 && batches.next_check(true, |_| 9, |_| 0).is_none());
    }
}
