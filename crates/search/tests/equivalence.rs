//! Every search against plain minimax, on random positions of all games and rule sets, with a hash as evaluation.

#![allow(clippy::unwrap_used)]

use plyground_cachex::Cachex;
use plyground_game::zobrist::{SplitMix64, mix};
use plyground_game::{Evaluate, Game, HashEvaluation, History, Move, Outcome, Position, Score, Side, Window};
use plyground_kalah::{Kalah, KalahRules};
use plyground_khet::Khet;
use plyground_search::{AlphaBeta, Bound, Limits, Minimax, Observer, Options, Unit, View, deepen, search_once};
use plyground_tigers::Tigers;

/// A random position, some random moves after one of these starts.
fn random_game<P: Position>(starts: &[(P, P::Rules)], random: &mut SplitMix64) -> Game<P> {
    let (start, rules) = &starts[random.below(starts.len())];
    let mut game = Game::from_position(start.clone(), rules);
    for _ in 0..random.below(30) {
        let moves = game.position().legal_moves();
        if game.ending().is_some() || moves.is_empty() {
            break;
        }
        game.play(moves[random.below(moves.len())]).unwrap();
    }
    if game.ending().is_some() {
        game.undo();
    }
    game
}

/// Boards of all rule sets, up to seven houses and seeds.
fn kalah() -> Vec<(Kalah, KalahRules)> {
    let mut starts = Vec::new();
    for (_, rules) in KalahRules::NAMED {
        for (houses, seeds) in (1..=7).flat_map(|houses| (1..=7).map(move |seeds| (houses, seeds))) {
            starts.push((Kalah::new(&format!("{houses}x{seeds}").parse().unwrap(), &rules), rules));
        }
    }
    starts
}

/// These positions under each of these rules.
fn starts<P: Position>(positions: &[&str], rules: &[&str]) -> Vec<(P, P::Rules)> {
    let all = rules.iter().flat_map(|rules| positions.iter().map(move |position| (rules, position)));
    all.map(|(rules, position)| {
        let rules: P::Rules = rules.parse().unwrap();
        (P::parse(position, &rules).unwrap(), rules)
    })
    .collect()
}

/// Few pieces each, so that draws by repetition and shots at pharaohs come soon.
fn khet() -> Vec<(Khet, <Khet as Position>::Rules)> {
    let positions =
        ["x33k5/////5P3p4//5K3X1 0", "x33k5/4s4//3p46/4P15//5K4/9X1 1", "x33a3k4//4S25/2p37//6P23//4KA13X1 0"];
    starts(&positions, &["official", "epam", "two,ply_limit=6"])
}

/// Near the end of the placement, in the movement phase, and with a low limit of captures.
fn tigers() -> Vec<(Tigers, <Tigers as Position>::Rules)> {
    let positions = [
        "T..TT.................. 15 g",
        "TG.T.GG..TG.GG.G.G....G 0 t",
        ".GTGG.GT.GG..GGTGG..... 1 g",
        "T..TT......G....GG.G... 0 g",
    ];
    starts(&positions, &["standard", "standard,captures_to_win=8,repetition=2"])
}

fn cachex() -> Vec<(Cachex, <Cachex as Position>::Rules)> {
    let positions = [
        "3 .../.../... r 0",
        "4 ..../..../..../.... r 0",
        "4 .rb./b.r./.rb./.... b 9",
        "5 ...../..rb./.b.r./.rb../..... r 6",
    ];
    starts(&positions, &["standard", "standard,repetition=2,turn_limit=12", "standard,steal=off,centre_ban=off"])
}

fn random_options(random: &mut SplitMix64) -> Options {
    Options {
        view: [View::Mover, View::Root][random.below(2)],
        unit: [Unit::Ply, Unit::Turn][random.below(2)],
        lines: [1, 1, 2, 3][random.below(4)],
        sort_root: true,
        noise: None,
    }
}

/// A value that depends on the whole way from the root: no position alone can explain it.
struct WayEvaluation(HashEvaluation);

impl<P: Position> Evaluate<P> for WayEvaluation {
    type Line = u64;

    fn extend(&self, line: &u64, before: &P, mv: P::Move, after: &P) -> u64 {
        mix(line ^ before.key() ^ mix(after.key() ^ mv.index() as u64))
    }

    fn evaluate(&self, pos: &P, line: &u64, side: Side) -> Score {
        let salt = HashEvaluation { seed: self.0.seed ^ line, ..self.0 };
        salt.evaluate(pos, &(), side)
    }

    fn finished(&self, pos: &P, line: &u64, _: Outcome, side: Side, _: u32) -> Score {
        self.evaluate(pos, line, side)
    }
}

/// Minimax once more, sharing nothing with the library: a game that plays and takes back, values as the first side sees
/// them. Returns value, best move, and the moves made.
fn plain<P: Position, E: Evaluate<P>>(
    game: &mut Game<P>,
    evaluation: &E,
    line: &E::Line,
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
        let same_turn = options.unit == Unit::Turn && next.side_to_move() == mover;
        let line = evaluation.extend(line, &pos, mv, &next);
        let left = if same_turn { depth } else { depth - 1 };
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

/// The library's oracle against the one above.
fn assert_oracle<P: Position, E: Evaluate<P>>(game: &Game<P>, evaluation: &E, options: &Options, depth: u32) {
    let found = search_once(&mut Minimax::new(evaluation, options.clone()), game, depth);
    let side = game.position().side_to_move();
    let line = evaluation.start(game.position());
    let (score, best, nodes) = plain(&mut game.clone(), evaluation, &line, (options, depth, side, game.moves().len()));
    let score = if side == Side::First { score.value() } else { -score.value() };
    let context = || format!("{} {} {} {options:?} depth {depth}", P::NAME, game.rules(), game.position());
    assert_eq!((found.score.value(), found.nodes), (score, nodes), "{}", context());
    assert_eq!(found.best, best, "{}", context());
}

fn assert_equal<P: Position, E: Evaluate<P>>(game: &Game<P>, evaluation: &E, options: &Options, depth: u32) {
    let oracle = search_once(&mut Minimax::observed(evaluation, options.clone(), Lines), game, depth);
    let found = search_once(&mut AlphaBeta::observed(evaluation, options.clone(), Lines), game, depth);
    let context = || format!("{} {} {} {options:?} depth {depth}", P::NAME, game.rules(), game.position());
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

/// Depth by depth or at once, with root moves sorted or not, with lines kept or not: the same value and moves.
fn assert_deepening<P: Position, E: Evaluate<P>>(game: &Game<P>, evaluation: &E, options: &Options, depth: u32) {
    let unsorted = Options { sort_root: false, ..options.clone() };
    let once = search_once(&mut AlphaBeta::new(evaluation, options.clone()), game, depth);
    let oracle = search_once(&mut Minimax::new(evaluation, options.clone()), game, depth);
    let deep = deepen(&mut AlphaBeta::new(evaluation, unsorted), game, &Limits::depth(depth), |_| {});
    let sorted = deepen(&mut AlphaBeta::new(evaluation, options.clone()), game, &Limits::depth(depth), |_| {});
    let context = || format!("{} {} {} {options:?} depth {depth}", P::NAME, game.rules(), game.position());
    assert_eq!((once.score, once.best), (oracle.score, oracle.best), "{}", context());
    assert_eq!((deep.score, sorted.score), (oracle.score, oracle.score), "{}", context());
    assert!(deep.completed && sorted.completed, "{}", context());
    if deep.depth == depth {
        assert_eq!(deep.best, oracle.best, "{}", context());
    }
}

/// Keeps lines and counts nothing.
struct Lines;

impl<P: Position> Observer<P> for Lines {}

/// Random positions, options and evaluations, to at most this depth in plies or turns.
fn compare<P: Position>(starts: &[(P, P::Rules)], cases: usize, plies: usize, turns: usize) {
    let mut random = SplitMix64::new(11);
    for number in 0..cases {
        let game = random_game(starts, &mut random);
        let options = random_options(&mut random);
        let evaluation = HashEvaluation {
            seed: random.next_u64(),
            range: [1, 3, 50, 1_000_000][random.below(4)],
            antisymmetric: random.below(2) == 0,
        };
        let depth = 1 + random.below(if options.unit == Unit::Ply { plies } else { turns }) as u32;
        let way = WayEvaluation(evaluation.clone());
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
    compare(&kalah(), 30_000, 5, 2);
}

#[test]
fn alpha_beta_equals_minimax_in_khet() {
    compare(&khet(), 1_500, 3, 3);
}

#[test]
fn alpha_beta_equals_minimax_in_tigers_and_goats() {
    compare(&tigers(), 3_000, 4, 4);
}

#[test]
fn alpha_beta_equals_minimax_in_cachex() {
    compare(&cachex(), 3_000, 4, 4);
}

/// Where positions repeat, values depend on the way: both searches must see the same draws.
#[test]
fn draws_by_history_are_seen_in_the_tree() {
    let rules: <Tigers as Position>::Rules = "standard,repetition=2".parse().unwrap();
    let start = Tigers::parse("T..TT......G....GG.G... 0 g", &rules).unwrap();
    let game = Game::from_position(start, &rules);
    let evaluation = HashEvaluation { seed: 1, range: 1_000, antisymmetric: true };
    let unlimited: <Tigers as Position>::Rules = "standard,repetition=off".parse().unwrap();
    let free = Game::from_position(*game.position(), &unlimited);
    let count = |game| search_once(&mut Minimax::new(&evaluation, Options::default()), game, 5).leaves;
    assert!(count(&game) < count(&free), "no line of five plies repeats a position");
    assert_equal(&game, &evaluation, &Options::default(), 5);
}

#[test]
fn bounds_outside_of_the_window_are_true() {
    let mut random = SplitMix64::new(12);
    let mut outside = 0;
    let starts = kalah();
    for _ in 0..5_000 {
        let game = random_game(&starts, &mut random);
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
