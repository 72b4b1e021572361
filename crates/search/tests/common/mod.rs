//! Random positions of all games and rule sets, and evaluations that are likely to reveal a wrong search.

#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

pub mod searches;

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::thread::{ThreadId, current, sleep};
use std::time::Duration;

use plyground_cachex::Cachex;
use plyground_game::random::Random;
use plyground_game::zobrist::mix;
use plyground_game::{Evaluate, Game, HashEvaluation, Move, Outcome, Position, Score, SearchHints, Side};
use plyground_kalah::{Kalah, KalahRules};
use plyground_khet::Khet;
use plyground_search::Report;
use plyground_tigers::Tigers;

/// Returns a random position, some random moves after one of these starts.
pub fn random_game<P: SearchHints>(starts: &[(P, P::Rules)], random: &mut Random) -> Game<P> {
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

/// Returns boards of all rule sets, up to seven houses and seeds.
pub fn kalah() -> Vec<(Kalah, KalahRules)> {
    let mut starts = Vec::new();
    for (_, rules) in KalahRules::NAMED {
        for (houses, seeds) in (1..=7).flat_map(|houses| (1..=7).map(move |seeds| (houses, seeds))) {
            starts.push((Kalah::new(&format!("{houses}x{seeds}").parse().unwrap(), &rules), rules));
        }
    }
    starts
}

/// Returns these positions under each of these rules.
pub fn starts<P: SearchHints>(positions: &[&str], rules: &[&str]) -> Vec<(P, P::Rules)> {
    let all = rules.iter().flat_map(|rules| positions.iter().map(move |position| (rules, position)));
    all.map(|(rules, position)| {
        let rules: P::Rules = rules.parse().unwrap();
        (P::parse(position, &rules).unwrap(), rules)
    })
    .collect()
}

/// Returns positions with few pieces, so that draws by repetition and hits of pharaohs come soon.
pub fn khet() -> Vec<(Khet, <Khet as Position>::Rules)> {
    let positions =
        ["x33k5/////5P3p4//5K3X1 0", "x33k5/4s4//3p46/4P15//5K4/9X1 1", "x33a3k4//4S25/2p37//6P23//4KA13X1 0"];
    starts(&positions, &["official", "epam", "two,ply_limit=6"])
}

/// Returns positions near the end of the placement, in the movement phase, and with a low limit of captures.
pub fn tigers() -> Vec<(Tigers, <Tigers as Position>::Rules)> {
    let positions = [
        "T..TT.................. 15 g",
        "TG.T.GG..TG.GG.G.G....G 0 t",
        ".GTGG.GT.GG..GGTGG..... 1 g",
        "T..TT......G....GG.G... 0 g",
    ];
    starts(&positions, &["standard", "standard,captures_to_win=8,repetition=2"])
}

pub fn cachex() -> Vec<(Cachex, <Cachex as Position>::Rules)> {
    let positions = [
        "3 .../.../... r 0",
        "4 ..../..../..../.... r 0",
        "4 .rb./b.r./.rb./.... b 9",
        "5 ...../..rb./.b.r./.rb../..... r 6",
    ];
    starts(&positions, &["standard", "standard,repetition=2,turn_limit=12", "standard,steal=off,centre_ban=off"])
}

/// An evaluation whose value depends on the whole path from the root, not on the position alone.
pub struct PathEvaluation(pub HashEvaluation);

impl<P: Position> Evaluate<P> for PathEvaluation {
    type Path = u64;

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

/// A hash evaluation with optional bounds. With bounds, finished games have a hash value as well. With
/// `choice_noise`, the value is the number of moves instead. The evaluation can record the threads that call it.
///
/// Tests use this evaluation and the observer `Statistics` wherever they can, and others in few games. Every pair of
/// the two has its own searches in every game, which dominate the compile time.
#[derive(Debug)]
pub struct TestEvaluation {
    pub values: HashEvaluation,
    pub has_bounds: bool,
    /// With this number, the value is the number of moves of the side to move less the remainder of the key by this
    /// number. It changes slowly, as real evaluations do.
    pub choice_noise: Option<u64>,
    pub threads: Option<Arc<Threads>>,
}

/// Weight of a move if the choice is valued.
const CHOICE: u32 = 5;

/// Threads that have called an evaluation.
#[derive(Debug, Default)]
pub struct Threads {
    seen: Mutex<HashSet<ThreadId>>,
    expected: usize,
}

impl Threads {
    /// Each call waits a few milliseconds until this number of threads has called, so that no thread ends a search
    /// before the operating system has started the others.
    pub fn expecting(expected: usize) -> Threads {
        Threads { expected, ..Threads::default() }
    }

    fn see(&self) {
        self.seen.lock().unwrap().insert(current().id());
        if self.seen.lock().unwrap().len() < self.expected {
            sleep(Duration::from_millis(5));
        }
    }

    /// Whether another thread than the caller's has called.
    pub fn has_others(&self) -> bool {
        self.seen.lock().unwrap().iter().any(|&id| id != current().id())
    }
}

impl TestEvaluation {
    /// Returns an evaluation without bounds.
    pub const fn new(seed: u64, range: u32, antisymmetric: bool) -> TestEvaluation {
        TestEvaluation {
            values: HashEvaluation { seed, range, antisymmetric },
            has_bounds: false,
            choice_noise: None,
            threads: None,
        }
    }
}

impl<P: Position> Evaluate<P> for TestEvaluation {
    type Path = ();

    const HAS_BOUNDS: bool = true;

    fn scale(&self) -> u32 {
        if self.choice_noise.is_some() { CHOICE } else { Evaluate::<P>::scale(&self.values) }
    }

    fn evaluate(&self, pos: &P, (): &(), side: Side) -> Score {
        if let Some(threads) = &self.threads {
            threads.see();
        }
        let Some(noise) = self.choice_noise else { return self.values.evaluate(pos, &(), side) };
        let choice = pos.count_moves() as i32 * CHOICE as i32 - (pos.key() % noise) as i32;
        Score::new(if side == pos.side_to_move() { choice } else { -choice })
    }

    fn finished(&self, pos: &P, (): &(), outcome: Outcome, side: Side, ply: u32) -> Score {
        if self.has_bounds { self.values.evaluate(pos, &(), side) } else { Score::of_outcome(outcome, side, ply) }
    }

    fn bounds(&self, _: &P, _: Side) -> Option<(Score, Score)> {
        let range = self.values.range as i32;
        self.has_bounds.then_some((Score::new(-range), Score::new(range)))
    }
}

/// Asserts that the best move and every reported line are legal.
pub fn assert_legal<P: SearchHints>(game: &Game<P>, report: &Report<P::Move>, context: &str) {
    let best = report.best.unwrap_or_else(|| panic!("no move: {context}"));
    assert!(game.position().is_legal(best), "{best:?} is not legal: {context}");
    assert_eq!(report.pv.first(), Some(&best), "{context}");
    assert_eq!(report.lines.first().map(|line| line.mv), Some(best), "{context}");
    for line in &report.lines {
        let mut game = game.clone();
        for &mv in &line.pv {
            game.play(mv).unwrap_or_else(|error| panic!("{error} in {:?}: {context}", line.pv));
        }
    }
}
