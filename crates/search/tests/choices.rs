//! Choices of searches: among equal moves, among the best moves, against a random opponent, and by the clock.

#![allow(clippy::unwrap_used)]

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::time::Duration;

use crate::common::searches::{NAMES, Run, has_threads, number};
use crate::common::{TestEvaluation, assert_legal, cachex, kalah, khet, random_game, tigers};
use plyground_game::random::Random;
use plyground_game::{Evaluate, Game, Move, Outcome, Position, Score, SearchHints, Side};
use plyground_kalah::{Kalah, KalahRules};
use plyground_search::{Beam, Clock, Expectimax, Job, Limits, Mcts, Minimax, Options, View, deepen, search_once};

/// Among equal root moves, one seed always makes the same choice, and many seeds choose every one of them.
#[test]
fn a_random_choice_covers_all_equal_moves() {
    let exact = ["minimax", "alpha-beta", "alpha-beta with memory", "scout", "scout with memory", "pvs"];
    let others = ["pvs with memory", "mtd(f)", "root split of alpha-beta", "root split of pvs"];
    let mut random = Random::new(8);
    let mut equals = 0;
    for round in 0..200 {
        if equals == 8 {
            return;
        }
        let game = random_game(&kalah(), &mut random);
        let evaluation = TestEvaluation::new(round, 1, true);
        let oracle = search_once(&mut Minimax::new(&evaluation, Options::default()), &game, 2);
        let best = oracle.root_moves.iter().filter(|root_move| root_move.score == oracle.score);
        let best: BTreeSet<usize> = best.map(|root_move| root_move.mv.index()).collect();
        equals += usize::from(best.len() > 1);
        for name in exact.iter().chain(&others) {
            let choose = |seed| {
                let options = Options { noise: Some(seed), ..Options::default() };
                let run = Run { options: &options, job: &Job { fixed: true, ..Limits::depth(2).into() } };
                let report = run.search(number(name), &game, &evaluation);
                assert_eq!(report.score, oracle.score, "{name} from {}", game.position());
                assert_legal(&game, &report, name);
                report.best.unwrap().index()
            };
            let chosen: BTreeSet<usize> = (0..60).map(choose).collect();
            assert_eq!(chosen, best, "{name} from {}", game.position());
            assert!((0..5).all(|seed| choose(seed) == choose(seed)), "{name} from {}", game.position());
        }
    }
    panic!("only {equals} positions have equal moves");
}

/// The clock never runs out, however much of the limits a player uses, and the soft time comes first.
#[test]
fn a_clock_never_runs_out() {
    let mut random = Random::new(9);
    let mut time = |most: u64| Duration::from_micros(random.next_u64() % (most + 1));
    for round in 0..2_000 {
        let increment = if round % 2 == 0 { Duration::ZERO } else { time(5_000_000) };
        let mut clock = Clock { left: time(600_000_000), increment };
        for played in 0..200 {
            let to_go = [None, Some(0), Some(1), Some(40)][round % 4];
            let Limits { soft_time, time, depth, nodes, .. } = clock.limits(played, to_go);
            let (soft, hard) = (soft_time.unwrap(), time.unwrap());
            assert!(soft <= hard && hard <= clock.left, "{clock:?}: {soft:?} {hard:?}");
            assert!(hard < clock.left || clock.left.is_zero(), "{clock:?}: there is time for another move");
            assert_eq!((depth, nodes), (Limits::default().depth, None));
            clock.left = clock.left - hard + clock.increment;
        }
        if round % 2 == 1 && increment > Duration::from_millis(50) {
            // In the long run, the time spent is about the time added.
            assert!(clock.left < 5 * increment + Duration::from_secs(1), "{clock:?} is saved for nothing");
        }
    }
    // More time allows longer searches, and no clock is too large.
    let limits = |left| Clock { left, increment: Duration::from_secs(1) }.limits(10, None).time;
    assert!(limits(Duration::from_secs(2)) < limits(Duration::from_secs(200)));
    assert!(limits(Duration::MAX) > limits(Duration::from_secs(200)));
    let endless = Clock { left: Duration::MAX, increment: Duration::MAX };
    assert!(endless.limits(0, Some(1)).time.is_some());
}

/// Plain expectimax. Values are for the side at the root, in hundredths.
fn expected<P: SearchHints>(game: &Game<P>, depth: u32, root_side: Side, view: View, e: &TestEvaluation) -> i64 {
    let pos = game.position();
    match game.ending().map(|ending| ending.outcome) {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(side)) => return if side == root_side { 1_000_000 } else { -1_000_000 },
        None => {}
    }
    if depth == 0 {
        let viewer = if view == View::Root { root_side } else { pos.side_to_move() };
        let value = i64::from(e.evaluate(pos, &(), viewer).value());
        return 100 * if viewer == root_side { value } else { -value };
    }
    let values: Vec<i64> = pos
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let mut after = game.clone();
            after.play(mv).unwrap();
            expected(&after, depth - 1, root_side, view, e)
        })
        .collect();
    if pos.side_to_move() == root_side {
        return values.into_iter().max().unwrap();
    }
    let average = values.iter().sum::<i64>() as f64 / values.len() as f64;
    (average + 0.5).floor() as i64
}

#[test]
fn expectimax_averages_what_the_other_side_may_do() {
    fn check<P: SearchHints>(starts: &[(P, P::Rules)], depth: usize) {
        let mut random = Random::new(10);
        for seed in 0..60 {
            let game = random_game(starts, &mut random);
            if game.ending().is_some() {
                continue;
            }
            let evaluation = TestEvaluation::new(seed, 2_000, seed % 2 == 0);
            let view = [View::Mover, View::Root][random.below(2)];
            let depth = 1 + random.below(depth) as u32;
            let options = Options { view, ..Options::default() };
            let found = search_once(&mut Expectimax::new(&evaluation, options), &game, depth);
            let plain = expected(&game, depth, game.position().side_to_move(), view, &evaluation);
            let score = match found.score.winner_in() {
                Some(_) => 1_000_000 * i64::from(found.score.value().signum()),
                None => i64::from(found.score.value()),
            };
            assert_eq!(score, plain, "{} depth {depth} {view:?}", game.position());
        }
    }
    check(&kalah(), 4);
    check(&tigers(), 3);
    check(&cachex(), 3);
    check(&khet(), 2);
}

#[test]
fn expectimax_reports_a_certain_win() {
    let rules = KalahRules::default();
    let game = Game::from_position(Kalah::parse("<1,2,0,1,1> S", &rules).unwrap(), &rules);
    let evaluation = TestEvaluation::new(1, 100, true);
    let found = search_once(&mut Expectimax::new(&evaluation, Options::default()), &game, 3);
    assert_eq!(found.score, Score::win_in(1));
}

/// Returns a greedy line and the value at its end: each move has the best grade for its mover.
fn descend<P: SearchHints>(game: &mut Game<P>, depth: u32, e: &TestEvaluation) -> (Vec<P::Move>, Score) {
    let value = |game: &Game<P>, side: Side, ply: u32| match game.ending() {
        Some(ending) => e.finished(game.position(), &(), ending.outcome, side, ply),
        None => e.evaluate(game.position(), &(), side),
    };
    let side = game.position().side_to_move();
    let mut line = Vec::new();
    for ply in 1..=depth {
        if game.ending().is_some() {
            break;
        }
        let mover = game.position().side_to_move();
        let after = |mv| {
            let mut after = game.clone();
            after.play(mv).unwrap();
            value(&after, mover, ply)
        };
        let moves = game.position().legal_moves();
        // The first of equal moves. The maximum of the standard library takes the last.
        let best = moves.into_iter().rev().max_by_key(|&mv| after(mv)).unwrap();
        game.play(best).unwrap();
        line.push(best);
    }
    // The leaf is valued for the side to move, as in every search.
    let (plies, mover) = (line.len() as u32, game.position().side_to_move());
    (line, value(game, mover, plies).seen_by(mover == side))
}

/// A beam prunes moves of the other side, so a win or a loss beyond the first ply is not a result of the game.
#[test]
fn a_beam_claims_no_win_or_loss_of_its_narrow_tree() {
    let mut random = Random::new(5);
    let mut withdrawn = 0;
    for seed in 0..200 {
        let game = random_game(&kalah(), &mut random);
        if game.ending().is_some() {
            continue;
        }
        let evaluation = TestEvaluation::new(seed, 40, true);
        let found = search_once(&mut Beam::new(&evaluation, Options::default()).with_width(2), &game, 8);
        let claims = found.score.is_decided() && found.score != Score::win_in(1);
        let counts_all = found.proven || game.position().count_moves() <= 2;
        assert!(!claims || counts_all, "{}: {}", game.position(), found.score);
        withdrawn += u32::from(found.score.value().abs() == Score::EVAL_LIMIT);
    }
    assert!(withdrawn > 0, "no tree of a beam ended");
}

#[test]
fn a_beam_of_width_one_goes_down_greedily() {
    fn check<P: SearchHints>(starts: &[(P, P::Rules)]) {
        let mut random = Random::new(11);
        for seed in 0..80 {
            let game = random_game(starts, &mut random);
            if game.ending().is_some() {
                continue;
            }
            let evaluation = TestEvaluation::new(seed, 40, seed % 2 == 0);
            let depth = 1 + random.below(8) as u32;
            let found = search_once(&mut Beam::new(&evaluation, Options::default()).with_width(1), &game, depth);
            let greedy = descend(&mut game.clone(), depth, &evaluation);
            let (pv, score) = greedy;
            // A win or loss beyond the first ply is not proven, because the beam prunes moves.
            let reported = if score.is_decided() { [score, Score::new(score.value())] } else { [score; 2] };
            assert_eq!(found.pv, pv, "{} depth {depth}", game.position());
            assert!(reported.contains(&found.score), "{} depth {depth}: {}", game.position(), found.score);
        }
    }
    check(&kalah());
    check(&tigers());
    check(&cachex());
    check(&khet());
}

#[test]
fn monte_carlo_search_is_legal_and_repeats_itself() {
    fn check<P: SearchHints>(starts: &[(P, P::Rules)]) {
        let mut random = Random::new(12);
        for seed in 0..40 {
            let game = random_game(starts, &mut random);
            if game.ending().is_some() {
                continue;
            }
            let limits = Limits::nodes(random.below(3_000) as u64);
            let run = || {
                let mut search = Mcts::new(Options { lines: 3, ..Options::default() }, seed);
                let report = deepen(&mut search, &game, limits, |_| {});
                (report, search.simulations())
            };
            let ((report, simulations), (again, simulations_again)) = (run(), run());
            assert_legal(&game, &report, &format!("{limits:?} from {}", game.position()));
            assert_eq!((&report.lines, report.nodes, simulations), (&again.lines, again.nodes, simulations_again));
            assert!(report.score.is_decided() || report.score.value().abs() <= 1_000);
            let mut scores: Vec<Score> = report.lines.iter().map(|line| line.score).collect();
            scores.sort_by_key(|&score| Reverse(score));
            assert!(scores.iter().eq(report.lines.iter().map(|line| &line.score)), "best lines come first");
        }
    }
    check(&kalah());
    check(&tigers());
    check(&cachex());
    check(&khet());
}

/// One thread with the same options and the same number of nodes gives the same result.
#[test]
fn every_search_of_one_thread_repeats_itself() {
    let game = Game::<Kalah>::default();
    let evaluation = TestEvaluation::new(4, 30, true);
    for which in (0..NAMES.len()).filter(|&which| !has_threads(which)) {
        let (options, limits) = (Options { noise: Some(3), ..Options::default() }, Limits::nodes(7_777));
        let run = || {
            let report = Run { options: &options, job: &limits.into() }.search(which, &game, &evaluation);
            (report.lines, report.root_moves, report.depth, report.nodes, report.table.probes)
        };
        assert_eq!(run(), run(), "{}", NAMES[which]);
    }
}
