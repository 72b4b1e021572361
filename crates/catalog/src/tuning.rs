//! Tuning by name: a method, an agent with weights, and a budget in; a better weight file, and what it is worth, out.
//!
//! ```
//! use plyground_catalog::{GameId, Method, Tuning};
//!
//! let mut tuning = Tuning::new(GameId::Kalah, "alphabeta:depth=1,eval=strong".parse()?, Method::Genetic);
//! tuning.setup = Some("3x3".into());
//! tuning.options.generations = Some(2);
//! tuning.options.final_pairs = 2;
//! let tuned = tuning.run(None, &Default::default(), &mut |_| {})?;
//! assert_eq!((tuned.generations, tuned.games, tuned.proofs[0].games), (2, 12, 4));
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

mod start;

use std::path::Path;
use std::sync::Arc;

use plyground_arena::Contender;
use plyground_eval::{WeightFile, khet};
use plyground_game::{Evaluate, Parameter, Term, TuneError};
use plyground_optimize::{
    Fact, Method, ParseMethodError, Tuned, TuningError, TuningFailure, TuningOptions, TuningProgress, TuningRun,
    Weights,
};
use plyground_search::StopFlag;
use serde_json::json;

use crate::agent;
use crate::contest::Contest;
use crate::error::CatalogError;
use crate::game_id::{ForGame, GameId};
use crate::playable::{ForEvaluation, Playable};
use crate::spec::AgentSpec;
use crate::weights::WeightSet;

/// What is to be tuned, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuning {
    /// The game.
    pub game: GameId,
    /// The set-up; the game's usual one when there is none.
    pub setup: Option<String>,
    /// The rules; the game's usual ones when there are none.
    pub rules: Option<String>,
    /// Who plays; its evaluation is what is tuned.
    pub agent: AgentSpec,
    /// The last depth of a move, before the agent's own limit.
    pub depth: Option<u32>,
    /// The most nodes of a move.
    pub nodes: Option<u64>,
    /// How.
    pub options: TuningOptions,
}

impl Tuning {
    /// The method's usual numbers, no limit but its generations, one thread, seed 0, a match of 100 pairs at the end.
    #[must_use]
    pub fn new(game: GameId, agent: AgentSpec, method: Method) -> Tuning {
        let options = TuningOptions::new(method);
        Tuning { game, setup: None, rules: None, agent, depth: None, nodes: None, options }
    }

    /// Tunes. With a folder, everything is kept there, and a run that was broken off goes on; `each` is told how far it is.
    ///
    /// # Errors
    /// When something in the request makes no sense, the folder cannot be used, or the run was stopped.
    pub fn run(
        &self,
        folder: Option<&Path>,
        stop: &StopFlag,
        each: &mut dyn FnMut(&TuningProgress<'_>),
    ) -> Result<Tuned, CatalogError> {
        self.game.with(Work { tuning: self, folder, stop, each })
    }
}

struct Work<'a, 'b> {
    tuning: &'a Tuning,
    folder: Option<&'a Path>,
    stop: &'a StopFlag,
    each: &'a mut (dyn FnMut(&TuningProgress<'_>) + 'b),
}

impl ForGame for Work<'_, '_> {
    type Out = Result<Tuned, CatalogError>;

    fn call<P: Playable>(self) -> Self::Out {
        let Work { tuning, folder, stop, each } = self;
        let start = start::read::<P>(tuning)?;
        let set = P::weight_set(&start)?;
        agent::make_weighted::<P>(&tuning.agent, Some(&start))?;
        let contest = Contest {
            depth: tuning.depth,
            nodes: tuning.nodes,
            ..Contest::new(tuning.game, vec![tuning.agent.clone()])
        };
        let player = |name: String, values: &[f64]| {
            let weights = set.with(values).expect("an optimiser keeps within the bounds of its space");
            let (spec, weights) = (tuning.agent.clone(), Arc::new(weights));
            Contender::new(name, contest.control(&spec), move || {
                agent::make_weighted::<P>(&spec, Some(&weights))
                    .expect("the same agent has been made with other weights")
            })
        };
        let explain = P::with_weights(&start, ExplainBy)?;
        let features = start.features.iter().map(|feature| json!([feature.name, feature.weight, feature.power]));
        let setup = tuning.setup.as_deref().map_or_else(|| Ok(P::Setup::default()), str::parse)?;
        let rules = tuning.rules.as_deref().map_or_else(|| Ok(P::Rules::default()), str::parse)?;
        let is_report = tuning.game == GameId::Khet && set.parameters().iter().any(|one| one.name == "own_defence");
        let draw = |parameter: &Parameter| is_report.then(|| drawn_by_the_khet_report(parameter));
        let held = HeldWeights(&*set);
        let run = TuningRun {
            setup,
            rules,
            named: [tuning.setup.clone(), tuning.rules.clone()],
            depth: tuning.depth,
            nodes: tuning.nodes,
            start: features.collect(),
            opponents: opponents::<P>(tuning, &start)?,
            draw: &draw,
            explain: explain.as_deref(),
            ..TuningRun::new(tuning.agent.to_string(), &held, &player)
        };
        Ok(run.run(&tuning.options, folder, stop, each)?)
    }
}

/// Random vectors of the Khet report's evaluation are drawn as the report draws them.
fn drawn_by_the_khet_report(parameter: &Parameter) -> (f64, f64) {
    let most = if parameter.name.ends_with(".power") { 2.0 } else { 100.0 };
    (-most, most)
}

/// For the Khet report's evaluation its best vector and its hand-tuned one.
fn opponents<P: Playable>(tuning: &Tuning, start: &WeightFile) -> Result<Vec<(String, Vec<f64>)>, CatalogError> {
    let mut opponents = Vec::new();
    if tuning.game == GameId::Khet {
        for listed in khet::EVALUATIONS.iter().filter(|listed| ["report", "hand-tuned"].contains(&listed.name)) {
            let Some(text) = listed.weights else { continue };
            let file = WeightFile::read(listed.name, text)?;
            if file.evaluation == start.evaluation {
                opponents.push((listed.name.to_owned(), P::weight_set(&file)?.values()));
            }
        }
    }
    Ok(opponents)
}

struct HeldWeights<'a>(&'a dyn WeightSet);

impl Weights for HeldWeights<'_> {
    fn parameters(&self) -> Vec<Parameter> {
        self.0.parameters()
    }

    fn values(&self) -> Vec<f64> {
        self.0.values()
    }

    fn text(&self, values: &[f64], provenance: &[(&'static str, Fact)]) -> Result<String, TuneError> {
        let mut file = self.0.with(values)?;
        for (key, fact) in provenance {
            let value: toml::Value = match fact {
                Fact::Text(text) => text.as_str().into(),
                Fact::Number(number) => (*number).into(),
            };
            file.provenance.insert((*key).to_owned(), value);
        }
        Ok(file.to_string())
    }
}

/// The features of a position by an evaluation; `None` where its values depend on the way there.
struct ExplainBy;

type Explain<P> = Box<dyn Fn(&P) -> Vec<Term>>;

impl<P: Playable> ForEvaluation<P> for ExplainBy {
    type Out = Option<Explain<P>>;

    fn call<E: Evaluate<P> + 'static>(self, evaluation: E) -> Self::Out {
        (!E::BY_PATH).then(|| -> Explain<P> { Box::new(move |pos| evaluation.explain(pos, pos.side_to_move())) })
    }
}

impl From<TuningError> for CatalogError {
    fn from(error: TuningError) -> CatalogError {
        let message = match (&error, error.hint()) {
            (TuningError::Stopped { .. }, Some(hint)) => format!("{error}; {hint}"),
            (_, Some(hint)) => format!("{error}: {hint}"),
            (_, None) => error.to_string(),
        };
        match error.failure() {
            TuningFailure::Input => CatalogError::Other(message),
            TuningFailure::Undone | TuningFailure::Stopped => CatalogError::Undone(message),
        }
    }
}

impl From<ParseMethodError> for CatalogError {
    fn from(error: ParseMethodError) -> CatalogError {
        CatalogError::Other(error.to_string())
    }
}

#[cfg(test)]
#[path = "tuning/tests.rs"]
mod tests;
