//! Every exact search, with every option that preserves exactness, against plain minimax. The evaluation is a hash and
//! the tables are so small that everything collides. One and two threads, both views, all units and extra turns are
//! covered.
//!
//! The suite makes more than 100,000 searches, and `cargo xtask equivalence` a million.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use crate::common::{PathEvaluation, TestEvaluation, cachex, kalah, khet, random_game, tigers};
use crate::tic_tac_toe::TicTacToe;
use plyground_game::random::Random;
use plyground_game::{Evaluate, Game, Move, Outcome, Position, Score, SearchHints, Side};
use plyground_search::{
    AlphaBeta, Beam, Limits, Minimax, Mtdf, Options, Order, Pvs, PvsOptions, Report, RootSplit, Scout, Searcher,
    SharedTable, TranspositionTable, Unit, View, deepen, deepen_together, search_once,
};

const SEARCHES: [&str; 14] = [
    "alpha-beta",
    "alpha-beta with memory",
    "scout",
    "scout with memory",
    "pvs",
    "pvs, game order",
    "pvs with memory",
    "pvs with memory, game order",
    "pvs with memory, by evaluation",
    "mtd(f)",
    "root split of alpha-beta",
    "root split of pvs",
    "lazy smp",
    "beam of all moves",
];

/// The index of "lazy smp".
const LAZY_SMP: usize = 12;

/// The search of one case.
struct Case {
    options: Options,
    depth: u32,
    buckets: usize,
    /// Whether the search deepens, so that the table is full of other depths, or searches one depth only.
    deepens: bool,
    aspiration: Option<u32>,
    transposition_cutoffs: Option<u32>,
}

impl Case {
    fn run<P: SearchHints, S: Searcher<P>>(&self, searcher: &mut S, game: &Game<P>) -> Report<P::Move> {
        if self.deepens {
            deepen(searcher, game, Limits::depth(self.depth), |_| {})
        } else {
            search_once(searcher, game, self.depth)
        }
    }

    fn pvs(&self, order: Order) -> PvsOptions {
        PvsOptions {
            base: self.options.clone(),
            order,
            aspiration: self.aspiration,
            transposition_cutoffs: self.transposition_cutoffs,
            ..PvsOptions::exact()
        }
    }

    fn search<P: SearchHints, E: Evaluate<P>>(&self, which: usize, game: &Game<P>, e: &E) -> Report<P::Move> {
        let table = Arc::new(TranspositionTable::with_buckets(self.buckets));
        let memory = || SharedTable::new(Arc::clone(&table)).exact();
        let options = || self.options.clone();
        match which {
            0 => self.run(&mut AlphaBeta::new(e, options()), game),
            1 => self.run(&mut AlphaBeta::new(e, options()).with_table(memory()), game),
            2 => self.run(&mut Scout::new(e, options()), game),
            3 => self.run(&mut Scout::new(e, options()).with_table(memory()), game),
            4 => self.run(&mut Pvs::new(e, self.pvs(Order::Staged)), game),
            5 => self.run(&mut Pvs::new(e, self.pvs(Order::Game)), game),
            6 => self.run(&mut Pvs::new(e, self.pvs(Order::Staged)).with_table(memory()), game),
            7 => {
                let order = if self.buckets.is_multiple_of(2) { Order::Hinted } else { Order::Game };
                self.run(&mut Pvs::new(e, self.pvs(order)).with_table(memory()), game)
            }
            8 => self.run(&mut Pvs::new(e, self.pvs(Order::Evaluation)).with_table(memory()), game),
            9 => self.run(&mut Mtdf::new(e, options()).with_table(memory()), game),
            10 => {
                let team = (0..2).map(|_| AlphaBeta::new(e, options())).collect();
                self.run(&mut RootSplit::new(team), game)
            }
            11 => {
                let team = (0..2).map(|_| Pvs::new(e, self.pvs(Order::Staged)).with_table(memory())).collect();
                self.run(&mut RootSplit::new(team), game)
            }
            LAZY_SMP => {
                let order = if self.buckets.is_multiple_of(2) { Order::Staged } else { Order::Game };
                let mut team: Vec<_> = (0..2).map(|_| Pvs::new(e, self.pvs(order)).with_table(memory())).collect();
                deepen_together(&mut team, game, Limits::depth(self.depth), |_| {})
            }
            _ => self.run(&mut Beam::new(e, options()).with_width(usize::MAX), game),
        }
    }
}

/// Compares searches with the oracle.
fn check<P: SearchHints, E: Evaluate<P>>(case: &Case, searches: [usize; 2], game: &Game<P>, evaluation: &E) {
    let unsorted = Options { sort_root: false, ..case.options.clone() };
    let oracle = search_once(&mut Minimax::new(evaluation, unsorted), game, case.depth);
    for which in searches {
        check_one(case, which, game, evaluation, &oracle);
    }
}

/// Compares one search with the oracle: value, best move, lines, and the leaf value of each line.
fn check_one<P: SearchHints, E: Evaluate<P>>(
    case: &Case,
    which: usize,
    game: &Game<P>,
    evaluation: &E,
    oracle: &Report<P::Move>,
) {
    let found = case.search(which, game, evaluation);
    let context = || {
        let Case { options, depth, buckets, deepens, aspiration, transposition_cutoffs } = case;
        format!(
            "{}: {} {} after {:?}: {} {options:?} depth {depth} buckets {buckets} deepens {deepens} \
             aspiration {aspiration:?} cutoffs {transposition_cutoffs:?}",
            SEARCHES[which],
            P::NAME,
            game.rules(),
            game.move_texts(),
            game.position()
        )
    };
    let covered = |score: Score| {
        if score.winner_in().is_some_and(|plies| plies > case.depth) { score.without_distance() } else { score }
    };
    assert_eq!(covered(found.score), covered(oracle.score), "{}", context());
    if game.ending().is_some() {
        assert_eq!(found.best, None, "{}", context());
        return;
    }
    if which == LAZY_SMP && case.options.lines == 1 && case.options.noise.is_none() {
        // However the threads share the moves, the choice is that of one thread. Random draws follow each depth, and
        // the nodes that the table saves determine the last depth.
        let mut pvs = Pvs::new(evaluation, case.pvs(Order::Staged));
        let alone = deepen(&mut pvs, game, Limits::depth(case.depth), |_| {});
        assert_eq!(found.best, alone.best, "the choice of one thread: {}", context());
    }
    let value = |mv| oracle.root_moves.iter().find(|root_move| root_move.mv == mv).unwrap().score;
    let value = |mv| covered(value(mv));
    assert_eq!(found.best.map(value), Some(covered(oracle.score)), "best move: {}", context());
    // A move chosen at random among equal moves need not be the first of them.
    let mut best: Vec<Score> = oracle.root_moves.iter().map(|root_move| covered(root_move.score)).collect();
    best.sort_by_key(|&score| std::cmp::Reverse(score));
    best.truncate(case.options.lines);
    assert_eq!(found.lines.iter().map(|line| covered(line.score)).collect::<Vec<_>>(), best, "lines: {}", context());
    for line in &found.lines {
        assert_eq!(value(line.mv), covered(line.score), "line {:?}: {}", line.mv, context());
        if let Some(leaf) = leaf_value(case, game, evaluation, &line.pv) {
            assert_eq!(covered(leaf), covered(line.score), "end of {:?}: {}", line.pv, context());
        }
    }
}

/// Returns the value at the end of a line as long as the depth; `None` for a shorter line.
fn leaf_value<P: SearchHints, E: Evaluate<P>>(case: &Case, game: &Game<P>, e: &E, pv: &[P::Move]) -> Option<Score> {
    let root_side = game.position().side_to_move();
    let (mut game, mut line, mut depth) = (game.clone(), e.start(game.position()), case.depth);
    for &mv in pv {
        let before = game.position().clone();
        game.play(mv).unwrap();
        line = e.extend(&line, &before, mv, game.position());
        let same_side = before.side_to_move() == game.position().side_to_move();
        depth -= u32::from(!same_side || case.options.unit == Unit::Ply);
    }
    let pos = game.position();
    let viewer = if case.options.view == View::Root { root_side } else { pos.side_to_move() };
    let score = match game.ending() {
        Some(ending) => e.finished(pos, &line, ending.outcome, viewer, pv.len() as u32),
        None if depth == 0 => e.evaluate(pos, &line, viewer),
        None => return None,
    };
    Some(if viewer == root_side { score } else { negated(score) })
}

fn negated(score: Score) -> Score {
    score.seen_by(Side::First == Side::Second)
}

/// Compares searches of random positions with random options, to at most `plies` or `turns`. The evaluation is a hash,
/// with bounds in an eighth of the cases. Returns the number of searches.
fn compare<P: SearchHints>(starts: &[(P, P::Rules)], seed: u64, searches: usize, plies: usize, turns: usize) -> usize {
    compare_by(starts, [seed as usize, searches, plies, turns], |case, searches, game, evaluation, _| {
        check(case, searches, game, &evaluation);
    })
}

/// Compares as [`compare`] does, with an evaluation that depends on the path in another eighth of the cases. The
/// handling of paths does not depend on the game. One game with extra turns and one with draws by repetition represent
/// all games, because every pair of game and evaluation is compiled separately.
fn compare_by_path<P: SearchHints>(
    starts: &[(P, P::Rules)],
    seed: u64,
    searches: usize,
    plies: usize,
    turns: usize,
) -> usize {
    compare_by(starts, [seed as usize, searches, plies, turns], |case, searches, game, evaluation, kind| match kind {
        0 => check(case, searches, game, &PathEvaluation(evaluation.values)),
        _ => check(case, searches, game, &evaluation),
    })
}

/// Compares searches. `check` receives a random number from 0 to 7 that chooses the evaluation. Two searches share a
/// case, because the oracle takes the longest.
fn compare_by<P: SearchHints>(
    starts: &[(P, P::Rules)],
    [seed, searches, plies, turns]: [usize; 4],
    check: impl Fn(&Case, [usize; 2], &Game<P>, TestEvaluation, usize),
) -> usize {
    let mut random = Random::new(seed as u64);
    for number in 0..searches / 2 {
        let game = random_game(starts, &mut random);
        let options = Options {
            view: [View::Mover, View::Root][random.below(2)],
            unit: [Unit::Ply, Unit::Ply, Unit::Turn][random.below(3)],
            lines: [1, 1, 1, 2, 3][random.below(5)],
            sort_root: random.below(4) > 0,
            noise: [None, None, Some(number as u64)][random.below(3)],
        };
        let case = Case {
            depth: 1 + random.below(if options.unit == Unit::Ply { plies } else { turns }) as u32,
            options,
            buckets: [1, 3, 50, 300][random.below(4)],
            deepens: random.below(2) == 0,
            aspiration: [None, Some(1), Some(30)][random.below(3)],
            transposition_cutoffs: [None, Some(1), Some(2)][random.below(3)],
        };
        let mut evaluation =
            TestEvaluation::new(random.next_u64(), [1, 3, 50, 1_000_000][random.below(4)], random.below(2) == 0);
        let which = number % SEARCHES.len();
        // Each other search is chosen in turn.
        let other = (which + 1 + number / SEARCHES.len() % (SEARCHES.len() - 1)) % SEARCHES.len();
        let kind = random.below(8);
        evaluation.has_bounds = kind == 1;
        check(&case, [which, other], &game, evaluation, kind);
    }
    searches
}

fn tic_tac_toe() -> Vec<(TicTacToe, <TicTacToe as Position>::Rules)> {
    vec![(TicTacToe::new(&Default::default(), &Default::default()), Default::default())]
}

#[test]
fn all_exact_searches_equal_minimax_in_kalah() {
    compare_by_path(&kalah(), 21, 60_000, 4, 2);
}

#[test]
fn all_exact_searches_equal_minimax_in_khet() {
    compare(&khet(), 22, 3_000, 3, 3);
}

#[test]
fn all_exact_searches_equal_minimax_in_tigers_and_goats() {
    compare_by_path(&tigers(), 23, 10_000, 4, 4);
}

#[test]
fn all_exact_searches_equal_minimax_in_cachex() {
    compare(&cachex(), 24, 10_000, 4, 4);
}

#[test]
fn all_exact_searches_equal_minimax_in_the_example_game() {
    compare(&tic_tac_toe(), 25, 20_000, 4, 4);
}

/// The lines are long enough for repetitions: the table must not carry a draw by repetition to a position without one.
#[test]
fn draws_by_repetition_do_not_poison_the_table() {
    let rules = ["standard", "standard,repetition=2"];
    let positions = ["T..TT..........G....GG. 0 g", "T..TT......G....G...... 0 t", "GT.....T...T........... 0 g"];
    compare_by_path(&crate::common::starts::<plyground_tigers::Tigers>(&positions, &rules), 26, 300, 7, 7);
    let positions = ["3 r../.../..b r 8", "3 .b./r.b/.r. r 8", "3 ..b/.../rr. b 9"];
    let rules = ["standard,repetition=3,turn_limit=30", "standard,repetition=2"];
    compare(&crate::common::starts::<plyground_cachex::Cachex>(&positions, &rules), 27, 200, 6, 6);
}

/// The long run: `cargo xtask equivalence`.
#[test]
#[ignore = "takes minutes: `cargo xtask equivalence`"]
fn a_million_searches() {
    let mut compared = 0;
    for seed in 0..10 {
        compared += compare_by_path(&kalah(), 100 + seed, 60_000, 6, 3);
        compared += compare(&khet(), 200 + seed, 4_000, 3, 3);
        compared += compare_by_path(&tigers(), 300 + seed, 12_000, 5, 5);
        compared += compare(&cachex(), 400 + seed, 12_000, 5, 5);
        compared += compare(&tic_tac_toe(), 500 + seed, 12_000, 7, 7);
        println!("{compared} searches are equal to plain minimax");
    }
    assert!(compared >= 1_000_000);
}

/// The same values without bounds.
struct Unbounded(TestEvaluation);

impl<P: Position> Evaluate<P> for Unbounded {
    type Path = ();

    fn evaluate(&self, pos: &P, (): &(), side: Side) -> Score {
        self.0.evaluate(pos, &(), side)
    }

    fn finished(&self, pos: &P, (): &(), outcome: Outcome, side: Side, ply: u32) -> Score {
        self.0.finished(pos, &(), outcome, side, ply)
    }
}

/// Bounds of an evaluation prune whole subtrees.
#[test]
fn bounds_of_an_evaluation_save_nodes_and_change_no_value() {
    let mut random = Random::new(28);
    let (mut without, mut with) = (0, 0);
    for seed in 0..50 {
        let game = random_game(&kalah(), &mut random);
        let evaluation = || TestEvaluation { has_bounds: true, ..TestEvaluation::new(seed, 2, true) };
        let plain = search_once(&mut Pvs::new(&Unbounded(evaluation()), PvsOptions::exact()), &game, 5);
        let bounded = search_once(&mut Pvs::new(&evaluation(), PvsOptions::exact()), &game, 5);
        assert_eq!(bounded.score, plain.score, "{}", game.position());
        without += plain.nodes;
        with += bounded.nodes;
    }
    assert!(with < without, "{with} nodes with bounds, {without} without");
}

/// Every index that a damaged entry can contain is refused or legal.
#[test]
fn moves_from_damaged_indices_are_refused() {
    let table = Arc::new(TranspositionTable::with_buckets(1));
    let game = Game::<plyground_kalah::Kalah>::default();
    let evaluation = TestEvaluation::new(1, 9, true);
    for index in [0, 5, 6, 11, 12, 999, u16::MAX - 1] {
        assert!(plyground_kalah::House::from_index(index.into()).is_none_or(|house| house.index() == index.into()));
        let entry = plyground_search::Entry {
            mv: Some(index),
            score: Score::ZERO,
            depth: 1,
            bound: plyground_search::Bound::Upper,
        };
        table.store(game.position().key(), entry);
        let memory = SharedTable::new(Arc::clone(&table)).exact();
        let found = search_once(&mut Pvs::new(&evaluation, PvsOptions::exact()).with_table(memory), &game, 3);
        let oracle = search_once(&mut Minimax::new(&evaluation, Options::default()), &game, 3);
        assert_eq!(found.score, oracle.score);
    }
}
