//! What a tuning has found: weights with their provenance, and the cost.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;

use super::{Proof, TuningOptions, TuningRun};
use crate::{EndOfRun, Run};

/// The end of a tuning.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tuned {
    /// The game.
    pub game: &'static str,
    /// The rules of all games.
    pub rules: String,
    /// The set-up that was asked for; `None` for the usual one.
    pub setup: Option<String>,
    /// The position from which openings are drawn.
    pub position: String,
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

/// Something that a weight file says about where its numbers come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// In words.
    Text(String),
    /// A count.
    Number(i64),
}

impl Fact {
    /// A count of games or nodes is far below the limit of a file's integers; a seed may not be, and is text then.
    fn count(count: u64) -> Fact {
        i64::try_from(count).map_or_else(|_| Fact::Text(count.to_string()), Fact::Number)
    }
}

/// Where weights come from, for the head of their file.
pub(super) fn provenance(tuning: &TuningRun<'_>, options: &TuningOptions, run: &Run) -> Vec<(&'static str, Fact)> {
    let mut facts = vec![
        ("source", Fact::Text(format!("ply tune {} --method {}", tuning.state.name(), options.method))),
        ("agent", Fact::Text(tuning.agent.clone())),
        ("seed", Fact::count(options.seed)),
        ("generations", Fact::count(run.generations)),
        ("games", Fact::count(run.games)),
        ("nodes", Fact::count(run.nodes)),
        ("version", Fact::Text(env!("CARGO_PKG_VERSION").into())),
    ];
    for (key, limit) in [("depth", tuning.depth.map(u64::from)), ("nodes_a_move", tuning.nodes)] {
        facts.extend(limit.map(|limit| (key, Fact::count(limit))));
    }
    for (key, text) in ["setup", "rules"].into_iter().zip(&tuning.named) {
        facts.extend(text.clone().map(|text| (key, Fact::Text(text))));
    }
    facts
}
