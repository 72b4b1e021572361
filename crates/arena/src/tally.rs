//! Results of one pairing: complete pairs of games, each counted once.
//!
//! A pair counts when both of its games are played. Two deterministic agents play the same pair again from the same opening. That
//! is no new evidence, so it is only reported as a replay.

use std::collections::{HashMap, HashSet};

use plyground_game::zobrist::mix;

use crate::record::Record;
use crate::run::digest;
use plyground_statistics::{PairResult, Pentanomial, Wdl};

/// Results of two players, from the point of view of the first.
///
/// ```
/// use plyground_arena::Tally;
///
/// let tally = Tally::new("alphabeta:depth=4", "random");
/// assert_eq!((tally.pairs.pairs(), tally.waiting()), (0, 0));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Names of both players.
    pub names: [String; 2],
    /// Results of pairs.
    pub pairs: Pentanomial,
    /// Results of the games of these pairs, by the side of the first player.
    pub by_side: [Wdl; 2],
    /// Results of the first side in these pairs, for either player: the advantage of the first move.
    pub first_side: Pentanomial,
    /// Number of pairs that repeated an earlier one move by move. They are not counted.
    pub replays: u64,
    /// Games whose pair is not complete, by run and pair. A file can have the games of several runs.
    open: HashMap<(u64, u64), Half>,
    seen: Seen,
    /// Results of the counted pairs, in order; one byte each.
    order: Vec<PairResult>,
}

/// Fields of a game that are needed until its pair is complete.
#[derive(Clone, Debug)]
struct Half {
    seat: usize,
    /// Half points of the first player.
    points: usize,
    /// Digest of everything that identifies the game.
    key: u64,
}

/// Minimum number of pairs before they are merged into the sorted list. Later the limit is a sixteenth of all.
const LATEST: usize = 4096;

/// Digests of the pairs that were counted. Among ten million different pairs, two have the same digest with a probability of 1 in
/// 300,000. Nearly all digests are sorted, which needs less than half the memory of a hash table.
#[derive(Clone, Debug, Default)]
struct Seen {
    sorted: Vec<u64>,
    latest: HashSet<u64>,
}

impl Seen {
    /// Inserts a pair; returns whether it was new.
    fn insert(&mut self, pair: u64) -> bool {
        if self.sorted.binary_search(&pair).is_ok() || !self.latest.insert(pair) {
            return false;
        }
        if self.latest.len() >= LATEST.max(self.sorted.len() / 16) {
            self.sorted.reserve_exact(self.latest.len());
            self.sorted.extend(self.latest.drain());
            self.sorted.sort_unstable();
        }
        true
    }
}

impl Tally {
    /// Creates a tally without games.
    #[must_use]
    pub fn new(one: &str, other: &str) -> Tally {
        Tally { names: [one.into(), other.into()], ..Tally::default() }
    }

    /// Counts a game between the two players. Returns `Some` when it completes a pair that is counted.
    pub fn add(&mut self, record: &Record) -> Option<PairResult> {
        let seat = usize::from(record.agents[0] != self.names[0]);
        // Everything that identifies a game: sides, start, moves and result.
        let key = digest(&format!("{seat} {} {} {:?}", record.opening.position, record.moves, record.result));
        let half = Half { seat, points: record.half_points(seat), key };
        let pair = (digest(&record.run), record.pair);
        let Some(other) = self.open.remove(&pair) else {
            self.open.insert(pair, half);
            return None;
        };
        let (least, most) = (other.key.min(half.key), other.key.max(half.key));
        if !self.seen.insert(mix(mix(least) ^ most)) {
            self.replays += 1;
            return None;
        }
        let (mut points, mut first_side) = (0, 0);
        for half in [other, half] {
            let results = &mut self.by_side[half.seat];
            match half.points {
                0 => results.losses += 1,
                1 => results.draws += 1,
                _ => results.wins += 1,
            }
            points += half.points;
            first_side += if half.seat == 0 { half.points } else { 2 - half.points };
        }
        self.first_side.add(PairResult::from_half_points(first_side));
        let result = PairResult::from_half_points(points);
        self.pairs.add(result);
        self.order.push(result);
        Some(result)
    }

    /// Returns the accumulated results after each counted pair.
    pub(crate) fn course(&self) -> impl Iterator<Item = Pentanomial> {
        self.order.iter().scan(Pentanomial::default(), |pairs, &result| {
            pairs.add(result);
            Some(*pairs)
        })
    }

    /// Returns the results of all games of the counted pairs.
    #[must_use]
    pub fn games(&self) -> Wdl {
        self.by_side[0] + self.by_side[1]
    }

    /// Returns the number of games whose pair is not complete.
    #[must_use]
    pub fn waiting(&self) -> u64 {
        self.open.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult;
    use crate::record::tests::record;

    #[test]
    fn only_complete_pairs_count() {
        let mut tally = Tally::new("a", "b");
        assert_eq!(tally.add(&record(0, ["a", "b"], "1", GameResult::First)), None);
        assert_eq!((tally.pairs.pairs(), tally.waiting()), (0, 1));
        assert_eq!(tally.add(&record(1, ["b", "a"], "2", GameResult::Draw)), Some(PairResult::WinDraw));
        assert_eq!((tally.pairs.counts, tally.waiting()), ([0, 0, 0, 1, 0], 0));
        assert_eq!(tally.by_side[0], Wdl { wins: 1, ..Wdl::default() });
        assert_eq!(tally.by_side[1], Wdl { draws: 1, ..Wdl::default() });
        assert_eq!(tally.first_side.counts, [0, 0, 0, 1, 0]);
    }

    /// Regression: the second half of a pair could be a game of another run with the same number.
    #[test]
    fn games_of_two_runs_make_no_pair() {
        let mut tally = Tally::new("a", "b");
        let of = |run: &str, record: Record| Record { run: run.into(), ..record };
        tally.add(&of("one", record(0, ["a", "b"], "1", GameResult::First)));
        assert_eq!(tally.add(&of("two", record(0, ["a", "b"], "2", GameResult::First))), None);
        assert_eq!(
            tally.add(&of("two", record(1, ["b", "a"], "3", GameResult::First))),
            Some(PairResult::from_half_points(2))
        );
        assert_eq!((tally.pairs.pairs(), tally.waiting()), (1, 1));
    }

    #[test]
    fn every_repeated_pair_is_detected() {
        let mut seen = Seen::default();
        let pairs = 40 * LATEST as u64;
        for number in 0..pairs {
            assert!(seen.insert(mix(number)), "{number}");
        }
        assert!(seen.latest.len() < LATEST.max(seen.sorted.len() / 16) && seen.sorted.is_sorted());
        assert!((0..pairs).all(|number| !seen.insert(mix(number))));
        assert_eq!(seen.sorted.len() + seen.latest.len(), pairs as usize);
    }

    #[test]
    fn replays_are_counted_once() {
        let mut tally = Tally::new("a", "b");
        for pair in 0..3 {
            tally.add(&record(2 * pair, ["a", "b"], "1 2", GameResult::First));
            tally.add(&record(2 * pair + 1, ["b", "a"], "1 3", GameResult::First));
        }
        assert_eq!((tally.pairs.counts, tally.replays), ([0, 0, 1, 0, 0], 2));
        // A different move makes a different pair.
        tally.add(&record(6, ["a", "b"], "1 2", GameResult::First));
        tally.add(&record(7, ["b", "a"], "1 4", GameResult::Second));
        assert_eq!((tally.pairs.counts, tally.replays), ([0, 0, 1, 0, 1], 2));
        assert_eq!(tally.games(), Wdl { wins: 3, draws: 0, losses: 1 });
    }
}
