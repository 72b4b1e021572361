//! What a tuning has found: weights with their provenance, and the cost.

use std::collections::BTreeMap;
use std::path::PathBuf;

use plyground_game::Parameter;
use plyground_optimize::{EndOfRun, Run};
use serde::Serialize;

use super::{Proof, Tuning};

/// The end of a tuning.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tuned {
    /// The game.
    pub game: &'static str,
    /// The method.
    pub method: &'static str,
    /// The agent whose weights were tuned.
    pub agent: String,
    /// What fixed all random choices.
    pub seed: u64,
    /// Why it ended.
    pub cause: EndOfRun,
    /// Generations.
    pub generations: u64,
    /// Games that were played to tune; those of the matches at the end are not among them.
    pub games: u64,
    /// Nodes of these games.
    pub nodes: u64,
    /// The weights by name.
    pub weights: BTreeMap<&'static str, f64>,
    /// Where the weight file is, when it was kept.
    pub file: Option<PathBuf>,
    /// Matches of the tuned weights.
    #[serde(rename = "final")]
    pub proofs: Vec<Proof>,
    /// The weight file's text.
    #[serde(skip)]
    pub text: String,
}

impl Tuned {
    pub(super) fn new(tuning: &Tuning, run: &Run, parameters: Vec<Parameter>, values: Vec<f64>, text: String) -> Tuned {
        Tuned {
            game: tuning.game.name(),
            method: tuning.method.name(),
            agent: tuning.agent.to_string(),
            seed: tuning.seed,
            cause: run.cause,
            generations: run.generations,
            games: run.games,
            nodes: run.nodes,
            weights: parameters.into_iter().map(|parameter| parameter.name).zip(values).collect(),
            file: None,
            proofs: Vec::new(),
            text,
        }
    }
}

/// Where weights come from, for the head of their file.
pub(super) fn provenance(tuning: &Tuning, run: &Run) -> toml::Table {
    let mut table = toml::Table::new();
    let mut set = |key: &str, value: toml::Value| table.insert(key.to_owned(), value);
    // A count of games or nodes is far below the limit of a TOML integer; a seed may not be, and is text then.
    let number = |count: u64| i64::try_from(count).map_or_else(|_| count.to_string().into(), toml::Value::from);
    set("source", format!("ply tune {} --method {}", tuning.game, tuning.method).into());
    set("agent", tuning.agent.to_string().into());
    set("seed", number(tuning.seed));
    set("generations", number(run.generations));
    set("games", number(run.games));
    set("nodes", number(run.nodes));
    set("version", env!("CARGO_PKG_VERSION").into());
    for (key, limit) in [("depth", tuning.depth.map(u64::from)), ("nodes_a_move", tuning.nodes)] {
        if let Some(limit) = limit {
            set(key, number(limit));
        }
    }
    for (key, text) in [("setup", &tuning.setup), ("rules", &tuning.rules)] {
        if let Some(text) = text {
            set(key, text.as_str().into());
        }
    }
    table
}
