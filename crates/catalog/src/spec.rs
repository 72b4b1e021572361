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
//!     "cannot read agent `alphabeta:deph=8`: column 11: found `deph`, expected one of `depth`, `nodes`, `time`, \
//!      `threads`, `eval`, `unit`, `view`, `noise`, `seed`"
//! );
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use plyground_game::notation::Fault;
use plyground_game::options::Options;
use plyground_search::{MAX_DEPTH, Order, Unit, View};

use crate::duration::{parse_duration, write_duration};
use crate::error::CatalogError;

/// Which algorithm chooses the moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AgentKind {
    /// The strongest that there is for the game.
    Best,
    /// Principal variation search.
    Pvs,
    /// Alpha-beta.
    AlphaBeta,
    /// Alpha-beta with a table.
    AlphaBetaMemory,
    /// Scout.
    Scout,
    /// Scout with a table.
    ScoutMemory,
    /// MTD(f).
    Mtdf,
    /// Plain minimax.
    Minimax,
    /// The other side averages.
    Expectimax,
    /// The best few moves by evaluation.
    Beam,
    /// Monte-Carlo tree search.
    Mcts,
    /// The best move by the evaluation alone.
    Greedy,
    /// A uniformly random legal move.
    Random,
    /// A program that speaks the protocol of `docs/protocol.md`.
    Engine,
    /// The Khet report's alpha-beta agent.
    KhetUserBot,
    /// The Khet report's heuristic-greedy agent.
    KhetHeuristicBot,
    /// The Kalah report's agent.
    KalahExitCounter,
    /// The Kalaha report's agent.
    KalahaTurns,
    /// The Cachex report's agent.
    CachexSixFeatures,
    /// Its opponent that values the two costs alone.
    CachexPathOnly,
    /// Its greedy opponent.
    CachexGreedy,
    /// The Tigers and Goats report's minimax.
    TigersMinimax,
    /// Its expectimax.
    TigersExpectimax,
    /// Its alpha-beta.
    TigersAlphaBeta,
    /// Its alpha-beta with memory.
    TigersAlphaBetaMemory,
    /// Its Scout.
    TigersScout,
    /// Its Scout with memory.
    TigersScoutMemory,
    /// Its MTD(f).
    TigersMtdf,
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
    /// The one game that it plays; `None` for all.
    pub game: Option<&'static str>,
    /// The one evaluation that it plays by; `None` where the spec chooses.
    pub evaluation: Option<&'static str>,
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

const fn agent(name: &'static str, kind: AgentKind, keys: &'static [&'static str], about: &'static str) -> AgentInfo {
    AgentInfo { name, kind, about, keys, game: None, evaluation: None }
}

const fn of_game(
    game: &'static str,
    name: &'static str,
    kind: AgentKind,
    keys: &'static [&'static str],
    about: &'static str,
) -> AgentInfo {
    AgentInfo { name, kind, about, keys, game: Some(game), evaluation: None }
}

const fn of_tigers(name: &'static str, kind: AgentKind, about: &'static str) -> AgentInfo {
    AgentInfo { name, kind, about, keys: ARTICLE, game: Some("tigers"), evaluation: Some("report-original") }
}

/// All agents.
pub const AGENTS: [AgentInfo; 28] = [
    agent("best", AgentKind::Best, BEST, "the strongest that there is for the game"),
    agent(
        "pvs",
        AgentKind::Pvs,
        ORDERED,
        "principal variation search, staged move order, a table; the value of minimax",
    ),
    agent("alphabeta", AgentKind::AlphaBeta, SPLIT, "alpha-beta, moves in the game's order; threads split the root"),
    agent("alphabeta-tt", AgentKind::AlphaBetaMemory, TABLE, "alpha-beta with a table"),
    agent("scout", AgentKind::Scout, SPLIT, "Scout: null windows, moves in the game's order"),
    agent("scout-tt", AgentKind::ScoutMemory, TABLE, "Scout with a table"),
    agent("mtdf", AgentKind::Mtdf, ALONE_TABLE, "MTD(f): null windows driven from the root, with a table"),
    agent("minimax", AgentKind::Minimax, SEARCH, "plain minimax"),
    agent("expectimax", AgentKind::Expectimax, SEARCH, "the other side moves at random, so its nodes average"),
    agent(
        "beam",
        AgentKind::Beam,
        BEAM,
        "alpha-beta among the best few moves by evaluation: the heuristic-greedy search",
    ),
    agent("mcts", AgentKind::Mcts, MCTS, "Monte-Carlo tree search with proven results; depth d is 32 x 2^d playouts"),
    agent("greedy", AgentKind::Greedy, &["eval", "view", "noise", "seed"], "the best move by the evaluation after it"),
    agent("random", AgentKind::Random, &["seed"], "a random legal move"),
    agent("engine", AgentKind::Engine, &[], "engine:COMMAND: a program that speaks the protocol of docs/protocol.md"),
    of_game(
        "khet",
        "khet-userbot",
        AgentKind::KhetUserBot,
        &["depth", "nodes", "time", "eval", "seed"],
        "the report's: a budget of 4 plies, of which one costs 0.74 where moves are few; 15 s",
    ),
    of_game(
        "khet",
        "khet-heuristicbot",
        AgentKind::KhetHeuristicBot,
        &["depth", "nodes", "time", "width", "eval", "seed"],
        "the report's: the 10 best children by grade, 6 plies; 15 s",
    ),
    of_game(
        "kalah",
        "kalah-exit-counter",
        AgentKind::KalahExitCounter,
        &["depth", "nodes", "time", "exit", "dynamic", "threads", "eval"],
        "the report's: 6 plies, root moves in parallel, everything valued as it stands after 0.86 s of 1 s",
    ),
    of_game(
        "kalah",
        "kalaha-turns",
        AgentKind::KalahaTurns,
        &["depth", "nodes", "time", "soft", "eval"],
        "the report's: deeper turn by turn, no new depth after 50 ms",
    ),
    of_game(
        "cachex",
        "cachex-six-features",
        AgentKind::CachexSixFeatures,
        &["depth", "nodes", "time"],
        "the report's: first moves by rule, a root filter in seven steps, minimax by board size",
    ),
    of_game(
        "cachex",
        "cachex-path-only",
        AgentKind::CachexPathOnly,
        &["depth", "nodes", "time"],
        "the same with features 5 and 6 alone",
    ),
    of_game("cachex", "cachex-greedy", AgentKind::CachexGreedy, &["depth"], "the best move of the same filter"),
    of_tigers("tigers-minimax", AgentKind::TigersMinimax, "the report's minimax"),
    of_tigers("tigers-expectimax", AgentKind::TigersExpectimax, "the report's expectimax"),
    of_tigers("tigers-alphabeta", AgentKind::TigersAlphaBeta, "the report's alpha-beta"),
    of_tigers("tigers-alphabeta-tt", AgentKind::TigersAlphaBetaMemory, "the same with memory"),
    of_tigers("tigers-scout", AgentKind::TigersScout, "the report's Scout"),
    of_tigers("tigers-scout-tt", AgentKind::TigersScoutMemory, "the same with memory"),
    of_tigers("tigers-mtdf", AgentKind::TigersMtdf, "the report's MTD(f)"),
];

/// The algorithms that a comparison runs, in the order in which they build on each other.
pub const COMPARED: [AgentKind; 9] = [
    AgentKind::Minimax,
    AgentKind::Expectimax,
    AgentKind::AlphaBeta,
    AgentKind::AlphaBetaMemory,
    AgentKind::Scout,
    AgentKind::ScoutMemory,
    AgentKind::Mtdf,
    AgentKind::Pvs,
    AgentKind::Beam,
];

const SEARCH: &[&str] = &["depth", "nodes", "time", "eval", "unit", "view", "noise", "seed"];
const SPLIT: &[&str] = &["depth", "nodes", "time", "threads", "eval", "unit", "view", "noise", "seed"];
const TABLE: &[&str] = &["depth", "nodes", "time", "table", "threads", "eval", "unit", "view", "noise", "seed"];
const BEST: &[&str] =
    &["depth", "nodes", "time", "table", "threads", "eval", "unit", "view", "noise", "seed", "tables"];
const ORDERED: &[&str] =
    &["depth", "nodes", "time", "table", "threads", "eval", "unit", "view", "order", "noise", "seed"];
const ALONE_TABLE: &[&str] = &["depth", "nodes", "time", "table", "eval", "unit", "view", "seed"];
const BEAM: &[&str] = &["depth", "nodes", "time", "width", "eval", "unit", "view", "noise", "seed"];
const MCTS: &[&str] = &["depth", "nodes", "time", "seed"];
const ARTICLE: &[&str] = &["depth", "nodes", "time"];

/// All keys.
pub const KEYS: [KeyInfo; 16] = [
    KeyInfo { key: "depth", default: "no limit", about: "the last depth to search, 1 to 500" },
    KeyInfo { key: "nodes", default: "no limit", about: "the most moves to make in the tree" },
    KeyInfo {
        key: "time",
        default: "1s a move in games, 5s to analyse, when nothing else limits",
        about: "the most time for a move",
    },
    KeyInfo { key: "table", default: "16", about: "MiB of transposition table, 0 to 65536" },
    KeyInfo { key: "threads", default: "1", about: "threads, 1 to 256" },
    KeyInfo { key: "eval", default: "the game's first", about: "the evaluation, by name, or a weight file" },
    KeyInfo { key: "width", default: "10", about: "how many moves a beam keeps, 1 to 1000" },
    KeyInfo {
        key: "unit",
        default: "ply, or turn for `best` at Kalah",
        about: "what depth counts: `ply`, `turn` or `variable`",
    },
    KeyInfo { key: "view", default: "mover", about: "for whom leaves are valued: `mover` or `root`" },
    KeyInfo {
        key: "order",
        default: "staged",
        about: "how moves are ordered: `staged`, `game` or by `value` after the move",
    },
    KeyInfo { key: "noise", default: "off", about: "`on`: a random one of equal moves, else the first of them" },
    KeyInfo { key: "soft", default: "50ms", about: "the time after which no new depth is begun" },
    KeyInfo { key: "exit", default: "860ms", about: "the time after which every position is valued as it stands" },
    KeyInfo { key: "dynamic", default: "off", about: "`on`: a depth of 5 to 8 by how far the game is" },
    KeyInfo { key: "seed", default: "0", about: "chooses the random moves" },
    KeyInfo {
        key: "tables",
        default: "the folder of PLYGROUND_TABLES, if set",
        about: "where tables of exact values are that `ply solve` has made",
    },
];

/// An agent with its settings; `None` where a spec is silent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentSpec {
    /// The algorithm.
    pub kind: AgentKind,
    /// The command of an engine.
    pub command: Option<String>,
    /// The last depth.
    pub depth: Option<u32>,
    /// The most nodes a move.
    pub nodes: Option<u64>,
    /// The most time a move.
    pub time: Option<Duration>,
    /// MiB of table.
    pub table: Option<u32>,
    /// Threads.
    pub threads: Option<u32>,
    /// Moves that a beam keeps.
    pub width: Option<u32>,
    /// Whether a random one of equal moves is chosen.
    pub noise: Option<bool>,
    /// The time after which no new depth is begun.
    pub soft: Option<Duration>,
    /// The time after which every position is valued as it stands.
    pub exit: Option<Duration>,
    /// Whether the depth follows the game.
    pub dynamic: Option<bool>,
    /// The evaluation.
    pub eval: Option<String>,
    /// What depth counts.
    pub unit: Option<Unit>,
    /// For whom leaves are valued.
    pub view: Option<View>,
    /// How moves are ordered.
    pub order: Option<Order>,
    /// Chooses the random moves.
    pub seed: Option<u64>,
    /// Where tables of exact values are.
    pub tables: Option<PathBuf>,
}

impl AgentSpec {
    /// An agent with nothing set.
    #[must_use]
    pub const fn new(kind: AgentKind) -> AgentSpec {
        AgentSpec {
            kind,
            command: None,
            depth: None,
            nodes: None,
            time: None,
            table: None,
            threads: None,
            width: None,
            noise: None,
            soft: None,
            exit: None,
            dynamic: None,
            eval: None,
            unit: None,
            view: None,
            order: None,
            seed: None,
            tables: None,
        }
    }

    /// Its entry in the list.
    #[must_use]
    pub fn info(&self) -> &'static AgentInfo {
        AGENTS.iter().find(|info| info.kind == self.kind).expect("every kind has its entry")
    }

    /// Whether the agent has a plan of its own for every move, so that it needs no limit.
    #[must_use]
    pub const fn has_plan(&self) -> bool {
        matches!(
            self.kind,
            AgentKind::KhetUserBot
                | AgentKind::KhetHeuristicBot
                | AgentKind::KalahExitCounter
                | AgentKind::KalahaTurns
                | AgentKind::CachexSixFeatures
                | AgentKind::CachexPathOnly
                | AgentKind::CachexGreedy
        )
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
    // A command may hold commas and colons of its own.
    if let Some(command) = text.strip_prefix("engine:") {
        return Ok(AgentSpec { command: Some(command.to_owned()), ..AgentSpec::new(AgentKind::Engine) });
    }
    let options = Options::read(text, ':')?;
    let info = options.choose(&AGENTS.map(|info| (info.name, info)))?;
    let mut spec = AgentSpec::new(info.kind);
    options.each(info.keys, |key, value| {
        match key {
            "depth" => spec.depth = Some(value.number("plies or turns", 1..=MAX_DEPTH)?),
            "nodes" => spec.nodes = Some(value.text.parse().map_err(|_| value.fault("a number of nodes"))?),
            "time" => spec.time = Some(parse_duration(value.text).map_err(|expected| value.fault(expected))?),
            "table" => spec.table = Some(value.number("MiB", 0..=65_536)?),
            "threads" => spec.threads = Some(value.number("threads", 1..=256)?),
            "width" => spec.width = Some(value.number("moves", 1..=1_000)?),
            "soft" => spec.soft = Some(parse_duration(value.text).map_err(|expected| value.fault(expected))?),
            "exit" => spec.exit = Some(parse_duration(value.text).map_err(|expected| value.fault(expected))?),
            "dynamic" => spec.dynamic = Some(value.switch()?),
            "tables" => spec.tables = Some(PathBuf::from(value.text)),
            "noise" => spec.noise = Some(value.switch()?),
            "eval" => spec.eval = Some(value.text.to_owned()),
            "unit" => spec.unit = Some(value.text.parse().map_err(|expected: &str| value.fault(expected))?),
            "order" => spec.order = Some(value.text.parse().map_err(|expected: &str| value.fault(expected))?),
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
        if let Some(command) = &self.command {
            return write!(f, ":{command}");
        }
        let unit = self.unit.map(|unit| match unit {
            Unit::Ply => "ply",
            Unit::Turn => "turn",
            Unit::Variable => "variable",
        });
        let order = self.order.map(|order| match order {
            Order::Staged => "staged",
            Order::Game => "game",
            Order::Evaluation => "value",
        });
        let view = self.view.map(|view| if view == View::Mover { "mover" } else { "root" });
        let values = [
            ("depth", self.depth.map(|depth| depth.to_string())),
            ("nodes", self.nodes.map(|nodes| nodes.to_string())),
            ("time", self.time.map(write_duration)),
            ("table", self.table.map(|table| table.to_string())),
            ("threads", self.threads.map(|threads| threads.to_string())),
            ("width", self.width.map(|width| width.to_string())),
            ("soft", self.soft.map(write_duration)),
            ("exit", self.exit.map(write_duration)),
            ("dynamic", self.dynamic.map(|dynamic| if dynamic { "on" } else { "off" }.to_owned())),
            ("eval", self.eval.clone()),
            ("unit", unit.map(str::to_owned)),
            ("view", view.map(str::to_owned)),
            ("order", order.map(str::to_owned)),
            ("noise", self.noise.map(|noise| if noise { "on" } else { "off" }.to_owned())),
            ("seed", self.seed.map(|seed| seed.to_string())),
            ("tables", self.tables.as_ref().map(|folder| folder.display().to_string())),
        ];
        let set = values.into_iter().filter_map(|(key, value)| Some((key, value?)));
        for (index, (key, value)) in set.enumerate() {
            write!(f, "{}{key}={value}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}
