//! Tests of one search: proofs, rounds, selection and seeds.

use std::ops::ControlFlow;

use plyground_cachex::Cachex;
use plyground_game::{Game, HashEvaluation};
use plyground_kalah::Kalah;

use super::*;
use crate::deepening::{deepen, search_once};
use crate::{AlphaBeta, Job};

fn cachex(size: &str) -> Game<Cachex> {
    Game::new(&size.parse().unwrap(), &"standard,steal=off".parse().unwrap())
}

#[test]
fn a_forced_win_is_proven_and_equals_minimax() {
    let nothing = HashEvaluation { seed: 0, range: 0, antisymmetric: true };
    let mut won = 0;
    for moves in ["0,0 1,0 1,1", "0,0 2,2 1,1 0,2", "0,1 2,0 1,0 2,2", "1,2 0,0 2,1 1,0"] {
        let mut game = cachex("3");
        moves.split(' ').for_each(|mv| {
            game.play_text(mv).unwrap();
        });
        let limits = Limits::nodes(300_000);
        let found = deepen(&mut Mcts::new(Options::default(), 3), &game, limits, |_| {});
        let exact = search_once(&mut AlphaBeta::new(&nothing, Options::default()), &game, 6);
        if found.score.is_decided() && exact.score.is_decided() {
            assert_eq!(found.score.is_win(), exact.score.is_win(), "{moves}");
            let claimed = found.score.winner_in();
            assert!(claimed.is_none_or(|plies| Some(plies) == exact.score.winner_in()), "{moves}: {claimed:?}");
            assert!(found.proven && found.completed, "{moves}");
            won += 1;
        }
    }
    assert!(won >= 2, "only {won} positions were proven");
}

/// A round interrupted by the exit counter is not complete. A round that finishes before the exit counter runs out is
/// complete.
#[test]
fn a_round_is_cut_where_simulations_are_missing() {
    let game = Game::<Cachex>::new(&"5".parse().unwrap(), &Default::default());
    let round = |exit_nodes| {
        let job = Job { fixed: true, ..Limits { exit_nodes, ..Limits::depth(1) }.into() };
        let mut search = Mcts::new(Options::default(), 3);
        let report = crate::run(&mut search, &game, &job, &mut |_| ControlFlow::Continue(()));
        (report, search.simulations())
    };
    let (whole, simulations) = round(None);
    assert_eq!((whole.depth, whole.partial_depth, simulations), (1, None, 64));
    for exit in whole.nodes - 100..=whole.nodes + 1 {
        let (report, simulations) = round(Some(exit));
        let cut = (0, Some(1));
        let expected = if simulations < 64 { cut } else { (1, None) };
        assert_eq!((report.depth, report.partial_depth), expected, "after {exit} of {} nodes", whole.nodes);
    }
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let game = Game::<Cachex>::new(&"5".parse().unwrap(), &Default::default());
    for prior in [Prior::None, Prior::Uniform, Prior::Evaluator] {
        let run = |seed| {
            let options = MctsOptions { prior, ..MctsOptions::default() };
            let report = deepen(&mut Mcts::new(options, seed), &game, Limits::nodes(30_000), |_| {});
            (report.best, report.score, report.nodes, report.pv, report.root_moves)
        };
        assert_eq!(run(1), run(1), "{prior:?}");
        assert_ne!(run(1).4, run(2).4, "{prior:?}");
        assert_eq!(run(1).2, 30_000, "{prior:?}");
    }
}

/// The visits of all root moves sum to the simulations.
#[test]
fn statistics_add_up() {
    let game = Game::<Kalah>::default();
    for prior in [Prior::None, Prior::Uniform, Prior::Evaluator] {
        let mut search = Mcts::new(MctsOptions { prior, ..MctsOptions::default() }, 1);
        let report = deepen(&mut search, &game, Limits::nodes(20_000), |_| {});
        let statistics: Vec<_> = report.root_moves.iter().map(|root_move| root_move.statistics.unwrap()).collect();
        assert_eq!(statistics.len(), 6, "{prior:?}");
        assert_eq!(statistics.iter().map(|found| found.visits).sum::<u64>(), search.simulations(), "{prior:?}");
        assert!(statistics.iter().all(|found| found.value.is_some_and(|value| value.abs() <= 1.0)), "{prior:?}");
        let priors: Vec<f64> = statistics.iter().filter_map(|found| found.prior).collect();
        assert_eq!(priors.len(), if prior == Prior::None { 0 } else { 6 }, "{prior:?}");
        // Playouts have no priors: all moves are equal.
        assert!(priors.iter().all(|prior| (prior - 1.0 / 6.0).abs() < 1e-6), "{prior:?}: {priors:?}");
    }
}

#[test]
fn weights_become_probabilities() {
    assert_eq!(normalised(&[1.0, 3.0], 2), [0.25, 0.75]);
    assert_eq!(normalised(&[f64::NAN, -1.0, 2.0, f64::INFINITY], 4), [0.0, 0.0, 1.0, 0.0]);
    assert_eq!(normalised(&[1.0], 2), [1.0, 0.0]);
    for weights in [&[] as &[f64], &[0.0; 4], &[f64::MAX; 4], &[f64::NAN; 4]] {
        assert_eq!(normalised(weights, 4), [0.25; 4], "{weights:?}");
    }
}
