//! The size of the game: branching, the tree, the states.

use super::games::{BRANCHING, Games, TREE, shown, tenth};
use super::generation::branching_of;
use crate::reproduce::chart::bars;
use crate::reproduce::estimate::{Estimate, mean_of};
use crate::reproduce::lab::{Lab, list};
use crate::reproduce::page::{Judged, Page};
use crate::reproduce::verdict::Verdict;
use plyground_statistics::Interval;
use serde_json::Value;

/// Depths of the searches: the report's 4 counts plies, or levels of nodes.
const DEPTHS: [u32; 2] = [3, 4];

pub(super) fn branching(lab: &mut Lab<'_>, page: &mut Page, positions: &[String]) -> Result<(), String> {
    page.section("Branching factor");
    let mut means = Vec::new();
    for depth in DEPTHS {
        let found = lab.own(&format!("branching-{depth}"), || branching_of(positions, depth))?;
        means.push(mean_of(&list(&found, "").iter().filter_map(Value::as_f64).collect::<Vec<_>>()));
    }
    let rows: Vec<Vec<String>> =
        DEPTHS.iter().zip(&means).map(|(depth, found)| vec![depth.to_string(), shown(*found)]).collect();
    page.table(&["depth of the search", "moves at an interior node"], &rows);
    let verdict = is_met(&means);
    page.paragraph(&format!(
        "The report states {BRANCHING} \"for an alpha-beta search (of depth 4)\". So the moves at the interior nodes of plain alpha-beta are counted, by the report's evaluation and in the game's order, from the {} \
         positions. The intervals are over positions. Whether the report's depth counts plies or levels of nodes is unknown. The claim, read as within a tenth at each of these depths, {}.",
        positions.len(),
        verdict.text()
    ));
    let figures = means.iter().flatten().map(|found| format!("{:.1}", found.value)).collect::<Vec<_>>().join(", ");
    let [least, most] = DEPTHS;
    page.judge(
        "branching",
        verdict.judged(),
        format!("{figures} at depths {least} and {most}, the report {BRANCHING}"),
    );
    Ok(())
}

/// Judges whether the report's number is met at each depth.
fn is_met(means: &[Option<Estimate>]) -> Verdict {
    let one = |found: &Option<Estimate>| {
        found.map_or(Verdict::Open, |found| Verdict::within(found.interval, tenth(BRANCHING)))
    };
    means.iter().map(one).reduce(Verdict::and).unwrap_or(Verdict::Open)
}

/// Reproduces the report's graph of complexities: the game tree, derived from the moves and the length of games.
pub(super) fn complexity(page: &mut Page, games: &Games) -> Result<(), String> {
    page.section("Complexity of the game tree");
    let ours = games.tree();
    page.paragraph(&on_tree(ours));
    page.judge(
        "complexity graph",
        is_comparable(ours),
        format!("10^{ours:.0} with {:.1} plies, the report 10^{TREE:.0}, chess 10^{CHESS:.0}", games.plies()),
    );
    let names: Vec<String> =
        ["Khet, ours"].iter().chain(&GAMES.map(|game| game.0)).map(|name| (*name).to_owned()).collect();
    let of = |ours: f64, theirs: fn(&(&str, f64, f64)) -> f64| {
        std::iter::once(ours).chain(GAMES.iter().map(theirs)).map(Some).collect::<Vec<_>>()
    };
    let series = [("states", of(product().log10(), |game| game.1)), ("games", of(ours, |game| game.2))];
    let title = "Complexity: Khet and the other games of the report";
    let drawn = bars(title, "power of ten", &names, &series).map_err(|error| format!("{title}: {error}"))?;
    page.drawing("complexity", title, drawn);
    page.paragraph("The figures of the other games are read from the report's graph.");
    Ok(())
}

/// The games of the report's graph, with its powers of ten for states and for games.
const GAMES: [(&str, f64, f64); 5] = [
    ("Khet, the report", 43.0, 125.0),
    ("chess", 46.0, 123.0),
    ("draughts", 30.0, 54.0),
    ("Qubic", 30.0, 30.0),
    ("checkers", 21.0, 31.0),
];

/// Power of ten of the tree of chess in the report's graph.
const CHESS: f64 = 123.0;

/// Judges whether Khet has about the report's tree, and about that of chess.
fn is_comparable(ours: f64) -> Judged {
    let one = Interval { low: ours, high: ours };
    Verdict::all(&[TREE, CHESS].map(|tree| Verdict::within(one, tenth(tree)))).judged()
}

/// Returns the verdict on "Khet is comparable to chess" for these games.
fn on_tree(ours: f64) -> String {
    format!(
        "The size of a game tree is estimated as the legal moves of a position to the power of the game length. It is 10^{ours:.0} in the games above, 10^{TREE:.0} in the report, and 10^{CHESS:.0} for chess in its graph. \
         The claim that these are comparable, read as exponents within a tenth, {}.",
        if is_comparable(ours) == Judged::Same { "holds" } else { "does not hold" }
    )
}

/// Returns the report's product of the ways to place all pieces.
fn product() -> f64 {
    let choose = |n: u32, k: u32| (1..=k).fold(1.0_f64, |product, i| product * f64::from(n - k + i) / f64::from(i));
    let side = |free: u32| {
        // Pharaoh, pyramids in four orientations, scarabs in two, anubises as pairs of cells.
        choose(free, 1) * 4_f64.powi(7) * choose(free - 1, 7) * 4.0 * choose(free - 8, 2) * choose(free - 10, 2)
    };
    side(70) * side(58)
}

/// Reproduces the report's product of states.
pub(super) fn states(page: &mut Page) {
    page.section("States with all pieces on the board");
    let product = format!("{:.1e}", product());
    page.judge(
        "states",
        if product == "2.3e43" { Judged::Same } else { Judged::Differs },
        format!("{product}, the report 2.3e43"),
    );
    page.paragraph(&format!(
        "The report places one side in C(70,1) 4^7 C(69,7) 2^2 C(62,2) C(60,2) ways, and the other side likewise on the remaining 58 cells. The product is {product}. The report states 2.3e43: {}.",
        if product == "2.3e43" { "the same" } else { "another number" }
    ));
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_game::{Position as _, Side};
    use plyground_khet::{Khet, KhetSetup, Kind, SquareSet};

    #[test]
    fn verdicts_follow_the_figures() {
        let [met, missed] = [[69.0, 70.0, 71.0], [80.0, 80.1, 80.2]].map(|values| mean_of(&values));
        let verdicts = [[met, met], [missed, missed], [met, missed], [met, None]].map(|means| is_met(&means));
        assert_eq!(verdicts, [Verdict::Holds, Verdict::Fails, Verdict::Open, Verdict::Open]);
        assert!(on_tree(126.0).ends_with("a tenth, holds."));
        assert!([60.0, 112.0, 137.0].iter().all(|ours| on_tree(*ours).ends_with("does not hold.")));
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
