//! Results by class: the report's Table 1, with intervals.

use std::collections::{BTreeMap, HashMap};

use plyground_arena::Record;
use plyground_catalog::AgentSpec;
use plyground_statistics::{Interval, PairResult, Pentanomial};
use serde_json::{Value, json};

use super::Class;

/// An agent of the tournament.
pub(super) struct Entry {
    pub(super) class: Class,
    pub(super) agent: AgentSpec,
    /// Weights by name. The hand-tuned vector has none.
    pub(super) weights: Option<BTreeMap<&'static str, f64>>,
}

/// A finished tournament.
pub(super) struct Field {
    pub(super) entries: Vec<Entry>,
    /// Both entries of a pair of games, and the half points of the first of them.
    pairs: Vec<([usize; 2], usize)>,
    /// Game pairs from the start, counted for the first side.
    pub(super) first_side: Pentanomial,
    /// Game pairs after random openings, counted for the first side.
    pub(super) first_side_later: Pentanomial,
}

impl Field {
    pub(super) fn new(entries: Vec<Entry>, records: &[Record], from_start: &[Record]) -> Field {
        let places: HashMap<String, usize> =
            entries.iter().enumerate().map(|(place, entry)| (entry.agent.to_string(), place)).collect();
        let mut pairs = Vec::new();
        for [one, other] in whole_pairs(records) {
            // Sides are swapped between the two games.
            let seats = [0, 1].map(|seat: usize| places[&one.agents[seat]]);
            pairs.push((seats, one.half_points(0) + other.half_points(1)));
        }
        Field { entries, pairs, first_side: of_first_side(from_start), first_side_later: of_first_side(records) }
    }

    /// Counts the pairs of the classes that `one` selects against those that `other` selects, for `one`.
    pub(super) fn meetings(&self, one: impl Fn(&Class) -> bool, other: impl Fn(&Class) -> bool) -> Pentanomial {
        let class = |place: usize| &self.entries[place].class;
        self.count(|place| one(class(place)), |place| other(class(place)))
    }

    /// Counts the pairs of an entry against all other entries.
    pub(super) fn of_entry(&self, entry: usize) -> Pentanomial {
        self.count(|place| place == entry, |place| place != entry)
    }

    /// Counts the pairs of the entries that `one` selects against those that `other` selects, for `one`.
    fn count(&self, one: impl Fn(usize) -> bool, other: impl Fn(usize) -> bool) -> Pentanomial {
        let mut sum = Pentanomial::default();
        for &([first, second], half_points) in &self.pairs {
            if one(first) && other(second) {
                sum.add(PairResult::from_half_points(half_points));
            } else if one(second) && other(first) {
                sum.add(PairResult::from_half_points(4 - half_points));
            }
        }
        sum
    }

    /// Returns the crosstable of classes: the score of each against each, against all others, and of each of its agents.
    pub(super) fn crosstable(&self) -> Vec<Value> {
        // The entries of a class stand together.
        let mut classes: Vec<Class> = self.entries.iter().map(|entry| entry.class).collect();
        classes.dedup();
        let row = |class: &Class| {
            let met = |other: &Class| self.meetings(|one| one == class, |against| against == other).score();
            let agents = (0..self.entries.len()).filter(|&place| self.entries[place].class == *class);
            json!({
                "class": class.name(),
                "against": classes.iter().map(|other| if other == class { None } else { met(other) }).collect::<Vec<_>>(),
                "all": score_of(&self.meetings(|one| one == class, |other| other != class)),
                "agents": agents.map(|place| self.of_entry(place).score()).collect::<Vec<_>>(),
            })
        };
        classes.iter().map(row).collect()
    }
}

/// Returns the two games of each pair.
fn whole_pairs(records: &[Record]) -> Vec<[&Record; 2]> {
    let mut open: HashMap<u64, &Record> = HashMap::new();
    let mut pairs = Vec::new();
    for record in records {
        match open.remove(&record.pair) {
            Some(other) => pairs.push([other, record]),
            None => {
                open.insert(record.pair, record);
            }
        }
    }
    pairs
}

/// Counts pairs for the first side.
fn of_first_side(records: &[Record]) -> Pentanomial {
    let mut sum = Pentanomial::default();
    for [one, other] in whole_pairs(records) {
        sum.add(PairResult::from_half_points(one.half_points(0) + other.half_points(0)));
    }
    sum
}

/// Returns a score as figures, with its interval.
pub(in crate::reproduce::tuning) fn score_of(pairs: &Pentanomial) -> Value {
    let Interval { low, high } = pairs.score_interval(0.95);
    json!({"value": pairs.score(), "low": low, "high": high})
}

#[cfg(test)]
mod tests {
    use super::super::Search;
    use super::*;

    impl Field {
        /// Returns a tournament without games from the start.
        pub(in super::super) fn of(entries: Vec<Entry>, pairs: Vec<([usize; 2], usize)>) -> Field {
            Field { entries, pairs, first_side: Pentanomial::default(), first_side_later: Pentanomial::default() }
        }
    }

    #[test]
    fn pairs_are_counted_for_both() {
        let entry = |search, spec: &str| Entry {
            class: Class { method: None, kids: 0, generations: 0, search },
            agent: plyground_catalog::Catalog::standard().game("khet").unwrap().agent(spec).unwrap(),
            weights: None,
        };
        let entries = vec![entry(Search::Regular, "greedy"), entry(Search::Greedy, "random")];
        let pairs = vec![([0, 1], 3), ([1, 0], 4)];
        let field = Field::of(entries, pairs);
        let regular = |class: &Class| class.search == Search::Regular;
        let met = field.meetings(regular, |class| !regular(class));
        assert_eq!(met.counts, [1, 0, 0, 1, 0]);
        assert_eq!(field.of_entry(1).counts, [0, 1, 0, 0, 1]);
        let rows = field.crosstable();
        assert_eq!((&rows[0]["class"], &rows[0]["against"]), (&json!("P-R"), &json!([null, 0.375])));
        assert_eq!(rows[1]["agents"], json!([0.625]));
    }
}
