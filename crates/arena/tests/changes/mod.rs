//! Ways to change a record.

#![allow(unreachable_pub, reason = "a module of a test")]

use plyground_arena::{GameResult, MoveScore, Record, Termination};
use plyground_game::zobrist::mix;

/// Scope of the contradiction that a change causes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Breaks {
    /// The game itself, so that any reader detects the change.
    Game,
    /// Only the run: its schedule, its seed, or its limits.
    Run,
}

pub type Change = (&'static str, Breaks, fn(&mut Record));

pub fn other(result: GameResult) -> GameResult {
    match result {
        GameResult::First => GameResult::Second,
        GameResult::Second | GameResult::Draw => GameResult::First,
    }
}

pub fn cut(record: &mut Record) {
    record.moves = record.moves.rsplit_once(' ').unwrap().0.into();
}

pub fn cut_with_notes(record: &mut Record) {
    cut(record);
    record.nodes.pop();
    record.scores.pop();
}

/// Ends a game early, as a forger would.
fn unfinished(record: &mut Record, termination: Termination, cause: &str) {
    cut_with_notes(record);
    record.termination = termination;
    record.result = GameResult::Second;
    record.cause = format!("south: {cause}");
}

/// Changes of one record, applied before its checksum is corrected.
pub const CHANGES: &[Change] = &[
    ("result flipped", Breaks::Game, |r| r.result = other(r.result)),
    ("result flipped twice", Breaks::Game, |r| r.result = other(other(other(r.result)))),
    ("agents swapped", Breaks::Game, |r| r.agents.swap(0, 1)),
    ("agent renamed", Breaks::Game, |r| r.agents[0] = "three".into()),
    ("one agent twice", Breaks::Game, |r| r.agents[1] = r.agents[0].clone()),
    ("agent without a name", Breaks::Game, |r| r.agents[1].clear()),
    ("time", Breaks::Game, |r| r.termination = Termination::Time),
    ("illegal move", Breaks::Game, |r| r.termination = Termination::IllegalMove),
    ("not started", Breaks::Game, |r| r.termination = Termination::NotStarted),
    ("crash", Breaks::Game, |r| r.termination = Termination::Crash),
    ("hang", Breaks::Game, |r| r.termination = Termination::Hang),
    ("nonsense", Breaks::Game, |r| r.termination = Termination::Nonsense),
    ("flood", Breaks::Game, |r| r.termination = Termination::Flood),
    ("move limit", Breaks::Game, |r| r.termination = Termination::MoveLimit),
    ("tables", Breaks::Game, |r| r.termination = Termination::Tables),
    ("cut, time", Breaks::Game, |r| unfinished(r, Termination::Time, "the move took 9.000 s")),
    ("cut, illegal move", Breaks::Game, |r| unfinished(r, Termination::IllegalMove, "illegal move `9`: no")),
    ("cut, not started", Breaks::Game, |r| unfinished(r, Termination::NotStarted, "could not be started: no")),
    ("cut, crash", Breaks::Game, |r| unfinished(r, Termination::Crash, "crashed: no")),
    ("cut, hang", Breaks::Game, |r| unfinished(r, Termination::Hang, "timed out: no")),
    ("cut, nonsense", Breaks::Game, |r| unfinished(r, Termination::Nonsense, "answered nonsense: no")),
    ("cut, flood", Breaks::Game, |r| unfinished(r, Termination::Flood, "flooded its output: no")),
    ("cut, won by tables", Breaks::Game, |r| unfinished(r, Termination::Tables, "tables")),
    ("cut, won by length", Breaks::Game, |r| unfinished(r, Termination::MoveLimit, "long")),
    ("cut, drawn by length", Breaks::Run, |r| {
        unfinished(r, Termination::MoveLimit, "");
        r.result = GameResult::Draw;
        r.cause = format!("{} moves have been played", r.moves.split(' ').count());
    }),
    ("no cause", Breaks::Game, |r| r.cause.clear()),
    ("another cause", Breaks::Game, |r| r.cause += "!"),
    ("a long cause", Breaks::Game, |r| r.cause = "x".repeat(100_000)),
    ("last move cut", Breaks::Game, cut),
    ("last move cut with its notes", Breaks::Game, cut_with_notes),
    ("first move cut", Breaks::Game, |r| r.moves = r.moves.split_once(' ').unwrap().1.into()),
    ("a move more", Breaks::Game, |r| r.moves += " 1"),
    ("a move more with its notes", Breaks::Game, |r| {
        r.moves += " 1";
        r.nodes.push(1);
        r.scores.push(MoveScore::Value(0.0));
    }),
    ("another first move", Breaks::Game, |r| {
        let rest = r.moves.split_once(' ').unwrap().1.to_owned();
        let first = if r.moves.starts_with('1') { '2' } else { '1' };
        r.moves = format!("{first} {rest}");
    }),
    ("no moves", Breaks::Game, |r| r.moves.clear()),
    ("moves that are none", Breaks::Game, |r| r.moves = "a b c".into()),
    ("two spaces", Breaks::Game, |r| r.moves = r.moves.replacen(' ', "  ", 1)),
    ("a space at the end", Breaks::Game, |r| r.moves += " "),
    ("a line feed", Breaks::Game, |r| r.moves = r.moves.replacen(' ', "\n", 1)),
    ("a move in other words", Breaks::Game, |r| r.moves = r.moves.replacen('1', "01", 1) + " "),
    ("nodes of fewer moves", Breaks::Game, |r| _ = r.nodes.pop()),
    ("nodes of more moves", Breaks::Game, |r| r.nodes.push(1)),
    ("no nodes", Breaks::Game, |r| r.nodes.clear()),
    ("a node too many", Breaks::Game, |r| r.nodes[0] = 101),
    ("all nodes there are", Breaks::Game, |r| r.nodes[1] = u64::MAX),
    ("scores of fewer moves", Breaks::Game, |r| _ = r.scores.pop()),
    ("scores of more moves", Breaks::Game, |r| r.scores.push(MoveScore::None)),
    ("no scores", Breaks::Game, |r| r.scores.clear()),
    ("a score beyond all", Breaks::Game, |r| r.scores[0] = MoveScore::Value(1e12)),
    ("a score far below all", Breaks::Game, |r| r.scores[0] = MoveScore::Value(-1e300)),
    ("a win before the game", Breaks::Game, |r| r.scores[0] = MoveScore::Known("win in -1".into())),
    ("a win too far", Breaks::Game, |r| r.scores[0] = MoveScore::Known("win in 100001".into())),
    ("a win in other words", Breaks::Game, |r| r.scores[0] = MoveScore::Known("win in 05".into())),
    ("a score in words", Breaks::Game, |r| r.scores[0] = MoveScore::Known("winning".into())),
    ("a search without a score", Breaks::Game, |r| {
        r.nodes[0] = 5;
        r.scores[0] = MoveScore::None;
    }),
    ("times", Breaks::Game, |r| r.times = Some(vec![1; r.nodes.len()])),
    ("empty times", Breaks::Game, |r| r.times = Some(Vec::new())),
    ("a scale", Breaks::Game, |r| r.time_scale = Some(1.0)),
    ("an impossible scale", Breaks::Game, |r| r.time_scale = Some(-1.0)),
    ("first seed", Breaks::Game, |r| r.seeds[0] ^= 1),
    ("second seed", Breaks::Game, |r| r.seeds[1] ^= 1 << 63),
    ("seeds swapped", Breaks::Game, |r| r.seeds.swap(0, 1)),
    ("seeds of another game", Breaks::Run, |r| r.seeds = [7, mix(!7)].into()),
    ("run", Breaks::Game, |r| r.run = "0123456789abcdef".into()),
    ("no run", Breaks::Game, |r| r.run.clear()),
    ("id", Breaks::Game, |r| r.id += "0"),
    ("run and id", Breaks::Run, |r| {
        r.run = "0123456789abcdef".into();
        r.id = format!("{}-{}", r.run, r.number);
    }),
    ("number", Breaks::Game, |r| r.number += 1),
    ("a number out of range", Breaks::Game, |r| r.number = u64::MAX),
    ("number and id out of range", Breaks::Game, |r| {
        r.number = 1 << 60;
        r.id = format!("{}-{}", r.run, r.number);
    }),
    ("number, id and pair out of range", Breaks::Run, |r| {
        r.number += 1 << 60;
        r.pair = r.number / 2;
        r.id = format!("{}-{}", r.run, r.number);
    }),
    ("pair", Breaks::Game, |r| r.pair += 1),
    ("game", Breaks::Game, |r| r.game = "khet".into()),
    ("no game", Breaks::Game, |r| r.game.clear()),
    ("other rules", Breaks::Game, |r| r.rules = "standard,steal=off".into()),
    ("rules that are none", Breaks::Game, |r| r.rules = "x".into()),
    ("limits below the nodes", Breaks::Game, |r| r.limits = ["nodes=1".into(), "nodes=1".into()]),
    ("limits of time", Breaks::Game, |r| r.limits[0] = "time=1s".into()),
    ("limits that are none", Breaks::Game, |r| r.limits[1] = "x=1".into()),
    ("limits of a clock", Breaks::Game, |r| r.limits[1] = "clock=1e300s+1s".into()),
    ("more nodes", Breaks::Run, |r| r.limits = ["nodes=900".into(), "nodes=900".into()]),
    ("number of the opening", Breaks::Game, |r| r.opening.number += 100),
    ("a move more in the opening", Breaks::Game, |r| r.opening.plies += 1),
    ("an opening without moves", Breaks::Game, |r| r.opening.plies = 0),
    ("an opening longer than the game", Breaks::Game, |r| r.opening.plies = usize::MAX),
    ("another start", Breaks::Game, |r| r.opening.position = r.opening.position.replacen('3', "2", 2)),
    ("a start that is none", Breaks::Game, |r| r.opening.position = "<".into()),
    ("a newer format", Breaks::Game, |r| r.versions.record = 4),
    ("no format", Breaks::Game, |r| r.versions.record = 0),
    ("no version", Breaks::Game, |r| r.versions.plyground.clear()),
    ("another version", Breaks::Game, |r| r.versions.plyground = "0.0.1".into()),
];
