//! Every search against plain minimax, on random Kalah positions of all rule sets, with a hash as evaluation.

#![allow(clippy::unwrap_used)]

use plyground_game::zobrist::{SplitMix64, mix};
use plyground_game::{Evaluate, Game, HashEvaluation, History, Outcome, Position, Score, Side, Window};
use plyground_kalah::{House, Kalah, KalahRules};
use plyground_search::{AlphaBeta, Bound, Limits, Minimax, Options, Unit, View, search_once};

/// A random position of a random board under one of the rule sets, after a random number of moves.
fn random_game(random: &mut SplitMix64) -> Game<Kalah> {
    let (_, rules) = KalahRules::NAMED[random.below(KalahRules::NAMED.len())];
    let houses = 1 + random.below(7);
    let seeds = 1 + random.below(7);
    let mut game = Game::<Kalah>::new(&format!("{houses}x{seeds}").parse().unwrap(), &rules);
    for _ in 0..random.below(30) {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[random.below(moves.len())]).unwrap();
    }
    if game.ending().is_some() {
        game.undo();
    }
    game
}

fn random_options(random: &mut SplitMix64) -> Options {
    Options {
        view: [View::Mover, View::Root][random.below(2)],
        unit: [Unit::Ply, Unit::Turn][random.below(2)],
        lines: [1, 1, 2, 3][random.below(4)],
        sort_root: true,
    }
}

/// A value that depends on the whole way from the root: no position alone can explain it.
struct WayEvaluation(HashEvaluation);

impl Evaluate<Kalah> for WayEvaluation {
    type Line = u64;

    fn extend(&self, line: &u64, before: &Kalah, mv: House, after: &Kalah) -> u64 {
        mix(line ^ before.key() ^ mix(after.key() ^ mv.number() as u64))
    }

    fn evaluate(&self, pos: &Kalah, line: &u64, side: Side) -> Score {
        let salt = HashEvaluation { seed: self.0.seed ^ line, ..self.0 };
        salt.evaluate(pos, &(), side)
    }

    fn finished(&self, pos: &Kalah, line: &u64, _: Outcome, side: Side, _: u32) -> Score {
        self.evaluate(pos, line, side)
    }
}

fn assert_equal<E: Evaluate<Kalah>>(game: &Game<Kalah>, evaluation: &E, options: &Options, depth: u32) {
    let oracle = search_once(&mut Minimax::new(evaluation, options.clone()), game, depth);
    let found = search_once(&mut AlphaBeta::observed(evaluation, options.clone(), Lines), game, depth);
    let context = || format!("{} {} {options:?} depth {depth}", game.rules(), game.position());
    assert_eq!(found.score, oracle.score, "{}", context());
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

struct Lines;
impl<P: Position> plyground_search::Observer<P> for Lines {}

#[test]
fn alpha_beta_equals_minimax() {
    let mut random = SplitMix64::new(11);
    for number in 0..20_000 {
        let game = random_game(&mut random);
        let options = random_options(&mut random);
        let evaluation = HashEvaluation {
            seed: random.next_u64(),
            range: [1, 3, 50, 1_000_000][random.below(4)],
            antisymmetric: random.below(2) == 0,
        };
        let depth = match options.unit {
            Unit::Ply => 1 + random.below(5) as u32,
            Unit::Turn => 1 + random.below(2) as u32,
        };
        if number % 3 == 0 {
            assert_equal(&game, &WayEvaluation(evaluation), &options, depth);
        } else {
            assert_equal(&game, &evaluation, &options, depth);
        }
    }
}

#[test]
fn bounds_outside_of_the_window_are_true() {
    let mut random = SplitMix64::new(12);
    let mut outside = 0;
    for _ in 0..5_000 {
        let game = random_game(&mut random);
        let options = Options { lines: 1, ..random_options(&mut random) };
        let evaluation = HashEvaluation { seed: random.next_u64(), range: 20, antisymmetric: random.below(2) == 0 };
        let depth = 1 + random.below(if options.unit == Unit::Ply { 5 } else { 2 }) as u32;
        let exact = search_once(&mut Minimax::new(&evaluation, options.clone()), &game, depth).score;
        let alpha = Score::new(random.below(41) as i32 - 20);
        let window = Window::new(alpha, Score::new(alpha.value() + 1 + random.below(6) as i32));
        let history = History::new(game.position(), game.rules());
        let mut searcher = AlphaBeta::new(&evaluation, options);
        let found = searcher.value(game.position(), &history, &Limits::depth(depth), window).unwrap();
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
