//! Agents as text: `NAME` or `NAME:key=value,key=value`.
//!
//! ```
//! use plyground_catalog::{AgentKind, AgentSpec};
//!
//! let spec: AgentSpec = "alphabeta:depth=8,eval=margin".parse()?;
//! assert_eq!((spec.kind, spec.depth), (AgentKind::AlphaBeta, Some(8)));
//! assert_eq!(spec.to_string(), "alphabeta:depth=8,eval=margin");
//!
//! let error = "alphabeta:deph=8".parse::<AgentSpec>().unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "cannot read agent `alphabeta:deph=8`: column 11: found `deph`, expected one of `depth`, `nodes`, `time`, `eval`, \
//!      `unit`, `view`"
//! );
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use plyground_game::notation::Fault;
use plyground_game::options::Options;
use plyground_search::{MAX_DEPTH, Unit, View};

use crate::duration::{parse_duration, write_duration};
use crate::error::CatalogError;

/// Which algorithm chooses the moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AgentKind {
    /// A uniformly random legal move.
    Random,
    /// The best move by the evaluation alone.
    Greedy,
    /// Plain minimax.
    Minimax,
    /// Alpha-beta with iterative deepening.
    AlphaBeta,
    /// The strongest that there is for the game.
    Best,
}

/// An agent in lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AgentInfo {
    /// The name in specs.
    pub name: &'static str,
    /// The algorithm.
    pub kind: AgentKind,
    /// What it does.
    pub about: &'static str,
    /// The keys that it takes.
    pub keys: &'static [&'static str],
}

/// A key of agent specs in lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyInfo {
    /// The key.
    pub key: &'static str,
    /// Its default, in words.
    pub default: &'static str,
    /// What it sets.
    pub about: &'static str,
}

/// All agents.
pub const AGENTS: [AgentInfo; 5] = [
    AgentInfo { name: "best", kind: AgentKind::Best, about: "the strongest that there is for the game", keys: SEARCH },
    AgentInfo {
        name: "alphabeta",
        kind: AgentKind::AlphaBeta,
        about: "alpha-beta with iterative deepening, moves in the game's order",
        keys: SEARCH,
    },
    AgentInfo {
        name: "minimax",
        kind: AgentKind::Minimax,
        about: "plain minimax with iterative deepening",
        keys: SEARCH,
    },
    AgentInfo {
        name: "greedy",
        kind: AgentKind::Greedy,
        about: "the best move by the evaluation after it",
        keys: &["eval", "view"],
    },
    AgentInfo { name: "random", kind: AgentKind::Random, about: "a random legal move", keys: &["seed"] },
];

const SEARCH: &[&str] = &["depth", "nodes", "time", "eval", "unit", "view"];

/// All keys.
pub const KEYS: [KeyInfo; 7] = [
    KeyInfo { key: "depth", default: "no limit", about: "the last depth to search, 1 to 500" },
    KeyInfo { key: "nodes", default: "no limit", about: "the most moves to make in the tree" },
    KeyInfo {
        key: "time",
        default: "1s a move in games, 5s to analyse, when nothing else limits",
        about: "the most time for a move",
    },
    KeyInfo { key: "eval", default: "the game's first", about: "the evaluation, by name" },
    KeyInfo { key: "unit", default: "ply", about: "what depth counts: `ply` or `turn`" },
    KeyInfo { key: "view", default: "mover", about: "for whom leaves are valued: `mover` or `root`" },
    KeyInfo { key: "seed", default: "0", about: "chooses the random moves" },
];

/// An agent with its settings; `None` where a spec is silent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentSpec {
    /// The algorithm.
    pub kind: AgentKind,
    /// The last depth.
    pub depth: Option<u32>,
    /// The most nodes a move.
    pub nodes: Option<u64>,
    /// The most time a move.
    pub time: Option<Duration>,
    /// The evaluation.
    pub eval: Option<String>,
    /// What depth counts.
    pub unit: Option<Unit>,
    /// For whom leaves are valued.
    pub view: Option<View>,
    /// Chooses the random moves.
    pub seed: Option<u64>,
}

impl AgentSpec {
    /// An agent with nothing set.
    #[must_use]
    pub const fn new(kind: AgentKind) -> AgentSpec {
        AgentSpec { kind, depth: None, nodes: None, time: None, eval: None, unit: None, view: None, seed: None }
    }

    /// Its entry in the list.
    #[must_use]
    pub fn info(&self) -> &'static AgentInfo {
        AGENTS.iter().find(|info| info.kind == self.kind).expect("every kind has its entry")
    }

    /// Whether anything limits a search of this agent.
    #[must_use]
    pub const fn is_limited(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.time.is_some()
    }
}

impl FromStr for AgentSpec {
    type Err = CatalogError;

    fn from_str(text: &str) -> Result<AgentSpec, CatalogError> {
        parse(text).map_err(|fault| CatalogError::Agent(Box::new(fault)))
    }
}

fn parse(text: &str) -> Result<AgentSpec, Fault> {
    let options = Options::read(text, ':')?;
    let info = options.choose(&AGENTS.map(|info| (info.name, info)))?;
    let mut spec = AgentSpec::new(info.kind);
    options.each(info.keys, |key, value| {
        match key {
            "depth" => spec.depth = Some(value.number("plies or turns", 1..=MAX_DEPTH)?),
            "nodes" => spec.nodes = Some(value.text.parse().map_err(|_| value.fault("a number of nodes"))?),
            "time" => spec.time = Some(parse_duration(value.text).map_err(|expected| value.fault(expected))?),
            "eval" => spec.eval = Some(value.text.to_owned()),
            "unit" => spec.unit = Some(value.text.parse().map_err(|expected: &str| value.fault(expected))?),
            "view" => spec.view = Some(value.text.parse().map_err(|expected: &str| value.fault(expected))?),
            _ => spec.seed = Some(value.text.parse().map_err(|_| value.fault("a number from 0 to 2^64-1"))?),
        }
        Ok(())
    })?;
    Ok(spec)
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().name)?;
        let unit = self.unit.map(|unit| if unit == Unit::Ply { "ply" } else { "turn" });
        let view = self.view.map(|view| if view == View::Mover { "mover" } else { "root" });
        let values = [
            ("depth", self.depth.map(|depth| depth.to_string())),
            ("nodes", self.nodes.map(|nodes| nodes.to_string())),
            ("time", self.time.map(write_duration)),
            ("eval", self.eval.clone()),
            ("unit", unit.map(str::to_owned)),
            ("view", view.map(str::to_owned)),
            ("seed", self.seed.map(|seed| seed.to_string())),
        ];
        let set = values.into_iter().filter_map(|(key, value)| Some((key, value?)));
        for (index, (key, value)) in set.enumerate() {
            write!(f, "{}{key}={value}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}
