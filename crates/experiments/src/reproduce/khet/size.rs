//! The size of the game: branching, the tree, the states.

use super::games::Games;
use super::spread;
use crate::reproduce::chart::bars;
use crate::reproduce::estimate::{Estimate, mean_of, shown};
use crate::reproduce::page::{Judged, Page, grouped, mean};
use crate::reproduce::verdict::Verdict;

/// The report's branching factor.
const BRANCHING: f64 = 68.92;
/// Size of the report's game tree, as a power of ten.
const TREE: f64 = 125.0;

pub(super) fn branching(page: &mut Page, games: &Games) -> Result<(), String> {
    if games.branching.is_empty() {
        return Err("no position was played".into());
    }
    page.section("Branching factor");
    page.table(
        &["", "mean", "least", "most"],
        &[
            vec![
                "the report, \"for an alpha-beta search (of depth 4)\"".into(),
                BRANCHING.to_string(),
                String::new(),
                String::new(),
            ],
            spread("legal moves in the games above", &games.branching),
        ],
    );
    let found = mean_of(&games.by_game);
    page.paragraph(&format!(
        "The mean is over the {} positions of these games. The report counts moves in its searches, not in games. {}",
        grouped(games.branching.len() as f64),
        on_branching(found)
    ));
    page.judge(
        "branching",
        is_met_by(found).judged(),
        format!("{} moves in games, the report {BRANCHING}", shown(found)),
    );
    Ok(())
}

/// Returns the verdict on the report's branching factor by the mean over games.
fn on_branching(found: Option<Estimate>) -> String {
    let off = found.map_or(0.0, |found| 100.0 * (found.value / BRANCHING - 1.0));
    let size = format!("{:.1}% {}", off.abs(), if off < 0.0 { "less" } else { "more" });
    format!(
        "The mean of the games' means is {}, with the 95% interval over distinct games. It is {size} than the report's. The claim {}.",
        shown(found),
        is_met_by(found).text()
    )
}

/// Judges whether the report's number is within the interval over games.
fn is_met_by(found: Option<Estimate>) -> Verdict {
    found
        .map_or(Verdict::Open, |found| Verdict::of(found.interval.low <= BRANCHING && BRANCHING <= found.interval.high))
}

/// Reproduces the report's graph of complexities: the game tree, derived from branching and length.
pub(super) fn complexity(page: &mut Page, games: &Games) -> Result<(), String> {
    page.section("Complexity of the game tree");
    let ours = mean(&games.branching);
    page.table(
        &["", "branching", "plies per game", "size of the game tree, power of ten"],
        &[
            vec![
                "the report".into(),
                BRANCHING.to_string(),
                format!("{:.1}, implied by 10^125", TREE / BRANCHING.log10()),
                TREE.to_string(),
            ],
            vec![
                "ours".into(),
                format!("{ours:.2}"),
                format!("{:.1}", games.plies),
                format!("{:.0}", tree(ours, games.plies)),
            ],
            vec!["chess \\[Shannon1950\\]".into(), "30".into(), "80".into(), format!("{:.0}", tree(30.0, 80.0))],
        ],
    );
    let ours = tree(ours, games.plies);
    page.paragraph(&on_tree(ours));
    let verdict = if is_met(ours) { Judged::Same } else { Judged::Differs };
    let plies = games.plies;
    page.judge(
        "complexity graph",
        verdict,
        format!("10^{ours:.0} with {plies:.0} plies, the report 10^{TREE:.0} with 68"),
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

/// Returns whether a power of ten is within a tenth of the report's.
fn is_met(ours: f64) -> bool {
    (ours - TREE).abs() <= 0.1 * TREE
}

/// Returns branching to the power of length, as a power of ten.
fn tree(branching: f64, plies: f64) -> f64 {
    plies * branching.log10()
}

/// Returns the verdict on "Khet is comparable to chess" for these games.
fn on_tree(ours: f64) -> String {
    let chess = tree(30.0, 80.0);
    format!(
        "The size of a game tree is estimated as the branching factor to the power of the game length. It is 10^{ours:.0} here, 10^{TREE:.0} in the report, and 10^{chess:.0} for chess. The claim that \
         Khet is comparable to chess or larger {}. The report's exponent is {}.",
        if ours >= 0.8 * chess { "holds" } else { "does not hold for games of this length" },
        if is_met(ours) { "met within 10%" } else { "not met within 10%" }
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
        let (met, missed) = (mean_of(&[67.0, 70.0, 73.0]), mean_of(&[63.9, 64.0, 64.1]));
        assert!(on_branching(met).contains("1.6% more") && on_branching(met).ends_with("claim holds."));
        // A mean that is 7% away differs.
        assert!(on_branching(missed).contains("7.1% less") && on_branching(missed).ends_with("does not hold."));
        assert_eq!([met, missed, None].map(is_met_by), [Verdict::Holds, Verdict::Fails, Verdict::Open]);
        assert!(on_tree(126.0).contains("larger holds") && on_tree(126.0).contains("met within"));
        assert!(on_tree(60.0).contains("does not hold") && on_tree(160.0).contains("not met"));
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

    #[test]
    fn the_report_s_tree_takes_games_of_sixty_eight_plies() {
        assert!((TREE / BRANCHING.log10() - 68.0).abs() < 0.1);
        assert!((tree(BRANCHING, 68.0) - TREE).abs() < 0.1);
    }
}
