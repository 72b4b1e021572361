//! Keys of agent specs: their names, values and meanings.
//!
//! ```
//! use plyground_catalog::keys::{self, Kind};
//!
//! assert_eq!((keys::WIDTH.name, keys::WIDTH.default), ("width", "10"));
//! assert_eq!(keys::VIEW.kind, Kind::Choice(&["mover", "root"]));
//! ```

use std::fmt;
use std::time::Duration;

use plyground_arena::{parse_duration, write_duration};
use plyground_game::notation::Fault;
use plyground_game::options::Value;
use plyground_search::MAX_DEPTH;

/// A key of an agent spec.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// Name in specs.
    pub name: &'static str,
    /// Kind of its values.
    pub kind: Kind,
    /// Default in words.
    pub default: &'static str,
    /// Meaning.
    pub about: &'static str,
}

/// The kind of a key's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A number within a range.
    Number {
        /// What the number counts.
        of: &'static str,
        /// Minimum.
        least: u32,
        /// Maximum.
        most: u32,
    },
    /// Any 64-bit number, with its meaning in words.
    Large(&'static str),
    /// A time, such as `250ms`.
    Time,
    /// A decimal number from 0 to `most`.
    Decimal {
        /// Its meaning.
        of: &'static str,
        /// Maximum.
        most: u32,
    },
    /// `on` or `off`.
    Switch,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Any text without a comma.
    Text,
}

/// The value of a key.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Setting {
    /// A number.
    Number(u64),
    /// A time.
    Time(Duration),
    /// On or off.
    Switch(bool),
    /// A word, a name, a path, or a decimal number.
    Text(String),
}

impl Key {
    /// Creates a key.
    #[must_use]
    pub const fn new(name: &'static str, kind: Kind, default: &'static str, about: &'static str) -> Key {
        Key { name, kind, default, about }
    }

    /// Reads a value.
    pub(crate) fn read(&self, value: Value<'_>) -> Result<Setting, Fault> {
        Ok(match self.kind {
            Kind::Number { of, least, most } => Setting::Number(value.number(of, least..=most)?.into()),
            Kind::Large(what) => Setting::Number(value.text.parse().map_err(|_| value.fault(what))?),
            Kind::Time => Setting::Time(parse_duration(value.text).map_err(|expected| value.fault(expected))?),
            Kind::Decimal { of, most } => {
                let number = value.text.parse().ok().filter(|number| (0.0..=f64::from(most)).contains(number));
                // -0 becomes 0.
                let number: f64 = number.ok_or_else(|| value.fault(format!("{of} (0 to {most})")))?;
                Setting::Text(number.abs().to_string())
            }
            Kind::Switch => Setting::Switch(value.switch()?),
            Kind::Choice(words) => {
                let found = words.iter().find(|&&word| word == value.text);
                let expected = || words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" or ");
                Setting::Text((*found.ok_or_else(|| value.fault(expected()))?).to_owned())
            }
            Kind::Text => Setting::Text(value.text.to_owned()),
        })
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Number(number) => write!(f, "{number}"),
            Setting::Time(time) => f.write_str(&write_duration(*time)),
            Setting::Switch(on) => f.write_str(if *on { "on" } else { "off" }),
            Setting::Text(text) => f.write_str(text),
        }
    }
}

/// Maximum depth.
pub const DEPTH: Key = Key::new(
    "depth",
    Kind::Number { of: "plies or turns", least: 1, most: MAX_DEPTH },
    "no limit",
    "deepest search, 1 to 500",
);
/// Maximum nodes.
pub const NODES: Key = Key::new("nodes", Kind::Large("a number of nodes"), "no limit", "nodes per move");
/// Maximum time.
pub const TIME: Key =
    Key::new("time", Kind::Time, "1s per move in games, 5s to analyse, without another limit", "time per move");
/// Size of the transposition table.
pub const TABLE: Key = Key::new(
    "table",
    Kind::Number { of: "MiB", least: 0, most: 65_536 },
    "16",
    "size of the transposition table in MiB, 0 to 65536",
);
/// Threads.
pub const THREADS: Key =
    Key::new("threads", Kind::Number { of: "threads", least: 1, most: 256 }, "1", "search threads, 1 to 256");
/// Evaluation.
pub const EVAL: Key = Key::new("eval", Kind::Text, "the game's first", "evaluation, by name, or a weight file");
/// Width of beam search.
pub const WIDTH: Key = Key::new(
    "width",
    Kind::Number { of: "moves", least: 1, most: 1_000 },
    "10",
    "moves that a beam search keeps, 1 to 1000",
);
/// Exploration constant of a tree search by simulations.
pub const EXPLORATION: Key = Key::new(
    "exploration",
    Kind::Decimal { of: "an exploration constant", most: 100 },
    "0.5",
    "how much rarely tried moves are favoured, for results from 0 to 1: 0 to 100",
);
/// Playouts per leaf.
pub const ROLLOUTS: Key = Key::new(
    "rollouts",
    Kind::Number { of: "playouts", least: 0, most: 10_000 },
    "1, or 0 with `eval`",
    "random games that value a new leaf; with 0 the evaluation does, with both their mean counts: 0 to 10000",
);
/// Source of prior probabilities.
pub const PRIOR: Key = Key::new(
    "prior",
    Kind::Choice(&["none", "uniform", "eval"]),
    "none",
    "prior probabilities of moves: `none` (UCT), `uniform` (PUCT, all equal) or `eval` (PUCT, by evaluation)",
);
/// Whether the tree of the last move is reused.
pub const REUSE: Key =
    Key::new("reuse", Kind::Switch, "on", "`on`: a search begins with what the last one found below the moves played");
/// Unit of depth.
pub const UNIT: Key = Key::new(
    "unit",
    Kind::Choice(&["ply", "turn", "variable"]),
    "ply, or turn for `best` at Kalah",
    "unit of depth: `ply`, `turn`, or `variable` (Khet, without a table)",
);
/// Side for which leaves are evaluated.
pub const VIEW: Key = Key::new(
    "view",
    Kind::Choice(&["mover", "root"]),
    "mover",
    "side for which leaves are evaluated: `mover` or `root`",
);
/// Move ordering.
pub const ORDER: Key = Key::new(
    "order",
    Kind::Choice(&["staged", "hinted", "game", "value"]),
    "staged",
    "move ordering: `staged`, `hinted` (staged with scores of the game), `game`, or by `value` after the move",
);
/// Tie-breaking at random.
pub const NOISE: Key =
    Key::new("noise", Kind::Switch, "off", "`on`: a random move among equal ones; `off`: the first of them");
/// Whether positions that occurred before are left.
pub const FRESH: Key = Key::new(
    "fresh",
    Kind::Switch,
    "off",
    "`on`: no move back to an earlier position of the game, if another one is as good",
);
/// Share of moves without an error.
pub const ACCURACY: Key = Key::new(
    "accuracy",
    Kind::Decimal { of: "a share of moves", most: 1 },
    "1",
    "share of moves that are the best it finds; the others are errors that are hard to see and cost little: 0 to 1",
);
/// Seed of all random choices.
pub const SEED: Key = Key::new("seed", Kind::Large("a number from 0 to 2^64-1"), "0", "seed of random choices");
/// The null move.
pub const NULL: Key = Key::new(
    "null",
    Kind::Switch,
    "off, or on for `best` at Khet",
    "`on`: null-move pruning, in games with passes (Khet, Cachex)",
);
/// Folder of exact tables.
pub const TABLES: Key = Key::new(
    "tables",
    Kind::Text,
    "the folder of PLYGROUND_TABLES, if set",
    "folder of tables of exact values that `ply solve` wrote",
);

/// Keys of a tree search by simulations.
pub const SIMULATIONS: &[Key] = &[DEPTH, NODES, TIME, EXPLORATION, ROLLOUTS, PRIOR, EVAL, REUSE, SEED];
/// Keys of a plain search.
pub const SEARCH: &[Key] = &[DEPTH, NODES, TIME, EVAL, UNIT, VIEW, NOISE, SEED];
/// Keys of a search with root split.
pub const SPLIT: &[Key] = &[DEPTH, NODES, TIME, THREADS, EVAL, UNIT, VIEW, NOISE, SEED];
/// Keys of a search with a transposition table.
pub const WITH_TABLE: &[Key] = &[DEPTH, NODES, TIME, TABLE, THREADS, EVAL, UNIT, VIEW, NOISE, SEED];
/// Keys of the strongest agent of a game.
pub const BEST: &[Key] = &[DEPTH, NODES, TIME, TABLE, THREADS, EVAL, UNIT, VIEW, NULL, NOISE, ACCURACY, SEED, TABLES];
