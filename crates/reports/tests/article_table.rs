//! Compares every row and every count of the Tigers and Goats report's table.

#![allow(clippy::unwrap_used)]

use plyground_game::{Evaluate as _, Game, Position as _, Side};
use plyground_reports::tigers::{Algorithm, Evaluation, ReportSearch};
use plyground_search::{Expectimax, Limits, Minimax, Options, Report, Searcher, View, deepen};
use plyground_tigers::{Tigers, TigersMove};

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

/// Scout without a table, by the report's program, with null windows of a chosen width. No game ends within six plies.
struct PlainScout {
    width: i32,
    nodes: u64,
}

impl PlainScout {
    /// Returns the value for the goats, which begin, and its move.
    fn search(&mut self, pos: &Tigers, depth: u32, mut alpha: i32, mut beta: i32) -> (i32, Option<TigersMove>) {
        if depth == 0 {
            return (Evaluation::default().evaluate(pos, &(), Side::First).value(), None);
        }
        let mine = pos.side_to_move() == Side::First;
        let mut best: Option<(i32, TigersMove)> = None;
        let mut has_narrowed = false;
        for mv in pos.legal_moves() {
            self.nodes += 1;
            let after = pos.after(mv);
            let value = if has_narrowed {
                let (low, high) = if mine { (alpha, alpha + self.width) } else { (beta - self.width, beta) };
                let value = self.search(&after, depth - 1, low, high).0;
                if value <= alpha || value >= beta || depth < 2 {
                    value
                } else {
                    self.nodes += u64::from(mine || depth > 2);
                    let (low, high) = if mine { (value, beta) } else { (alpha, value) };
                    self.search(&after, depth - 1, low, high).0
                }
            } else {
                self.search(&after, depth - 1, alpha, beta).0
            };
            if best.is_none_or(|(best, _)| if mine { value > best } else { value < best }) {
                best = Some((value, mv));
            }
            let (value, _) = best.unwrap();
            if if mine { value >= beta } else { value <= alpha } {
                break;
            }
            has_narrowed |= if mine { value > alpha } else { value < beta };
            if mine { alpha = alpha.max(value) } else { beta = beta.min(value) }
        }
        let (value, mv) = best.unwrap();
        (value, Some(mv))
    }
}

/// "That test is done by setting the width of the aspiration window to zero."
#[test]
fn a_null_window_of_width_zero_finds_another_value() {
    let found = [1, 0].map(|width| {
        let mut scout = PlainScout { width, nodes: 0 };
        let results = (1..=6).map(|depth| scout.search(&Tigers::default(), depth, -1_000_000, 1_000_000));
        let (value, mv) = results.last().unwrap();
        (scout.nodes, value, mv.unwrap().to_string())
    });
    assert_eq!(found[0], (68_421, 49, "@7".into()), "the report's counts");
    assert_eq!((found[1].1, found[1].2.as_str()), (50, "@1"));
}
