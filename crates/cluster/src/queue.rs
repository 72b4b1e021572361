//! Bookkeeping of the server's queue: chunks in it, chunks that wait, and the maximum number of chunks.
//!
//! Chunks are small compared with results, but all of them together can fill the store, and a chunk leaves the queue only when
//! its result is stored. Then some chunks are withdrawn. They wait until a result has arrived, and afterwards fewer chunks are in
//! the queue.
//!
//! This module does not use a server, so that it can be tested without one.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use tokio::time::Instant;

use crate::protocol::ChunkRange;

/// Time in which the queue is paused for a result, unless one arrives. A worker retries within half of it.
const PAUSE: Duration = Duration::from_secs(10);

/// Published chunks, each in the queue or waiting.
#[derive(Debug)]
pub(crate) struct Queue {
    /// Chunks to be published: new, failed, or withdrawn.
    waiting: HashSet<ChunkRange>,
    /// Sequence numbers of the chunks in the queue.
    places: HashMap<ChunkRange, u64>,
    /// Highest sequence number that the server has returned.
    highest: u64,
    /// Maximum number of chunks in the queue.
    most: usize,
    /// Start of the pause for a result.
    paused: Option<Instant>,
    withdrawals: u64,
}

impl Default for Queue {
    fn default() -> Queue {
        let (waiting, places) = (HashSet::new(), HashMap::new());
        Queue { waiting, places, highest: 0, most: usize::MAX, paused: None, withdrawals: 0 }
    }
}

impl Queue {
    /// Adds a chunk to be published, for the first time or again.
    pub(crate) fn wait(&mut self, chunk: ChunkRange) {
        self.places.remove(&chunk);
        self.waiting.insert(chunk);
    }

    /// Reports whether no chunk waits.
    pub(crate) fn is_up_to_date(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Reports whether another chunk may be added to the queue.
    pub(crate) fn has_capacity(&self, now: Instant) -> bool {
        let is_paused = self.paused.is_some_and(|since| now - since < PAUSE);
        !is_paused && self.places.len() < self.most
    }

    /// Returns a chunk that waits.
    pub(crate) fn next(&self) -> Option<ChunkRange> {
        self.waiting.iter().next().copied()
    }

    /// Records that the server has stored a chunk with this sequence number.
    pub(crate) fn mark_published(&mut self, chunk: ChunkRange, place: u64) {
        self.waiting.remove(&chunk);
        self.places.insert(chunk, place);
        self.highest = self.highest.max(place);
    }

    /// Reports whether the server has lost the last published chunk, because its last sequence number is lower.
    pub(crate) fn is_ahead_of(&self, last: u64) -> bool {
        last < self.highest
    }

    /// Returns the queued chunk with the lowest sequence number.
    pub(crate) fn oldest(&self) -> Option<(ChunkRange, u64)> {
        self.places.iter().map(|(&chunk, &place)| (chunk, place)).min_by_key(|&(_, place)| place)
    }

    /// Lets all chunks wait again, because the server has lost some of them. Their next messages have new ids.
    pub(crate) fn publish_again(&mut self) {
        self.waiting.extend(self.places.drain().map(|(chunk, _)| chunk));
        self.highest = 0;
        self.withdrawals += 1;
    }

    /// Returns the chunks in the server's queue, including those that are being played.
    pub(crate) fn queued(&self) -> impl ExactSizeIterator<Item = ChunkRange> {
        self.places.keys().copied()
    }

    /// Removes all chunks that are no longer published.
    pub(crate) fn retain(&mut self, is_out: impl Fn(ChunkRange) -> bool) {
        self.waiting.retain(|&chunk| is_out(chunk));
        self.places.retain(|&chunk, _| is_out(chunk));
    }

    /// Records the arrival of a result, after which one more chunk may be in the queue.
    pub(crate) fn note_result(&mut self) {
        self.most = self.most.saturating_add(1);
        self.paused = None;
    }

    /// Returns the chunks to withdraw when the store has no room for a result, with their sequence numbers: those behind `taken`,
    /// which no worker plays, or otherwise all. A worker that plays a withdrawn chunk continues.
    pub(crate) fn withdraw(&mut self, taken: u64, now: Instant) -> Vec<(ChunkRange, u64)> {
        self.paused = Some(now);
        self.most = (self.places.len() / 2).max(1);
        self.withdrawals += 1;
        let all = || self.places.iter().map(|(&chunk, &place)| (chunk, place));
        let idle: Vec<_> = all().filter(|&(_, place)| place > taken).collect();
        if idle.is_empty() { all().collect() } else { idle }
    }

    /// Returns the number of withdrawals, which distinguishes the messages of a chunk that is published again.
    pub(crate) fn withdrawals(&self) -> u64 {
        self.withdrawals
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Publishes chunks with consecutive sequence numbers while the queue permits.
    fn publish(queue: &mut Queue, now: Instant, place: &mut u64) -> usize {
        let mut count = 0;
        while queue.has_capacity(now) {
            let Some(chunk) = queue.next() else { break };
            *place += 1;
            queue.mark_published(chunk, *place);
            count += 1;
        }
        count
    }

    fn of_ten(now: Instant) -> (Queue, u64) {
        let (mut queue, mut place) = (Queue::default(), 0);
        for first in 0..10 {
            queue.wait(ChunkRange::new(first, 1));
        }
        assert!(!queue.is_up_to_date());
        assert_eq!(publish(&mut queue, now, &mut place), 10);
        assert!(queue.is_up_to_date());
        (queue, place)
    }

    #[test]
    fn chunks_that_no_worker_plays_are_withdrawn() {
        let now = Instant::now();
        let (mut queue, mut place) = of_ten(now);
        let out = queue.withdraw(3, now);
        assert_eq!(out.len(), 7);
        for (chunk, at) in out {
            assert!(at > 3);
            queue.wait(chunk);
        }
        assert_eq!((queue.queued().len(), queue.withdrawals()), (3, 1));
        // The room is reserved for the result.
        assert_eq!(publish(&mut queue, now, &mut place), 0);
        queue.note_result();
        assert_eq!(publish(&mut queue, now, &mut place), 3, "six for ten");
        queue.retain(|chunk| chunk.first >= 5);
        let (left, waiting) = (queue.queued().len(), queue.waiting.len());
        assert_eq!(left + waiting, 5);
        queue.note_result();
        assert_eq!(publish(&mut queue, now, &mut place), waiting.min(7 - left), "one more with each result");
    }

    #[test]
    fn if_all_chunks_are_played_all_are_withdrawn() {
        let now = Instant::now();
        let (mut queue, mut place) = of_ten(now);
        let out = queue.withdraw(10, now);
        assert_eq!(out.len(), 10);
        for (chunk, _) in out {
            queue.wait(chunk);
        }
        assert_eq!(queue.withdraw(10, now), [], "nothing more can");
        // The worker with the result may be gone.
        let late = now + PAUSE;
        assert_eq!(publish(&mut queue, late, &mut place), 1);
        assert_eq!(publish(&mut queue, late, &mut place), 0);
        queue.note_result();
        assert_eq!(publish(&mut queue, late, &mut place), 1);
    }

    #[test]
    fn chunks_that_the_server_has_lost_are_published_again() {
        let now = Instant::now();
        let (mut queue, mut place) = of_ten(now);
        assert!(!queue.is_ahead_of(10) && queue.is_ahead_of(9));
        assert_eq!(queue.oldest().map(|(_, place)| place), Some(1));
        queue.publish_again();
        assert_eq!((queue.queued().len(), queue.oldest(), queue.withdrawals()), (0, None, 1));
        assert!(!queue.is_ahead_of(0), "the server may start from 1");
        assert_eq!(publish(&mut queue, now, &mut place), 10);
    }

    #[test]
    fn a_chunk_that_failed_waits() {
        let now = Instant::now();
        let (mut queue, mut place) = of_ten(now);
        queue.wait(ChunkRange::new(4, 1));
        assert_eq!((queue.queued().len(), queue.next()), (9, Some(ChunkRange::new(4, 1))));
        assert!(queue.queued().all(|chunk| chunk != ChunkRange::new(4, 1)));
        assert_eq!(publish(&mut queue, now, &mut place), 1);
        queue.wait(ChunkRange::new(4, 1));
        queue.retain(|chunk| chunk.first != 4);
        assert_eq!(queue.next(), None, "set aside");
    }
}
