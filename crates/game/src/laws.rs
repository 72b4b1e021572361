//! The law suite: the contract of every game, checked by random play.
//!
//! Any game crate, including an external one, can run it on itself:
//!
//! ```
//! use plyground_game::SearchHints;
//! use plyground_game::laws::{self, Laws};
//!
//! /// Tests a game crate without symmetries.
//! fn my_game_keeps_the_laws<P: SearchHints>() {
//!     let rules = P::Rules::default();
//!     let start = P::new(&P::Setup::default(), &rules);
//!     laws::check(&[(start, rules)], &Laws::default()).expect("my game keeps the laws");
//! }
//! ```
//!
//! Proptest generates the games from a fixed seed. A run finds the same faults on every machine, and shrinks a fault to
//! a short game before it reports it. At each position of each game:
//!
//! 1. moves are legal, unique, and have unique indices below [`Move::COUNT`] that lead back to them;
//! 2. noisy and quiet moves partition all moves, and [`Position::count_moves`] counts them;
//! 3. [`Position::is_legal`] is true for exactly the generated moves;
//! 4. there is a result, with a reason, if and only if there is no move; a finished game refuses every move;
//! 5. checked and unchecked play agree; a refused move does not change the position;
//! 6. a position read from its text is equal and has the same moves in the same order, the same outcome and the same hash;
//!    a move read from its text is equal, and different moves have different texts;
//! 7. the key is that of the position read from its text, so incremental keys equal keys from scratch;
//! 8. equal keys mean equal positions, over all positions seen in the run, and hashes distinguish positions;
//! 9. a visitor that breaks is not called again;
//! 10. after an irreversible move, no earlier position occurs again;
//! 11. position and move parsers refuse damaged text with an error of one line, and never panic;
//! 12. a game without history has no rules that use it;
//! 13. playing never panics;
//! 14. diagrams and descriptions can be drawn, and a game written as a record reads back as the same game;
//! 15. [`Position::is_noisy`] is true for exactly the moves of [`Class::Noisy`];
//! 16. no position repeats within [`SearchHints::NO_RETURN_WITHIN`] plies, in play and, from some positions, in any line;
//! 17. a position with moves has a choice of at least 1, each noisy move has a value, a pass gives the turn to the other side,
//!     whose pass restores the position, and the opponent can win at once after each move that [`SearchHints::parries`]
//!     leaves out.
//!
//! [`check_symmetry`] checks the maps of a [`Symmetric`] game. [`check_game`] and [`check_game_symmetry`] check one given game,
//! for example in a fuzzer.

macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}

mod damage;
mod hints;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::error::Error;
use core::fmt::{self, Debug, Display};
use core::hash::Hasher;
use core::ops::ControlFlow;
use std::collections::{HashMap, HashSet};
use std::hash::DefaultHasher;
use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use crate::random::Random;
use crate::{Class, Game, GameRecord, HistoryRules, Move, Outcome, Position, Rules, SearchHints, Side, Symmetric};

pub use damage::damage;

/// Settings of a run of the law suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Laws {
    /// Seed of the games. Equal seeds check the same games.
    pub seed: u64,
    /// Number of games.
    pub games: u32,
    /// Number of plies after which a game is abandoned.
    pub max_plies: usize,
    /// Maximum number of positions stored for law 8.
    pub max_keys: usize,
}

impl Default for Laws {
    /// Returns 200 games of at most 200 plies, and half a million keys.
    fn default() -> Laws {
        Laws { seed: 1, games: 200, max_plies: 200, max_keys: 500_000 }
    }
}

/// Counts of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Positions checked.
    pub positions: u64,
    /// Legal moves in these positions.
    pub moves: u64,
    /// Games that ended on the board.
    pub finished: u64,
    /// Different keys.
    pub keys: u64,
}

/// A violation of a law, with the shortest game found that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The law and its violation.
    pub problem: String,
    /// Start of the game.
    pub start: String,
    /// Moves that lead to the violation.
    pub moves: Vec<String>,
}

impl Error for Violation {}

impl Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Violation { problem, start, moves } = self;
        match moves.is_empty() {
            true => write!(f, "{problem}, at the start `{start}`"),
            false => write!(f, "{problem}, in the game from `{start}` by the moves `{}`", moves.join(" ")),
        }
    }
}

type Check = Result<(), String>;

/// Maximum number of games played to shrink a fault.
const SHRINKS: u32 = 1_000;

/// Checks the laws of a game over random games from `starts`, positions with their rules.
///
/// # Errors
/// Returns the first violation, shrunk.
///
/// # Panics
/// Panics if `starts` is empty.
pub fn check<P: SearchHints>(starts: &[(P, P::Rules)], laws: &Laws) -> Result<Report, Violation> {
    for (start, rules) in starts {
        if !P::HAS_HISTORY && rules.history() != HistoryRules::default() {
            let problem = format!("HAS_HISTORY is false, but rules `{rules}` have {:?}", rules.history());
            return Err(Violation { problem, start: start.to_string(), moves: Vec::new() });
        }
    }
    let report = RefCell::new(Report::default());
    let keys = RefCell::new(HashMap::new());
    run(starts, laws, &report, |game, random| {
        check_present(game, random, &report, laws.max_keys, &mut keys.borrow_mut())?;
        if game.ending().is_some() || random.below(16) == 0 {
            check_record(game)?;
        }
        Ok(())
    })?;
    let mut report = report.into_inner();
    report.keys = keys.into_inner().len() as u64;
    Ok(report)
}

/// Checks the maps of a game's symmetries over random games from `starts`.
///
/// # Errors
/// Returns the first violation, shrunk.
///
/// # Panics
/// Panics if `starts` is empty.
pub fn check_symmetry<P: Symmetric>(starts: &[(P, P::Rules)], laws: &Laws) -> Result<Report, Violation> {
    let report = RefCell::new(Report::default());
    run(starts, laws, &report, |game, _| {
        report.borrow_mut().positions += 1;
        check_maps(game.position())
    })?;
    Ok(report.into_inner())
}

/// Checks the laws of a game at each position of `game`, and its record. `seed` determines the damaged texts and the
/// illegal moves.
///
/// # Errors
/// Returns the first violation, with the moves up to it.
pub fn check_game<P: SearchHints>(game: &Game<P>, seed: u64) -> Result<Report, Violation> {
    let report = RefCell::new(Report::default());
    let mut keys = HashMap::new();
    let mut random = Random::new(seed);
    let mut replay = Game::from_position(game.start().clone(), game.rules());
    check_present(&replay, &mut random, &report, usize::MAX, &mut keys)
        .map_err(|problem| violation(problem, &replay))?;
    for &mv in game.moves() {
        replay.play(mv).map_err(|error| violation(format!("a move cannot be played again: {error}"), &replay))?;
        check_present(&replay, &mut random, &report, usize::MAX, &mut keys)
            .map_err(|problem| violation(problem, &replay))?;
    }
    check_record(game).map_err(|problem| violation(problem, game))?;
    let finished = u64::from(game.position().outcome().is_some());
    Ok(Report { finished, keys: keys.len() as u64, ..report.into_inner() })
}

/// Checks the maps of a game's symmetries at each position of `game`.
///
/// # Errors
/// Returns the first violation, with the moves up to its position.
pub fn check_game_symmetry<P: Symmetric>(game: &Game<P>) -> Result<(), Violation> {
    game.positions().iter().enumerate().try_for_each(|(ply, pos)| {
        check_maps(pos).map_err(|problem| Violation {
            problem,
            start: game.start().to_string(),
            moves: game.move_texts().into_iter().take(ply).collect(),
        })
    })
}

/// Returns a violation at the current position of `game`.
fn violation<P: Position>(problem: String, game: &Game<P>) -> Violation {
    Violation { problem, start: game.start().to_string(), moves: game.move_texts() }
}

/// Plays random games and calls `check` at each position, including the last one.
fn run<P: Position>(
    starts: &[(P, P::Rules)],
    laws: &Laws,
    report: &RefCell<Report>,
    check: impl Fn(&Game<P>, &mut Random) -> Check,
) -> Result<(), Violation> {
    assert!(!starts.is_empty(), "the laws need a position to start from");
    let mut seed = [0; 32];
    let mut random = Random::new(laws.seed);
    for chunk in seed.chunks_exact_mut(8) {
        chunk.copy_from_slice(&random.next_u64().to_le_bytes());
    }
    // Proptest prints when it reaches its own limit, so runs beyond that of `SHRINKS` count as games without a fault.
    let config =
        Config { cases: laws.games, failure_persistence: None, max_shrink_iters: u32::MAX - 1, ..Config::default() };
    let (runs, most_runs) = (Cell::new(0), laws.games.saturating_add(SHRINKS));
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    // A game is its start and the index of a legal move for each ply.
    let games = (0..starts.len(), vec(any::<u16>(), 0..=laws.max_plies));
    let play = |start: usize, choices: &[u16], played: &dyn Fn(&P, P::Move)| {
        let mut game = Game::from_position(starts[start].0.clone(), &starts[start].1);
        let mut random = Random::new(choices.len() as u64);
        check(&game, &mut random)?;
        for &choice in choices {
            let moves = game.position().legal_moves();
            if game.ending().is_some() || moves.is_empty() {
                report.borrow_mut().finished += u64::from(game.position().outcome().is_some());
                break;
            }
            let mv = moves[usize::from(choice) % moves.len()];
            played(game.position(), mv);
            game.play(mv).map_err(|error| format!("a generated move is refused: {error}"))?;
            check(&game, &mut random)?;
        }
        Ok::<_, String>(())
    };
    let result = runner.run(&games, |(start, choices)| {
        runs.set(runs.get() + 1);
        if runs.get() > most_runs {
            return Ok(());
        }
        play(start, &choices, &|_, _| {}).map_err(TestCaseError::fail)
    });
    match result {
        Ok(()) => Ok(()),
        Err(TestError::Fail(problem, (start, choices))) => {
            // The replay names the moves up to the fault. A move is named before a panic, which may occur again.
            let moves = RefCell::new(Vec::new());
            let name = |pos: &P, mv: P::Move| moves.borrow_mut().push(pos.move_text(mv));
            _ = catch_unwind(AssertUnwindSafe(|| play(start, &choices, &name)));
            let start = starts[start].0.to_string();
            Err(Violation { problem: problem.message().to_owned(), start, moves: moves.into_inner() })
        }
        Err(TestError::Abort(reason)) => {
            Err(Violation { problem: reason.message().to_owned(), start: String::new(), moves: Vec::new() })
        }
    }
}

/// Checks the laws at the current position of a game. `keys` contains the positions for law 8.
fn check_present<P: SearchHints>(
    game: &Game<P>,
    random: &mut Random,
    report: &RefCell<Report>,
    max_keys: usize,
    keys: &mut HashMap<u64, P>,
) -> Check {
    check_position(game, random, report)?;
    check_keys(game.position(), max_keys, keys)?;
    check_history(game)
}

fn check_position<P: SearchHints>(game: &Game<P>, random: &mut Random, report: &RefCell<Report>) -> Check {
    let pos = game.position();
    let moves = visited(pos, Class::All);
    {
        let mut report = report.borrow_mut();
        report.positions += 1;
        report.moves += moves.len() as u64;
    }
    check_moves(pos, &moves)?;
    check_classes(pos, &moves)?;
    hints::check_hints(pos, random)?;
    check_legality(pos, &moves, random)?;
    ensure!(
        pos.outcome().is_some() == moves.is_empty(),
        "outcome is {:?} with {} legal moves",
        pos.outcome(),
        moves.len()
    );
    ensure!(
        pos.outcome_reason().is_some() == pos.outcome().is_some(),
        "outcome {:?} has reason {:?}",
        pos.outcome(),
        pos.outcome_reason()
    );
    let text = pos.to_string();
    let read =
        P::parse(&text, game.rules()).map_err(|error| format!("a position's text does not read back: {error}"))?;
    ensure!(read == *pos, "`{text}` reads back as `{read}`");
    ensure!(read.to_string() == text, "`{text}` is written again as `{read}`");
    ensure!(read.key() == pos.key(), "the key of `{text}` is {:016x}, from scratch {:016x}", pos.key(), read.key());
    ensure!(read.repetition_key() == pos.repetition_key(), "`{text}` has another repetition key when read");
    ensure!(read.side_to_move() == pos.side_to_move(), "`{text}` has another side to move when read");
    ensure!(read.outcome() == pos.outcome(), "`{text}` has another outcome when read: {:?}", read.outcome());
    ensure!(read.turns_played() == pos.turns_played(), "`{text}` has another number of turns when read");
    ensure!(hash(&read) == hash(pos), "`{text}` has another hash when read, but is equal");
    ensure!(visited(&read, Class::All) == moves, "`{text}` shows its moves in another order when read");
    ensure!(!pos.diagram().to_string().trim().is_empty(), "the diagram is empty");
    ensure!(!format!("{pos:?}").is_empty(), "`{text}` has nothing to show when debugged");
    check_damaged_text::<P>(
        &text,
        random,
        |text| P::parse(text, game.rules()).map(|pos| (pos.to_string(), pos)).map_err(|error| error.to_string()),
        |text| P::parse(text, game.rules()).ok(),
    )?;
    for &mv in moves.iter().take(4) {
        check_damaged_text::<P::Move>(
            &pos.move_text(mv),
            random,
            |text| pos.parse_move(text).map(|mv| (String::new(), mv)).map_err(|error| error.to_string()),
            |_| None,
        )?;
    }
    Ok(())
}

fn hash<P: Position>(pos: &P) -> u64 {
    let mut hasher = DefaultHasher::new();
    pos.hash(&mut hasher);
    hasher.finish()
}

fn visited<P: Position>(pos: &P, class: Class) -> Vec<P::Move> {
    let mut moves = Vec::new();
    let _ = pos.visit_moves(class, |mv| {
        moves.push(mv);
        ControlFlow::<()>::Continue(())
    });
    moves
}

fn check_moves<P: Position>(pos: &P, moves: &[P::Move]) -> Check {
    ensure!(P::Move::COUNT < 1 << 16, "Move::COUNT is {}, more than 65535", P::Move::COUNT);
    ensure!(pos.count_moves() == moves.len() as u64, "count_moves says {}, generated {moves:?}", pos.count_moves());
    ensure!(pos.legal_moves().as_slice() == moves, "legal_moves differs from visit_moves");
    let mut indices = HashSet::new();
    let mut texts = HashSet::new();
    for &mv in moves {
        let index = mv.index();
        ensure!(index < P::Move::COUNT, "{mv:?} has index {index}, not below {}", P::Move::COUNT);
        ensure!(indices.insert(index), "{mv:?} is generated twice, or shares its index {index}");
        ensure!(
            P::Move::from_index(index) == Some(mv),
            "index {index} of {mv:?} leads to {:?}",
            P::Move::from_index(index)
        );
        let text = pos.move_text(mv);
        let read = pos.parse_move(&text).map_err(|error| format!("a move's text does not read back: {error}"))?;
        ensure!(read == mv, "{mv:?} is written `{text}`, which reads back as {read:?}");
        let description = pos.describe(mv);
        ensure!(!description.is_empty() && !description.contains('\n'), "{mv:?} is described as {description:?}");
        ensure!(texts.insert(text), "two moves are written `{}`", pos.move_text(mv));
    }
    Ok(())
}

fn check_classes<P: Position>(pos: &P, moves: &[P::Move]) -> Check {
    let (noisy, quiet) = (visited(pos, Class::Noisy), visited(pos, Class::Quiet));
    ensure!(
        noisy.len() + quiet.len() == moves.len(),
        "{} noisy and {} quiet of {} moves",
        noisy.len(),
        quiet.len(),
        moves.len()
    );
    let both: HashSet<P::Move> = noisy.iter().chain(&quiet).copied().collect();
    let all: HashSet<P::Move> = moves.iter().copied().collect();
    ensure!(both == all, "noisy {noisy:?} and quiet {quiet:?} are not all moves {moves:?}");
    for &mv in moves {
        let listed = noisy.contains(&mv);
        ensure!(pos.is_noisy(mv) == listed, "is_noisy of {mv:?} is {}, generated as noisy: {listed}", !listed);
    }
    for (class, length) in [(Class::All, moves.len()), (Class::Noisy, noisy.len()), (Class::Quiet, quiet.len())] {
        for stop in 1..=length.min(3) {
            let mut calls = 0;
            let flow = pos.visit_moves(class, |mv| {
                calls += 1;
                if calls >= stop { ControlFlow::Break(mv) } else { ControlFlow::Continue(()) }
            });
            ensure!(
                flow.is_break() && calls == stop,
                "a visitor of {class:?} that stops at {stop} is called {calls} times"
            );
        }
    }
    Ok(())
}

fn check_legality<P: Position>(pos: &P, moves: &[P::Move], random: &mut Random) -> Check {
    for &mv in moves {
        ensure!(pos.is_legal(mv), "{mv:?} is generated but not legal");
        let mut checked = pos.clone();
        checked.play(mv).map_err(|error| format!("{mv:?} is generated but refused: {error}"))?;
        ensure!(checked == pos.after(mv), "{mv:?} leads to `{checked}` when checked, to `{}` unchecked", pos.after(mv));
    }
    // All move indices of small games are checked, and a sample of large ones.
    let count = pos.game_facts().actions;
    let samples = count.min(256);
    for sample in 0..samples {
        let index = if samples == count { sample } else { random.below(count) };
        let Some(mv) = P::Move::from_index(index) else { continue };
        ensure!(
            pos.is_legal(mv) == moves.contains(&mv),
            "{mv:?} is legal: {}, generated: the contrary",
            pos.is_legal(mv)
        );
        if !moves.contains(&mv) {
            let mut refused = pos.clone();
            ensure!(refused.play(mv).is_err(), "{mv:?} is not legal but is played");
            ensure!(refused == *pos, "{mv:?} is refused but changes the position to `{refused}`");
        }
    }
    Ok(())
}

fn check_keys<P: Position>(pos: &P, max: usize, keys: &mut HashMap<u64, P>) -> Check {
    let after: Vec<P> = pos.legal_moves().iter().map(|&mv| pos.after(mv)).collect();
    let has_other_hash = |other: &P| hash(other) != hash(pos);
    ensure!(
        after.iter().all(|other| other == pos) || after.iter().any(has_other_hash),
        "all positions after `{pos}` have its hash"
    );
    for seen in core::iter::once(pos.clone()).chain(after) {
        if let Some(other) = keys.get(&seen.key()) {
            ensure!(*other == seen, "`{other}` and `{seen}` have the same key {:016x}", seen.key());
        } else if keys.len() < max {
            keys.insert(seen.key(), seen);
        }
    }
    Ok(())
}

fn check_history<P: SearchHints>(game: &Game<P>) -> Check {
    let (Some(&last), positions) = (game.moves().last(), game.positions()) else { return Ok(()) };
    let before = &positions[positions.len() - 2];
    let lately = positions.iter().rev().skip(1).take(P::NO_RETURN_WITHIN as usize);
    let recent = lately.map(Position::repetition_key).any(|key| key == game.position().repetition_key());
    ensure!(!recent, "`{}` stands again within {} plies", game.position(), P::NO_RETURN_WITHIN);
    // No position before an irreversible move may occur after it.
    let irreversible = game.moves().iter().zip(positions).map(|(&mv, pos)| pos.is_irreversible(mv));
    let since =
        irreversible.enumerate().filter(|&(_, irreversible)| irreversible).map(|(ply, _)| ply + 1).last().unwrap_or(0);
    let now = game.position();
    if let Some(ply) = positions[..since].iter().position(|pos| pos.repetition_key() == now.repetition_key()) {
        return Err(format!("`{now}` stood at ply {ply} already, before the irreversible move of ply {since}"));
    }
    ensure!(
        !before.is_irreversible(last) || game.history().occurrences() == 1,
        "an irreversible move led to a repetition"
    );
    Ok(())
}

fn check_record<P: Position>(game: &Game<P>) -> Check {
    let tags = vec![("Event".to_owned(), "a \"quoted\\ tag\nof two lines".to_owned())];
    let adjudicated = if game.ending().is_none() { Some(Outcome::Win(Side::Second)) } else { None };
    let record = GameRecord { game: game.clone(), tags, adjudicated };
    let text = record.to_string();
    let read = GameRecord::<P>::parse(&text).map_err(|error| format!("a game record does not read back: {error}"))?;
    ensure!(read == record, "a game record reads back as another game:\n{text}\n{read}");
    Ok(())
}

/// Damages `text` in several ways. The parser must not panic, must report an error of one line, and must read the text
/// of an accepted value as the same value.
fn check_damaged_text<T: PartialEq + Debug>(
    text: &str,
    random: &mut Random,
    read: impl Fn(&str) -> Result<(String, T), String>,
    again: impl Fn(&str) -> Option<T>,
) -> Check {
    for _ in 0..4 {
        let damaged = damage(text, random);
        match read(&damaged) {
            Ok((written, value)) if !written.is_empty() => {
                ensure!(again(&written).as_ref() == Some(&value), "{damaged:?} is read, but written as `{written}`");
            }
            Ok(_) => {}
            Err(message) => {
                ensure!(!message.is_empty() && !message.contains('\n'), "{damaged:?} is refused with {message:?}");
            }
        }
    }
    Ok(())
}

fn check_maps<P: Symmetric>(pos: &P) -> Check {
    pos.symmetries().iter().try_for_each(|&symmetry| {
        check_map(pos, symmetry).map_err(|problem| format!("symmetry {symmetry:?}: {problem}"))
    })
}

fn check_map<P: Symmetric>(pos: &P, symmetry: P::Symmetry) -> Check {
    let image = pos.map(symmetry);
    ensure!(
        image.side_to_move() == P::map_side(symmetry, pos.side_to_move()),
        "the side to move of `{pos}` maps wrongly to `{image}`"
    );
    let outcome = pos.outcome().map(|outcome| P::map_outcome(symmetry, outcome));
    ensure!(image.outcome() == outcome, "`{image}` ends with {:?}, expected {outcome:?}", image.outcome());
    ensure!(image.canonical() == pos.canonical(), "`{pos}` and `{image}` have different canonical forms");
    let moves = pos.legal_moves();
    let mapped: HashSet<P::Move> = moves.iter().map(|&mv| pos.map_move(symmetry, mv)).collect();
    let expected: HashSet<P::Move> = image.legal_moves().into_iter().collect();
    ensure!(mapped.len() == moves.len(), "two moves of `{pos}` map to one");
    ensure!(mapped == expected, "moves of `{pos}` map to {mapped:?}, its image has {expected:?}");
    for mv in moves {
        let (one, other) = (pos.after(mv).map(symmetry), image.after(pos.map_move(symmetry, mv)));
        ensure!(one == other, "{mv:?} in `{pos}`: played then mapped `{one}`, mapped then played `{other}`");
    }
    let noisy: HashSet<P::Move> = visited(pos, Class::Noisy).iter().map(|&mv| pos.map_move(symmetry, mv)).collect();
    let expected: HashSet<P::Move> = visited(&image, Class::Noisy).into_iter().collect();
    ensure!(noisy == expected, "noisy moves of `{pos}` map to {noisy:?}, its image has {expected:?}");
    Ok(())
}
