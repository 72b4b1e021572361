//! Alpha-beta against plain minimax, and minimax against an independent one, on random positions of all games and rule
//! sets.

#![allow(clippy::unwrap_used)]

use crate::common::{PathEvaluation, TestEvaluation, cachex, kalah, khet, random_game, tigers};
use plyground_game::random::Random;
use plyground_game::{Evaluate, Game, History, Position, Score, SearchHints, Side, Window};
use plyground_kalah::Kalah;
use plyground_search::{
    AlphaBeta, Bound, CheapPlies, Limits, Minimax, Options, Pvs, PvsOptions, Report, Searcher, SharedTable, Tracer,
    TranspositionTable, Unit, View, deepen, search_once,
};
use plyground_tigers::Tigers;

/// Returns random costs of cheap plies, which apply in no, some or all positions of Khet. Other games do not define a
/// choice.
fn random_prices(random: &mut Random) -> CheapPlies {
    CheapPlies { choice_below: [0, 900, 3_000, u32::MAX][random.below(4)], cost: [60, 74, 99, 100][random.below(4)] }
}

/// Returns the cost of a move in hundredths of a ply; 0 if the same side continues its turn.
fn price<P: SearchHints>(unit: Unit, before: &P, after: &P) -> u32 {
    match unit {
        Unit::Turn => 100 * u32::from(before.side_to_move() != after.side_to_move()),
        Unit::Variable(cheap) if before.choice() < cheap.choice_below => cheap.cost,
        Unit::Ply | Unit::Variable(_) => 100,
    }
}

fn random_options(random: &mut Random) -> Options {
    Options {
        view: [View::Mover, View::Root][random.below(2)],
        unit: [Unit::Ply, Unit::Turn, Unit::Variable(random_prices(random))][random.below(3)],
        lines: [1, 1, 2, 3][random.below(4)],
        sort_root: true,
        noise: None,
    }
}

/// An independent minimax that shares no code with the library. It plays and undoes moves on a game, and values are for
/// the first side. Depth is in hundredths. Returns value, best move, and the number of moves made.
fn plain<P: SearchHints, E: Evaluate<P>>(
    game: &mut Game<P>,
    evaluation: &E,
    line: &E::Path,
    (options, depth, root_side, root_ply): (&Options, u32, Side, usize),
) -> (Score, Option<P::Move>, u64) {
    let pos = game.position().clone();
    let mover = pos.side_to_move();
    let viewer = if options.view == View::Root { root_side } else { mover };
    let (ply, ending) = ((game.moves().len() - root_ply) as u32, game.ending());
    let first = |score: Score| if viewer == Side::First { score.value() } else { -score.value() };
    let leaf = match ending {
        Some(ending) => Some(evaluation.finished(&pos, line, ending.outcome, viewer, ply)),
        None if depth == 0 => Some(evaluation.evaluate(&pos, line, viewer)),
        None => None,
    };
    if let Some(score) = leaf {
        return (Score::from_value(first(score)).unwrap(), None, 0);
    }
    let (mut best, mut nodes): (Option<(Score, P::Move)>, u64) = (None, 0);
    for mv in pos.legal_moves() {
        game.play(mv).unwrap();
        let next = game.position().clone();
        let line = evaluation.extend(line, &pos, mv, &next);
        let left = depth.saturating_sub(price(options.unit, &pos, &next));
        let (score, _, below) = plain(game, evaluation, &line, (options, left, root_side, root_ply));
        game.undo();
        nodes += 1 + below;
        let better = |old: Score| if mover == Side::First { score > old } else { score < old };
        if best.is_none_or(|(old, _)| better(old)) {
            best = Some((score, mv));
        }
    }
    let (score, mv) = best.unwrap();
    (score, Some(mv), nodes)
}

/// Returns the score without a distance that a search to this depth does not cover, because its report depends on the
/// tree.
fn covered(score: Score, depth: u32) -> Score {
    if score.winner_in().is_some_and(|plies| plies > depth) { score.without_distance() } else { score }
}

/// The library's minimax against the one above.
fn assert_oracle<P: SearchHints, E: Evaluate<P>>(game: &Game<P>, evaluation: &E, options: &Options, depth: u32) {
    let found = search_once(&mut Minimax::new(evaluation, options.clone()), game, depth);
    let side = game.position().side_to_move();
    let line = evaluation.start(game.position());
    let (score, best, nodes) =
        plain(&mut game.clone(), evaluation, &line, (options, 100 * depth, side, game.moves().len()));
    let score = covered(score.seen_by(side == Side::First), depth);
    let context = || format!("{} {} {} {options:?} depth {depth}", P::NAME, game.rules(), game.position());
    assert_eq!((covered(found.score, depth), found.nodes), (score, nodes), "{}", context());
    assert_eq!(found.best, best, "{}", context());
}

fn assert_equal<P: SearchHints, E: Evaluate<P>>(game: &Game<P>, evaluation: &E, options: &Options, depth: u32) {
    let oracle = search_once(&mut Minimax::new(evaluation, options.clone()), game, depth);
    let found = search_once(&mut AlphaBeta::new(evaluation, options.clone()), game, depth);
    let context = || format!("{} {} {} {options:?} depth {depth}", P::NAME, game.rules(), game.position());
    assert_eq!(covered(found.score, depth), covered(oracle.score, depth), "{}", context());
    assert_eq!(found.best, oracle.best, "{}", context());
    assert_eq!(found.pv, oracle.pv, "{}", context());
    assert_eq!(found.lines, oracle.lines, "{}", context());
    assert!(found.nodes <= oracle.nodes && found.leaves <= oracle.leaves, "{}", context());
    for (pruned, exact) in found.root_moves.iter().zip(&oracle.root_moves) {
        let holds = match pruned.bound {
            Bound::Exact => pruned.score == exact.score,
            Bound::Upper => pruned.score >= exact.score,
            Bound::Lower => pruned.score <= exact.score,
        };
        assert!(holds, "{}: {pruned:?}, exactly {exact:?}", context());
    }
}

/// Depth by depth or at once, with root moves sorted or not, value and moves are the same.
fn assert_deepening<P: SearchHints, E: Evaluate<P>>(game: &Game<P>, evaluation: &E, options: &Options, depth: u32) {
    let unsorted = Options { sort_root: false, ..options.clone() };
    let once = search_once(&mut AlphaBeta::new(evaluation, options.clone()), game, depth);
    let oracle = search_once(&mut Minimax::new(evaluation, options.clone()), game, depth);
    let deep = deepen(&mut AlphaBeta::new(evaluation, unsorted), game, Limits::depth(depth), |_| {});
    let sorted = deepen(&mut AlphaBeta::new(evaluation, options.clone()), game, Limits::depth(depth), |_| {});
    let context = || format!("{} {} {} {options:?} depth {depth}", P::NAME, game.rules(), game.position());
    assert_eq!((once.score, once.best), (oracle.score, oracle.best), "{}", context());
    assert_eq!((deep.score, sorted.score), (oracle.score, oracle.score), "{}", context());
    assert!(deep.completed && sorted.completed, "{}", context());
    if deep.depth == depth {
        assert_eq!(deep.best, oracle.best, "{}", context());
    }
}

/// Compares random positions, options and evaluations, to at most this depth in plies or turns.
fn compare<P: SearchHints>(starts: &[(P, P::Rules)], cases: usize, plies: usize, turns: usize) {
    let mut random = Random::new(11);
    for number in 0..cases {
        let game = random_game(starts, &mut random);
        let options = random_options(&mut random);
        let evaluation =
            TestEvaluation::new(random.next_u64(), [1, 3, 50, 1_000_000][random.below(4)], random.below(2) == 0);
        let most = match options.unit {
            Unit::Ply => plies,
            Unit::Turn => turns,
            // A depth of two lasts for up to four moves.
            Unit::Variable(_) => 2,
        };
        let depth = 1 + random.below(most) as u32;
        let way = PathEvaluation(evaluation.values.clone());
        match number % 6 {
            0 => assert_oracle(&game, &way, &options, depth),
            1 => assert_oracle(&game, &evaluation, &options, depth),
            2 => assert_equal(&game, &way, &options, depth),
            3 => assert_deepening(&game, &evaluation, &options, depth),
            _ => assert_equal(&game, &evaluation, &options, depth),
        }
    }
}

#[test]
fn alpha_beta_equals_minimax_in_kalah() {
    compare(&kalah(), 12_000, 5, 2);
}

#[test]
fn alpha_beta_equals_minimax_in_khet() {
    compare(&khet(), 600, 3, 3);
}

#[test]
fn alpha_beta_equals_minimax_in_tigers_and_goats() {
    compare(&tigers(), 1_200, 4, 4);
}

#[test]
fn alpha_beta_equals_minimax_in_cachex() {
    compare(&cachex(), 1_200, 4, 4);
}

/// If positions repeat, values depend on the path: both searches must find the same draws.
#[test]
fn draws_by_history_are_seen_in_the_tree() {
    let rules: <Tigers as Position>::Rules = "standard,repetition=2".parse().unwrap();
    let start = Tigers::parse("T..TT......G....GG.G... 0 g", &rules).unwrap();
    let game = Game::from_position(start, &rules);
    let evaluation = TestEvaluation::new(1, 1_000, true);
    let unlimited: <Tigers as Position>::Rules = "standard,repetition=off".parse().unwrap();
    let free = Game::from_position(*game.position(), &unlimited);
    let count = |game| search_once(&mut Minimax::new(&evaluation, Options::default()), game, 5).leaves;
    assert!(count(&game) < count(&free), "no line of five plies repeats a position");
    assert_equal(&game, &evaluation, &Options::default(), 5);
}

/// An observer changes nothing in a report. Kalah suffices, because observers do not depend on the game.
#[test]
fn a_search_that_is_watched_is_the_same() {
    fn assert_same<S: Searcher<Kalah>>(game: &Game<Kalah>, depth: u32, mut search: S, mut watched: S) {
        let limits = Limits::depth(depth);
        let report = |search: &mut S| Report { elapsed: Default::default(), ..deepen(search, game, limits, |_| {}) };
        assert_eq!(report(&mut search), report(&mut watched), "{}", game.position());
    }
    let mut random = Random::new(13);
    let starts = kalah();
    for _ in 0..600 {
        let game = random_game(&starts, &mut random);
        let options = random_options(&mut random);
        let evaluation = TestEvaluation::new(random.next_u64(), 50, random.below(2) == 0);
        let depth = 1 + random.below(if options.unit == Unit::Ply { 4 } else { 2 }) as u32;
        let mut tracers: [Tracer; 3] = std::array::from_fn(|_| Tracer::new(1));
        let [minimax_tracer, alpha_beta_tracer, pvs_tracer] = &mut tracers;
        let minimax = || Minimax::new(&evaluation, options.clone());
        assert_same(&game, depth, minimax(), minimax().observed(minimax_tracer));
        let alpha_beta = || AlphaBeta::new(&evaluation, options.clone());
        assert_same(&game, depth, alpha_beta(), alpha_beta().observed(alpha_beta_tracer));
        let memory = || SharedTable::new(TranspositionTable::with_buckets(50));
        let choices = PvsOptions { base: options.clone(), transposition_cutoffs: Some(1), ..PvsOptions::default() };
        let pvs = || Pvs::new(&evaluation, choices.clone()).with_table(memory());
        assert_same(&game, depth, pvs(), pvs().observed(pvs_tracer));
        assert!(tracers.into_iter().all(|tracer| tracer.into_trace().nodes > 0), "every search has an observer");
    }
}

#[test]
fn bounds_outside_of_the_window_are_true() {
    let mut random = Random::new(12);
    let mut outside = 0;
    let starts = kalah();
    for _ in 0..5_000 {
        let game = random_game(&starts, &mut random);
        let options = Options { lines: 1, ..random_options(&mut random) };
        let evaluation = TestEvaluation::new(random.next_u64(), 20, random.below(2) == 0);
        let depth = 1 + random.below(if options.unit == Unit::Ply { 5 } else { 2 }) as u32;
        let exact = search_once(&mut Minimax::new(&evaluation, options.clone()), &game, depth).score;
        let alpha = Score::new(random.below(41) as i32 - 20);
        let window = Window::new(alpha, Score::new(alpha.value() + 1 + random.below(6) as i32));
        let history = History::new(game.position(), game.rules());
        let mut searcher = AlphaBeta::new(&evaluation, options);
        let found = searcher.value(game.position(), &history, &Limits::depth(depth), window).unwrap();
        let (exact, found) = (covered(exact, depth), covered(found, depth));
        if found <= window.alpha {
            assert!(exact <= found, "{} fails low with {found}, is {exact}", game.position());
            outside += 1;
        } else if found >= window.beta {
            assert!(exact >= found, "{} fails high with {found}, is {exact}", game.position());
            outside += 1;
        } else {
            assert_eq!(found, exact, "{}", game.position());
        }
    }
    assert!(outside > 500, "{outside} bounds are too few");
}
