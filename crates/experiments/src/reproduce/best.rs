//! `best` against every report's agent at equal time, and how punctual agents are.

use serde_json::Value;

use super::lab::{Lab, list, number, standing};
use super::page::Page;

/// Game, set-up, rules, the report's agent, pairs of games, time a move.
type Rival = (&'static str, &'static str, &'static str, &'static str, u32, &'static str);

/// Those that are hardest to be sure about get more games; drawn games of Tigers and Goats are long, so their moves are quick.
const RIVALS: [Rival; 15] = [
    ("khet", "classic", "epam", "khet-userbot", 10, "20ms"),
    ("khet", "classic", "epam", "khet-heuristicbot", 10, "20ms"),
    ("kalah", "6x6", "tournament", "kalah-exit-counter", 25, "20ms"),
    ("kalah", "6x4", "kalaha", "kalaha-turns", 150, "20ms"),
    ("kalah", "6x8", "kalaha", "kalaha-turns", 75, "20ms"),
    ("tigers", "standard", "standard", "tigers-minimax", 15, "5ms"),
    ("tigers", "standard", "standard", "tigers-expectimax", 15, "5ms"),
    ("tigers", "standard", "standard", "tigers-alphabeta", 15, "5ms"),
    ("tigers", "standard", "standard", "tigers-alphabeta-tt", 40, "5ms"),
    ("tigers", "standard", "standard", "tigers-scout", 15, "5ms"),
    ("tigers", "standard", "standard", "tigers-scout-tt", 80, "5ms"),
    ("tigers", "standard", "standard", "tigers-mtdf", 80, "5ms"),
    ("cachex", "7", "standard", "cachex-six-features", 15, "20ms"),
    ("cachex", "7", "standard", "cachex-path-only", 15, "20ms"),
    ("cachex", "7", "standard", "cachex-greedy", 15, "20ms"),
];

/// The Elo of a score of 60%: 400 times the decimal logarithm of 0.6 / 0.4.
const SIXTY_PERCENT: f64 = 70.44;

pub(crate) fn page(lab: &mut Lab) -> Result<Page, String> {
    let mut page = Page::new("The strongest agents against those of the reports");
    page.say(
        "The same time a move for both, one thread each, two games at a time. The score of `best` is in points (a draw is half), from pairs \
         of games from the same opening with sides swapped, openings of 2 to 6 random moves. Two 95% intervals: Wilson's takes a pair for one win or \
         loss, which is wider than what pairs do that are drawn or shared; that of Elo counts the five results of a pair. A score of 60% is an Elo \
         of 70.4.",
    );
    let mut rows = Vec::new();
    for (game, setup, rules, rival, pairs, time) in RIVALS {
        let games = (2 * lab.pick(pairs, 4 * pairs)).to_string();
        let agents = ["match", game, "--setup", setup, "--rules", rules, "--first", "best", "--second", rival];
        let (summary, _) = lab
            .contest(&[&agents[..], &["--games", &games, "--time", time, "--seed", "1", "--threads", "2"]].concat())?;
        let pairing = &list(&summary, "/pairings")[0];
        let [results, score, interval] = standing(pairing)?;
        let low = number(pairing, "/elo/low")?;
        rows.push(vec![
            format!("{game} {setup}, `{rules}`"),
            format!("`{rival}`"),
            time.into(),
            results,
            score,
            interval,
            match pairing.pointer("/elo/high").and_then(Value::as_f64) {
                Some(high) => format!("{low:+.0} to {high:+.0}"),
                None => format!("{low:+.0} and more"),
            },
            if low > SIXTY_PERCENT { "yes".into() } else { "no".into() },
        ]);
    }
    let head =
        ["game", "the report's agent", "a move", "wins / draws / losses", "score", "Wilson", "Elo", "surely above 60%"];
    page.table(&head, &rows);
    Ok(page)
}

/// Game, set-up, rules, two agents, games of the short form.
type Bout = (&'static str, &'static str, &'static str, &'static str, &'static str, u32);

/// Every search at least once, boards from small to huge.
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

/// The latest that a move of 50 ms may be, in microseconds.
const LATEST: u64 = 60_000;

pub(crate) fn punctuality(lab: &mut Lab) -> Result<Page, String> {
    let mut page = Page::new("Whether moves come in time");
    page.say(
        "Games at 50 ms a move, one at a time, the time of each move taken by the referee. A player who thinks for longer than the limit and \
         the referee's margin loses the game on time.",
    );
    let mut rows = Vec::new();
    let mut all = Vec::new();
    for (game, setup, rules, first, second, games) in BOUTS {
        let games = lab.pick(games, 4 * games).to_string();
        let agents = ["match", game, "--setup", setup, "--rules", rules, "--first", first, "--second", second];
        let (_, records) = lab.contest(
            &[&agents[..], &["--games", &games, "--time", "50ms", "--seed", "1", "--threads", "1"]].concat(),
        )?;
        let times: Vec<u64> =
            records.iter().flat_map(|record| list(record, "/times")).filter_map(Value::as_u64).collect();
        rows.push(row(&format!("{game} {setup}"), &format!("`{first}`, `{second}`"), &times));
        all.extend(times);
    }
    rows.push(row("all", "", &all));
    let head = ["game", "agents", "moves", "mean", "99.9% within", "latest", "later than 60 ms"];
    page.table(&head, &rows);
    Ok(page)
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
