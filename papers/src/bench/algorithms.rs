//! Every algorithm on the same positions: nodes, speed, branching, and the ratio to the minimal tree.

use std::process::Command;

use serde_json::Value;

use super::Row;
use super::programs::output;
use crate::{Result, Workspace};

/// Games and positions for the algorithms, with a depth that plain minimax can reach too.
const SEARCHES: [(&str, &str, &str, &str); 4] = [
    ("khet", "classic", "", "3"),
    ("kalah", "6x4", "", "8"),
    ("tigers", "standard", "@9 4-5 @1", "5"),
    ("cachex", "5", "0,2", "4"),
];

/// Measures every algorithm on the same positions by `ply compare`: nodes, speed, branching, and the ratio to the minimal
/// tree of alpha-beta \[Knuth1975\].
///
/// # Errors
/// When `ply` does not build, or fails.
pub(super) fn run(workspace: &Workspace, suite: &str) -> Result<Vec<Row>> {
    let ply = workspace.build_ply("release")?;
    let mut rows = Vec::new();
    for (game, setup, moves, depth) in SEARCHES {
        let args = ["compare", game, "--setup", setup, "--moves", moves, "--depth", depth, "--json"];
        let mut compare = Command::new(&ply);
        compare.args(args).current_dir(&workspace.root);
        let answer: Value = serde_json::from_str(&output(compare)?)?;
        let found = answer["rows"].as_array().map(Vec::as_slice).unwrap_or_default();
        let leaves = |row: &Value| row["leaves"].as_f64().unwrap_or(f64::NAN);
        let plain = found.iter().find(|row| row["algorithm"] == "minimax").map_or(f64::NAN, leaves);
        let least = least_leaves(plain, depth.parse().unwrap_or(1));
        for row in found {
            let name = format!("{game} {setup}, depth {depth}, {}", row["algorithm"].as_str().unwrap_or_default());
            let nodes = row["nodes"].as_f64().unwrap_or(f64::NAN);
            let branching = row["statistics"]["effective_branching_factor"].as_f64();
            let figures = [
                ("nodes", Some(nodes)),
                ("nodes a second", row["nodes_per_second"].as_f64()),
                ("effective branching factor", branching),
                ("least leaves to its leaves", Some(least / leaves(row)).filter(|share| share.is_finite())),
            ];
            let row = |(unit, value): (&str, Option<f64>)| Some(Row::exact(suite, &name, unit, value?));
            rows.extend(figures.into_iter().filter_map(row));
        }
    }
    Ok(rows)
}

/// Returns the minimum number of leaves that alpha-beta visits in a uniform tree with `all` leaves \[Knuth1975\].
fn least_leaves(all: f64, depth: u32) -> f64 {
    let branching = all.powf(1.0 / f64::from(depth));
    branching.powi(depth.div_ceil(2) as i32) + branching.powi((depth / 2) as i32) - 1.0
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_least_tree_is_that_of_the_formula() {
        assert!((super::least_leaves(81.0, 4) - 17.0).abs() < 1e-9);
        assert!((super::least_leaves(27.0, 3) - 11.0).abs() < 1e-9);
    }
}
