//! Stored positions with the values of all moves: 1,000 forced wins and 1,000 exact regrets.
//!
//! Plain minimax by the rules alone wrote the files. The doors of the law must agree with them, and `best` must play a move
//! without regret. A wrong sign or a false cut shows here first.
//!
//! A line has the game, its start, the plies that minimax looked at, and the moves: `3=W5` wins in 5 plies, `L` loses, `D`
//! draws, `?` is open; a margin follows a slash.

use std::collections::HashMap;
use std::fmt::Write;

use plyground_catalog::{ANALYSIS, Start};
use plyground_game::Game;
use plyground_search::{Job, Limits};
use plyground_solve::{Value, Wdl};

use super::cases::{Case, Small, cachex, kalah, khet, tigers};
use super::doors::Doors;
use super::oracle::{Found, Known, Oracle, expected};
use super::{Counts, ask_all};

const WINS: &str = include_str!("suite/wins.txt");
const REGRETS: &str = include_str!("suite/regrets.txt");
/// Positions of a file.
const POSITIONS: usize = 1_000;
/// Nodes of `best` for a move.
const BEST_NODES: u64 = 5_000;
/// Doors that take most of the time; the law walks them.
const SLOW: [&str; 4] = ["stopped searches", "certificate", "mcts", "best"];

fn code((known, margin): Found) -> String {
    let value = match known {
        Known::Beyond => "?".to_owned(),
        Known::Value(value) => match (value.result(), value.plies()) {
            (Wdl::Win, Some(plies)) => format!("W{plies}"),
            (Wdl::Loss, Some(plies)) => format!("L{plies}"),
            _ => "D".to_owned(),
        },
    };
    value + &margin.map_or_else(String::new, |margin| format!("/{margin}"))
}

fn found(code: &str) -> Found {
    let (value, margin) = code.split_once('/').map_or((code, None), |(value, margin)| (value, Some(margin)));
    let plies = || value[1..].parse().unwrap();
    let known = match &value[..1] {
        "W" => Known::Value(Value::win(plies())),
        "L" => Known::Value(Value::loss(plies())),
        "D" => Known::Value(Value::DRAW),
        _ => Known::Beyond,
    };
    (known, margin.map(|margin| margin.parse().unwrap()))
}

/// Writes a case as a line; empty fields are defaults.
fn line(game: &str, case: &Case, oracle: &Oracle) -> String {
    let Start { setup, rules, position, moves, .. } = &case.start;
    let [setup, rules, position] = [setup, rules, position].map(|text| text.as_deref().unwrap_or_default());
    let mut line = format!("{game}|{setup}|{rules}|{position}|{moves}|{}|", case.plies);
    let mut all: Vec<_> = oracle.moves.iter().collect();
    all.sort_by_key(|(mv, _)| *mv);
    all.iter().for_each(|(mv, value)| write!(line, " {mv}={}", code(**value)).unwrap());
    line
}

fn read(line: &str) -> (&str, Case, Oracle) {
    let fields: Vec<&str> = line.split('|').collect();
    let [game, setup, rules, position, moves, plies, values] = fields[..] else { panic!("{line}") };
    let [setup, rules, position] =
        [setup, rules, position].map(|text| Some(text.to_owned()).filter(|text| !text.is_empty()));
    let start = Start { setup, rules, position, moves: moves.to_owned() };
    let plies = plies.parse().unwrap();
    let moves: HashMap<String, Found> = values
        .split_whitespace()
        .map(|value| value.rsplit_once('=').unwrap())
        .map(|(mv, code)| (mv.to_owned(), found(code)))
        .collect();
    (game, Case { start, plies }, Oracle::of(plies, moves))
}

/// Asks all doors about the positions of one game, and `best` for its move.
fn pass<P: Small>(file: &str, lines: usize) {
    let (doors, mut counts, mut count) = (Doors::new::<P>(), Counts::new(), 0);
    let best = doors.game.agent("best:table=1").unwrap();
    for line in file.lines().filter(|line| line.split('|').next() == Some(P::NAME)) {
        let (_, case, oracle) = read(line);
        ask_all(&doors, &case, &oracle, &mut counts, &SLOW);
        let job = Job::new(Limits::nodes(BEST_NODES).or(Limits::depth(16)));
        let found = doors.game.open(&case.start).unwrap().analyse(&best, &job, ANALYSIS, &mut |_| {}).unwrap();
        let (value, margin) = oracle.moves[&found.best.clone().unwrap()];
        let is_right = match (value, oracle.position) {
            (Known::Value(value), Known::Value(best)) => value.result() == best.result() && margin == oracle.margin,
            _ => false,
        };
        assert!(is_right, "best plays {:?}: {value:?} {margin:?}, {line}", found.best);
        count += 1;
    }
    assert_eq!(count, lines, "{}", P::NAME);
}

/// Positions of each game in the files.
const OF_WINS: [usize; 4] = [250; 4];
const OF_REGRETS: [usize; 4] = [400, 500, 100, 0];

#[test]
fn the_suite_of_cachex_passes() {
    pass::<plyground_cachex::Cachex>(WINS, OF_WINS[0]);
    pass::<plyground_cachex::Cachex>(REGRETS, OF_REGRETS[0]);
}

#[test]
fn the_suite_of_kalah_passes() {
    pass::<plyground_kalah::Kalah>(WINS, OF_WINS[1]);
    pass::<plyground_kalah::Kalah>(REGRETS, OF_REGRETS[1]);
}

#[test]
fn the_suite_of_khet_passes() {
    pass::<plyground_khet::Khet>(WINS, OF_WINS[2]);
    pass::<plyground_khet::Khet>(REGRETS, OF_REGRETS[2]);
}

#[test]
fn the_suite_of_tigers_passes() {
    pass::<plyground_tigers::Tigers>(WINS, OF_WINS[3]);
    // Minimax sees few positions of this game to the end of every move, so it has no regrets.
    for (file, lines) in [(WINS, OF_WINS), (REGRETS, OF_REGRETS)] {
        assert_eq!((file.lines().count(), lines.iter().sum::<usize>()), (POSITIONS, POSITIONS));
    }
}

/// Seed of the cases, far from those of the law.
const SEED: u64 = 1 << 40;
/// Positions that minimax looks at for one case.
const NODES: u32 = 10_000;

/// Returns lines with forced wins, at most half of them in one ply, and lines with regrets.
fn made<P: Small>(cases: impl Iterator<Item = Case>, wins: usize, regrets: usize) -> [Vec<String>; 2] {
    let (mut won, mut regretted, mut at_once) = (Vec::new(), Vec::new(), 0);
    for case in cases {
        if won.len() == wins && regretted.len() == regrets {
            break;
        }
        let game: Game<P> = case.start.game().unwrap();
        let Some(oracle) = game.ending().is_none().then(|| expected(&game, case.plies, NODES)).flatten() else {
            continue;
        };
        let Known::Value(best) = oracle.position else { continue };
        let is_worse = |(known, margin): &Found| match known {
            Known::Value(value) => value.result() < best.result() || *margin < oracle.margin,
            Known::Beyond => false,
        };
        let is_known = oracle.moves.values().all(|(known, _)| *known != Known::Beyond);
        let text = line(P::NAME, &case, &oracle);
        if best.result() == Wdl::Win && won.len() < wins && (best.plies() != Some(1) || at_once < wins / 2) {
            at_once += usize::from(best.plies() == Some(1));
            won.push(text);
        } else if is_known && oracle.moves.values().any(is_worse) && regretted.len() < regrets {
            regretted.push(text);
        }
    }
    [won, regretted]
}

#[test]
#[ignore = "minutes: `cargo xtask long` writes the files of the suite again, by minimax"]
fn the_suite_is_made() {
    let of = |game: usize| (OF_WINS[game], OF_REGRETS[game]);
    let made = [
        made::<plyground_cachex::Cachex>(cachex(SEED), of(0).0, of(0).1),
        made::<plyground_kalah::Kalah>(kalah(SEED), of(1).0, of(1).1),
        made::<plyground_khet::Khet>(khet(SEED), of(2).0, of(2).1),
        made::<plyground_tigers::Tigers>(tigers(SEED), of(3).0, of(3).1),
    ];
    for (kind, name) in ["wins", "regrets"].into_iter().enumerate() {
        let lines: Vec<&String> = made.iter().flat_map(|made| &made[kind]).collect();
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(format!("{}/tests/exact/suite/{name}.txt", env!("CARGO_MANIFEST_DIR")), text).unwrap();
    }
}
