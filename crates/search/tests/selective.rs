//! A selective search plays legal moves, and its wins and losses are real.

#![allow(clippy::unwrap_used)]

use crate::common::{TestEvaluation, assert_legal, cachex, kalah, khet, random_game, starts, tigers};
use plyground_game::random::Random;
use plyground_game::{Game, Position, SearchHints};
use plyground_search::{
    AlphaBeta, Limits, Margin, MoveCount, Options, Order, Pruning, Pvs, PvsOptions, Report, Selectivity, SharedTable,
    TranspositionTable, deepen, search_once,
};

static HASH: TestEvaluation = TestEvaluation::new(6, 500, true);

/// Margins so small that most shallow nodes and moves are pruned.
const PRUNING: Pruning = Pruning {
    reverse_futility: Some(Margin { max_depth: 4, per_ply: 10 }),
    razoring: Some(Margin { max_depth: 2, per_ply: 10 }),
    futility: Some(Margin { max_depth: 4, per_ply: 10 }),
    late_moves: Some(MoveCount { max_depth: 4, factor: 1 }),
};

fn selective<P: SearchHints>(game: &Game<P>, limits: &Limits, selectivity: Selectivity) -> Report<P::Move> {
    let options =
        PvsOptions { selectivity, aspiration: Some(30), transposition_cutoffs: Some(3), ..PvsOptions::default() };
    let memory = SharedTable::new(TranspositionTable::with_buckets(2_000));
    deepen(&mut Pvs::new(&HASH, options).with_table(memory), game, limits, |_| {})
}

/// Searches random positions. The selective search finds the wins within `plies` at most a few plies deeper than plain
/// alpha-beta, and reports no win or loss that alpha-beta does not find.
fn wins_are_real<P: SearchHints>(starts: &[(P, P::Rules)], plies: u32, positions: usize, least: usize) {
    let (found, missed) = check_wins(starts, plies, positions, Selectivity::ALL);
    assert!(found >= least && missed == 0, "{}: {found} wins found, {missed} missed", P::NAME);
}

/// Counts the wins within `plies` that a selective search finds and misses. It must report none that alpha-beta does
/// not find.
fn check_wins<P: SearchHints>(
    starts: &[(P, P::Rules)],
    plies: u32,
    positions: usize,
    selectivity: Selectivity,
) -> (usize, usize) {
    let mut random = Random::new(20);
    let (mut found, mut missed) = (0, 0);
    for _ in 0..positions {
        let game = random_game(starts, &mut random);
        if game.ending().is_some() {
            continue;
        }
        let exact = search_once(&mut AlphaBeta::new(&HASH, Options::default()), &game, plies);
        let limits = Limits { nodes: Some(60_000), ..Limits::depth(plies + 3) };
        let report = selective(&game, &limits, selectivity);
        let context = format!("{} {}: exact {:?}, selective {report:?}", P::NAME, game.position(), exact.score);
        assert_legal(&game, &report, &context);
        if exact.score.is_win() {
            found += usize::from(report.score.is_win());
            missed += usize::from(!report.score.is_win() && report.completed);
        }
        if report.score.winner_in().is_some_and(|ply| ply <= plies) {
            assert!(exact.score.winner_in().is_some(), "{context}");
            assert_eq!(report.score.is_win(), exact.score.is_win(), "{context}");
        }
    }
    (found, missed)
}

#[test]
fn wins_in_kalah_are_real() {
    wins_are_real(&kalah(), 4, 1_000, 100);
}

#[test]
fn wins_in_khet_are_real() {
    // A piece blocks the laser's path to the pharaoh.
    let positions = ["x39/////4K5//3k2P12X4 0", "x39///4K5/7p12///3k2P1P11X4 1", "x31p47////4K5///3k2P12X4 0"];
    wins_are_real(&starts::<plyground_khet::Khet>(&positions, &["official", "epam"]), 3, 60, 5);
    wins_are_real(&khet(), 3, 20, 0);
}

#[test]
fn wins_in_tigers_and_goats_are_real() {
    // Positions with few captures to a win. The last one is in the placement phase.
    let positions = ["T.GTT.G.GG.....G....G.. 0 t", "T.GTTGG.GG.....G.G..G.. 0 g", "T..TT..GG....G.......GG 1 g"];
    let rules = ["standard,captures_to_win=10", "standard,captures_to_win=9"];
    wins_are_real(&starts::<plyground_tigers::Tigers>(&positions, &rules), 5, 300, 10);
}

#[test]
fn wins_in_cachex_are_real() {
    wins_are_real(&cachex(), 3, 400, 40);
}

/// A pruned node may hide a win, but it never proves a win or a loss.
#[test]
fn pruned_nodes_prove_nothing() {
    fn check<P: SearchHints>(starts: &[(P, P::Rules)], plies: u32, positions: usize, least: usize) {
        let selectivity = Selectivity { pruning: PRUNING, ..Selectivity::ALL };
        let (found, _) = check_wins(starts, plies, positions, selectivity);
        assert!(found >= least, "{}: {found} wins found", P::NAME);
    }
    check(&kalah(), 4, 1_000, 100);
    check(&cachex(), 3, 800, 40);
    let positions = ["x39/////4K5//3k2P12X4 0", "x39///4K5/7p12///3k2P1P11X4 1", "x31p47////4K5///3k2P12X4 0"];
    check(&starts::<plyground_khet::Khet>(&positions, &["official", "epam"]), 3, 60, 5);
    let positions = ["T.GTT.G.GG.....G....G.. 0 t", "T.GTTGG.GG.....G.G..G.. 0 g", "T..TT..GG....G.......GG 1 g"];
    check(&starts::<plyground_tigers::Tigers>(&positions, &["standard,captures_to_win=10"]), 5, 300, 5);
}

/// Moves that do not prevent a win at the opponent's next move are skipped, and count as losses.
#[test]
fn threats_spare_nodes_and_prove_wins() {
    let threats = Selectivity { threats: true, ..Selectivity::NONE };
    let (found, missed) = check_wins(&cachex(), 4, 400, threats);
    assert!(found >= 40 && missed == 0, "{found} wins found, {missed} missed");
    // Red joins its rows in column 2 unless Blue takes the last cell there.
    let positions = ["5 ..r../..r../..r../..r../bb.b. b 7"];
    let (pos, rules) = starts::<plyground_cachex::Cachex>(&positions, &["standard"]).remove(0);
    let game = Game::from_position(pos, &rules);
    let nodes = |selectivity| selective(&game, &Limits::depth(4), selectivity).nodes;
    let (with, without) = (nodes(threats), nodes(Selectivity::NONE));
    assert!(2 * with < without, "{with} nodes, without threats {without}");
}

/// Pruning makes a search smaller, and each rule contributes.
#[test]
fn each_rule_of_pruning_spares_nodes() {
    let game = Game::<plyground_cachex::Cachex>::new(&"5".parse().unwrap(), &Default::default());
    let nodes = |pruning| {
        let selectivity = Selectivity { pruning, ..Selectivity::ALL };
        selective(&game, &Limits::depth(5), selectivity).nodes
    };
    let all = nodes(Pruning::NONE);
    for (name, pruning) in [
        ("reverse futility", Pruning { reverse_futility: PRUNING.reverse_futility, ..Pruning::NONE }),
        ("razoring", Pruning { razoring: PRUNING.razoring, ..Pruning::NONE }),
        ("futility", Pruning { futility: PRUNING.futility, ..Pruning::NONE }),
        ("late moves", Pruning { late_moves: PRUNING.late_moves, ..Pruning::NONE }),
    ] {
        let pruned = nodes(pruning);
        assert!(pruned < all, "{name}: {pruned} nodes, without pruning {all}");
    }
}

/// Thousands of positions, with each selective method on or off.
#[test]
fn selective_searches_never_leave_the_rules() {
    fn check<P: SearchHints>(starts: &[(P, P::Rules)], positions: usize) {
        let mut random = Random::new(30);
        for _ in 0..positions {
            let game = random_game(starts, &mut random);
            if game.ending().is_some() {
                continue;
            }
            let mut chance = || random.below(2) == 0;
            let selectivity = Selectivity {
                reductions: chance(),
                null_move: chance(),
                internal_reductions: chance(),
                threats: chance(),
                pruning: if chance() { Pruning::NONE } else { PRUNING },
                quiescence: if chance() { 0 } else { 1 + random.below(12) as u32 },
            };
            let limits = Limits { nodes: Some(400), ..Limits::depth(1 + random.below(12) as u32) };
            let report = selective(&game, &limits, selectivity);
            assert_legal(&game, &report, &format!("{selectivity:?} {limits:?} from {}", game.position()));
            assert!(report.nodes <= 400);
        }
    }
    check(&kalah(), 2_500);
    check(&khet(), 1_000);
    check(&tigers(), 2_500);
    check(&cachex(), 2_500);
}

/// Extensions and quiescence lengthen lines, but every line ends.
#[test]
fn lines_end() {
    for order in [Order::Staged, Order::Hinted, Order::Game, Order::Evaluation] {
        for position in ["<4,0,30,1,0,0,0,0,0,0,9> S", "<3,5,5,0,1,0,9,9,9> N"] {
            let rules = "standard".parse().unwrap();
            let game = Game::from_position(plyground_kalah::Kalah::parse(position, &rules).unwrap(), &rules);
            let options = PvsOptions { selectivity: Selectivity::ALL, order, ..PvsOptions::default() };
            let mut search = Pvs::new(&HASH, options).with_table(SharedTable::new(TranspositionTable::new(0)));
            let report = deepen(&mut search, &game, Limits { nodes: Some(20_000), ..Limits::default() }, |_| {});
            assert_legal(&game, &report, position);
        }
    }
}
