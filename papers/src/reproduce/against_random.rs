//! Every agent of the reports against random play, in pairs of games over varied openings.

use serde_json::{Value, json};

use super::figures::Part;
use super::lab::Lab;
use super::numbers::mean;
use crate::Result;

/// Game, set-up, rules, the report's agent, its depth in the report, and its limit for short games. Without a depth, the agent
/// has that of the report by default.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

const AGENTS: [Row; 14] = [
    ("khet", "classic", "epam", "khet-userbot", "", ":depth=3"),
    ("khet", "classic", "epam", "khet-heuristicbot", "", ":depth=3"),
    ("kalah", "6x6", "tournament", "kalah-exit-counter", "", ""),
    ("kalah", "6x4", "kalaha", "kalaha-turns", "", ":soft=5ms"),
    ("tigers", "standard", "standard", "tigers-minimax", ":depth=6", ":depth=3"),
    ("tigers", "standard", "standard", "tigers-expectimax", ":depth=6", ":depth=3"),
    ("tigers", "standard", "standard", "tigers-alphabeta", ":depth=6", ":depth=4"),
    ("tigers", "standard", "standard", "tigers-alphabeta-tt", ":depth=6", ":depth=4"),
    ("tigers", "standard", "standard", "tigers-scout", ":depth=6", ":depth=4"),
    ("tigers", "standard", "standard", "tigers-scout-tt", ":depth=6", ":depth=4"),
    ("tigers", "standard", "standard", "tigers-mtdf", ":depth=6", ":depth=4"),
    ("cachex", "8", "standard", "cachex-six-features", "", ":depth=1"),
    ("cachex", "8", "standard", "cachex-path-only", "", ":depth=1"),
    ("cachex", "8", "standard", "cachex-greedy", "", ""),
];

pub(crate) const PARTS: [(&str, Part); 2] = [("own", own), ("less", less)];

/// Plays with the depth and the time of the reports.
fn own(lab: &mut Lab<'_>) -> Result<Value> {
    let pairs = lab.many(10, 50);
    against(lab, pairs, |&(.., own, _)| own)
}

fn less(lab: &mut Lab<'_>) -> Result<Value> {
    let pairs = lab.many(100, 400);
    against(lab, pairs, |&(.., less)| less)
}

/// Plays the games of each agent with a limit.
fn against(lab: &mut Lab<'_>, pairs: u32, limit: fn(&Row) -> &'static str) -> Result<Value> {
    let mut rows = Vec::new();
    for row in &AGENTS {
        let (game, setup, rules, agent, ..) = *row;
        let (agent, games) = (format!("{agent}{}", limit(row)), 2 * pairs);
        let (standing, games) = lab.contest(&format!(
            "match {game} --setup {setup} --rules {rules} --first {agent} --second random --games {games} --seed 1 --concurrency 2"
        ))?;
        let plies = games.iter().map(|game| game["moves"].as_str().unwrap_or_default().split(' ').count() as f64);
        rows.push(json!({
            "game": game, "setup": setup, "rules": rules, "agent": agent, "match": standing.figures(),
            "plies": mean(&plies.collect::<Vec<_>>()),
        }));
    }
    Ok(json!({"pairs": pairs, "rows": rows}))
}
