//! How often the report's guess of start and goal misses the cost to win, and how often the search that mends it does.

mod board;

use std::collections::BTreeSet;

use plyground_cachex::Cachex;
use plyground_eval::cachex::cost_to_win;
use plyground_game::random::Random;
use plyground_game::{Game, Position, Side};
use serde_json::{Value, json};

use crate::reproduce::lab::{Lab, number};
use crate::reproduce::page::{Judged, Page, grouped};
use board::Board;

/// What one of the searches gets wrong.
#[derive(Default)]
struct Faults {
    wrong: u64,
    /// Of the wrong ones, those that found no path.
    missed: u64,
    /// Cells too many, where a path was found.
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
            // Without a path there is no cost: twice the size, as for the exact one.
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
    let (mut guess, mut mended, mut seen, mut distinct) = (Faults::default(), Faults::default(), 0, BTreeSet::new());
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
            mended.add(board.mended(), exact, blocked);
        }
    }
    let costs = 2 * seen;
    Ok(json!({"costs": costs, "distinct": distinct.len(), "guess": guess.json(costs), "mended": mended.json(costs)}))
}

pub(super) fn guesses(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Costs from a guessed start and goal, and by the repaired search");
    let positions = u64::from(lab.many(2_000, 20_000));
    let (mut rows, mut shares, mut mended) = (Vec::new(), Vec::new(), Vec::new());
    let mut distinct = Vec::new();
    for n in [5, 7, 9] {
        let found = lab.own(&format!("cachex-costs-{n}"), || compare(n, positions))?;
        let share = |path: &str| number(&found, path);
        shares.push(share("/guess/wrong")?);
        mended.push(share("/mended/wrong")?);
        distinct.push(grouped(share("/distinct")?));
        rows.push(vec![
            n.to_string(),
            grouped(share("/costs")?),
            format!("{:.1}%", 100.0 * share("/guess/wrong")?),
            format!("{:.2}", share("/guess/excess")?),
            format!("{:.1}%", 100.0 * share("/guess/missed")?),
            format!("{:.1}%", 100.0 * share("/mended/wrong")?),
            format!("{:.2}", share("/mended/excess")?),
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
        ],
        &rows,
    );
    page.say(&format!(
        "The cost of a side is the number of cells that it still needs to win. Of the random positions of each size, {} are distinct. The report guesses the start and the goal of a path by three \
         rules: a stone on the edge; else the cell of the edge that is nearest to the nearest stone; among equals the line with more stones. One search connects start and goal. The repaired search is \
         A* by the formula of Figure 8, with the report's additional starts and goals. Every agent here uses the exact cost; `six-features-astar` finds it by A*. {} {}",
        distinct.join(", "),
        on_guess(&shares),
        on_mended(&mended)
    ));
    page.judge(
        "Figure 5",
        if shares.iter().all(|share| *share > 0.0) { Judged::Same } else { Judged::Differs },
        format!("{} of random positions", range(&shares)),
    );
    page.judge(
        "Figure 8",
        if mended.iter().all(|share| *share == 0.0) { Judged::Same } else { Judged::WrongInPaper },
        format!("{}, if the search ends at the guessed goal", range(&mended)),
    );
    Ok(())
}

fn range(shares: &[f64]) -> String {
    let (least, most) = (shares.iter().copied().fold(1.0, f64::min), shares.iter().copied().fold(0.0, f64::max));
    format!("errs in {:.0} to {:.0}% of the costs", 100.0 * least, 100.0 * most)
}

/// What the shares of wrong costs say of "a relatively optimal but fuzzy result".
fn on_guess(shares: &[f64]) -> String {
    let (least, most) = (shares.iter().copied().fold(1.0, f64::min), shares.iter().copied().fold(0.0, f64::max));
    format!(
        "The report calls the guess \"relatively optimal but fuzzy\", and states that a better path may exist. The claim that it may be suboptimal {}: the guess {}. It is right in more than half of the \
         cases {}.",
        if least > 0.0 { "holds" } else { "does not hold" },
        range(shares),
        if most < 0.5 {
            "at all sizes"
        } else if least < 0.5 {
            "at small sizes only"
        } else {
            "at no size"
        }
    )
}

/// What the shares of wrong costs say of "optimal solutions in all the test cases we have performed".
fn on_mended(shares: &[f64]) -> String {
    let holds = shares.iter().all(|share| *share == 0.0);
    format!(
        "The report states of the repaired search that \"the min win cost is ensured to be optimal\". This claim {}: the repaired search {}.",
        if holds { "holds" } else { "does not hold" },
        range(shares)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_follows_the_shares() {
        let text = on_guess(&[0.1, 0.2]);
        assert!(
            text.contains("suboptimal holds: the guess errs in 10 to 20%") && text.ends_with("at all sizes."),
            "{text}"
        );
        assert!(on_guess(&[0.3, 0.6]).contains("small sizes only"));
        assert!(on_guess(&[0.6, 0.7]).ends_with("at no size."));
        assert!(on_guess(&[0.0, 0.0]).contains("suboptimal does not hold"));
        assert!(on_mended(&[0.0, 0.0]).contains("claim holds"));
        assert!(on_mended(&[0.1, 0.2]).contains("claim does not hold: the repaired search errs in 10 to 20%"));
    }

    /// The mended search is better than the guess, and yet not optimal.
    #[test]
    fn the_mended_search_errs_less_than_the_guess() {
        let found = compare(5, 200).unwrap();
        let [guess, mended] = ["/guess/wrong", "/mended/wrong"].map(|path| number(&found, path).unwrap());
        assert!(0.0 < mended && mended < guess, "{mended} {guess}");
        assert_eq!(number(&found, "/costs"), Ok(400.0));
    }
}
