//! The report's wish to generate moves one by one: the savings in alpha-beta.

#![expect(clippy::disallowed_methods, reason = "two ways of the same search are timed side by side")]

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use plyground_game::{Class, Evaluate, Position, Score, Side, Window};
use plyground_khet::{Khet, KhetMove, KhetRules};
use plyground_reports::khet::Evaluation;
use serde_json::{Value, json};

use super::games::Games;
use crate::Result;
use crate::reproduce::estimate::ratio;
use crate::reproduce::lab::Lab;
use crate::reproduce::sample::evenly;

/// Plain alpha-beta by the report's evaluation, for the side at the root.
struct Search {
    evaluation: Evaluation,
    root: Side,
    /// Whether a node generates all its moves before it searches the first.
    at_once: bool,
    /// Number of interior nodes, of moves searched, and of moves generated.
    nodes: u64,
    tried: u64,
    made: u64,
}

impl Search {
    fn value(&mut self, pos: &Khet, depth: u32, window: (Score, Score)) -> Score {
        if depth == 0 || pos.outcome().is_some() {
            return match pos.outcome() {
                Some(outcome) => self.evaluation.finished(pos, &(), outcome, self.root, 0),
                None => self.evaluation.evaluate(pos, &(), self.root),
            };
        }
        self.nodes += 1;
        let highest = pos.side_to_move() == self.root;
        let (mut alpha, mut beta) = window;
        let mut best = if highest { Window::FULL.alpha } else { Window::FULL.beta };
        let mut visit = |search: &mut Search, mv: KhetMove| {
            search.tried += 1;
            let value = search.value(&pos.after(mv), depth - 1, (alpha, beta));
            if highest {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if self.at_once {
            let moves = pos.legal_moves();
            self.made += moves.len() as u64;
            let _ = moves.iter().try_for_each(|&mv| visit(self, mv));
        } else {
            let _ = pos.visit_moves(Class::All, |mv| {
                self.made += 1;
                visit(self, mv)
            });
        }
        best
    }
}

/// Searches a position with one way of generating moves. Returns the search, the score and the time.
fn run(pos: &Khet, depth: u32, at_once: bool) -> (Search, Score, Duration) {
    let begin = Instant::now();
    let evaluation = Evaluation::default();
    let mut search = Search { evaluation, root: pos.side_to_move(), at_once, nodes: 0, tried: 0, made: 0 };
    let value = search.value(pos, depth, (Window::FULL.alpha, Window::FULL.beta));
    (search, value, begin.elapsed())
}

fn read(text: &String) -> Result<Khet, String> {
    Khet::parse(text, &KhetRules::EPAM).map_err(|error| format!("`{text}`: {error}"))
}

/// Returns the mean of the legal moves at the interior nodes of a search from each position.
pub(super) fn branching_of(positions: &[String], depth: u32) -> Result<Vec<f64>> {
    let mean = |text: &String| {
        let (search, ..) = run(&read(text)?, depth, true);
        Ok(search.made as f64 / search.nodes as f64)
    };
    positions.iter().map(mean).collect()
}

pub(super) fn on_demand(lab: &mut Lab<'_>) -> Result<Value> {
    let depth = lab.pick(3, 4);
    let positions = Games::read()?.positions;
    let positions =
        evenly(&positions, lab.many(40, 80) as usize).into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
    lab.own("generation", || {
        let (mut tried, mut made, mut times) = (0, [0, 0], [Vec::new(), Vec::new()]);
        for pos in &positions {
            let mut least = [f64::MAX; 2];
            // The ways alternate, and the quickest of three runs counts, so that other work on the machine affects both.
            for turn in 0..6 {
                let way = turn % 2;
                let (search, _, time) = run(pos, depth, way == 0);
                least[way] = least[way].min(time.as_secs_f64());
                if turn < 2 {
                    made[way] += search.made;
                    tried = if way == 0 { tried + search.tried } else { tried };
                }
            }
            times[0].push(least[0]);
            times[1].push(least[1]);
        }
        Ok(json!({
            "depth": depth, "positions": positions.len(), "tried": tried, "time": ratio(&times[1], &times[0]),
            "made": {"at_once": made[0], "one_by_one": made[1]},
        }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;
    use plyground_khet::KhetSetup;

    #[test]
    fn both_ways_search_the_same_tree() {
        let pos = Khet::new(&KhetSetup::Classic, &KhetRules::EPAM);
        let ((all, one, _), (some, other, _)) = (run(&pos, 2, true), run(&pos, 2, false));
        assert_eq!((all.tried, one), (some.tried, other));
        assert!(some.made == some.tried && all.made > some.made);
        // At depth 1 only the root is expanded.
        let start = pos.to_string();
        assert_eq!(branching_of(std::slice::from_ref(&start), 1).unwrap(), [pos.legal_moves().len() as f64]);
        assert_eq!(branching_of(&[start], 2).unwrap(), [all.made as f64 / all.nodes as f64]);
    }

    #[test]
    fn the_verdict_follows_the_times() {
        let judged = |quick: &[f64]| {
            judge("khet: moves one by one", &json!({"generation": {"time": ratio(quick, &[2.0, 2.0, 2.0])}}))
        };
        let found = [&[1.0, 1.1, 0.9], &[2.2, 2.3, 2.4], &[1.9, 2.2, 2.0]].map(|quick| judged(quick));
        assert_eq!(found, ["same", "differs", "not decided"]);
    }
}
