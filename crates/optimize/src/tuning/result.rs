//! The result of a tuning run: weights with their provenance, and the cost.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;

use super::{Proof, TuningOptions, TuningRun};
use crate::provenance::Fact;
use crate::{EndOfRun, Run};

/// The result of a tuning run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tuned {
    /// The game.
    pub game: &'static str,
    /// Rules of all games.
    pub rules: String,
    /// Requested set-up; `None` for the usual one.
    pub setup: Option<String>,
    /// Position from which openings are drawn.
    pub position: String,
    /// The method.
    pub method: &'static str,
    /// The agent whose weights were tuned.
    pub agent: String,
    /// Seed of all random choices.
    pub seed: u64,
    /// Reason of the end.
    pub cause: EndOfRun,
    /// Number of generations.
    pub generations: u64,
    /// Number of games played for the tuning, without the final matches.
    pub games: u64,
    /// Nodes of these games.
    pub nodes: u64,
    /// Weights by name.
    pub weights: BTreeMap<&'static str, f64>,
    /// Path of the weight file, if it was written.
    #[serde(serialize_with = "plyground_arena::serialize_path")]
    pub file: Option<PathBuf>,
    /// Final matches of the tuned weights.
    #[serde(rename = "final")]
    pub proofs: Vec<Proof>,
    /// Text of the weight file.
    #[serde(skip)]
    pub text: String,
}

impl Tuned {
    pub(super) fn new(
        tuning: &TuningRun<'_>,
        options: &TuningOptions,
        run: &Run,
        values: &[f64],
        text: String,
    ) -> Tuned {
        let names = tuning.weights.parameters().into_iter().map(|parameter| parameter.name);
        Tuned {
            game: tuning.state.name(),
            rules: tuning.state.rules(),
            setup: tuning.named[0].clone(),
            position: tuning.state.start_text(),
            method: options.method.name(),
            agent: tuning.agent.clone(),
            seed: options.seed,
            cause: run.cause,
            generations: run.generations,
            games: run.games,
            nodes: run.nodes,
            weights: names.zip(values.iter().copied()).collect(),
            file: None,
            proofs: Vec::new(),
            text,
        }
    }
}

/// Returns the provenance of weights, for the head of their file.
pub(super) fn provenance(tuning: &TuningRun<'_>, options: &TuningOptions, run: &Run) -> Vec<(&'static str, Fact)> {
    let mut facts = vec![
        ("source", Fact::text(&format_args!("ply tune {} --method {}", tuning.state.name(), options.method))),
        ("agent", Fact::text(&tuning.agent)),
        ("seed", Fact::count(options.seed)),
        ("generations", Fact::count(run.generations)),
        ("games", Fact::count(run.games)),
        ("nodes", Fact::count(run.nodes)),
        ("version", Fact::text(env!("CARGO_PKG_VERSION"))),
    ];
    for (key, limit) in [("depth", tuning.depth.map(u64::from)), ("nodes_a_move", tuning.nodes)] {
        facts.extend(limit.map(|limit| (key, Fact::count(limit))));
    }
    facts.extend(Fact::of_start(&tuning.named));
    facts
}
