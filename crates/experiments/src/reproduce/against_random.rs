//! Every agent of the reports against random play, in pairs of games over varied openings.

use super::lab::{Lab, list, standing};
use super::page::Page;

/// Game, set-up, rules, agent; limits that keep a game short.
const AGENTS: [(&str, &str, &str, &str); 14] = [
    ("khet", "classic", "epam", "khet-userbot:depth=3"),
    ("khet", "classic", "epam", "khet-heuristicbot:depth=3"),
    ("kalah", "6x6", "tournament", "kalah-exit-counter"),
    ("kalah", "6x4", "kalaha", "kalaha-turns:soft=5ms"),
    ("tigers", "standard", "standard", "tigers-minimax:depth=3"),
    ("tigers", "standard", "standard", "tigers-expectimax:depth=3"),
    ("tigers", "standard", "standard", "tigers-alphabeta:depth=4"),
    ("tigers", "standard", "standard", "tigers-alphabeta-tt:depth=4"),
    ("tigers", "standard", "standard", "tigers-scout:depth=4"),
    ("tigers", "standard", "standard", "tigers-scout-tt:depth=4"),
    ("tigers", "standard", "standard", "tigers-mtdf:depth=4"),
    ("cachex", "8", "standard", "cachex-six-features:depth=1"),
    ("cachex", "8", "standard", "cachex-path-only:depth=1"),
    ("cachex", "8", "standard", "cachex-greedy"),
];

pub(crate) fn page(lab: &mut Lab) -> Result<Page, String> {
    let mut page = Page::new("The reports' agents against random play");
    let pairs: u32 = lab.pick(100, 400);
    page.say(&format!(
        "{pairs} pairs of games each: two games from the same opening with sides swapped, openings of 2 to 6 random moves. The score is in \
         points (a draw is half), its interval 95% by Wilson over pairs."
    ));
    let mut rows = Vec::new();
    for (game, setup, rules, agent) in AGENTS {
        let games = (2 * pairs).to_string();
        let args = ["match", game, "--setup", setup, "--rules", rules, "--first", agent, "--second", "random"];
        let (summary, games) =
            lab.contest(&[&args[..], &["--games", &games, "--seed", "1", "--threads", "2"]].concat())?;
        let pairing = &list(&summary, "/pairings")[0];
        let [results, score, interval] = standing(pairing)?;
        let plies = games.iter().map(|game| game["moves"].as_str().unwrap_or_default().split(' ').count() as f64);
        rows.push(vec![
            format!("{game} {setup}, `{rules}`"),
            format!("`{agent}`"),
            results,
            score,
            interval,
            format!("{:.0}", super::page::mean(&plies.collect::<Vec<_>>())),
        ]);
    }
    page.table(&["game", "agent", "wins / draws / losses", "score", "interval", "plies a game"], &rows);
    page.say(
        "The Kalah report won 5 of 5 games against random play, the Cachex report all of an unknown number. Tigers and Goats draws by \
         repetition where random goats cannot hold the tigers and the agent with the goats waits.",
    );
    Ok(page)
}
