//! Counts wrong costs to win by the report's guess of start and goal, and by its repaired search.

mod board;

use std::collections::BTreeSet;

use plyground_cachex::Cachex;
use plyground_eval::cachex::cost_to_win;
use plyground_game::random::Random;
use plyground_game::{Game, Position, Side};
use serde_json::{Value, json};

use crate::reproduce::lab::{Lab, number};
use crate::reproduce::page::{Judged, Page, grouped};
use crate::reproduce::verdict::Verdict;
use board::{Board, Reading};

/// Errors of one of the searches.
#[derive(Default)]
struct Faults {
    wrong: u64,
    /// Number of wrong costs for which no path was found.
    missed: u64,
    /// Total of superfluous cells in the paths found.
    excess: u64,
}

impl Faults {
    fn add(&mut self, found: Option<u32>, exact: u32, blocked: u32) {
        match found {
            Some(cost) if cost == exact => {}
            Some(cost) => {
                assert!(cost > exact, "a path between two edges costs no less than the cheapest");
                self.wrong += 1;
                self.excess += u64::from(cost - exact);
            }
            // Without a path, the cost is twice the size, as for the exact cost.
            None if exact == blocked => {}
            None => {
                self.wrong += 1;
                self.missed += 1;
            }
        }
    }

    fn json(&self, costs: u64) -> Value {
        let share = |part: u64| part as f64 / costs as f64;
        let excess = self.excess as f64 / (self.wrong - self.missed).max(1) as f64;
        json!({"wrong": share(self.wrong), "missed": share(self.missed), "excess": excess})
    }
}

/// Compares the costs of both sides on random positions.
fn compare(n: usize, positions: u64) -> Result<Value, String> {
    let setup = n.to_string().parse().map_err(|error| format!("{error}"))?;
    let mut random = Random::new(1);
    let (mut guess, mut repaired, mut whole) = (Faults::default(), Faults::default(), Faults::default());
    let (mut seen, mut distinct) = (0, BTreeSet::new());
    while seen < positions {
        let mut game = Game::<Cachex>::new(&setup, &Default::default());
        for _ in 0..2 + random.below(n * n * 2 / 3) {
            if game.ending().is_some() {
                break;
            }
            let moves = game.position().legal_moves();
            game.play(moves[random.below(moves.len())]).map_err(|error| error.to_string())?;
        }
        if game.ending().is_some() {
            continue;
        }
        seen += 1;
        distinct.insert(game.position().to_string());
        for side in [Side::First, Side::Second] {
            let (exact, blocked) = (cost_to_win(game.position(), side), 2 * n as u32);
            let board = Board::new(game.position(), side);
            let guessed = board.guess(0).zip(board.guess(n - 1)).and_then(|(start, goal)| board.path(start, goal));
            guess.add(guessed, exact, blocked);
            repaired.add(board.repaired(Reading::UntilGoal), exact, blocked);
            whole.add(board.repaired(Reading::ToTheEnd), exact, blocked);
        }
    }
    let costs = 2 * seen;
    let [guess, repaired, whole] = [guess, repaired, whole].map(|faults| faults.json(costs));
    Ok(json!({"costs": costs, "distinct": distinct.len(), "guess": guess, "repaired": repaired, "whole": whole}))
}

pub(super) fn guesses(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Costs from a guessed start and goal, and by the repaired search");
    let positions = u64::from(lab.many(2_000, 20_000));
    let (mut rows, mut shares, mut repaired, mut whole) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut distinct = Vec::new();
    for n in [5, 7, 9] {
        let found = lab.own(&format!("cachex-costs-{n}"), || compare(n, positions))?;
        let share = |path: &str| number(&found, path);
        shares.push(share("/guess/wrong")?);
        repaired.push(share("/repaired/wrong")?);
        whole.push(share("/whole/wrong")?);
        distinct.push(grouped(share("/distinct")?));
        rows.push(vec![
            n.to_string(),
            grouped(share("/costs")?),
            format!("{:.1}%", 100.0 * share("/guess/wrong")?),
            format!("{:.2}", share("/guess/excess")?),
            format!("{:.1}%", 100.0 * share("/guess/missed")?),
            format!("{:.1}%", 100.0 * share("/repaired/wrong")?),
            format!("{:.2}", share("/repaired/excess")?),
            format!("{:.1}%", 100.0 * share("/whole/wrong")?),
        ]);
    }
    page.table(
        &[
            "n",
            "costs compared",
            "guess: wrong",
            "mean excess of wrong costs, cells",
            "no path found",
            "repaired: wrong",
            "mean excess of wrong costs, cells",
            "repaired, to the end: wrong",
        ],
        &rows,
    );
    page.paragraph(&format!(
        "The cost of a side is the number of cells that it still needs to win. Of the random positions of each size, {} are distinct. The report guesses the start and the goal of a path by three \
         rules: a stone on the edge; else the cell of the edge that is nearest to the nearest stone; among equals the line with more stones. One search connects start and goal. The repaired search is \
         A* by the formula of Figure 8, with the report's additional starts and goals. It ends when it expands the guessed goal, or, in a second reading, when no cell is left. An empty start costs one \
         cell in both. Every agent here uses the exact cost; `six-features-astar` finds it by A*. {} {}",
        distinct.join(", "),
        on_guess(&shares),
        on_repaired(&repaired, &whole)
    ));
    page.judge("Figure 5, a fuzzy guess", is_fuzzy(&shares).judged(), range(&shares));
    page.judge(
        "the minimum cost is ensured",
        is_ensured(&repaired, &whole),
        format!("{}; to the end {}", range(&repaired), extremes(&whole)),
    );
    Ok(())
}

fn range(shares: &[f64]) -> String {
    format!("errs in {} of the costs", extremes(shares))
}

fn extremes(shares: &[f64]) -> String {
    let (least, most) = (shares.iter().copied().fold(1.0, f64::min), shares.iter().copied().fold(0.0, f64::max));
    format!("{:.0} to {:.0}%", 100.0 * least, 100.0 * most)
}

/// Judges whether the guess "may return a suboptimal result": it errs at every size.
fn is_fuzzy(shares: &[f64]) -> Verdict {
    Verdict::of(shares.iter().all(|share| *share > 0.0))
}

/// Returns the verdict on "a relatively optimal but fuzzy result" by the shares of wrong costs.
fn on_guess(shares: &[f64]) -> String {
    format!(
        "The report calls the guess \"relatively optimal but fuzzy\": \"there may be a better one\". The claim that it may be suboptimal {}: on random positions the guess {}.",
        is_fuzzy(shares).text(),
        range(shares)
    )
}

/// Judges "the min win cost is ensured to be optimal": wrong if both readings err, not decided if one does.
fn is_ensured(repaired: &[f64], whole: &[f64]) -> Judged {
    let errs = |shares: &[f64]| shares.iter().any(|share| *share > 0.0);
    match (errs(repaired), errs(whole)) {
        (true, true) => Judged::WrongInPaper,
        (false, false) => Judged::Same,
        _ => Judged::Open,
    }
}

/// Returns the verdict on the repaired search by the shares of wrong costs.
fn on_repaired(repaired: &[f64], whole: &[f64]) -> String {
    format!(
        "The report states of the repaired search that \"the min win cost is ensured to be optimal\". This claim {}: the repaired search {}, and {} if it searches to the end. What happened in the \
         report's own test cases cannot be repeated.",
        match is_ensured(repaired, whole) {
            Judged::Same => "holds",
            Judged::Open => "depends on the reading",
            _ => "does not hold",
        },
        range(repaired),
        range(whole)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_follows_the_shares() {
        assert!(on_guess(&[0.1, 0.2]).contains("suboptimal holds: on random positions the guess errs in 10 to 20%"));
        assert!(on_guess(&[0.0, 0.2]).contains("does not hold"));
        let verdicts = [([0.1, 0.2], [0.0, 0.1]), ([0.1, 0.2], [0.0, 0.0]), ([0.0, 0.0], [0.0, 0.0])];
        assert_eq!(
            verdicts.map(|(repaired, whole)| is_ensured(&repaired, &whole)),
            [Judged::WrongInPaper, Judged::Open, Judged::Same]
        );
        assert!(
            on_repaired(&[0.1, 0.2], &[0.01, 0.02])
                .contains("claim does not hold: the repaired search errs in 10 to 20%")
        );
    }

    /// The repaired search is better than the guess, but not optimal, even if it searches to the end.
    #[test]
    fn the_repaired_search_errs_less_than_the_guess() {
        let found = compare(5, 200).unwrap();
        let [guess, repaired, whole] =
            ["/guess/wrong", "/repaired/wrong", "/whole/wrong"].map(|path| number(&found, path).unwrap());
        assert!(0.0 < whole && whole < repaired && repaired < guess, "{whole} {repaired} {guess}");
        assert_eq!(number(&found, "/costs"), Ok(400.0));
    }
}
