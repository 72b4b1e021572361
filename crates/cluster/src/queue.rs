//! Which pieces a coordinator has in the server's queue, which wait to be put there, and how many may be, by the room that there is.
//!
//! The pieces are small beside the results, but all of them together can leave no room for one, and a piece leaves the queue only
//! when its result is kept. Then some make way: they wait until a result has come in, and from then on there are fewer at a time.
//!
//! Nothing here knows of a server, so that all of it can be tried without one.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use tokio::time::Instant;

/// How long room is kept for a result, unless one comes in: a worker tries again within half of it.
const ROOM: Duration = Duration::from_secs(10);

/// A piece: its first pair and their number.
type Piece = (u64, u64);

/// The pieces that are out, each in the queue or waiting.
#[derive(Debug)]
pub(crate) struct Queue {
    /// Those that are to be put out: new, or again because they failed or made way.
    waiting: HashSet<Piece>,
    /// The others, and where they are in the queue.
    places: HashMap<Piece, u64>,
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
    /// A piece is to be put out, for the first time or again.
    pub(crate) fn wait(&mut self, piece: Piece) {
        self.places.remove(&piece);
        self.waiting.insert(piece);
    }

    /// Whether no piece waits.
    pub(crate) fn is_up_to_date(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether there may be one more piece in the queue.
    pub(crate) fn has_room(&self, now: Instant) -> bool {
        let is_paused = self.paused.is_some_and(|since| now - since < ROOM);
        !is_paused && self.places.len() < self.most
    }

    /// A piece that waits.
    pub(crate) fn next(&self) -> Option<Piece> {
        self.waiting.iter().next().copied()
    }

    /// The server has put a piece into its queue, at this place.
    pub(crate) fn mark_published(&mut self, piece: Piece, place: u64) {
        self.waiting.remove(&piece);
        self.places.insert(piece, place);
    }

    /// The pieces in the server's queue, also those that are being played.
    pub(crate) fn queued(&self) -> impl ExactSizeIterator<Item = Piece> {
        self.places.keys().copied()
    }

    /// Forgets all pieces that are not out any more.
    pub(crate) fn keep(&mut self, is_out: impl Fn(Piece) -> bool) {
        self.waiting.retain(|&piece| is_out(piece));
        self.places.retain(|&piece, _| is_out(piece));
    }

    /// A result came in: one more piece may be out.
    pub(crate) fn hear(&mut self) {
        self.most = self.most.saturating_add(1);
        self.paused = None;
    }

    /// There is no room for a result. Which pieces are to make way, and where they are: those behind `taken`, which nobody plays, or
    /// else all; whoever plays one goes on.
    pub(crate) fn make_way(&mut self, taken: u64, now: Instant) -> Vec<(Piece, u64)> {
        self.paused = Some(now);
        self.most = (self.places.len() / 2).max(1);
        self.withdrawals += 1;
        let all = || self.places.iter().map(|(&piece, &place)| (piece, place));
        let idle: Vec<_> = all().filter(|&(_, place)| place > taken).collect();
        if idle.is_empty() { all().collect() } else { idle }
    }

    /// How often pieces had to make way: one that is put out again is another message.
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
            let Some(piece) = queue.next() else { break };
            *place += 1;
            queue.mark_published(piece, *place);
            count += 1;
        }
        count
    }

    fn of_ten(now: Instant) -> (Queue, u64) {
        let (mut queue, mut place) = (Queue::default(), 0);
        for first in 0..10 {
            queue.wait((first, 1));
        }
        assert!(!queue.is_up_to_date());
        assert_eq!(put_out(&mut queue, now, &mut place), 10);
        assert!(queue.is_up_to_date());
        (queue, place)
    }

    #[test]
    fn pieces_that_nobody_plays_make_way() {
        let now = Instant::now();
        let (mut queue, mut place) = of_ten(now);
        let out = queue.make_way(3, now);
        assert_eq!(out.len(), 7);
        for (piece, at) in out {
            assert!(at > 3);
            queue.wait(piece);
        }
        assert_eq!((queue.queued().len(), queue.withdrawals()), (3, 1));
        // The room is for the result.
        assert_eq!(put_out(&mut queue, now, &mut place), 0);
        queue.hear();
        assert_eq!(put_out(&mut queue, now, &mut place), 3, "six for ten");
        queue.keep(|(first, _)| first >= 5);
        let (left, waiting) = (queue.queued().len(), queue.waiting.len());
        assert_eq!(left + waiting, 5);
        queue.hear();
        assert_eq!(put_out(&mut queue, now, &mut place), waiting.min(7 - left), "one more with each result");
    }

    #[test]
    fn where_all_are_played_all_make_way() {
        let now = Instant::now();
        let (mut queue, mut place) = of_ten(now);
        let out = queue.make_way(10, now);
        assert_eq!(out.len(), 10);
        for (piece, _) in out {
            queue.wait(piece);
        }
        assert_eq!(queue.make_way(10, now), [], "nothing more can");
        // Nobody may have the result any more: his worker is gone.
        let late = now + ROOM;
        assert_eq!(put_out(&mut queue, late, &mut place), 1);
        assert_eq!(put_out(&mut queue, late, &mut place), 0);
        queue.hear();
        assert_eq!(put_out(&mut queue, late, &mut place), 1);
    }

    #[test]
    fn a_piece_that_failed_waits() {
        let now = Instant::now();
        let (mut queue, mut place) = of_ten(now);
        queue.wait((4, 1));
        assert_eq!((queue.queued().len(), queue.next()), (9, Some((4, 1))));
        assert!(queue.queued().all(|piece| piece != (4, 1)));
        assert_eq!(put_out(&mut queue, now, &mut place), 1);
        queue.wait((4, 1));
        queue.keep(|(first, _)| first != 4);
        assert_eq!(queue.next(), None, "set aside");
    }
}
