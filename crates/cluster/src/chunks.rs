//! Published chunks of a run, received games, and the size of the next chunk.
//!
//! This module uses neither a server nor a clock, so that it can be tested without them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::protocol::ChunkRange;

/// Number of failures after which a chunk is set aside.
pub(crate) const ATTEMPTS: u32 = 5;
/// Target time of a chunk in seconds: long compared with the cost of the queue, and short compared with the loss when a worker
/// dies.
const SECONDS: f64 = 1.0;
/// Minimum target time in seconds, at the end of a run. The queue takes some milliseconds per chunk.
const LEAST_SECONDS: f64 = 0.05;
/// Target size of a result as a share of the largest message. The rest is a reserve for longer games.
const SHARE_OF_MESSAGE: f64 = 0.6;
/// Maximum number of pairs of a chunk.
const MOST_PAIRS: u64 = 20_000;
/// Digest of a game whose record an earlier coordinator has stored: the game is known, but not its digest.
const KNOWN: u32 = 1;

/// Published chunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Published {
    pub(crate) pairs: u64,
    /// Number of publications.
    pub(crate) attempts: u32,
    pub(crate) failures: u32,
    /// Workers at which it failed.
    failed_by: BTreeSet<String>,
    /// Number of games that must arrive before the chunk is complete.
    missing: u64,
}

/// Classification of a received game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Game {
    /// The first version of this game.
    New,
    /// The same version again.
    Again,
    /// A different version.
    Other,
}

/// Responsibility for a chunk that was returned without its games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Blame<'a> {
    /// The chunk is not responsible and is published again.
    None,
    /// The chunk, or a worker that took it and sent nothing, is responsible.
    Unknown,
    /// The chunk is responsible according to this worker.
    Worker(&'a str),
}

/// Decision about a chunk that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The chunk is published again.
    Retry,
    /// The chunk is not retried.
    SetAside,
    /// The chunk is not published.
    Unknown,
}

/// Chunks of a run.
#[derive(Debug)]
pub(crate) struct Chunks {
    games: u64,
    /// First pair that was not published.
    next: u64,
    out: BTreeMap<u64, Published>,
    set_aside: BTreeMap<u64, (u64, String)>,
    /// For each game 0 if it is missing, otherwise a digest of its record. It takes four bytes per game.
    seen: Vec<u32>,
    /// For each game the number of its worker; 0 if that is unknown.
    origins: Vec<u16>,
    /// Received games of caught workers, which other workers must replay.
    doubted: HashSet<u64>,
    /// Pairs of the doubted games that were not published again.
    reopened: Vec<ChunkRange>,
    /// Whether no new games are needed.
    has_enough: bool,
    /// Workers at which a chunk failed that another worker has played.
    refuted: Vec<String>,
    received: u64,
    /// All earlier games are received.
    floor: u64,
    /// Maximum distance from that game to a game that may be played.
    ahead: u64,
}

impl Chunks {
    pub(crate) fn new(games: u64, ahead: u64, is_pending: impl Fn(u64) -> bool) -> Chunks {
        let seen: Vec<u32> = (0..games).map(|game| if is_pending(game) { 0 } else { KNOWN }).collect();
        let received = seen.iter().filter(|&&digest| digest != 0).count() as u64;
        let floor = seen.iter().take_while(|&&digest| digest != 0).count() as u64;
        Chunks {
            games,
            next: 0,
            out: BTreeMap::new(),
            set_aside: BTreeMap::new(),
            origins: vec![0; seen.len()],
            doubted: HashSet::new(),
            reopened: Vec::new(),
            has_enough: false,
            refuted: Vec::new(),
            seen,
            received,
            floor,
            ahead,
        }
    }

    /// Records a game of a worker, with a digest of its record.
    pub(crate) fn receive(&mut self, game: u64, digest: u32, worker: u16) -> Game {
        let digest = digest.max(KNOWN + 1);
        let Some(seen) = self.seen.get_mut(game as usize) else { return Game::Other };
        match *seen {
            0 => *seen = digest,
            KNOWN => return Game::Again,
            same => {
                if self.doubted.remove(&game) {
                    self.count(game);
                }
                return if same == digest { Game::Again } else { Game::Other };
            }
        }
        self.origins[game as usize] = worker;
        self.received += 1;
        while self.floor < self.games && self.seen[self.floor as usize] != 0 {
            self.floor += 1;
        }
        // A run that has enough waits only for doubted games.
        if !self.has_enough {
            self.count(game);
        }
        Game::New
    }

    /// Counts a game in its published chunk.
    fn count(&mut self, game: u64) {
        if let Some((&first, chunk)) = self.out.range_mut(..=game / 2).next_back()
            && game / 2 < first + chunk.pairs
        {
            chunk.missing -= 1;
            if chunk.missing == 0
                && let Some(chunk) = self.out.remove(&first)
            {
                self.refuted.extend(chunk.failed_by);
            }
        }
    }

    /// Removes and returns the workers at which a chunk failed that another worker has played.
    pub(crate) fn take_refuted(&mut self) -> Vec<String> {
        std::mem::take(&mut self.refuted)
    }

    /// Returns the digest of a received game, and the number of its worker.
    pub(crate) fn origin(&self, game: u64) -> Option<(u32, u16)> {
        let digest = *self.seen.get(game as usize)?;
        Some((digest, self.origins[game as usize]))
    }

    /// Reopens the games of a worker for other workers. Returns the first of its games and their number.
    pub(crate) fn reopen(&mut self, worker: u16) -> Option<(u64, u64)> {
        let games: Vec<u64> = (0..self.games).filter(|&game| self.origins[game as usize] == worker).collect();
        for &game in &games {
            let pair = game / 2;
            // A published chunk must wait for its doubted games too.
            if self.doubted.insert(game)
                && let Some((&first, chunk)) = self.out.range_mut(..=pair).next_back()
                && pair < first + chunk.pairs
            {
                chunk.missing += 1;
            }
            match self.reopened.last_mut() {
                Some(last) if (last.first..last.first + last.pairs).contains(&pair) => {}
                Some(last) if pair == last.first + last.pairs => last.pairs += 1,
                _ => self.reopened.push(ChunkRange::new(pair, 1)),
            }
        }
        Some((*games.first()?, games.len() as u64))
    }

    /// Returns the first game that other workers must still replay.
    pub(crate) fn first_doubted(&self) -> Option<u64> {
        self.doubted.iter().min().copied()
    }

    /// Limits further publications to the doubted games.
    pub(crate) fn finish(&mut self) {
        self.next = self.games / 2;
        self.has_enough = true;
        let doubted = &self.doubted;
        self.out.retain(|&first, chunk| (2 * first..2 * (first + chunk.pairs)).any(|game| doubted.contains(&game)));
        for (&first, chunk) in &mut self.out {
            let games = 2 * first..2 * (first + chunk.pairs);
            chunk.missing = games.filter(|game| doubted.contains(game)).count() as u64;
        }
    }

    /// Reports whether all games are received.
    #[cfg(test)]
    fn is_complete(&self) -> bool {
        self.received == self.games
    }

    /// Reports whether no more games can arrive.
    pub(crate) fn is_over(&self) -> bool {
        self.out.is_empty() && self.reopened.is_empty() && self.is_blocked()
    }

    /// Reports whether no new chunk may be published: none is left, or an earlier game is missing for too long.
    fn is_blocked(&self) -> bool {
        self.next >= self.games / 2 || 2 * self.next > self.floor.saturating_add(self.ahead)
    }

    /// Reports whether a chunk is published.
    pub(crate) fn is_published(&self, range: ChunkRange) -> bool {
        self.out.get(&range.first).is_some_and(|chunk| chunk.pairs == range.pairs)
    }

    /// Returns the number of published chunks.
    pub(crate) fn out(&self) -> usize {
        self.out.len()
    }

    /// Returns the number of received games.
    pub(crate) fn received(&self) -> u64 {
        self.received
    }

    fn missing(&self, first: u64, pairs: u64) -> u64 {
        let games = &self.seen[(2 * first) as usize..(2 * (first + pairs)) as usize];
        games.iter().filter(|&&digest| digest == 0).count() as u64
    }

    fn has_out(&self, pair: u64) -> bool {
        self.out.range(..=pair).next_back().is_some_and(|(first, chunk)| pair < first + chunk.pairs)
    }

    /// Returns the next chunk of reopened games, with at most `pairs` pairs.
    fn publish_again(&mut self, pairs: u64) -> Option<ChunkRange> {
        let place = self.reopened.iter().position(|range| !self.has_out(range.first))?;
        let ChunkRange { first, pairs: all } = self.reopened.remove(place);
        let next = self.out.range(first..).next().map_or(u64::MAX, |(&next, _)| next);
        let pairs = all.min(pairs.max(1)).min(next - first);
        if pairs < all {
            self.reopened.push(ChunkRange::new(first + pairs, all - pairs));
        }
        let games = 2 * first..2 * (first + pairs);
        let is_missing = |&game: &u64| !self.has_enough && self.seen[game as usize] == 0;
        let missing = games.filter(|game| self.doubted.contains(game) || is_missing(game)).count() as u64;
        if missing > 0 {
            self.out.insert(first, Published::new(pairs, missing));
        }
        (missing > 0).then(|| ChunkRange::new(first, pairs))
    }

    /// Returns the next chunk to publish, with at most `pairs` pairs.
    pub(crate) fn publish(&mut self, pairs: u64) -> Option<ChunkRange> {
        while !self.reopened.is_empty() {
            match self.publish_again(pairs) {
                Some(chunk) => return Some(chunk),
                None if self.reopened.iter().all(|range| self.has_out(range.first)) => break,
                None => {}
            }
        }
        let all = self.games / 2;
        while self.next < all && self.missing(self.next, 1) == 0 {
            self.next += 1;
        }
        if self.is_blocked() {
            return None;
        }
        let first = self.next;
        let mut end = first + 1;
        while end < all && end - first < pairs.max(1) && self.missing(end, 1) > 0 {
            end += 1;
        }
        self.next = end;
        let missing = self.missing(first, end - first);
        self.out.insert(first, Published::new(end - first, missing));
        Some(ChunkRange::new(first, end - first))
    }

    /// Returns the number of pairs that were not published.
    pub(crate) fn rest(&self) -> u64 {
        (self.games / 2).saturating_sub(self.next)
    }

    /// Records the failure of a chunk. After [`ATTEMPTS`] failures it is set aside if `is_enough` accepts the workers at which it
    /// failed.
    pub(crate) fn fail(
        &mut self,
        range: ChunkRange,
        problem: &str,
        blame: Blame<'_>,
        is_enough: impl FnOnce(&BTreeSet<String>) -> bool,
    ) -> Verdict {
        let Some(chunk) = self.out.get_mut(&range.first).filter(|chunk| chunk.pairs == range.pairs) else {
            return Verdict::Unknown;
        };
        chunk.failures += u32::from(blame != Blame::None);
        if let Blame::Worker(worker) = blame {
            chunk.failed_by.insert(worker.to_owned());
        }
        if blame == Blame::None || chunk.failures < ATTEMPTS || !is_enough(&chunk.failed_by) {
            chunk.attempts += 1;
            return Verdict::Retry;
        }
        self.out.remove(&range.first);
        self.set_aside.insert(range.first, (range.pairs, problem.to_owned()));
        Verdict::SetAside
    }

    /// Returns the number of publications of a chunk.
    pub(crate) fn attempts(&self, first: u64) -> u32 {
        self.out.get(&first).map_or(1, |chunk| chunk.attempts)
    }

    /// Returns the number of failures of a published chunk.
    pub(crate) fn failures(&self, first: u64) -> u32 {
        self.out.get(&first).map_or(0, |chunk| chunk.failures)
    }

    /// Returns the chunks that were set aside, each with its last problem.
    pub(crate) fn set_aside(&self) -> impl Iterator<Item = (ChunkRange, &str)> {
        self.set_aside.iter().map(|(&first, (pairs, problem))| (ChunkRange::new(first, *pairs), problem.as_str()))
    }
}

impl Published {
    fn new(pairs: u64, missing: u64) -> Published {
        Published { pairs, attempts: 1, failures: 0, failed_by: BTreeSet::new(), missing }
    }
}

/// Estimates the size of the next chunk from the received results.
#[derive(Debug)]
pub(crate) struct Sizes {
    /// Maximum message of the server in bytes.
    message: usize,
    seconds: Option<f64>,
    bytes: Option<f64>,
    /// Number of concurrent chunks of each worker.
    threads: HashMap<String, u64>,
}

impl Sizes {
    /// Creates an estimate for results that fit into messages of this size in bytes.
    pub(crate) fn of_messages(message: usize) -> Sizes {
        Sizes { message, seconds: None, bytes: None, threads: HashMap::new() }
    }

    /// Updates the estimate with a result.
    pub(crate) fn note(&mut self, worker: &str, threads: u64, pairs: u64, seconds: f64, bytes: usize) {
        let mean = |old: Option<f64>, new: f64| Some(old.map_or(new, |old| 0.8 * old + 0.2 * new));
        let pairs = pairs.max(1) as f64;
        self.seconds = mean(self.seconds, (seconds / pairs).clamp(1e-6, 1e6));
        self.bytes = mean(self.bytes, bytes as f64 / pairs);
        self.threads.insert(worker.to_owned(), threads.clamp(1, 4096));
    }

    /// Returns the number of chunks that are played concurrently.
    pub(crate) fn slots(&self) -> u64 {
        self.threads.values().sum()
    }

    /// Returns the maximum number of published chunks: all that are played, and a reserve for idle and new workers.
    pub(crate) fn window(&self) -> usize {
        (3 * self.slots() + 6) as usize
    }

    /// Returns the number of pairs of the next chunk, when `rest` pairs were not published.
    pub(crate) fn next(&self, rest: u64) -> u64 {
        let (Some(seconds), Some(bytes)) = (self.seconds, self.bytes) else { return 1 };
        let by_time = (SECONDS / seconds) as u64;
        let by_bytes = (SHARE_OF_MESSAGE * self.message as f64 / bytes.max(1.0)) as u64;
        // At the end, all workers should finish at the same time.
        let by_rest = (rest / (2 * self.slots().max(1))).max((LEAST_SECONDS / seconds) as u64);
        by_time.min(by_bytes).min(by_rest).clamp(1, MOST_PAIRS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_is_published_once() {
        let known = [4, 5, 6];
        let mut chunks = Chunks::new(20, u64::MAX, |game| !known.contains(&game));
        let mut put_out = Vec::new();
        while let Some(chunk) = chunks.publish(3) {
            put_out.push(chunk);
        }
        // Pair 2 is known, and one game of pair 3.
        assert_eq!(put_out, [(0, 2), (3, 3), (6, 3), (9, 1)].map(|(first, pairs)| ChunkRange::new(first, pairs)));
        for game in (0..20).rev().filter(|game| !known.contains(game)) {
            assert!(!chunks.is_complete());
            assert_eq!(chunks.receive(game, 77, 1), Game::New);
        }
        assert!(chunks.is_complete() && chunks.is_over());
        assert_eq!((chunks.out(), chunks.received()), (0, 20));
    }

    #[test]
    fn duplicate_games_are_compared() {
        let mut chunks = Chunks::new(4, u64::MAX, |game| game != 3);
        assert_eq!(chunks.receive(0, 0, 1), Game::New);
        assert_eq!(chunks.receive(0, 0, 1), Game::Again);
        assert_eq!(chunks.receive(0, 9, 1), Game::Other);
        assert_eq!(chunks.receive(3, 9, 1), Game::Again, "its digest is unknown");
        assert_eq!(chunks.receive(4, 9, 1), Game::Other, "there is no such game");
    }

    #[test]
    fn a_chunk_is_tried_five_times() {
        let mut chunks = Chunks::new(8, u64::MAX, |_| true);
        assert_eq!(chunks.publish(4), Some(ChunkRange::new(0, 4)));
        for _ in 1..ATTEMPTS {
            assert_eq!(chunks.fail(ChunkRange::new(0, 4), "crash", Blame::Unknown, |_| true), Verdict::Retry);
        }
        let again = Verdict::Retry;
        assert_eq!(chunks.fail(ChunkRange::new(0, 4), "liar", Blame::None, |_| true), again, "not its fault");
        assert_eq!(
            chunks.fail(ChunkRange::new(0, 4), "crash", Blame::Worker("a"), |failed| failed.len() > 1),
            again,
            "others are there"
        );
        assert_eq!(chunks.fail(ChunkRange::new(0, 3), "crash", Blame::Unknown, |_| true), Verdict::Unknown);
        let end = chunks.fail(ChunkRange::new(0, 4), "crash", Blame::Worker("b"), |failed| failed.len() > 1);
        assert_eq!(end, Verdict::SetAside);
        assert!(chunks.is_over() && !chunks.is_complete());
        assert_eq!(chunks.set_aside().collect::<Vec<_>>(), [(ChunkRange::new(0, 4), "crash")]);
    }

    #[test]
    fn a_failure_that_another_worker_refutes_is_recorded() {
        let mut chunks = Chunks::new(4, u64::MAX, |_| true);
        assert_eq!(chunks.publish(1), Some(ChunkRange::new(0, 1)));
        chunks.fail(ChunkRange::new(0, 1), "no such engine", Blame::Worker("a"), |_| false);
        chunks.receive(0, 9, 2);
        assert_eq!(chunks.take_refuted(), [""; 0]);
        chunks.receive(1, 9, 2);
        assert_eq!(chunks.take_refuted(), ["a"]);
        assert_eq!(chunks.take_refuted(), [""; 0]);
    }

    #[test]
    fn games_of_a_worker_that_was_caught_are_played_again_by_others() {
        let mut chunks = Chunks::new(20, u64::MAX, |game| game > 1);
        assert_eq!(chunks.publish(9), Some(ChunkRange::new(1, 9)));
        for game in 2..20 {
            let worker = if (6..12).contains(&game) { 2 } else { 1 };
            assert_eq!(chunks.receive(game, 100 + game as u32, worker), Game::New);
        }
        assert!(chunks.is_over());
        assert_eq!(chunks.reopen(2), Some((6, 6)));
        assert!(!chunks.is_over());
        assert_eq!(
            (chunks.publish(2), chunks.publish(2), chunks.publish(2)),
            (Some(ChunkRange::new(3, 2)), Some(ChunkRange::new(5, 1)), None)
        );
        // The games arrive again, one of them in a forged version.
        for game in 6..12 {
            let digest = if game == 8 { 1_000 } else { 100 + game as u32 };
            let expected = if game == 8 { Game::Other } else { Game::Again };
            assert_eq!(chunks.receive(game, digest, 1), expected);
        }
        assert!(chunks.is_over() && chunks.is_complete());
        assert_eq!((chunks.origin(8), chunks.origin(0), chunks.reopen(7)), (Some((108, 2)), Some((KNOWN, 0)), None));
    }

    #[test]
    fn a_run_that_has_enough_still_replays_doubted_games() {
        let mut chunks = Chunks::new(20, u64::MAX, |_| true);
        assert_eq!((chunks.publish(2), chunks.publish(2)), (Some(ChunkRange::new(0, 2)), Some(ChunkRange::new(2, 2))));
        chunks.receive(0, 9, 2);
        chunks.reopen(2);
        chunks.finish();
        // The first chunk is still published and contains the game.
        assert!(
            !chunks.is_over()
                && chunks.is_published(ChunkRange::new(0, 2))
                && !chunks.is_published(ChunkRange::new(2, 2))
        );
        chunks.receive(0, 9, 1);
        assert_eq!(chunks.publish(2), None);
        assert!(chunks.is_over());
    }

    /// Regression: a chunk was complete as soon as its number of games had arrived again from other workers.
    #[test]
    fn a_published_chunk_waits_for_its_doubted_and_its_missing_games() {
        let mut chunks = Chunks::new(4, u64::MAX, |_| true);
        assert_eq!(chunks.publish(2), Some(ChunkRange::new(0, 2)));
        chunks.receive(0, 9, 2);
        chunks.receive(1, 9, 2);
        chunks.reopen(2);
        assert_eq!(chunks.first_doubted(), Some(0));
        chunks.receive(0, 9, 1);
        assert_eq!(chunks.first_doubted(), Some(1));
        chunks.receive(1, 9, 1);
        assert_eq!(chunks.first_doubted(), None);
        assert!(chunks.is_published(ChunkRange::new(0, 2)), "games 2 and 3 are missing");
        chunks.receive(2, 9, 1);
        chunks.receive(3, 9, 1);
        assert_eq!(chunks.publish(2), None);
        assert!(chunks.is_over() && chunks.is_complete());
    }

    /// Regression: a game that was no longer needed counted as a doubted one.
    #[test]
    fn a_run_that_has_enough_waits_for_no_new_game_and_for_each_doubted_one() {
        let mut chunks = Chunks::new(4, u64::MAX, |_| true);
        assert_eq!(chunks.publish(2), Some(ChunkRange::new(0, 2)));
        chunks.receive(0, 9, 2);
        chunks.reopen(2);
        chunks.finish();
        chunks.receive(3, 9, 1);
        assert!(chunks.is_published(ChunkRange::new(0, 2)), "game 0 is doubted");
        chunks.receive(0, 9, 1);
        assert_eq!(chunks.publish(2), None);
        assert!(chunks.is_over());
    }

    #[test]
    fn publication_is_limited_to_a_distance_ahead() {
        const AHEAD: u64 = 200_000;
        let mut chunks = Chunks::new(10 * AHEAD, AHEAD, |_| true);
        let mut most = 0;
        while let Some(ChunkRange { first, pairs }) = chunks.publish(MOST_PAIRS) {
            most = first + pairs;
            for game in 2..2 * most {
                chunks.receive(game, 5, 1);
            }
        }
        assert!(2 * most <= AHEAD + 2 * MOST_PAIRS + 2 && most > 0, "{most}");
        chunks.receive(0, 5, 1);
        chunks.receive(1, 5, 1);
        assert!(chunks.publish(1).is_some());
    }

    /// Regression: a run waited for ever for games too far ahead of a chunk that was set aside.
    #[test]
    fn a_run_ends_before_the_distance_to_a_chunk_that_was_set_aside() {
        let mut chunks = Chunks::new(100, 4, |_| true);
        while chunks.publish(1).is_some() {}
        let mut verdict = Verdict::Retry;
        while verdict == Verdict::Retry {
            verdict = chunks.fail(ChunkRange::new(0, 1), "crash", Blame::Worker("a"), |_| true);
        }
        assert_eq!(verdict, Verdict::SetAside);
        assert!(!chunks.is_over());
        for game in 2..2 * chunks.next {
            chunks.receive(game, 5, 1);
        }
        assert_eq!(chunks.publish(1), None);
        assert!(chunks.is_over() && chunks.rest() > 0);
    }

    #[test]
    fn chunks_grow_with_the_speed_and_shrink_at_the_end() {
        let mut sizes = Sizes::of_messages(1 << 20);
        assert_eq!(sizes.next(1_000), 1);
        for _ in 0..50 {
            sizes.note("a", 2, 10, 0.1, 20_000);
        }
        assert_eq!(sizes.slots(), 2);
        assert!((99..=101).contains(&sizes.next(1_000_000)), "a second of pairs");
        assert_eq!(sizes.next(40), 10);
        assert!((4..=5).contains(&sizes.next(2)), "a twentieth of a second, or what there is");
        // The games are long, so the limit of the message applies.
        for _ in 0..50 {
            sizes.note("b", 1, 1, 0.001, 50_000);
        }
        assert!((11..=12).contains(&sizes.next(1_000_000)));
        assert!(sizes.window() > sizes.slots() as usize);
    }
}
