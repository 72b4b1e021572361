//! Which chunks a coordinator has in the server's queue, which wait to be put there, and how many may be, by the room that there is.
//!
//! The chunks are small beside the results, but all of them together can leave no room for one, and a chunk leaves the queue only
//! when its result is kept. Then some make way: they wait until a result has come in, and from then on there are fewer at a time.
//!
//! Nothing here knows of a server, so that all of it can be tried without one.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use tokio::time::Instant;

use crate::protocol::ChunkRange;

/// How long room is kept for a result, unless one comes in: a worker tries again within half of it.
const ROOM: Duration = Duration::from_secs(10);

/// The chunks that are out, each in the queue or waiting.
#[derive(Debug)]
pub(crate) struct Queue {
    /// Those that are to be put out: new, or again because they failed or made way.
    waiting: HashSet<ChunkRange>,
    /// The others, and where they are in the queue.
    places: HashMap<ChunkRange, u64>,
    /// How many may be there.
    most: usize,
    /// Since when room is kept for a result.
    paused: Option<Instant>,
    withdrawals: u64,
}

impl Default for Queue {
    fn default() -> Queue {
        Queue { waiting: HashSet::new(), places: HashMap::new(), most: usize::MAX, paused: None, withdrawals: 0 }
    }
}

impl Queue {
    /// A chunk is to be put out, for the first time or again.
    pub(crate) fn wait(&mut self, chunk: ChunkRange) {
        self.places.remove(&chunk);
        self.waiting.insert(chunk);
    }

    /// Whether no chunk waits.
    pub(crate) fn is_up_to_date(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether there may be one more chunk in the queue.
    pub(crate) fn has_room(&self, now: Instant) -> bool {
        let is_paused = self.paused.is_some_and(|since| now - since < ROOM);
        !is_paused && self.places.len() < self.most
    }

    /// A chunk that waits.
    pub(crate) fn next(&self) -> Option<ChunkRange> {
        self.waiting.iter().next().copied()
    }

    /// The server has put a chunk into its queue, at this place.
    pub(crate) fn mark_published(&mut self, chunk: ChunkRange, place: u64) {
        self.waiting.remove(&chunk);
        self.places.insert(chunk, place);
    }

    /// The chunks in the server's queue, also those that are being played.
    pub(crate) fn queued(&self) -> impl ExactSizeIterator<Item = ChunkRange> {
        self.places.keys().copied()
    }

    /// Forgets all chunks that are not out any more.
    pub(crate) fn keep(&mut self, is_out: impl Fn(ChunkRange) -> bool) {
        self.waiting.retain(|&chunk| is_out(chunk));
        self.places.retain(|&chunk, _| is_out(chunk));
    }

    /// A result came in: one more chunk may be out.
    pub(crate) fn hear(&mut self) {
        self.most = self.most.saturating_add(1);
        self.paused = None;
    }

    /// There is no room for a result. Which chunks are to make way, and where they are: those behind `taken`, which no worker plays, or
    /// else all. A worker that plays one continues.
    pub(crate) fn withdraw(&mut self, taken: u64, now: Instant) -> Vec<(ChunkRange, u64)> {
        self.paused = Some(now);
        self.most = (self.places.len() / 2).max(1);
        self.withdrawals += 1;
        let all = || self.places.iter().map(|(&chunk, &place)| (chunk, place));
        let idle: Vec<_> = all().filter(|&(_, place)| place > taken).collect();
        if idle.is_empty() { all().collect() } else { idle }
    }

    /// How often chunks had to make way: one that is put out again is another message.
    pub(crate) fn withdrawals(&self) -> u64 {
        self.withdrawals
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puts out what may be, in places that follow on each other.
    fn put_out(queue: &mut Queue, now: Instant, place: &mut u64) -> usize {
        let mut count = 0;
        while queue.has_room(now) {
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
        assert_eq!(put_out(&mut queue, now, &mut place), 10);
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
        // The room is for the result.
        assert_eq!(put_out(&mut queue, now, &mut place), 0);
        queue.hear();
        assert_eq!(put_out(&mut queue, now, &mut place), 3, "six for ten");
        queue.keep(|chunk| chunk.first >= 5);
        let (left, waiting) = (queue.queued().len(), queue.waiting.len());
        assert_eq!(left + waiting, 5);
        queue.hear();
        assert_eq!(put_out(&mut queue, now, &mut place), waiting.min(7 - left), "one more with each result");
    }

    #[test]
    fn where_all_are_played_all_are_withdrawn() {
        let now = Instant::now();
        let (mut queue, mut place) = of_ten(now);
        let out = queue.withdraw(10, now);
        assert_eq!(out.len(), 10);
        for (chunk, _) in out {
            queue.wait(chunk);
        }
        assert_eq!(queue.withdraw(10, now), [], "nothing more can");
        // The worker with the result may be gone.
        let late = now + ROOM;
        assert_eq!(put_out(&mut queue, late, &mut place), 1);
        assert_eq!(put_out(&mut queue, late, &mut place), 0);
        queue.hear();
        assert_eq!(put_out(&mut queue, late, &mut place), 1);
    }

    #[test]
    fn a_chunk_that_failed_waits() {
        let now = Instant::now();
        let (mut queue, mut place) = of_ten(now);
        queue.wait(ChunkRange::new(4, 1));
        assert_eq!((queue.queued().len(), queue.next()), (9, Some(ChunkRange::new(4, 1))));
        assert!(queue.queued().all(|chunk| chunk != ChunkRange::new(4, 1)));
        assert_eq!(put_out(&mut queue, now, &mut place), 1);
        queue.wait(ChunkRange::new(4, 1));
        queue.keep(|chunk| chunk.first != 4);
        assert_eq!(queue.next(), None, "set aside");
    }
}
