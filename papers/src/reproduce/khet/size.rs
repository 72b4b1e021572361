//! The size of the game: branching, the tree, the states.

use serde_json::{Value, json};

use super::games::{self, Games};
use super::generation::branching_of;
use crate::Result;
use crate::reproduce::answer::number;
use crate::reproduce::chart::bars;
use crate::reproduce::estimate::mean_of;
use crate::reproduce::lab::Lab;

/// Depths of the searches: the report's 4 counts plies, or levels of nodes.
const DEPTHS: [u32; 2] = [3, 4];

pub(super) fn branching(lab: &mut Lab<'_>) -> Result<Value> {
    let positions = &super::sample(lab, &Games::read()?.positions, usize::MAX);
    let mut rows = Vec::new();
    for depth in DEPTHS {
        rows.push(lab.own(&format!("branching-{depth}"), || {
            Ok(json!({"depth": depth, "moves": mean_of(&branching_of(positions, depth)?)}))
        })?);
    }
    Ok(json!({"rows": rows, "positions": positions.len()}))
}

/// The games of the report's graph, with its powers of ten for states and for games.
const GAMES: [(&str, f64, f64); 5] = [
    ("Khet, the report", 43.0, 125.0),
    ("chess", 46.0, 123.0),
    ("draughts", 30.0, 54.0),
    ("Qubic", 30.0, 30.0),
    ("checkers", 21.0, 31.0),
];

/// Returns the report's product of the ways to place all pieces.
fn product() -> f64 {
    let choose = |n: u32, k: u32| (1..=k).fold(1.0_f64, |product, i| product * f64::from(n - k + i) / f64::from(i));
    let side = |free: u32| {
        // Pharaoh, pyramids in four orientations, scarabs in two, anubises as pairs of cells.
        choose(free, 1) * 4_f64.powi(7) * choose(free - 1, 7) * 4.0 * choose(free - 8, 2) * choose(free - 10, 2)
    };
    side(70) * side(58)
}

/// Reproduces the report's product of states and its graph of complexities, with the game tree of our games.
pub(super) fn states(lab: &mut Lab<'_>) -> Result<Value> {
    let theirs = |of: fn(&(&str, f64, f64)) -> f64| GAMES.iter().map(of);
    let names = std::iter::once("Khet, ours").chain(GAMES.map(|game| game.0)).map(str::to_owned);
    let states = std::iter::once(product().log10()).chain(theirs(|game| game.1));
    let ours = number(&games::all()?, "/tree/value")?;
    let games = std::iter::once(ours).chain(theirs(|game| game.2));
    let series = [("states", states.collect()), ("games", games.collect())];
    let title = "Complexity: Khet and the other games of the report";
    lab.drawing("complexity", bars(title, "power of ten", &names.collect::<Vec<_>>(), &series)?);
    Ok(json!({"product": product()}))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;
    use crate::reproduce::estimate::Estimate;
    use plyground_game::{Position as _, Side};
    use plyground_khet::{Khet, KhetSetup, Kind, SquareSet};

    #[test]
    fn verdicts_follow_the_figures() {
        let [met, missed] = [[69.0, 70.0, 71.0], [80.0, 80.1, 80.2]].map(|values| mean_of(&values));
        let branching = |means: [Option<Estimate>; 2]| {
            let rows = means.map(|moves| json!({"moves": moves}));
            judge("khet: branching", &json!({"branching": {"rows": rows}}))
        };
        let verdicts = [[met, met], [missed, missed], [met, missed], [met, None]].map(branching);
        assert_eq!(verdicts, ["same", "differs", "not decided", "not decided"]);
        let tree = |tree: Value| judge("khet: complexity graph", &json!({"games": {"all": {"tree": tree}}}));
        assert_eq!(
            [126.0, 60.0, 112.0, 137.0].map(|size| tree(json!(size))),
            ["same", "differs", "differs", "differs"]
        );
        // Regression: a figure near the limit decided without its interval.
        assert_eq!(tree(json!({"value": 135.0, "low": 131.0, "high": 139.0})), "not decided");
    }

    /// Returns the ways to place a side's pieces on `free` squares by the rules, with the distinct orientations of each kind.
    fn placements(mut free: u32) -> f64 {
        let start = Khet::new(&KhetSetup::Classic, &Default::default());
        let mut ways = 1.0;
        for (kind, orientations) in
            [(Kind::Pharaoh, 1_f64), (Kind::Pyramid, 4.0), (Kind::Scarab, 2.0), (Kind::Anubis, 4.0)]
        {
            let count = start.pieces_of(Side::First, kind).len();
            for piece in 0..count {
                ways *= orientations * f64::from(free) / f64::from(piece + 1);
                free -= 1;
            }
        }
        ways
    }

    /// The report has 70 squares for a side, one more than the rules without the sphinx, and does not count orientations of an
    /// anubis.
    #[test]
    fn the_rules_allow_more_states_than_the_report_s_product() {
        assert_eq!(format!("{:.1e}", product()), "2.3e43");
        let free = Side::ALL.map(|side| SquareSet::allowed(side).len() - 1);
        assert_eq!(free, [69, 69], "beside the own sphinx");
        // At most all twelve pieces of the other side stand on squares that both may use.
        let least = placements(69) * placements(69 - 12);
        assert!(least > product(), "{least:.2e} and {:.2e}", product());
    }
}
