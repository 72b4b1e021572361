//! The report's threefold speed-up by processes, explained by nodes: the share of the longest root move in the work.

use plyground_game::random::Random;
use plyground_game::{Game, Position};
use plyground_kalah::{House, Kalah};
use plyground_reports::kalah::AlongLine;
use plyground_search::{AlphaBeta, Budget, Iteration, Job, Limits, Options, Searcher, View};
use serde_json::{Map, Value, json};

use super::depth::STATE;
use crate::Result;
use crate::reproduce::estimate::ratio;
use crate::reproduce::lab::Lab;
use crate::reproduce::sample::distinct;

/// The report's depth.
const DEPTH: u32 = 6;

/// Searches root moves as the report's agent does. Returns the number of all nodes, and what is known of each move in order.
pub(super) fn searched(pos: &Kalah, moves: &[House], depth: u32, exit_nodes: Option<u64>) -> (u64, Iteration<House>) {
    let (game, evaluation) = (Game::from_position(pos.clone(), &Default::default()), AlongLine::default());
    let mut search = AlphaBeta::new(&evaluation, Options { view: View::Root, ..Options::default() });
    search.start(pos, game.history(), Budget::new(Job::new(Limits { exit_nodes, ..Limits::NONE })));
    let found = search.iterate(pos, moves, depth);
    (search.budget().nodes(), found)
}

/// Nodes of a search of the root moves.
struct Work {
    /// All moves in sequence, each with the bounds of those before it.
    together: u64,
    /// Each move separately, as the report's processes search it.
    alone: Vec<u64>,
}

impl Work {
    fn of(pos: &Kalah, depth: u32) -> Work {
        let moves = pos.legal_moves();
        let nodes = |moves: &[_]| searched(pos, moves, depth, None).0;
        Work { together: nodes(&moves), alone: moves.iter().map(|&mv| nodes(&[mv])).collect() }
    }

    fn all_alone(&self) -> u64 {
        self.alone.iter().sum()
    }

    /// Returns the nodes of the busiest process if each process takes the next move as soon as it is idle.
    fn longest(&self, processes: usize) -> u64 {
        let mut busy = vec![0_u64; processes];
        for &nodes in &self.alone {
            *busy.iter_mut().min().expect("there is a process") += nodes;
        }
        busy.into_iter().max().unwrap_or(0)
    }
}

/// Numbers of processes.
const PROCESSES: [usize; 4] = [1, 2, 4, 6];

pub(super) fn speed_up(lab: &mut Lab<'_>) -> Result<Value> {
    let depth = lab.pick(DEPTH, 8);
    let positions = positions()?;
    let work: Vec<Work> = positions.iter().map(|pos| Work::of(pos, depth)).collect();
    let of = |nodes: &dyn Fn(&Work) -> u64| work.iter().map(|work| nodes(work) as f64).collect::<Vec<_>>();
    let sum = |nodes: &dyn Fn(&Work) -> u64| of(nodes).iter().sum::<f64>();
    let longest = PROCESSES.map(|processes| (processes.to_string(), json!(sum(&|work| work.longest(processes)))));
    let four = of(&|work| work.longest(4));
    Ok(json!({
        "depth": depth, "positions": distinct(positions.iter().map(ToString::to_string)), "alone": sum(&Work::all_alone),
        "together": sum(&|work| work.together), "longest": Map::from_iter(longest), "four": ratio(&of(&Work::all_alone), &four),
        "four_to_one": ratio(&of(&|work| work.together), &four),
    }))
}

/// Number of positions that are searched.
const POSITIONS: usize = 150;

/// Returns the report's state and distinct positions of random games. Each position has at least four moves, because four
/// processes need as many.
pub(super) fn positions() -> Result<Vec<Kalah>> {
    let (setup, rules) = ("6x6".parse()?, "tournament".parse()?);
    let mut positions = vec![Kalah::parse(STATE, &rules).map_err(|error| format!("{STATE}: {error}"))?];
    let mut random = Random::new(1);
    while positions.len() < POSITIONS {
        let mut pos = Kalah::new(&setup, &rules);
        while pos.outcome().is_none() && positions.len() < POSITIONS {
            let moves = pos.legal_moves();
            if moves.len() >= 4 && !positions.contains(&pos) {
                positions.push(pos.clone());
            }
            pos = pos.after(moves[random.below(moves.len())]);
        }
    }
    Ok(positions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;

    #[test]
    fn the_longest_move_bounds_the_speed_up() {
        let work = Work { together: 60, alone: vec![10, 20, 70] };
        assert_eq!([1, 2, 6].map(|processes| work.longest(processes)), [100, 80, 70]);
    }

    /// The report does not state the reference of its processes.
    #[test]
    fn both_readings_of_the_speed_up_have_to_agree() {
        let judged = |four: f64, four_to_one: f64| {
            let of = |value: f64| json!({"value": value, "low": value - 0.1, "high": value + 0.1});
            let figures = json!({"four": of(four), "four_to_one": of(four_to_one)});
            judge("kalah: speed-up by processes", &json!({"threads": figures}))
        };
        assert_eq!([judged(3.0, 1.5), judged(2.5, 3.0)], ["not decided"; 2]);
        assert_eq!([judged(1.5, 1.4), judged(3.0, 2.9)], ["differs", "same"]);
    }

    #[test]
    fn one_search_over_all_moves_needs_fewer_nodes() {
        let work = Work::of(&positions().unwrap()[0], 4);
        assert!(work.together < work.all_alone() && work.alone.len() == 6);
    }
}
