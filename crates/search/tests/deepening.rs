//! Limits, stops, and the result of an interrupted search.

#![expect(clippy::disallowed_methods, reason = "limits of time are tested")]
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::TestEvaluation;
use plyground_game::{Game, Position, Score, SearchHints};
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_search::{
    AlphaBeta, Expectimax, Job, Limits, Mcts, Minimax, Mtdf, Options, Searcher, SharedTable, StopFlag,
    TranspositionTable, deepen, search_once,
};

static HASH: TestEvaluation = TestEvaluation::new(3, 1000, true);

fn kalah(setup: &str) -> Game<Kalah> {
    Game::new(&setup.parse().unwrap(), &"standard".parse().unwrap())
}

#[test]
fn a_node_limit_is_exact_and_repeatable() {
    let game = kalah("6x4");
    for nodes in [0, 1, 2, 5, 7, 100, 12_345] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let run = || deepen(&mut AlphaBeta::new(&HASH, Options::default()), &game, limits, |_| {});
        let report = run();
        assert_eq!(report.nodes, nodes);
        assert!(game.position().is_legal(report.best.unwrap()));
        assert!(!report.completed);
        let again = run();
        assert_eq!(
            (report.best, report.score, report.pv, report.depth),
            (again.best, again.score, again.pv, again.depth)
        );
    }
}

/// Whatever the node at which the search stops, the move is that of the last finished depth, or a better one of the
/// current depth.
#[test]
fn a_search_that_is_broken_off_keeps_the_best_of_what_it_knows() {
    let game = kalah("4x4");
    let run = |nodes| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        deepen(&mut AlphaBeta::new(&HASH, Options::default()), &game, limits, |_| {})
    };
    for nodes in (0..3_000).step_by(7) {
        let stopped = run(nodes);
        let last = search_once(&mut Minimax::new(&HASH, Options::default()), &game, stopped.depth.max(1));
        if stopped.depth == 0 || stopped.best == last.best {
            continue;
        }
        // The current depth has the exact value of its choice, which exceeds that of the last depth's choice.
        let next = search_once(&mut Minimax::new(&HASH, Options::default()), &game, stopped.depth + 1);
        let value = |mv| next.root_moves.iter().find(|root_move| Some(root_move.mv) == mv).unwrap().score;
        assert_eq!(stopped.score, value(stopped.best), "{nodes} nodes");
        assert!(value(stopped.best) > value(last.best), "{nodes} nodes");
    }
}

#[test]
fn time_and_flag_stop_soon() {
    let game = kalah("6x6");
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
    let start = Instant::now();
    let report = deepen(&mut AlphaBeta::new(&HASH, Options::default()), &game, limits, |_| {});
    assert!(report.best.is_some() && report.depth > 0);
    // The bound is generous because test machines are busy.
    assert!(start.elapsed() < Duration::from_secs(2));

    let stop = StopFlag::default();
    let job = Job { stop: stop.clone(), ..Job::default() };
    let report = std::thread::scope(|scope| {
        let search = scope.spawn(|| deepen(&mut AlphaBeta::new(&HASH, Options::default()), &game, &job, |_| {}));
        std::thread::sleep(Duration::from_millis(30));
        stop.stop();
        search.join().unwrap()
    });
    assert!(report.best.is_some() && !report.completed);
}

#[test]
fn a_search_ends_when_nothing_can_change() {
    // A small board is searched to its end: the depth is far below the limit.
    let report = deepen(&mut AlphaBeta::new(&HASH, Options::default()), &kalah("2x1"), Limits::default(), |_| {});
    assert!(report.completed && report.depth < 30, "{report:?}");
    // A finished game has no move and a value.
    let mut game = kalah("1x1");
    while game.ending().is_none() {
        game.play(game.position().legal_moves()[0]).unwrap();
    }
    let report = deepen(&mut AlphaBeta::new(&HASH, Options::default()), &game, Limits::depth(5), |_| {});
    assert_eq!((report.best, report.completed, report.nodes), (None, true, 0));
    assert!(report.score == Score::ZERO || report.score.winner_in() == Some(0));
}

#[test]
fn depth_zero_values_the_root() {
    let game = kalah("6x4");
    let mut searcher = AlphaBeta::new(&HASH, Options::default());
    let report = deepen(&mut searcher, &game, Limits::depth(0), |_| {});
    assert_eq!(
        (report.depth, report.completed, report.score),
        (0, true, Searcher::<Kalah>::value_now(&searcher, game.position()))
    );
}

/// By turns, a later turn may contain a win in fewer plies, so the first win found must not end the deepening.
#[test]
fn a_win_by_turns_does_not_end_the_deepening() {
    let rules = "tournament".parse().unwrap();
    let start = Kalah::parse("<4,6,9,2,1,0,0,4,1,1,0> N", &rules).unwrap();
    let game = Game::from_position(start, &rules);
    let options = Options { unit: plyground_search::Unit::Turn, ..Options::default() };
    let deep = deepen(&mut AlphaBeta::new(&HASH, options.clone()), &game, Limits::depth(6), |_| {});
    let once = search_once(&mut AlphaBeta::new(&HASH, options), &game, 6);
    assert_eq!((deep.score, deep.score), (once.score, Score::win_in(2)));
}

/// Test threads have a stack of 2 MiB. The deepest search must fit, even without optimisation.
#[test]
fn the_deepest_search_fits_on_the_stack() {
    fn search<P: SearchHints>(setup: &str, unit: plyground_search::Unit) {
        let game = Game::<P>::new(&setup.parse().ok().unwrap(), &P::Rules::default());
        let options = Options { unit, ..Options::default() };
        let job = Job { fixed: true, ..Limits::nodes(20_000).into() };
        deepen(&mut Minimax::new(&HASH, options.clone()), &game, &job, |_| {});
        deepen(&mut AlphaBeta::new(&HASH, options), &game, &job, |_| {});
    }
    for unit in [plyground_search::Unit::Ply, plyground_search::Unit::Turn] {
        search::<Khet>("classic", unit);
        search::<Kalah>("12x42", unit);
        search::<plyground_tigers::Tigers>("standard", unit);
        search::<plyground_cachex::Cachex>("15", unit);
    }
}

#[test]
fn a_depth_beyond_the_limit_is_the_limit() {
    let game = kalah("2x1");
    let report = search_once(&mut AlphaBeta::new(&HASH, Options::default()), &game, plyground_search::MAX_DEPTH + 1);
    assert!(report.nodes > 0 && report.completed && report.depth == plyground_search::MAX_DEPTH, "{report:?}");
}

/// With several lines, a partial iteration is valid only if it has tried all of them.
#[test]
fn a_depth_that_has_not_looked_at_every_line_is_not_used() {
    let game = kalah("4x4");
    for nodes in (40..3_000).step_by(3) {
        let options = Options { lines: 3, ..Options::default() };
        let job = Job { lines: 3, ..Job::new(Limits::nodes(nodes)) };
        let report = deepen(&mut AlphaBeta::new(&HASH, options), &game, job, |_| {});
        assert!(report.depth > 0, "{nodes}");
        assert_eq!(report.lines.len(), 3, "{nodes} nodes: depth {}, then {:?}", report.depth, report.partial_depth);
    }
}

/// An interrupted search leaves nothing in its table that misleads a later search.
#[test]
fn what_a_stopped_search_leaves_in_the_table_is_true() {
    let game = kalah("4x3");
    let expected = search_once(&mut Minimax::new(&HASH, Options::default()), &game, 6);
    for nodes in (1..1_500).step_by(3) {
        let table = Arc::new(TranspositionTable::with_buckets(1 << 12));
        let search =
            || AlphaBeta::new(&HASH, Options::default()).with_table(SharedTable::new(Arc::clone(&table)).exact());
        let limits = Limits { nodes: Some(nodes), ..Limits::depth(6) };
        deepen(&mut search(), &game, Job { fixed: true, ..limits.into() }, |_| {});
        let whole = search_once(&mut search(), &game, 6);
        assert_eq!(whole.score, expected.score, "after a search of {nodes} nodes");
    }
}

/// Within four plies of the start, a side loses only by hitting its own pharaoh, so nearly every playout is a draw.
#[test]
fn a_playout_that_is_drawn_counts_for_both_sides_alike() {
    let game = Game::<Khet>::new(&Default::default(), &"official,ply_limit=2".parse().unwrap());
    let report = deepen(&mut Mcts::new(Options::default(), 1), &game, Limits::depth(2), |_| {});
    assert!(!report.proven, "the tree is too large for that");
    assert_eq!(report.score, Score::ZERO);
}

#[test]
fn only_whole_trees_prove_a_value() {
    let game = kalah("2x2");
    let shallow = search_once(&mut AlphaBeta::new(&HASH, Options::default()), &game, 2);
    let whole = search_once(&mut AlphaBeta::new(&HASH, Options::default()), &game, 30);
    assert_eq!((shallow.proven, whole.proven), (false, true));
    let chance = search_once(&mut Expectimax::new(&HASH, Options::default()), &game, 30);
    assert!(!chance.proven, "the other side may do better than at random");
}

/// Regression: the statistics of a search included those of the searches before.
#[test]
fn statistics_are_those_of_one_search() {
    let mut search = AlphaBeta::new(&HASH, Options::default());
    let mut statistics = || deepen(&mut search, &kalah("5x3"), Limits::depth(5), |_| {}).statistics.unwrap();
    assert_eq!(statistics(), statistics());
}

#[test]
fn mtdf_takes_its_first_guess_from_no_earlier_search() {
    let evaluation = TestEvaluation::new(6, 40, true);
    let table = Arc::new(TranspositionTable::new(1));
    let memory = SharedTable::new(Arc::clone(&table)).exact();
    let mut mtdf = Mtdf::new(&evaluation, Options::default()).with_table(memory);
    let mut search = |setup| {
        table.clear();
        let report = deepen(&mut mtdf, &kalah(setup), Limits::depth(7), |_| {});
        (report.score, report.nodes, report.pv)
    };
    let first = search("6x4");
    assert_ne!(search("5x3"), first);
    assert_eq!(search("6x4"), first);
}
