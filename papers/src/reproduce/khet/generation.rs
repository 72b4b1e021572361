//! The report's wish to generate moves one by one: the savings in alpha-beta.

#![expect(clippy::disallowed_methods, reason = "two ways of the same search are timed side by side")]

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use plyground_game::{Class, Evaluate, Position, Score, Side, Window};
use plyground_khet::{Khet, KhetMove, KhetRules};
use plyground_reports::khet::Evaluation;
use serde_json::{Value, json};

use crate::reproduce::estimate::{Estimate, ratio, shown};
use crate::reproduce::lab::{Lab, list, number};
use crate::reproduce::page::{Page, grouped};
use crate::reproduce::sample::evenly;
use crate::reproduce::verdict::Verdict;

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
pub(super) fn branching_of(positions: &[String], depth: u32) -> Result<Value, String> {
    let mean = |text: &String| {
        let (search, ..) = run(&read(text)?, depth, true);
        Ok(json!(search.made as f64 / search.nodes as f64))
    };
    positions.iter().map(mean).collect()
}

pub(super) fn on_demand(lab: &mut Lab<'_>, page: &mut Page, positions: &[String]) -> Result<(), String> {
    page.section("Moves one by one");
    let depth = lab.pick(3, 4);
    let positions =
        evenly(positions, lab.many(40, 80) as usize).into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let count = positions.len();
    let found = lab.own("generation", || {
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
        Ok(json!({"tried": tried, "made": made, "seconds": times}))
    })?;
    let [all, some] = [number(&found, "/made/0")?, number(&found, "/made/1")?];
    let seconds = |path: &str| list(&found, path).iter().filter_map(Value::as_f64).collect::<Vec<f64>>();
    let time = ratio(&seconds("/seconds/1"), &seconds("/seconds/0"));
    page.table(
        &["generation", "moves generated", "moves searched", "ratio of times"],
        &[("all at once, as in the report", all, "1".to_owned()), ("one by one, the report's wish", some, shown(time))]
            .map(|(name, made, time)| {
                vec![name.into(), grouped(made), grouped(number(&found, "/tried").unwrap_or_default()), time]
            }),
    );
    page.paragraph(&format!(
        "Plain alpha-beta with the report's evaluation searches {count} distinct positions to depth {depth}. Both ways search the same tree. {}",
        on_gain(all, some, time)
    ));
    page.judge(
        "moves one by one",
        gains(time).judged(),
        format!("{:.0}% fewer moves generated, {} times the time", 100.0 * (1.0 - some / all), shown(time)),
    );
    Ok(())
}

/// Judges whether the generation one by one saves time, by the interval over positions.
fn gains(time: Option<Estimate>) -> Verdict {
    time.map_or(Verdict::Open, |time| Verdict::above(time.interval, 1.0)).choose(
        Verdict::Fails,
        Verdict::Holds,
        Verdict::Open,
    )
}

/// Returns the verdict on the savings of moves and of time.
fn on_gain(all: f64, some: f64, time: Option<Estimate>) -> String {
    format!(
        "The ratio of times is a geometric mean over positions with its 95% interval; each time is the shortest of three runs. One by one, the search generates {:.0}% fewer moves and \
         takes {} times the time. The claim that this is a gain {}.",
        100.0 * (1.0 - some / all),
        shown(time),
        gains(time).text()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_khet::KhetSetup;

    #[test]
    fn both_ways_search_the_same_tree() {
        let pos = Khet::new(&KhetSetup::Classic, &KhetRules::EPAM);
        let ((all, one, _), (some, other, _)) = (run(&pos, 2, true), run(&pos, 2, false));
        assert_eq!((all.tried, one), (some.tried, other));
        assert!(some.made == some.tried && all.made > some.made);
        // At depth 1 only the root is expanded.
        let start = pos.to_string();
        assert_eq!(branching_of(std::slice::from_ref(&start), 1), Ok(json!([pos.legal_moves().len() as f64])));
        assert_eq!(branching_of(&[start], 2), Ok(json!([all.made as f64 / all.nodes as f64])));
    }

    #[test]
    fn the_verdict_follows_the_times() {
        let text = |quick: &[f64]| on_gain(100.0, 40.0, ratio(quick, &[2.0, 2.0, 2.0]));
        assert!(text(&[1.0, 1.1, 0.9]).contains("60% fewer moves") && text(&[1.0, 1.1, 0.9]).ends_with("gain holds."));
        assert!(text(&[2.2, 2.3, 2.4]).ends_with("does not hold."));
        assert!(text(&[1.9, 2.2, 2.0]).ends_with("is not decided."), "{}", text(&[1.9, 2.2, 2.0]));
    }
}
