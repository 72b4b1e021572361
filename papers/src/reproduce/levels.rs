//! The Elo difference between the levels of each game: every level plays the level below it.

use plyground_catalog::{Catalog, LEVELS};
use serde_json::{Value, json};

use super::figures::Part;
use super::lab::Lab;
use crate::Result;

pub(crate) const PARTS: [(&str, Part); 1] = [("levels", levels)];

fn levels(lab: &mut Lab<'_>) -> Result<Value> {
    let (games, last): (u32, u32) = (lab.many(40, 200), lab.many(2, 12));
    let mut rows = Vec::new();
    for game in Catalog::standard().games() {
        let info = game.info();
        for (index, pair) in LEVELS.windows(2).enumerate() {
            let is_last = index + 2 == LEVELS.len();
            let [against, agent] = [pair[0].spec, pair[1].spec];
            // Beside another game, a move would have less than its time.
            let (games, threads) = if is_last { (last, 1) } else { (games, 2) };
            let (standing, _) = lab.contest(&format!(
                "match {} --first {agent} --second {against} --games {games} --seed 1 --concurrency {threads}",
                info.name
            ))?;
            let elo = standing.pairs.elo(0.95);
            rows.push(json!({
                "game": info.name, "level": pair[1].name, "agent": agent, "against": against,
                "match": standing.figures(), "elo": {"low": elo.low, "high": elo.high},
            }));
        }
    }
    Ok(json!({"games": games, "last": last, "rows": rows}))
}
