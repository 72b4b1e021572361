//! Tigers and Goats: the report's seven searches on its position, MTD(f) over many positions, and our default search.

mod mtdf;

use serde::Serialize;
use serde_json::{Value, json};

use super::figures::Part;
use super::lab::{Lab, number, text};

/// The report's position.
const POSITION: &str = "T..TT.................. 15 g";

/// Result of a search.
#[derive(Serialize, PartialEq)]
struct Found {
    nodes: f64,
    leaves: f64,
    score: f64,
    best: String,
}

/// A row of the report's table.
struct Row {
    name: &'static str,
    agent: &'static str,
    nodes: f64,
    leaves: f64,
    score: f64,
    best: &'static str,
    milliseconds: f64,
}

const fn row(
    name: &'static str,
    agent: &'static str,
    [nodes, leaves, score]: [f64; 3],
    best: &'static str,
    milliseconds: f64,
) -> Row {
    Row { name, agent, nodes, leaves, score, best, milliseconds }
}

const ROWS: [Row; 7] = [
    row("Expectimax", "tigers-expectimax", [3_769_060.0, 2_997_798.0, 52.3], "@1", 52_219.0),
    row("Minimax", "tigers-minimax", [3_769_060.0, 2_997_798.0, 49.0], "@7", 51_301.0),
    row("Alpha-beta", "tigers-alphabeta", [111_450.0, 58_835.0, 49.0], "@7", 1_585.0),
    row("Alpha-beta with memory", "tigers-alphabeta-tt", [27_842.0, 12_202.0, 49.0], "@7", 577.0),
    row("Scout", "tigers-scout", [68_421.0, 41_177.0, 49.0], "@7", 1_015.0),
    row("Scout with memory", "tigers-scout-tt", [24_253.0, 10_681.0, 49.0], "@7", 559.0),
    row("MTD(f)", "tigers-mtdf", [31_204.0, 12_874.0, 49.0], "@7", 648.0),
];

pub(crate) const PARTS: [(&str, Part); 3] = [("table", table), ("mtdf", mtdf::many_positions), ("deeper", deeper)];

fn table(lab: &mut Lab<'_>) -> Result<Value, String> {
    let (mut rows, mut same) = (Vec::new(), 0);
    for Row { name, agent, nodes, leaves, score, best, .. } in ROWS {
        let report = Found { nodes, leaves, score, best: best.into() };
        let asked = ["analyse", "tigers", "--position", POSITION, "--agent", agent, "--depth", "6"];
        let found = lab.ask(&asked)?;
        let ours = Found {
            nodes: number(&found, "/nodes")?,
            leaves: number(&found, "/leaves")?,
            score: (number(&found, "/score")? * 10.0).round() / 10.0,
            best: text(&found, "/best")?,
        };
        same += usize::from(ours == report);
        rows.push(json!({"search": name, "report": report, "ours": ours}));
    }
    Ok(json!({"rows": rows, "same": same}))
}

/// Measures the times of the seven searches and compares their order.
pub(super) fn times(lab: &mut Lab<'_>) -> Result<Value, String> {
    let (mut rows, mut times) = (Vec::new(), Vec::new());
    for row in ROWS {
        let found =
            lab.quickest(&["analyse", "tigers", "--position", POSITION, "--agent", row.agent, "--depth", "6"])?;
        let milliseconds = 1000.0 * number(&found, "/seconds")?;
        times.push(milliseconds);
        let ratio = row.milliseconds / milliseconds;
        rows.push(json!({"search": row.name, "report": row.milliseconds, "ours": milliseconds, "ratio": ratio}));
    }
    let (pairs, turned) = order(&times);
    Ok(json!({"rows": rows, "pairs": pairs, "turned": turned}))
}

/// Returns the number of pairs of searches, and the pairs that are not in the report's order by time.
fn order(ours: &[f64]) -> (usize, Vec<String>) {
    let (mut pairs, mut turned) = (0, Vec::new());
    for (place, one) in ROWS.iter().enumerate() {
        for (other, later) in ROWS.iter().enumerate().skip(place + 1) {
            pairs += 1;
            if (one.milliseconds < later.milliseconds) != (ours[place] < ours[other]) {
                turned.push(format!("{} and {}", one.name, later.name));
            }
        }
    }
    (pairs, turned)
}

fn deeper(lab: &mut Lab<'_>) -> Result<Value, String> {
    let mut rows = Vec::new();
    for depth in 6..=lab.pick(10, 14) {
        let mut row = json!({"depth": depth});
        for (name, agent) in [("pvs", "pvs:eval=report,table=256"), ("best", "best:eval=report,table=256")] {
            let depth = depth.to_string();
            let found = lab.ask(&["analyse", "tigers", "--position", POSITION, "--agent", agent, "--depth", &depth])?;
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
        let theirs = ROWS.map(|row| row.milliseconds / 1000.0);
        assert_eq!(order(&theirs), (21, Vec::new()));
        let mut turned = theirs;
        turned.swap(0, 1);
        assert_eq!(order(&turned), (21, vec!["Expectimax and Minimax".to_owned()]));
    }
}
