//! The report's threefold speed-up by processes, explained by nodes: the share of the longest root move in the work.

use plyground_game::random::Random;
use plyground_game::{Game, Position};
use plyground_kalah::Kalah;
use plyground_reports::kalah::AlongLine;
use plyground_search::{AlphaBeta, Budget, Job, Limits, Options, Searcher, View};

use super::depth::STATE;
use crate::reproduce::estimate::{Estimate, ratio, shown};
use crate::reproduce::lab::Lab;
use crate::reproduce::page::{Page, grouped};
use crate::reproduce::sample::distinct;
use crate::reproduce::verdict::Verdict;

/// The report's depth.
const DEPTH: u32 = 6;

/// Nodes of a search of the root moves.
struct Work {
    /// All moves in sequence, each with the bounds of those before it.
    together: u64,
    /// Each move separately, as the report's processes search it.
    alone: Vec<u64>,
}

impl Work {
    fn of(pos: &Kalah, depth: u32) -> Work {
        let (game, moves) = (Game::from_position(pos.clone(), &Default::default()), pos.legal_moves());
        let evaluation = AlongLine::default();
        let nodes = |moves: &[_]| {
            let mut search = AlphaBeta::new(&evaluation, Options { view: View::Root, ..Options::default() });
            search.start(pos, game.history(), Budget::new(Job::new(Limits::NONE)));
            search.iterate(pos, moves, depth);
            search.budget().nodes()
        };
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

/// Sums over positions: the report's state, and positions of a game.
struct Sums {
    together: f64,
    alone: f64,
    longest: [f64; 4],
    /// The speed-up of four processes over moves alone, with its interval over positions.
    four: Option<Estimate>,
    /// The same over one search of all moves.
    four_to_one: Option<Estimate>,
}

/// Numbers of processes.
const PROCESSES: [usize; 4] = [1, 2, 4, 6];

pub(super) fn speed_up(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Root moves in processes");
    let depth = lab.pick(DEPTH, 8);
    let positions = positions()?;
    let work: Vec<Work> = positions.iter().map(|pos| Work::of(pos, depth)).collect();
    let of = |nodes: &dyn Fn(&Work) -> u64| work.iter().map(|work| nodes(work) as f64).collect::<Vec<_>>();
    let sums = Sums {
        together: work.iter().map(|work| work.together as f64).sum(),
        alone: work.iter().map(|work| work.all_alone() as f64).sum(),
        longest: PROCESSES.map(|processes| work.iter().map(|work| work.longest(processes) as f64).sum()),
        four: ratio(&of(&Work::all_alone), &of(&|work| work.longest(4))),
        four_to_one: ratio(&of(&|work| work.together), &of(&|work| work.longest(4))),
    };
    let rows: Vec<Vec<String>> = PROCESSES
        .iter()
        .zip(&sums.longest)
        .map(|(processes, &longest)| {
            let speed_up = |work: f64| format!("{:.2}", work / longest);
            vec![processes.to_string(), grouped(longest), speed_up(sums.alone), speed_up(sums.together)]
        })
        .collect();
    page.table(
        &[
            "processes",
            "nodes of the busiest process",
            "speed-up over separate searches, one after the other",
            "speed-up over one alpha-beta",
        ],
        &rows,
    );
    page.paragraph(&format!(
        "The table counts nodes at depth {depth} on {} distinct positions with at least four moves. The start of a process counts as free. Separate searches of the root moves take {} nodes, \
         because they share no bounds. One alpha-beta over all root moves takes {} nodes. {}",
        distinct(positions.iter().map(ToString::to_string)),
        grouped(sums.alone),
        grouped(sums.together),
        on_speed_up(&sums)
    ));
    let one = |found: Option<Estimate>| found.map_or(0.0, |found| found.value);
    let figure = format!(
        "{:.1} over separate searches, {:.1} over one alpha-beta, by nodes",
        one(sums.four),
        one(sums.four_to_one)
    );
    page.judge("speed-up by processes", on_both(&sums).judged(), figure);
    Ok(())
}

/// Judges whether a speed-up is the report's "approximately 3x": between 2.5 and 3.5, by its interval.
fn is_threefold(speed_up: Option<Estimate>) -> Verdict {
    let Some(Estimate { interval, .. }) = speed_up else { return Verdict::Open };
    if interval.low >= 2.5 && interval.high <= 3.5 {
        Verdict::Holds
    } else if interval.high < 2.5 || interval.low > 3.5 {
        Verdict::Fails
    } else {
        Verdict::Open
    }
}

/// Combines both readings of the speed-up, because the report does not state the reference of its processes.
fn on_both(sums: &Sums) -> Verdict {
    is_threefold(sums.four).and(is_threefold(sums.four_to_one))
}

/// Returns the verdict on "approximately 3x", with the speed-up here.
fn on_speed_up(sums: &Sums) -> String {
    let [_, two, four, _] = sums.longest;
    let (ours, two, theirs) = (sums.together / four, sums.together / two, sums.alone / four);
    format!(
        "The report states a speed-up of about 3 on a processor with four cores. Four processes are {} times as fast as the same searches one after the other (geometric mean over positions with \
         its 95% interval). This {}. Compared with one alpha-beta over all root moves, four processes are {ours:.1} times as fast and two processes {two:.1} times. Separate searches {}.",
        shown(sums.four),
        is_threefold(sums.four).choose(
            "agrees with the report: the whole interval is between 2.5 and 3.5",
            "differs from the report: the whole interval is outside 2.5 to 3.5",
            "does not decide whether the speed-up is between 2.5 and 3.5"
        ),
        if ours < theirs { "need more nodes in total" } else { "need no more nodes in total" }
    ) + " "
        + on_both(sums).choose(
            "Over either search the speed-up is about 3.",
            "Over neither search the speed-up is about 3.",
            "The report does not state which of the two searches came before, so the claim is not decided.",
        )
}

/// Number of positions that are searched.
const POSITIONS: usize = 150;

/// Returns the report's state and distinct positions of random games. Each position has at least four moves, because four
/// processes need as many.
pub(super) fn positions() -> Result<Vec<Kalah>, String> {
    let rules = "tournament".parse().map_err(|error| format!("rules: {error}"))?;
    let setup = "6x6".parse().map_err(|error| format!("6x6: {error}"))?;
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

    #[test]
    fn the_longest_move_bounds_the_speed_up() {
        let work = Work { together: 60, alone: vec![10, 20, 70] };
        assert_eq!([1, 2, 6].map(|processes| work.longest(processes)), [100, 80, 70]);
    }

    #[test]
    fn the_verdict_follows_the_sums() {
        let sums = |together, four: f64| Sums {
            together,
            alone: 300.0,
            longest: [300.0, 150.0, 300.0 / four, 90.0],
            four: ratio(&[3.0 * four, 2.9 * four, 3.1 * four], &[3.0, 3.0, 3.0]),
            four_to_one: ratio(&[1.5, 1.4, 1.6], &[1.0, 1.0, 1.0]),
        };
        // Threefold over the separate searches, half of that over one search.
        assert_eq!(on_both(&sums(200.0, 3.0)), Verdict::Open);
        assert_eq!(on_both(&sums(200.0, 1.5)), Verdict::Fails);
        let text = on_speed_up(&sums(200.0, 3.0));
        assert!(text.contains("are 3.0") && text.contains("This agrees") && text.contains("need more nodes"), "{text}");
        let text = on_speed_up(&sums(300.0, 1.5));
        assert!(text.contains("This differs") && text.contains("need no more nodes"), "{text}");
        assert!(on_speed_up(&sums(200.0, 2.5)).contains("does not decide"));
    }

    #[test]
    fn one_search_over_all_moves_needs_fewer_nodes() {
        let work = Work::of(&positions().unwrap()[0], 4);
        assert!(work.together < work.all_alone() && work.alone.len() == 6);
    }
}
