//! Compares the Kalaha report's agent with a second, plain one: minimax whose depth counts changes of the turn. It values a
//! position by the difference of the stores, and in a finished game adds the remaining seeds.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;
use std::time::Duration;

use plyground_eval::kalah::{Finish, StoreDifference};
use plyground_game::random::Random;
use plyground_game::{Game, Position, Side};
use plyground_kalah::{House, Kalah};
use plyground_reports::kalaha;
use plyground_search::{Agent, Job, Limits, Report};

/// "P1_Store - P2_Store" for the side at the root.
fn value(pos: &Kalah, root: Side) -> i32 {
    let seeds = |side| {
        let left: u32 = (1..=pos.houses()).filter_map(House::new).map(|house| u32::from(pos.seeds(side, house))).sum();
        // A finished game "also counts the remaining seeds as points for the player, who still has seeds".
        u32::from(pos.store(side)) + if pos.outcome().is_some() { left } else { 0 }
    };
    seeds(root) as i32 - seeds(!root) as i32
}

/// Returns the best value of all moves at a depth of `turns` changes of the turn. Moves of the same turn do not reduce the depth.
fn plain(pos: &Kalah, turns: u32, root: Side) -> i32 {
    if turns == 0 || pos.outcome().is_some() {
        return value(pos, root);
    }
    let values = pos.legal_moves().into_iter().map(|mv| {
        let after = pos.after(mv);
        let changed = u32::from(after.side_to_move() != pos.side_to_move());
        plain(&after, turns - changed, root)
    });
    if pos.side_to_move() == root { values.max().unwrap() } else { values.min().unwrap() }
}

/// Section 8: the seeds in each house at the start are a parameter, 4 by the rules, 8 in a test, 10 as an example.
#[test]
fn a_game_starts_with_any_number_of_seeds_in_each_house() {
    let rules = "kalaha".parse().unwrap();
    assert_eq!(Game::<Kalah>::new(&Default::default(), &rules).position().total(), 48, "4 by default");
    for seeds in [1, 4, 8, 10] {
        let game = Game::<Kalah>::new(&format!("6x{seeds}").parse().unwrap(), &rules);
        let pos = game.position();
        let houses = (1..=6).filter_map(House::new);
        assert!(houses.flat_map(|house| Side::ALL.map(|side| pos.seeds(side, house))).all(|found| found == seeds));
        assert_eq!(Side::ALL.map(|side| pos.store(side)), [0, 0]);
        let mut agent = kalaha::search().with_evaluation(StoreDifference { finish: Finish::Margin });
        let report = agent.move_for(&game, &Job { fixed: true, ..Limits::depth(2).into() }).unwrap();
        assert_eq!(report.score.value(), plain(pos, 2, Side::First), "{seeds} seeds");
    }
}

/// The depth in progress at the soft limit is completed, and no depth begins after it.
#[test]
fn the_running_depth_is_finished_after_the_soft_limit() {
    let game = Game::<Kalah>::new(&Default::default(), &"kalaha".parse().unwrap());
    let soft = Duration::from_millis(5);
    let search = kalaha::search().with_evaluation(StoreDifference { finish: Finish::Margin });
    let mut agent = kalaha::turns(Box::new(search), Limits { soft_time: Some(soft), ..Limits::NONE });
    let report = agent.move_for(&game, &Job::default()).unwrap();
    assert!(report.depth > 1 && report.partial_depth.is_none() && report.elapsed >= soft, "{report:?}");
    let whole = |turns| {
        let mut agent = kalaha::search().with_evaluation(StoreDifference { finish: Finish::Margin });
        agent.move_for(&game, &Job { fixed: true, ..Limits::depth(turns).into() }).unwrap().score
    };
    assert_eq!(report.score, whole(report.depth), "the value of its whole depth {}", report.depth);
}

/// A strict limit ends the search within a depth, long before the soft limit. The report would need an interrupt for this.
#[test]
fn a_strict_limit_ends_the_running_depth() {
    let game = Game::<Kalah>::new(&Default::default(), &"kalaha".parse().unwrap());
    let (strict, soft) = (Duration::from_millis(20), Duration::from_secs(20));
    let mut times = Vec::new();
    for _ in 0..5 {
        let search = kalaha::search().with_evaluation(StoreDifference { finish: Finish::Margin });
        let mut agent = kalaha::turns(Box::new(search), Limits { soft_time: Some(soft), ..Limits::NONE });
        let report = agent.move_for(&game, &Job::new(Limits { time: Some(strict), ..Limits::NONE })).unwrap();
        assert!(!report.completed && game.position().is_legal(report.best.unwrap()), "{report:?}");
        times.push(report.elapsed);
    }
    // The best of several tries counts, because other work disturbs the clock.
    let quickest = times.iter().min().unwrap();
    assert!(*quickest < Duration::from_millis(60), "{quickest:?}");
}

#[test]
fn depth_counts_changes_of_the_turn_as_the_plain_agent_counts_them() {
    let rules = "kalaha".parse().unwrap();
    let mut random = Random::new(9);
    let (mut compared, mut finished) = (0, 0);
    for _ in 0..80 {
        let mut game = Game::<Kalah>::new(&"4x3".parse().unwrap(), &rules);
        // Some positions are near the end, where a finished game is the value.
        for _ in 0..random.below(28) {
            let legal = game.position().legal_moves();
            if game.ending().is_some() || legal.is_empty() {
                break;
            }
            game.play(legal[random.below(legal.len())]).unwrap();
        }
        if game.ending().is_some() {
            continue;
        }
        let evaluation = StoreDifference { finish: Finish::Margin };
        for turns in 1..=3 {
            let mut agent = kalaha::search().with_evaluation(evaluation);
            let job = Job { fixed: true, ..Limits::depth(turns).into() };
            let report = agent.move_for(&game, &job).unwrap();
            let root = game.position().side_to_move();
            assert_eq!(report.score.value(), plain(game.position(), turns, root), "{} at {turns}", game.position());
            compared += 1;
            let end = report.pv.iter().fold(game.position().clone(), |pos, &mv| pos.after(mv));
            finished += u32::from(end.outcome().is_some());
        }
    }
    assert!(compared > 80 && finished > 5, "{compared} searches, {finished} to the end");
}

/// Runs the report's agent from the start. Returns its report, and the time and the nodes at the end of each depth.
fn from_the_start() -> (Report<House>, Vec<(Duration, u64)>) {
    let game = Game::<Kalah>::new(&Default::default(), &"kalaha".parse().unwrap());
    let search = kalaha::search().with_evaluation(StoreDifference { finish: Finish::Margin });
    let mut depths = Vec::new();
    let report = kalaha::turns(Box::new(search), Limits::NONE).think(&game, &Job::default(), &mut |report| {
        depths.push((report.elapsed, report.nodes));
        ControlFlow::Continue(())
    });
    (report.unwrap(), depths)
}

/// "We cease starting new searches if we surpass the time limit. Searches already in progress get to finish, even if the limit is
/// surpassed."
#[test]
fn a_running_depth_is_finished_after_50_ms_and_none_is_begun() {
    let (report, depths) = from_the_start();
    let &[.., (before, _), (last, nodes)] = &depths[..] else { panic!("{depths:?}") };
    let limit = Duration::from_millis(50);
    assert!(before < limit && last >= limit, "the last depth was begun before 50 ms and ends after: {depths:?}");
    assert_eq!((report.partial_depth, report.nodes, report.depth as usize), (None, nodes, depths.len()));
}
