//! Every agent of the reports against random play, in pairs of games over varied openings.

use serde_json::{Value, json};

use super::figures::Part;
use super::lab::Lab;
use super::numbers::mean;
use super::standing::Standing;

/// The reports' agents with the depth and the time of the reports: game, set-up, rules, agent.
const OWN: [(&str, &str, &str, &str); 14] = [
    ("khet", "classic", "epam", "khet-userbot"),
    ("khet", "classic", "epam", "khet-heuristicbot"),
    ("kalah", "6x6", "tournament", "kalah-exit-counter"),
    ("kalah", "6x4", "kalaha", "kalaha-turns"),
    ("tigers", "standard", "standard", "tigers-minimax:depth=6"),
    ("tigers", "standard", "standard", "tigers-expectimax:depth=6"),
    ("tigers", "standard", "standard", "tigers-alphabeta:depth=6"),
    ("tigers", "standard", "standard", "tigers-alphabeta-tt:depth=6"),
    ("tigers", "standard", "standard", "tigers-scout:depth=6"),
    ("tigers", "standard", "standard", "tigers-scout-tt:depth=6"),
    ("tigers", "standard", "standard", "tigers-mtdf:depth=6"),
    ("cachex", "8", "standard", "cachex-six-features"),
    ("cachex", "8", "standard", "cachex-path-only"),
    ("cachex", "8", "standard", "cachex-greedy"),
];

/// The reports' agents with limits for short games: game, set-up, rules, agent.
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

pub(crate) const PARTS: [(&str, Part); 2] = [("own", own), ("less", less)];

fn own(lab: &mut Lab<'_>) -> Result<Value, String> {
    let pairs = lab.many(10, 50);
    against(lab, &OWN, pairs)
}

fn less(lab: &mut Lab<'_>) -> Result<Value, String> {
    let pairs = lab.many(100, 400);
    against(lab, &AGENTS, pairs)
}

/// Plays the games of each agent.
fn against(lab: &mut Lab<'_>, agents: &[(&str, &str, &str, &str)], pairs: u32) -> Result<Value, String> {
    let mut rows = Vec::new();
    for &(game, setup, rules, agent) in agents {
        let games = (2 * pairs).to_string();
        let args = ["match", game, "--setup", setup, "--rules", rules, "--first", agent, "--second", "random"];
        let (summary, games) =
            lab.contest(&[&args[..], &["--games", &games, "--seed", "1", "--concurrency", "2"]].concat())?;
        let plies = games.iter().map(|game| game["moves"].as_str().unwrap_or_default().split(' ').count() as f64);
        rows.push(json!({
            "game": game, "setup": setup, "rules": rules, "agent": agent, "match": Standing::of(&summary)?.figures(),
            "plies": mean(&plies.collect::<Vec<_>>()),
        }));
    }
    Ok(json!({"pairs": pairs, "rows": rows}))
}
