//! `best` against every report's agent at equal time, and the punctuality of agents.

use plyground_statistics::Interval;
use serde_json::Value;

use super::lab::{Lab, list};
use super::page::{Judged, Page};
use super::standing::{Standing, percent};
use super::verdict::Verdict;

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

/// The share that the claim is about.
const SHARE: f64 = 0.6;

pub(crate) fn page(lab: &mut Lab<'_>) -> Result<Page, String> {
    let mut page = Page::new("The strongest agents against those of the reports");
    page.paragraph(
        "Both sides have the same time per move, with two exceptions. The agents of the Khet report keep their own depth and time, and `best` has less time than they use. The agent of the Cachex report keeps \
         its own depth. Each side has one thread; two \
         games run at a time. The two games of a pair begin with the same 2 to 6 random moves and swap the sides. The score is that of `best`; a draw counts half a point.",
    );
    page.paragraph("A score is significantly above 60% if its whole 95% interval is above 60%. The interval is over pairs, which have five possible results.");
    let (mut rows, mut verdicts) = (Vec::new(), Vec::new());
    for (game, setup, rules, rival, pairs, limit) in RIVALS {
        let games = (2 * lab.many(pairs, 4 * pairs)).to_string();
        let (best, time) = match limit {
            Each(time) => ("best".to_owned(), Some(time)),
            Own(time) => (format!("best:time={time}"), None),
        };
        let agents = ["match", game, "--setup", setup, "--rules", rules, "--first", &best, "--second", rival];
        let time = time.map_or_else(Vec::new, |time| vec!["--time", time]);
        let (summary, _) =
            lab.contest(&[&agents[..], &["--games", &games], &time, &["--seed", "1", "--concurrency", "2"]].concat())?;
        let standing = Standing::of(&summary)?;
        let verdict = Verdict::above(standing.interval(), SHARE);
        rows.push(vec![
            format!("{game} {setup}, `{rules}`"),
            format!("`{rival}`"),
            match limit {
                Each(time) => format!("{time} each"),
                Own(time) => format!("its own; `best` {time}"),
            },
            standing.counts(),
            standing.pairs.score().map_or_else(String::new, |share| format!("{:.1}%", 100.0 * share)),
            percent(standing.interval()),
            verdict.choose("yes", "no", "not decided").into(),
        ]);
        if rival == "cachex-six-features" {
            page.judge(
                "opponents of Cachex",
                on_opponents(standing.interval()),
                format!("`best` scores {}%", percent(standing.interval())),
            );
        }
        verdicts.push((rival, verdict));
    }
    page.table(
        &["game", "the report's agent", "time per move", "wins / draws / losses", "score", "95% interval", "above 60%"],
        &rows,
    );
    page.paragraph(&on_all(&verdicts));
    Ok(page)
}

/// Judges the Cachex report's "the opponents we select are not guaranteed to be optimal" by the score of `best`: a stronger
/// opponent than its agent exists.
fn on_opponents(interval: Interval) -> Judged {
    Verdict::above(interval, 0.5).choose(Judged::Same, Judged::Open, Judged::Open)
}

/// Returns all verdicts in a sentence.
fn on_all(verdicts: &[(&str, Verdict)]) -> String {
    let sure = verdicts.iter().filter(|(_, verdict)| *verdict == Verdict::Holds).count();
    let others: Vec<String> = verdicts
        .iter()
        .filter(|(_, verdict)| *verdict != Verdict::Holds)
        .map(|(rival, _)| format!("`{rival}`"))
        .collect();
    let rest =
        if others.is_empty() { String::new() } else { format!(". It is not above 60% against {}", others.join(", ")) };
    format!("`best` is significantly above 60% in {sure} of {} matches{rest}.", verdicts.len())
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

pub(crate) fn punctuality(lab: &mut Lab<'_>) -> Result<Page, String> {
    let mut page = Page::new("Punctuality of moves");
    page.paragraph(
        "Each agent has 50 ms per move, and one game runs at a time. The referee measures the time of each move. A player that exceeds the limit by more than the referee's margin loses.",
    );
    let mut rows = Vec::new();
    let mut all = Vec::new();
    for (game, setup, rules, first, second, games) in BOUTS {
        let games = lab.many(games, 4 * games).to_string();
        let agents = ["match", game, "--setup", setup, "--rules", rules, "--first", first, "--second", second];
        let (_, records) = lab.contest(
            &[&agents[..], &["--games", &games, "--time", "50ms", "--seed", "1", "--concurrency", "1"]].concat(),
        )?;
        let times: Vec<u64> =
            records.iter().flat_map(|record| list(record, "/times")).filter_map(Value::as_u64).collect();
        rows.push(row(&format!("{game} {setup}"), &format!("`{first}`, `{second}`"), &times));
        all.extend(times);
    }
    rows.push(row("all", "", &all));
    let head = ["game", "agents", "moves", "mean", "99.9% within", "longest", "longer than 60 ms"];
    page.table(&head, &rows);
    page.paragraph(&on_lateness(&all));
    Ok(page)
}

/// Returns the verdict on whether all moves were within the maximum time.
fn on_lateness(times: &[u64]) -> String {
    let late = times.iter().filter(|&&time| time > LATEST).count();
    format!(
        "The claim that no move takes longer than {} ms {}: {late} of {} moves do.",
        LATEST / 1000,
        Verdict::of(late == 0).text(),
        super::page::grouped(times.len() as f64)
    )
}

fn row(game: &str, agents: &str, times: &[u64]) -> Vec<String> {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let shown = |micros: f64| format!("{:.1} ms", micros / 1000.0);
    let most = sorted.last().copied().unwrap_or(0) as f64;
    let quantile = sorted.get(sorted.len() * 999 / 1000).copied().unwrap_or(0) as f64;
    let late = times.iter().filter(|&&time| time > LATEST).count();
    vec![
        game.into(),
        agents.into(),
        super::page::grouped(times.len() as f64),
        shown(times.iter().sum::<u64>() as f64 / times.len().max(1) as f64),
        shown(quantile),
        shown(most),
        late.to_string(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(low: f64, high: f64) -> Interval {
        Interval { low, high }
    }

    #[test]
    fn the_interval_decides() {
        let (above, around, below) = (between(0.7, 0.9), between(0.5, 0.8), between(0.2, 0.4));
        let judged = [above, around, below].map(|interval| Verdict::above(interval, SHARE));
        assert_eq!(judged, [Verdict::Holds, Verdict::Open, Verdict::Fails]);
        assert_eq!([above, around, below].map(on_opponents), [Judged::Same, Judged::Open, Judged::Open]);
    }

    #[test]
    fn the_sentence_counts_the_verdicts() {
        assert_eq!(on_all(&[("a", Verdict::Holds)]), "`best` is significantly above 60% in 1 of 1 matches.");
        assert!(
            on_all(&[("a", Verdict::Holds), ("b", Verdict::Open)])
                .ends_with("1 of 2 matches. It is not above 60% against `b`.")
        );
    }

    #[test]
    fn one_late_move_is_reported() {
        assert!(on_lateness(&[50_000, 51_000]).contains("60 ms holds: 0 of 2"));
        assert!(on_lateness(&[50_000, 61_000]).contains("does not hold: 1 of 2"));
    }
}
