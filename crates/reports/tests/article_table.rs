//! Compares every row and every count of the Tigers and Goats report's table.

#![allow(clippy::unwrap_used)]

use plyground_game::Game;
use plyground_reports::tigers::{Algorithm, Evaluation, ReportSearch};
use plyground_search::{Expectimax, Limits, Minimax, Options, Report, Searcher, View, deepen};
use plyground_tigers::Tigers;

/// Returns the nodes over depths 1 to 6, the leaves of depth 6, the value in hundredths and the move.
fn row<S: Searcher<Tigers>>(searcher: &mut S) -> (u64, u64, i32, String) {
    let game = Game::<Tigers>::default();
    let report: Report<_> = deepen(searcher, &game, Limits::depth(6), |_| {});
    let hundredths = report.score.value() * 100 / report.scale as i32;
    (report.nodes, report.leaves, hundredths, report.best.unwrap().to_string())
}

fn options() -> Options {
    Options { view: View::Root, sort_root: false, ..Options::default() }
}

#[test]
fn expectimax() {
    let found = row(&mut Expectimax::new(&Evaluation::default(), options()));
    assert_eq!(found, (3_769_060, 2_997_798, 5_230, "@1".into()));
}

#[test]
fn minimax() {
    assert_eq!(row(&mut Minimax::new(&Evaluation::default(), options())), (3_769_060, 2_997_798, 4_900, "@7".into()));
}

fn article(algorithm: Algorithm) -> (u64, u64, i32, String) {
    row(&mut ReportSearch::new(&Evaluation::default(), algorithm))
}

#[test]
fn alpha_beta() {
    assert_eq!(article(Algorithm::AlphaBeta), (111_450, 58_835, 4_900, "@7".into()));
}

#[test]
fn alpha_beta_with_a_table() {
    assert_eq!(article(Algorithm::AlphaBetaTable), (27_842, 12_202, 4_900, "@7".into()));
}

#[test]
fn scout_without_a_table() {
    assert_eq!(article(Algorithm::Scout), (68_421, 41_177, 4_900, "@7".into()));
}

#[test]
fn scout_with_a_table() {
    assert_eq!(article(Algorithm::ScoutTable), (24_253, 10_681, 4_900, "@7".into()));
}

#[test]
fn mtdf() {
    assert_eq!(article(Algorithm::Mtdf), (31_204, 12_874, 4_900, "@7".into()));
}
