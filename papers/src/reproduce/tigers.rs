//! Tigers and Goats: the report's seven searches on its position, MTD(f) over many positions, and our default search.

mod mtdf;

use serde::Serialize;
use serde_json::{Value, json};

use super::answer::number;
use super::figures::Part;
use super::lab::Lab;
use crate::Result;

/// The report's position.
const POSITION: &str = "T..TT.................. 15 g";

/// Result of a search.
#[derive(Serialize, PartialEq)]
struct Found<T> {
    nodes: f64,
    leaves: f64,
    score: f64,
    best: T,
}

/// A row of the report's table: search, agent, result, milliseconds.
type Row = (&'static str, &'static str, Found<&'static str>, f64);

const fn found([nodes, leaves, score]: [f64; 3], best: &'static str) -> Found<&'static str> {
    Found { nodes, leaves, score, best }
}

const ROWS: [Row; 7] = [
    ("Expectimax", "tigers-expectimax", found([3_769_060.0, 2_997_798.0, 52.3], "@1"), 52_219.0),
    ("Minimax", "tigers-minimax", found([3_769_060.0, 2_997_798.0, 49.0], "@7"), 51_301.0),
    ("Alpha-beta", "tigers-alphabeta", found([111_450.0, 58_835.0, 49.0], "@7"), 1_585.0),
    ("Alpha-beta with memory", "tigers-alphabeta-tt", found([27_842.0, 12_202.0, 49.0], "@7"), 577.0),
    ("Scout", "tigers-scout", found([68_421.0, 41_177.0, 49.0], "@7"), 1_015.0),
    ("Scout with memory", "tigers-scout-tt", found([24_253.0, 10_681.0, 49.0], "@7"), 559.0),
    ("MTD(f)", "tigers-mtdf", found([31_204.0, 12_874.0, 49.0], "@7"), 648.0),
];

pub(crate) const PARTS: [(&str, Part); 3] = [("table", table), ("mtdf", mtdf::many_positions), ("deeper", deeper)];

/// Returns the command that searches the report's position.
fn analysis(agent: &str, depth: u32) -> String {
    format!("analyse tigers --position '{POSITION}' --agent {agent} --depth {depth}")
}

fn table(lab: &mut Lab<'_>) -> Result<Value> {
    let (mut rows, mut same) = (Vec::new(), 0);
    for (name, agent, report, _) in ROWS {
        let found = lab.ask(&analysis(agent, 6))?;
        let ours = Found {
            nodes: number(&found, "/nodes")?,
            leaves: number(&found, "/leaves")?,
            score: (number(&found, "/score")? * 10.0).round() / 10.0,
            best: found["best"].as_str().unwrap_or_default(),
        };
        same += usize::from(ours == report);
        rows.push(json!({"search": name, "report": report, "ours": ours}));
    }
    Ok(json!({"rows": rows, "same": same}))
}

/// Measures the times of the seven searches and compares their order.
pub(super) fn times(lab: &mut Lab<'_>) -> Result<Value> {
    let (mut rows, mut times) = (Vec::new(), Vec::new());
    for (name, agent, _, report) in ROWS {
        let found = lab.quickest(&analysis(agent, 6))?;
        let milliseconds = 1000.0 * number(&found, "/seconds")?;
        times.push(milliseconds);
        let ratio = report / milliseconds;
        rows.push(json!({"search": name, "report": report, "ours": milliseconds, "ratio": ratio}));
    }
    let (pairs, turned) = order(&times);
    Ok(json!({"rows": rows, "pairs": pairs, "turned": turned}))
}

/// Returns the number of pairs of searches, and the pairs that are not in the report's order by time.
fn order(ours: &[f64]) -> (usize, Vec<String>) {
    let (mut pairs, mut turned) = (0, Vec::new());
    for (place, (name, _, _, milliseconds)) in ROWS.iter().enumerate() {
        for (other, (later, _, _, later_milliseconds)) in ROWS.iter().enumerate().skip(place + 1) {
            pairs += 1;
            if (milliseconds < later_milliseconds) != (ours[place] < ours[other]) {
                turned.push(format!("{name} and {later}"));
            }
        }
    }
    (pairs, turned)
}

fn deeper(lab: &mut Lab<'_>) -> Result<Value> {
    let mut rows = Vec::new();
    for depth in 6..=lab.pick(10, 14) {
        let mut row = json!({"depth": depth});
        for (name, agent) in [("pvs", "pvs:eval=report,table=256"), ("best", "best:eval=report,table=256")] {
            let found = lab.ask(&analysis(agent, depth))?;
            row[name] = json!({"nodes": found["nodes"], "score": found["score"], "best": found["best"]});
        }
        rows.push(row);
    }
    Ok(json!({"rows": rows}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_by_time_is_compared_pair_by_pair() {
        let theirs = ROWS.map(|(.., milliseconds)| milliseconds / 1000.0);
        assert_eq!(order(&theirs), (21, Vec::new()));
        let mut turned = theirs;
        turned.swap(0, 1);
        assert_eq!(order(&turned), (21, vec!["Expectimax and Minimax".to_owned()]));
    }
}
