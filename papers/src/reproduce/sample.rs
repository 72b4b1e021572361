//! Samples without repetitions: distinct positions, distinct games, evenly spaced.
//!
//! Agents without random choices repeat themselves: the two games of a pair are the same game, and every game begins at the same
//! position. A mean over repetitions looks like a mean over many items, so every page prints the number of distinct ones.

use std::collections::BTreeSet;
use std::ops::Add;

use plyground_statistics::{Interval, exact_interval};
use serde_json::{Value, json};

/// Returns `count` items of a list, evenly spaced from its beginning, or all items if there are fewer.
pub(crate) fn evenly<T>(items: &[T], count: usize) -> Vec<&T> {
    let count = count.min(items.len());
    (0..count).map(|index| &items[index * items.len() / count]).collect()
}

/// Returns the number of distinct items of a list.
pub(crate) fn distinct<T: Ord>(items: impl IntoIterator<Item = T>) -> usize {
    items.into_iter().collect::<BTreeSet<T>>().len()
}

/// Returns the points of the first side in a recorded game.
pub(crate) fn first_points(game: &Value) -> f64 {
    match game["result"].as_str() {
        Some("first") => 1.0,
        Some("second") => 0.0,
        _ => 0.5,
    }
}

/// Returns the recorded games without repetitions: the first of those with the same position and moves.
pub(crate) fn distinct_games(records: &[Value]) -> Vec<&Value> {
    let mut seen = BTreeSet::new();
    let line = |record: &Value| {
        let text = |path: &str| record.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned();
        (text("/opening/position"), text("/moves"))
    };
    records.iter().filter(|record| seen.insert(line(record))).collect()
}

/// Results of the first side in distinct games. A game that repeats another is no further evidence.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(crate) struct Share {
    pub(crate) points: f64,
    pub(crate) games: f64,
}

impl Add for Share {
    type Output = Share;

    fn add(self, other: Share) -> Share {
        Share { points: self.points + other.points, games: self.games + other.games }
    }
}

impl Share {
    /// Counts the distinct games that are chosen.
    pub(crate) fn of(records: &[Value], choose: impl Fn(&Value) -> bool) -> Share {
        let games = distinct_games(records);
        let points: Vec<f64> = games.into_iter().filter(|game| choose(game)).map(first_points).collect();
        Share { points: points.iter().sum(), games: points.len() as f64 }
    }

    /// Returns the points per game.
    pub(crate) fn value(self) -> f64 {
        self.points / self.games.max(1.0)
    }

    /// Returns the share as figures: an estimate by the exact 95% interval, with the number of games. Each distinct game is one
    /// trial.
    pub(crate) fn figures(self) -> Value {
        let Interval { low, high } = exact_interval(self.points, self.games, 0.95);
        json!({"games": self.games, "value": self.value(), "low": low, "high": high})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_spread_over_the_whole_list() {
        let items: Vec<u32> = (0..10).collect();
        assert_eq!(evenly(&items, 5), [&0, &2, &4, &6, &8]);
        assert_eq!(evenly(&items, 3), [&0, &3, &6]);
        assert_eq!(evenly(&items, 99).len(), 10);
        assert!(evenly(&items[..0], 3).is_empty());
        assert_eq!(distinct([3, 1, 3, 3]), 2);
    }

    #[test]
    fn a_game_that_is_recorded_twice_counts_once() {
        let game = |position: &str, moves: &str| json!({"opening": {"position": position}, "moves": moves});
        let records = [game("a", "1 2"), game("a", "1 2"), game("a", "1 3"), game("b", "1 2")];
        assert_eq!(distinct_games(&records), [&records[0], &records[2], &records[3]]);
    }

    #[test]
    fn chosen_games_are_counted_once() {
        let game = |white: &str, result: &str, moves: &str| json!({"agents": [white, "x"], "result": result, "moves": moves, "opening": {"position": "a"}});
        let records =
            [game("r", "first", "1"), game("r", "first", "1"), game("r", "draw", "2"), game("h", "second", "3")];
        let of = |white: &str| Share::of(&records, |game| game["agents"][0] == white);
        assert_eq!([of("r"), of("h")], [(1.5, 2.0), (0.0, 1.0)].map(|(points, games)| Share { points, games }));
    }
}
