//! Results of every player over the records of many runs.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::record::{GameResult, Record};
use crate::tally::Tally;

/// Results of a player in one game, under the same rules and limit, over all runs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerTotal {
    /// Name of the game.
    pub game: String,
    /// Spec or name of the player.
    pub player: String,
    /// Number of games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points in percent.
    pub percent: f64,
    /// Number of runs with the player.
    pub runs: usize,
    /// 95% interval of the points in percent, over pairs of games; `None` without a complete pair.
    pub interval: Option<(f64, f64)>,
    /// Number of pairs that repeat an earlier one move by move. The interval does not count them.
    pub repeats: u64,
    /// Rules of the games.
    pub rules: String,
    /// The player's limit, such as `nodes=5000` or `no limit`.
    pub limit: String,
    /// Position before the openings of the runs, which shows the size of the board; `None` where openings have their own, as
    /// those of a book.
    pub start: Option<String>,
    /// The other player; `None` for games against all players.
    pub opponent: Option<String>,
}

/// What games are counted together: game, rules, start, player, limit and opponent.
type Key<'a> = (&'a str, &'a str, Option<&'a str>, &'a str, &'a str, Option<&'a str>);

/// What is counted of a player.
#[derive(Default)]
struct Counts<'a> {
    /// Wins, draws and losses.
    results: [u64; 3],
    runs: BTreeSet<&'a str>,
    tally: Tally,
}

/// Returns the results of every player over all records: the games in alphabetical order, the best player of each first. Games
/// of a player under other rules, from another start, or with another limit, have a row of their own.
///
/// ```
/// use plyground_arena::totals;
///
/// assert!(totals(&[]).is_empty());
/// ```
#[must_use]
pub fn totals(records: &[Record]) -> Vec<PlayerTotal> {
    counted(records, false)
}

/// Returns the same as [`totals`], with a row for each opponent.
#[must_use]
pub fn pairing_totals(records: &[Record]) -> Vec<PlayerTotal> {
    counted(records, true)
}

fn counted(records: &[Record], by_opponent: bool) -> Vec<PlayerTotal> {
    let starts = starts(records);
    let mut counts: BTreeMap<Key<'_>, Counts<'_>> = BTreeMap::new();
    for record in records {
        let places = match record.result {
            GameResult::First => [0, 2],
            GameResult::Draw => [1, 1],
            GameResult::Second => [2, 0],
        };
        let opponents = record.agents.iter().rev();
        for (((player, opponent), limit), place) in record.agents.iter().zip(opponents).zip(&record.limits).zip(places)
        {
            let opponent = by_opponent.then_some(opponent.as_str());
            let key = (&*record.game, &*record.rules, starts[&*record.run], &**player, &**limit, opponent);
            let counts = counts.entry(key).or_default();
            counts.results[place] += 1;
            counts.runs.insert(&record.run);
            // A game against oneself says nothing of one's strength.
            if record.agents[0] != record.agents[1] {
                counts.tally.names[0].clone_from(player);
                counts.tally.add(record);
            }
        }
    }
    let mut totals: Vec<PlayerTotal> = counts
        .into_iter()
        .map(
            |(
                (game, rules, start, player, limit, opponent),
                Counts { results: [wins, draws, losses], runs, tally },
            )| {
                let games = wins + draws + losses;
                let percent = |share: f64| 100.0 * share;
                let interval = tally.pairs.score().map(|_| tally.pairs.score_interval(0.95));
                PlayerTotal {
                    game: game.to_owned(),
                    player: player.to_owned(),
                    games,
                    wins,
                    draws,
                    losses,
                    percent: percent((wins as f64 + 0.5 * draws as f64) / games as f64),
                    runs: runs.len(),
                    interval: interval.map(|interval| (percent(interval.low), percent(interval.high))),
                    repeats: tally.replays,
                    rules: rules.to_owned(),
                    limit: limit.to_owned(),
                    start: start.map(str::to_owned),
                    opponent: opponent.map(str::to_owned),
                }
            },
        )
        .collect();
    // The sort is stable, so that equal players stay in alphabetical order.
    totals.sort_by(|a, b| a.game.cmp(&b.game).then(b.percent.total_cmp(&a.percent)));
    totals
}

/// Returns the position before the openings of each run, or `None` if they have several.
fn starts(records: &[Record]) -> BTreeMap<&str, Option<&str>> {
    let mut starts: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    for record in records {
        let position = Some(record.opening.position.as_str());
        let start = starts.entry(&record.run).or_insert(position);
        *start = start.filter(|_| *start == position);
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult::{Draw, First, Second};
    use crate::record::tests::record;
    use plyground_statistics::{Interval, Pentanomial};

    #[test]
    fn totals_span_runs_and_games() {
        let mut other = record(9, ["a", "c"], "1", First);
        other.run = "beef".into();
        let mut tigers = record(3, ["a", "b"], "1", Second);
        tigers.game = "tigers".into();
        let records = [
            record(0, ["a", "b"], "1 2", First),
            record(1, ["b", "a"], "1", Draw),
            record(2, ["a", "c"], "3 4 5", Second),
            other,
            tigers,
        ];
        let lines: Vec<String> = totals(&records)
            .iter()
            .map(|PlayerTotal { game, player, games, wins, draws, losses, percent, runs, .. }| {
                format!("{game} {player} {games}: {wins} {draws} {losses}, {percent} {runs}")
            })
            .collect();
        assert_eq!(
            lines,
            [
                "kalah a 4: 2 1 1, 62.5 2",
                "kalah c 2: 1 0 1, 50 2",
                "kalah b 2: 0 1 1, 25 1",
                "tigers b 1: 1 0 0, 100 1",
                "tigers a 1: 0 0 1, 0 1",
            ]
        );
    }

    #[test]
    fn the_interval_is_over_pairs_that_differ() {
        let pair = |number, moves: [&str; 2]| {
            [record(number, ["a", "b"], moves[0], First), record(number + 1, ["b", "a"], moves[1], Second)]
        };
        let records: Vec<Record> =
            [pair(0, ["1", "2"]), pair(2, ["3", "4"]), pair(4, ["1", "2"])].into_iter().flatten().collect();
        let [a, b] = totals(&records).try_into().unwrap();
        assert_eq!((a.games, a.repeats, b.repeats), (6, 1, 1));
        let of_two = {
            let Interval { low, high } = Pentanomial::new([0, 0, 0, 0, 2]).score_interval(0.95);
            (100.0 * low, 100.0 * high)
        };
        assert_eq!(a.interval, Some(of_two));
        assert_eq!(totals(&records[..1])[0].interval, None, "half a pair");
        let alone = [record(0, ["a", "a"], "1", First), record(1, ["a", "a"], "2", First)];
        assert_eq!((totals(&alone)[0].games, totals(&alone)[0].interval), (4, None), "against itself");
    }
}
