//! Every search is anytime: it has a legal move whenever it stops, and it stops at its limit.

#![allow(clippy::unwrap_used)]
#![expect(clippy::disallowed_methods, reason = "limits of time are tested")]

use std::time::{Duration, Instant};

use crate::common::searches::{NAMES, Run, has_threads, number};
use crate::common::{TestEvaluation, assert_legal, cachex, kalah, khet, random_game, tigers};
use plyground_game::random::Random;
use plyground_game::{Game, Position, SearchHints};
use plyground_kalah::Kalah;
use plyground_search::{CheapPlies, Job, Limits, MAX_DEPTH, Options, StopFlag, Unit};
use plyground_tigers::Tigers;

const CHEAP: CheapPlies = CheapPlies { choice_below: 5_000, cost: 40 };
static HASH: TestEvaluation = TestEvaluation::new(5, 300, true);

/// All searches, stopped after any number of nodes.
fn stopped_anywhere<P: SearchHints>(starts: &[(P, P::Rules)], seed: u64, step: u64) {
    let mut random = Random::new(seed);
    for nodes in (0..=2_000).step_by(step as usize) {
        for (which, name) in NAMES.iter().enumerate() {
            let game = random_game(starts, &mut random);
            if game.ending().is_some() {
                continue;
            }
            let options = Options {
                unit: [Unit::Ply, Unit::Turn, Unit::Variable(CHEAP)][random.below(3)],
                lines: [1, 1, 2][random.below(3)],
                noise: [None, None, Some(nodes)][random.below(3)],
                ..Options::default()
            };
            let limits = Limits::nodes(nodes);
            let report = Run { options: &options, job: &limits.into() }.search(which, &game, &HASH);
            let context = format!("{} after {nodes} nodes from {}, {options:?}", name, game.position());
            assert_legal(&game, &report, &context);
            assert!(report.nodes <= nodes, "{} nodes: {context}", report.nodes);
            assert!(has_threads(which) || report.completed || report.nodes == nodes, "{}: {context}", report.nodes);
        }
    }
}

/// Goats to move. The first moves lose the last goat that the tigers need. Other moves do not.
const FIRST_MOVES_LOSE: &str = "@15 0-2 @22 4-0 @8 0-5 @6 5-11 @10 11-5";

#[test]
fn a_loss_is_claimed_only_when_all_moves_were_tried() {
    let rules = "standard,captures_to_win=1".parse().unwrap();
    let mut game = Game::<Tigers>::new(&Default::default(), &rules);
    for word in FIRST_MOVES_LOSE.split(' ') {
        game.play_text(word).unwrap();
    }
    static NOTHING: TestEvaluation = TestEvaluation::new(1, 0, true);
    let options = Options::default();
    // The value of a beam is that of the moves that it searches. A helper of lazy SMP searches deeper than depth 2, where it
    // finds that the last move loses too, in 4 plies.
    for (which, name) in NAMES.iter().enumerate().filter(|&(_, &name)| !["beam", "lazy smp"].contains(&name)) {
        let whole = Run { options: &options, job: &Limits::depth(2).into() }.search(which, &game, &NOTHING);
        assert!(!whole.score.is_decided(), "{name}: {whole:?}");
        for nodes in 0..250 {
            let report = Run { options: &options, job: &Limits::nodes(nodes).into() }.search(which, &game, &NOTHING);
            let claims = report.score.is_decided() || report.lines.iter().any(|line| line.score.is_loss());
            assert!(report.depth >= 2 || !claims, "{name} after {nodes} nodes: {report:?}");
        }
    }
}

#[test]
fn a_stopped_search_of_kalah_has_a_legal_move() {
    stopped_anywhere(&kalah(), 1, 3);
}

#[test]
fn a_stopped_search_of_khet_has_a_legal_move() {
    stopped_anywhere(&khet(), 2, 7);
}

#[test]
fn a_stopped_search_of_tigers_and_goats_has_a_legal_move() {
    stopped_anywhere(&tigers(), 3, 5);
}

#[test]
fn a_stopped_search_of_cachex_has_a_legal_move() {
    stopped_anywhere(&cachex(), 4, 5);
}

/// The exit counter turns nodes into leaves: the current depth ends soon, and no other depth starts.
#[test]
fn the_exit_counter_ends_the_running_depth() {
    fn check<P: SearchHints>(game: &Game<P>) {
        for (which, name) in NAMES.iter().enumerate() {
            for exit in [0, 1, 10, 300, 5_000] {
                let limits = Limits { exit_nodes: Some(exit), nodes: Some(3_000_000), ..Limits::default() };
                let options = Options::default();
                let report = Run { options: &options, job: &limits.into() }.search(which, game, &HASH);
                let context = format!("{name} after {exit} nodes from {}", game.position());
                assert_legal(game, &report, &context);
                assert!(report.partial_depth.is_none_or(|depth| depth == report.depth + 1), "{context}: {report:?}");
                assert!(report.depth > 0 || report.partial_depth.is_some(), "{context}: {report:?}");
                assert!(!report.completed, "{context}");
                // Open nodes are finished one ply wide, and MTD(f) may need several passes.
                assert!(report.nodes < exit + 10_000, "{} nodes: {context}", report.nodes);
            }
        }
    }
    check(&Game::<Kalah>::default());
    check(&Game::<Tigers>::default());
    check(&Game::<plyground_cachex::Cachex>::new(&"5".parse().unwrap(), &Default::default()));
    check(&Game::<plyground_khet::Khet>::default());
}

/// A depth in which the exit counter has made leaves is not reported as finished. A depth that finishes before the exit
/// counter runs out has the same value as without the counter.
#[test]
fn a_depth_that_the_exit_counter_cuts_is_not_called_finished() {
    fn check<P: SearchHints>(game: &Game<P>, depth: u32) {
        for (which, name) in NAMES.iter().enumerate() {
            let search = |exit_nodes| {
                let job =
                    Job { fixed: which != number("lazy smp"), ..Limits { exit_nodes, ..Limits::depth(depth) }.into() };
                Run { options: &Options::default(), job: &job }.search(which, game, &HASH)
            };
            let whole = search(None);
            assert_eq!((whole.depth, whole.partial_depth, whole.completed), (depth, None, true), "{name}");
            for exit in [0, 1, 10, 60, 300, 5_000, whole.nodes, whole.nodes + 5_000] {
                let report = search(Some(exit));
                let context = format!("{name} after {exit} of {} nodes from {}", whole.nodes, game.position());
                assert_legal(game, &report, &context);
                assert_eq!(report.completed, report.depth == depth, "{context}: {report:?}");
                if report.completed && !has_threads(which) {
                    assert_eq!((report.score, report.best), (whole.score, whole.best), "{context}");
                }
                if !report.completed && which != number("lazy smp") {
                    assert_eq!((report.depth, report.partial_depth), (0, Some(depth)), "{context}");
                }
                // The node counts of several threads vary between runs, but not by a factor of ten.
                assert!(!report.completed || exit > whole.nodes / 10, "{context}: cut, but called complete");
            }
        }
    }
    check(&Game::<Kalah>::default(), 5);
    check(&Game::<Tigers>::default(), 3);
    check(&Game::<plyground_cachex::Cachex>::new(&"4".parse().unwrap(), &Default::default()), 3);
}

/// On a busy processor, a search may wake up after both its exit time and its hard limit. It unwinds and reports the
/// best move so far.
#[test]
fn a_hard_limit_that_passes_before_the_root_unwinds_keeps_the_best_move() {
    let game = Game::<Kalah>::default();
    let one_ply = Run { options: &Options::default(), job: &Job { fixed: true, ..Limits::depth(1).into() } };
    let best = one_ply.search(0, &game, &HASH);
    assert_ne!(best.best, game.position().legal_moves().into_iter().next(), "another move than the first one is best");
    let past = Some(Duration::ZERO);
    for name in ["minimax", "alpha-beta", "scout", "root split of alpha-beta"] {
        let which = number(name);
        let limits = Limits { time: past, exit_time: past, ..Limits::depth(6) };
        let job = Job { fixed: true, ..limits.into() };
        let report = Run { options: &Options::default(), job: &job }.search(which, &game, &HASH);
        assert_eq!((report.best, report.score), (best.best, best.score), "{name}: {report:?}");
        assert_eq!((report.depth, report.partial_depth, report.completed), (0, Some(6), false), "{name}");
        assert!(report.nodes <= 2 * 512, "{name}: {} nodes", report.nodes);
    }
}

#[test]
fn no_depth_is_begun_after_the_soft_time() {
    let game = Game::<Kalah>::default();
    for (which, name) in NAMES.iter().enumerate() {
        let soft = Limits { soft_time: Some(Duration::ZERO), ..Limits::default() };
        let options = Options::default();
        let report = Run { options: &options, job: &soft.into() }.search(which, &game, &HASH);
        assert_eq!((report.depth, report.partial_depth), (1, None), "{name}: the first depth is always done");
    }
}

/// The flag is checked every 512 nodes. All threads return in far less than a tenth of a second on a machine that is
/// not too busy. The quickest of several attempts counts.
#[test]
fn the_flag_stops_all_threads_soon() {
    let game = Game::<Kalah>::default();
    for (which, name) in NAMES.iter().enumerate() {
        let quickest = (0..5).map(|_| {
            let stop = StopFlag::default();
            let job = Job { stop: stop.clone(), ..Job::default() };
            let options = Options::default();
            std::thread::scope(|scope| {
                // A thread whose stack fits the deepest lines.
                let builder = std::thread::Builder::new().stack_size(16 << 20);
                let run = || Run { options: &options, job: &job }.search(which, &game, &HASH);
                let search = builder.spawn_scoped(scope, run).unwrap();
                std::thread::sleep(Duration::from_millis(30));
                let asked = Instant::now();
                stop.stop();
                let report = search.join().unwrap();
                assert_legal(&game, &report, name);
                assert!(!report.completed, "{}", name);
                asked.elapsed()
            })
        });
        let quickest = quickest.min().unwrap();
        assert!(quickest < Duration::from_millis(100), "{name} takes {quickest:?} to stop");
    }
}

/// Test threads have a stack of 2 MiB. Every search at its maximum depth must fit, even without optimisation.
#[test]
fn every_search_as_deep_as_it_goes_fits_on_the_stack() {
    fn check<P: SearchHints>(setup: &str) {
        let game = Game::<P>::new(&setup.parse().ok().unwrap(), &P::Rules::default());
        for unit in [Unit::Ply, Unit::Turn, Unit::Variable(CHEAP)] {
            let options = Options { unit, ..Options::default() };
            for (which, _) in NAMES.iter().enumerate() {
                // A beam makes all moves of each node on its way down.
                let nodes = if which == number("beam") { 60_000 } else { 4_000 };
                let limits = Limits { nodes: Some(nodes), ..Limits::depth(MAX_DEPTH) };
                let fixed = which != number("lazy smp");
                let job = Job { fixed, ..limits.into() };
                Run { options: &options, job: &job }.search(which, &game, &HASH);
            }
        }
    }
    check::<plyground_khet::Khet>("classic");
    check::<Kalah>("12x42");
    check::<Tigers>("standard");
    check::<plyground_cachex::Cachex>("15");
}
