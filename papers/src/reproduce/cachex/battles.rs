//! The report's Table III, and its wish for learned weights.

use plyground_statistics::{Interval, Wdl};
use serde_json::Value;

use crate::reproduce::estimate::{Estimate, mean_of};
use crate::reproduce::lab::{Lab, number};
use crate::reproduce::page::{Judged, Page};
use crate::reproduce::standing::{Counts, Standing, percent, shown};
use crate::reproduce::verdict::Verdict;

pub(super) fn records(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Battle records");
    let mut rows = Vec::new();
    let (mut seen, mut figures) = (Vec::new(), Vec::new());
    for n in ["8", "9"] {
        for (opponent, report, games) in [
            ("random", "100% win, 100% win", lab.many(40, 200)),
            ("cachex-greedy", "win, win", lab.many(100, 400)),
            ("cachex-path-only", "win, win", lab.many(600, 1_000)),
        ] {
            let base = ["match", "cachex", "--setup", n, "--first", "cachex-six-features", "--second", opponent];
            let games = games.to_string();
            // The first analysis of these numbers used fewer games and seed 1. Seed 2 gives independent games.
            let more = ["--games", &games, "--opening-plies", "2", "--seed", "2", "--concurrency", "2"];
            let (summary, _) = lab.contest(&[&base[..], &more].concat())?;
            let standing = Standing::of(&summary)?;
            let verdict =
                if opponent == "random" { on_all_games(standing.results) } else { on_sides(standing.by_side) };
            rows.push(vec![
                n.into(),
                format!("`{opponent}`"),
                report.into(),
                shown(standing.by_side[0]),
                shown(standing.by_side[1]),
                format!("{}%", percent(weaker(standing.by_side))),
                verdict.text().into(),
            ]);
            figures.push((
                opponent,
                if opponent == "random" {
                    format!("{} of {games} at n = {n}", standing.results[0])
                } else {
                    format!("{}% at n = {n}", percent(weaker(standing.by_side)))
                },
            ));
            seen.push((n, opponent, verdict));
        }
    }
    page.table(
        &[
            "n",
            "opponent",
            "the report's Table III: first, second",
            "as first: wins / draws / losses",
            "as second",
            "95% interval of the weaker side",
            "the claim",
        ],
        &rows,
    );
    for (claim, name) in [
        ("Table III, random", "random"),
        ("Table III, greedy", "cachex-greedy"),
        ("Table III, path", "cachex-path-only"),
    ] {
        let verdicts = seen.iter().filter(|(_, opponent, _)| *opponent == name).map(|(_, _, verdict)| *verdict);
        let verdict = Verdict::all(&verdicts.collect::<Vec<_>>());
        let figures = figures.iter().filter(|(opponent, _)| *opponent == name).map(|(_, figure)| figure.as_str());
        page.judge(claim, verdict.judged(), figures.collect::<Vec<_>>().join(", "));
    }
    page.paragraph(&format!(
        "Games begin after two random moves, so that neither agent opens or steals. \"100% win\" is read as a win in every game. \"Win, win\" is read as more than half of the points with each side, by the 95% interval of the score of that side. {} The report's games against \
         people cannot be repeated. The report states no other board sizes than 8 and 9.",
        on_all(&seen)
    ));
    Ok(())
}

/// Judges whether all games are won: "we have not seen any case that the random strategy can win". A draw is not a win.
fn on_all_games([_, draws, losses]: Counts) -> Verdict {
    Verdict::of(draws + losses == 0.0)
}

/// Judges whether both sides have more than half of the points.
fn on_sides(by_side: [Counts; 2]) -> Verdict {
    // One losing side refutes the claim.
    Verdict::all(&by_side.map(|counts| Verdict::above(interval(counts), 0.5)))
}

/// Returns the interval of the score of one side, whose games have different openings.
fn interval([wins, draws, losses]: Counts) -> Interval {
    Wdl { wins: wins as u64, draws: draws as u64, losses: losses as u64 }.score_interval(0.95)
}

/// Returns the lower of both intervals, on which the verdict on both sides depends.
fn weaker(by_side: [Counts; 2]) -> Interval {
    let [first, second] = by_side.map(interval);
    if first.low < second.low { first } else { second }
}

/// Returns all verdicts in a sentence.
fn on_all(seen: &[(&str, &str, Verdict)]) -> String {
    let of = |wanted: Verdict| -> Vec<String> {
        let those = seen.iter().filter(|(_, _, verdict)| *verdict == wanted);
        those.map(|(n, opponent, _)| format!("`{opponent}` at n = {n}")).collect()
    };
    let kinds = [
        (Verdict::Holds, "The claim holds against"),
        (Verdict::Fails, "The claim does not hold against"),
        (Verdict::Open, "The claim is not decided against"),
    ];
    let kinds = kinds.map(|(verdict, words)| (words, of(verdict)));
    let sentences = kinds
        .iter()
        .filter(|(_, those)| !those.is_empty())
        .map(|(words, those)| format!("{words} {}.", those.join(", ")));
    sentences.collect::<Vec<_>>().join(" ")
}

/// Learns weights from self-play. The report sets them by hand and suggests reinforcement learning.
pub(super) fn learnt(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Learned weights");
    let (budget, last) = (lab.many(1_000, 20_000).to_string(), lab.many(300, 2_000).to_string());
    let names = ["own_stones", "opponent_stones", "own_longest", "opponent_longest", "own_cost", "opponent_cost"];
    let hand = ["1", "-2", "1", "-2", "-2", "3"].map(str::to_owned);
    let mut rows = vec![[vec!["the report's Table I".to_owned()], hand.to_vec(), vec![String::new()]].concat()];
    let mut scores = Vec::new();
    for seed in 1..=SEEDS {
        let seed = seed.to_string();
        let base = ["tune", "cachex", "--setup", "7", "--method", "spsa", "--agent", "cachex-six-features"];
        let more = ["--budget", &budget, "--final-games", &last, "--seed", &seed, "--concurrency", "1"];
        let answer = lab.tune(&[&base[..], &more].concat())?;
        let weight = |name: &str| {
            let weight = answer.pointer(&format!("/weights/{name}")).and_then(Value::as_f64);
            weight.map(|weight| format!("{weight:.2}")).ok_or_else(|| format!("no weight {name} in {answer:.300}"))
        };
        let found = names.iter().map(|name| weight(name)).collect::<Result<Vec<_>, _>>()?;
        let value = number(&answer, "/final/0/elo/value")?;
        rows.push(
            [vec![format!("learned in {budget} games, seed {seed}")], found, vec![format!("{value:+.0}")]].concat(),
        );
        scores.push(value);
    }
    page.table(
        &[
            "",
            "1 own stones",
            "2 opponent's",
            "3 own longest chain",
            "4 opponent's",
            "5 own cost",
            "6 opponent's",
            "Elo against Table I",
        ],
        &rows,
    );
    let found = mean_of(&scores);
    page.paragraph(&on_learnt(found, &last));
    let verdict = found.map_or(Verdict::Open, |found| Verdict::above(found.interval, 0.0));
    let shown = found.map_or_else(
        || "?".into(),
        |found| format!("{:+.0} Elo ({:+.0} to {:+.0})", found.value, found.interval.low, found.interval.high),
    );
    page.judge(
        "reinforcement learning",
        verdict.choose(Judged::Better, Judged::Differs, Judged::Open),
        format!("{shown} over {SEEDS} seeds"),
    );
    Ok(())
}

/// Number of learning runs, each with its own seed.
const SEEDS: u32 = 6;

/// Returns the verdict on learned against hand-tuned weights, by the mean over the seeds.
fn on_learnt(found: Option<Estimate>, games: &str) -> String {
    let verdict = found.map_or(Verdict::Open, |found| Verdict::above(found.interval, 0.0)).choose(
        "The learned weights beat the weights by hand",
        "The weights by hand beat the learned ones",
        "Whether learning beats the weights by hand is not decided",
    );
    let shown = found.map_or_else(
        || "?".into(),
        |found| format!("{:+.0} Elo ({:+.0} to {:+.0})", found.value, found.interval.low, found.interval.high),
    );
    format!(
        "SPSA adjusts the six weights by the results of games of the agent against itself. {verdict}: the mean is {shown}, with the 95% interval over {SEEDS} seeds. The weights of each seed play \
         {games} games against those of Table I at n = 7. The tuning did not use the openings of these games."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn win_win_needs_both_sides() {
        let (won, lost, even) = ([90.0, 0.0, 10.0], [10.0, 0.0, 90.0], [5.0, 0.0, 5.0]);
        assert_eq!(on_sides([won, won]), Verdict::Holds);
        assert_eq!(on_sides([won, lost]), Verdict::Fails);
        assert_eq!(on_sides([won, even]), Verdict::Open);
        assert_eq!(weaker([won, even]), interval(even));
        assert_eq!(weaker([even, won]), interval(even));
    }

    /// Regression: more than half of the points was enough for "100%".
    #[test]
    fn a_draw_against_random_play_is_no_win() {
        assert_eq!([[9.0, 0.0, 0.0], [9.0, 1.0, 0.0]].map(on_all_games), [Verdict::Holds, Verdict::Fails]);
    }

    #[test]
    fn all_verdicts_are_listed() {
        let text = on_all(&[("8", "random", Verdict::Holds), ("9", "greedy", Verdict::Open)]);
        assert_eq!(
            text,
            "The claim holds against `random` at n = 8. The claim is not decided against `greedy` at n = 9."
        );
    }

    #[test]
    fn the_verdict_on_learning_follows_its_proof() {
        assert!(
            on_learnt(mean_of(&[9.0, 10.0, 11.0]), "600")
                .contains("beat the weights by hand: the mean is +10 Elo (+8 to +12)")
        );
        assert!(on_learnt(mean_of(&[-9.0, -10.0, -11.0]), "600").contains("by hand beat the learned ones"));
        // Seeds with opposite results decide nothing, for any number of games per seed.
        assert!(on_learnt(mean_of(&[60.0, -40.0, 40.0]), "600").contains("is not decided"));
    }
}
