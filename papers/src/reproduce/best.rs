//! `best` against every report's agent at equal time, and the punctuality of agents.

use serde_json::{Value, json};

use super::answer::list;
use super::figures::Part;
use super::lab::Lab;
use crate::Result;

/// Limit of the moves of a match.
#[derive(Clone, Copy)]
enum Limit {
    /// The same time for both.
    Each(&'static str),
    /// The report's agent has its own depth and time, which it requires. `best` has this time.
    Own(&'static str),
}

use Limit::{Each, Own};

/// Game, set-up, rules, the report's agent, pairs of games, limit of a move.
type Rival = (&'static str, &'static str, &'static str, &'static str, u32, Limit);

/// Pairings that are hard to decide have more games. Drawn games of Tigers and Goats are long, so their moves are quick.
const RIVALS: [Rival; 15] = [
    ("khet", "classic", "epam", "khet-userbot", 20, Own("100ms")),
    ("khet", "classic", "epam", "khet-heuristicbot", 20, Own("100ms")),
    ("kalah", "6x6", "tournament", "kalah-exit-counter", 40, Each("20ms")),
    ("kalah", "6x4", "kalaha", "kalaha-turns", 150, Each("20ms")),
    ("kalah", "6x8", "kalaha", "kalaha-turns", 100, Each("20ms")),
    ("tigers", "standard", "standard", "tigers-minimax", 60, Each("5ms")),
    ("tigers", "standard", "standard", "tigers-expectimax", 20, Each("5ms")),
    ("tigers", "standard", "standard", "tigers-alphabeta", 80, Each("5ms")),
    ("tigers", "standard", "standard", "tigers-alphabeta-tt", 250, Each("5ms")),
    ("tigers", "standard", "standard", "tigers-scout", 60, Each("5ms")),
    ("tigers", "standard", "standard", "tigers-scout-tt", 300, Each("5ms")),
    ("tigers", "standard", "standard", "tigers-mtdf", 300, Each("5ms")),
    ("cachex", "8", "standard", "cachex-six-features", 15, Own("20ms")),
    ("cachex", "7", "standard", "cachex-path-only", 15, Each("20ms")),
    ("cachex", "7", "standard", "cachex-greedy", 15, Each("20ms")),
];

pub(crate) const PARTS: [(&str, Part); 1] = [("matches", matches)];

fn matches(lab: &mut Lab<'_>) -> Result<Value> {
    let mut rows = Vec::new();
    for (game, setup, rules, rival, pairs, limit) in RIVALS {
        let games = 2 * lab.many(pairs, 4 * pairs);
        let (own, each, time) = match limit {
            Each(time) => (String::new(), format!(" --time {time}"), time),
            Own(time) => (format!(":time={time}"), String::new(), time),
        };
        let (standing, _) = lab.contest(&format!(
            "match {game} --setup {setup} --rules {rules} --first best{own} --second {rival} --games {games}{each} \
             --seed 1 --concurrency 2"
        ))?;
        rows.push(json!({
            "game": game, "setup": setup, "rules": rules, "rival": rival, "time": time, "own": each.is_empty(),
            "match": standing.figures(),
        }));
    }
    Ok(json!({"rows": rows}))
}

/// Game, set-up, rules, two agents, games of the short form.
type Bout = (&'static str, &'static str, &'static str, &'static str, &'static str, u32);

/// Matches with every search at least once, on boards from small to huge.
const BOUTS: [Bout; 11] = [
    ("khet", "classic", "official", "best", "pvs", 16),
    ("khet", "imhotep", "official", "alphabeta-tt", "scout", 8),
    ("khet", "classic", "epam", "best", "khet-heuristicbot", 8),
    ("kalah", "6x6", "tournament", "best", "kalah-exit-counter", 30),
    ("kalah", "6x4", "kalaha", "best", "mtdf", 20),
    ("kalah", "12x24", "standard", "best", "scout-tt", 4),
    ("tigers", "standard", "standard", "best", "tigers-mtdf", 4),
    ("tigers", "standard", "standard", "mcts", "alphabeta", 2),
    ("cachex", "8", "standard", "best", "cachex-six-features", 16),
    ("cachex", "15", "standard", "best", "pvs", 6),
    ("cachex", "15", "standard", "cachex-six-features", "best", 4),
];

/// Maximum time of a move with a limit of 50 ms, in microseconds.
const LATEST: u64 = 60_000;

pub(crate) const PUNCTUALITY: [(&str, Part); 1] = [("moves", punctuality)];

fn punctuality(lab: &mut Lab<'_>) -> Result<Value> {
    let (mut rows, mut all) = (Vec::new(), Vec::new());
    for (game, setup, rules, first, second, games) in BOUTS {
        let games = lab.many(games, 4 * games);
        let (_, records) = lab.contest(&format!(
            "match {game} --setup {setup} --rules {rules} --first {first} --second {second} --games {games} \
             --time 50ms --seed 1 --concurrency 1"
        ))?;
        let times: Vec<u64> =
            records.iter().flat_map(|record| list(record, "/times")).filter_map(Value::as_u64).collect();
        let mut row = lateness(&times);
        row["board"] = json!(format!("{game} {setup}"));
        row["agents"] = json!([first, second]);
        rows.push(row);
        all.extend(times);
    }
    Ok(json!({"rows": rows, "all": lateness(&all)}))
}

/// Returns the figures of some moves, with times in milliseconds.
fn lateness(micros: &[u64]) -> Value {
    let mut sorted = micros.to_vec();
    sorted.sort_unstable();
    let shown = |micros: u64| micros as f64 / 1000.0;
    json!({
        "moves": micros.len(), "mean": shown(sorted.iter().sum()) / micros.len().max(1) as f64,
        "quantile": sorted.get(sorted.len() * 999 / 1000).copied().map(shown),
        "longest": sorted.last().copied().map(shown), "late": micros.iter().filter(|&&time| time > LATEST).count(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;

    #[test]
    fn a_stronger_opponent_is_one_that_wins_more() {
        let judged = |low: f64, high: f64| {
            let row = |rival: &str, low: f64, high: f64| json!({"rival": rival, "match": {"low": low, "high": high}});
            // Regression: the report's agent stood for its opponents.
            let rows = [
                row("cachex-six-features", 0.7, 0.9),
                row("cachex-path-only", 0.7, 0.9),
                row("cachex-greedy", low, high),
            ];
            judge("best: opponents of Cachex", &json!({"matches": {"rows": rows}}))
        };
        assert_eq!([judged(0.7, 0.9), judged(0.4, 0.8), judged(0.2, 0.4)], ["same", "not decided", "not decided"]);
    }

    #[test]
    fn one_late_move_is_counted() {
        assert_eq!(lateness(&[50_000, 51_000])["late"], 0);
        let found = lateness(&[50_000, 61_000]);
        assert_eq!((&found["late"], &found["longest"], &found["mean"]), (&json!(1), &json!(61.0), &json!(55.5)));
    }
}
