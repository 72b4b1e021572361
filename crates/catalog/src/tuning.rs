//! Tuning by name: a method, an agent with weights and a budget in, a stronger weight file and the match that proves it out.

use std::path::Path;
use std::sync::Arc;

use plyground_arena::{LimitSpec, MatchSpec, Participant, PlayerSpec, Workforces};
use plyground_eval::WeightFile;
use plyground_game::options::one_of;
use plyground_game::{Parameter, Term, TuneError};
use plyground_optimize::{
    Fact, FindWorkforce, Method, Tuned, TuningOptions, TuningProgress, TuningRun, VectorPlayer, Weights,
};
use plyground_play::{Start, State};
use plyground_search::{Limits, StopFlag};
use serde_json::json;

use crate::any_game::AnyGame;
use crate::contest::participant;
use crate::error::CatalogError;
use crate::evaluations::{is_path, read_weights};
use crate::external_evaluation::ExternalWeights;
use crate::spec::AgentSpec;
use crate::weighting::Weighting;
use crate::weights::WeightSet;

/// A tuning job.
///
/// ```
/// use plyground_catalog::{Catalog, Tuning};
/// use plyground_optimize::{Method, TuningOptions};
///
/// let catalog = Catalog::standard();
/// let kalah = catalog.game("kalah")?;
/// let options = TuningOptions { generations: Some(2), final_pairs: 2, ..TuningOptions::new(Method::Genetic) };
/// let mut job = Tuning::new(kalah.agent("alphabeta:depth=1,eval=strong")?, options);
/// job.setup = Some("3x3".into());
/// let tuned = kalah.tune(&job, None, &Default::default(), &mut |_| {})?;
/// assert_eq!((tuned.generations, tuned.games, tuned.proofs[0].games), (2, 12, 4));
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tuning {
    /// Set-up; `None` for the default.
    pub setup: Option<String>,
    /// Rules; `None` for the default.
    pub rules: Option<String>,
    /// The agent that plays. Its evaluation is tuned.
    pub agent: AgentSpec,
    /// External weights to play by and to tune instead, only within this process.
    pub external: Option<ExternalWeights>,
    /// Limits per move, which override those of the agent.
    pub limits: Limits,
    /// Options of tuning.
    pub options: TuningOptions,
    /// Workers that play the games; `None` for the threads of this process.
    pub workforces: Option<Arc<dyn Workforces>>,
    /// Ends the tuning and aborts the running games. The stop flag of the tuning lets them finish.
    pub abandon: StopFlag,
}

impl Tuning {
    /// Creates a job with the default set-up and rules and the limits of the agent.
    #[must_use]
    pub fn new(agent: AgentSpec, options: TuningOptions) -> Tuning {
        Tuning {
            setup: None,
            rules: None,
            agent,
            external: None,
            limits: Limits::NONE,
            options,
            workforces: None,
            abandon: StopFlag::default(),
        }
    }
}

impl dyn AnyGame + '_ {
    /// Tunes weights and calls `each` with the progress. The folder stores the run and resumes an interrupted one.
    ///
    /// # Errors
    /// Fails if the job is invalid, the folder cannot be used, or the run was stopped.
    pub fn tune(
        &self,
        tuning: &Tuning,
        folder: Option<&Path>,
        stop: &StopFlag,
        each: &mut dyn FnMut(&TuningProgress<'_>),
    ) -> Result<Tuned, CatalogError> {
        // A time limit makes games irreproducible.
        if tuning.agent.limits().is_timed() {
            return Err(CatalogError::timed_tuning());
        }
        match &tuning.external {
            Some(external) => tune_external(self, tuning, external, folder, stop, each),
            None => tune_file(self, tuning, folder, stop, each),
        }
    }
}

/// Tunes the weights of a file.
fn tune_file(
    game: &dyn AnyGame,
    tuning: &Tuning,
    folder: Option<&Path>,
    stop: &StopFlag,
    each: &mut dyn FnMut(&TuningProgress<'_>),
) -> Result<Tuned, CatalogError> {
    let start = start(game, &tuning.agent)?;
    let Weighting { info, weights, explain } = game.weighting(&start)?;
    let limits = LimitSpec::from(tuning.limits);
    let player = |name: String, values: &[f64]| -> Result<Participant, CatalogError> {
        participant(game, &limits, name, &tuning.agent, Some(weights.with(values)?))
    };
    // An agent that cannot be created is an error before the first game.
    player("start".into(), &weights.values())?;
    let player = |name: String, values: &[f64]| {
        player(name, values).expect("the same agent has been made with other weights within the bounds")
    };
    let written = start.features.iter().map(|feature| json!([feature.name, feature.weight, feature.power]));
    let held = Tunable(&*weights);
    // Each generation is a run whose players contain their weights.
    let elsewhere = tuning.workforces.as_deref().map(|workforces| {
        |spec: MatchSpec, players: &[VectorPlayer]| {
            let player = |(name, values): &VectorPlayer| -> Result<PlayerSpec, TuneError> {
                let weights = Some(weights.with(values)?.to_string());
                Ok(PlayerSpec { name: Some(name.clone()), agent: tuning.agent.to_string(), weights })
            };
            workforces.find(MatchSpec {
                game: game.info().name.into(),
                setup: tuning.setup.clone(),
                rules: tuning.rules.clone(),
                players: players.iter().map(player).collect::<Result<_, _>>()?,
                limits: limits.clone(),
                ..spec
            })
        }
    });
    let run = TuningRun {
        start: written.collect(),
        opponents: opponents(game, info.meets)?,
        draw: &|parameter: &Parameter| info.draw.and_then(|draw| draw(parameter)),
        explain: explain.as_deref().map(|explain| explain as &dyn Fn(&dyn State) -> Vec<Term>),
        can_fail: &|name| game.can_fail(name),
        workforce: elsewhere.as_ref().map(|find| find as FindWorkforce<'_>),
        ..base(game, tuning, &held, &player)?
    };
    Ok(run.run(&tuning.options, folder, stop, each)?)
}

/// Tunes external weights.
fn tune_external(
    game: &dyn AnyGame,
    tuning: &Tuning,
    external: &ExternalWeights,
    folder: Option<&Path>,
    stop: &StopFlag,
    each: &mut dyn FnMut(&TuningProgress<'_>),
) -> Result<Tuned, CatalogError> {
    if !tuning.agent.info().takes("eval") {
        return Err(CatalogError::nothing_to_tune(tuning.agent.name()));
    }
    if tuning.options.method == Method::Regression {
        return Err(CatalogError::Input(format!(
            "regression learns the weights of a sum of features: expected a method that plays games for `{}`",
            external.name()
        )));
    }
    let limits = LimitSpec::from(tuning.limits);
    let player = |name: String, values: &[f64]| {
        let agent = tuning.agent.clone().with_evaluation(external.evaluation(values));
        participant(game, &limits, name, &agent, None)
    };
    // An agent that cannot be created is an error before the first game.
    let values = WeightSet::values(external);
    player("start".into(), &values)?;
    let player = |name: String, values: &[f64]| {
        player(name, values).expect("the same agent has been made with other weights within the bounds")
    };
    let held = Tunable(external);
    let names = WeightSet::parameters(external).into_iter().map(|parameter| parameter.name);
    let start = names.zip(values).map(|(name, value)| json!([name, value]));
    let start = json!([external.name(), start.collect::<Vec<_>>()]);
    let run = TuningRun { start, ..base(game, tuning, &held, &player)? };
    Ok(run.run(&tuning.options, folder, stop, each)?)
}

/// Creates the run of a tuning without its weights.
fn base<'a>(
    game: &dyn AnyGame,
    tuning: &Tuning,
    weights: &'a dyn Weights,
    player: &'a dyn Fn(String, &[f64]) -> Participant,
) -> Result<TuningRun<'a>, CatalogError> {
    let state = game.state(&Start::of_setup(tuning.setup.as_deref(), tuning.rules.as_deref()))?;
    Ok(TuningRun {
        named: [tuning.setup.clone(), tuning.rules.clone()],
        depth: tuning.limits.depth,
        nodes: tuning.limits.nodes,
        abandon: tuning.abandon.clone(),
        ..TuningRun::new(tuning.agent.to_string(), state, weights, player)
    })
}

/// Returns the current weights of an agent.
fn start(game: &dyn AnyGame, spec: &AgentSpec) -> Result<WeightFile, CatalogError> {
    let weighted = || {
        let weighted = game.info().evaluations.iter().filter(|info| info.weights.is_some());
        one_of(weighted.map(|info| info.name))
    };
    let Some(name) = spec.evaluation().or(spec.info().evaluation) else {
        return Err(if spec.info().takes("eval") {
            let expected = format!("expected `eval` to be a weight file or {}", weighted());
            CatalogError::Input(format!("agent `{spec}` names no evaluation to tune: {expected}"))
        } else {
            CatalogError::nothing_to_tune(spec.name())
        });
    };
    if is_path(name) {
        return read_weights(name);
    }
    let info = game.evaluation(Some(name)).map_err(|_| {
        let weighted = game.info().evaluations.iter().filter(|info| info.weights.is_some());
        CatalogError::unknown_evaluation(name, game.info().name, weighted.map(|info| info.name))
    })?;
    let text = info.weights;
    let text = text.ok_or_else(|| CatalogError::weightless(name, &weighted()))?;
    Ok(WeightFile::read(name, text)?)
}

/// Returns the shipped weights of evaluations by name.
fn opponents(game: &dyn AnyGame, names: &[&str]) -> Result<Vec<(String, Vec<f64>)>, CatalogError> {
    let vector = |&name: &&str| -> Result<(String, Vec<f64>), CatalogError> {
        let file = WeightFile::read(name, game.evaluation(Some(name))?.weights.unwrap_or_default())?;
        Ok((name.to_owned(), game.weighting(&file)?.weights.values()))
    };
    names.iter().map(vector).collect()
}

/// Converts a fact of provenance to TOML.
pub(crate) fn toml_of(fact: &Fact) -> toml::Value {
    match fact {
        Fact::Text(text) => toml::Value::from(text.as_str()),
        Fact::Number(number) => toml::Value::from(*number),
    }
}

/// The weights of an evaluation as tunable parameters.
struct Tunable<'a>(&'a dyn WeightSet);

impl Weights for Tunable<'_> {
    fn parameters(&self) -> Vec<Parameter> {
        self.0.parameters()
    }

    fn values(&self) -> Vec<f64> {
        self.0.values()
    }

    fn text(&self, values: &[f64], provenance: &[(&'static str, Fact)]) -> Result<String, TuneError> {
        let mut file = self.0.with(values)?;
        file.provenance = provenance.iter().map(|(key, fact)| ((*key).to_owned(), toml_of(fact))).collect();
        Ok(file.to_string())
    }
}
