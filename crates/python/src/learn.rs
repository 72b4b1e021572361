//! Learning from self-play.

#![expect(clippy::disallowed_methods, reason = "a budget of time ends a run between games")]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use plyground_arena::files::Existing;
use plyground_catalog::{CatalogError, LearnedModel, Learning};
use plyground_optimize::learning::{LearningOptions, LearningProgress, PositionFilter};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arena::{named, seconds};
use crate::argument;
use crate::call::Call;
use crate::error::Raise;
use crate::game::{CATALOG, Game};
use crate::text::plain;
use crate::watch::watched;

/// Settings of a run, from a dict with the names of the command line.
#[derive(FromPyObject)]
pub(crate) struct Settings {
    #[pyo3(item)]
    agent: String,
    #[pyo3(item)]
    model: String,
    #[pyo3(item, from_py_with = argument::hidden)]
    hidden: u32,
    #[pyo3(item)]
    inputs: Option<String>,
    #[pyo3(item)]
    from_base: bool,
    #[pyo3(item, from_py_with = argument::seconds)]
    budget: Option<f64>,
    #[pyo3(item, from_py_with = argument::learned_generations)]
    generations: Option<u32>,
    #[pyo3(item, from_py_with = argument::games)]
    games: u64,
    #[pyo3(item, from_py_with = argument::learned_nodes)]
    nodes: u64,
    #[pyo3(item, from_py_with = argument::opening_plies)]
    opening_plies: (u32, u32),
    #[pyo3(item)]
    filter: Option<String>,
    #[pyo3(item, from_py_with = argument::pv_searches)]
    pv_searches: u64,
    #[pyo3(item)]
    tables: Option<PathBuf>,
    #[pyo3(item, from_py_with = argument::half_life)]
    half_life: Option<f64>,
    #[pyo3(item, from_py_with = argument::result_weight)]
    result_weight: f64,
    #[pyo3(item, from_py_with = argument::shares)]
    shares: Vec<f64>,
    #[pyo3(item, from_py_with = argument::share_games)]
    share_games: u64,
    #[pyo3(item, from_py_with = argument::match_nodes)]
    match_nodes: Vec<u64>,
    #[pyo3(item, from_py_with = argument::match_games)]
    match_games: u64,
    #[pyo3(item, from_py_with = argument::sprt)]
    sprt: (f64, f64),
    #[pyo3(item, from_py_with = argument::concurrency)]
    concurrency: usize,
    #[pyo3(item, from_py_with = argument::seed)]
    seed: u64,
    #[pyo3(item)]
    out: PathBuf,
    #[pyo3(item)]
    resume: bool,
    #[pyo3(item)]
    export: Option<PathBuf>,
    #[pyo3(item)]
    force: bool,
}

impl Settings {
    fn learning(&self, game: &Game) -> PyResult<Learning> {
        let (model, usual) = match self.model.as_str() {
            "tables" => (LearnedModel::Tables, LearningOptions::default()),
            "network" => {
                let network = LearnedModel::Network { hidden: self.hidden as usize, inputs: self.inputs.clone() };
                (network, LearningOptions::of_network())
            }
            other => {
                return Err(PyValueError::new_err(format!("model='{other}': expected 'tables' or 'network'")));
            }
        };
        let options = LearningOptions {
            games: self.games,
            nodes: self.nodes,
            generations: match self.generations {
                Some(generations) => Some(generations),
                None if self.budget.is_some() => None,
                None => usual.generations,
            },
            opening_plies: self.opening_plies,
            max_plies: game.form.game.info().max_plies,
            filter: self.filter.as_deref().map_or(Ok(usual.filter), filter)?,
            pv_searches: self.pv_searches,
            half_life: self.half_life,
            result_weight: self.result_weight,
            shares: self.shares.clone(),
            share_games: self.share_games,
            match_nodes: self.match_nodes.clone(),
            match_games: self.match_games,
            sprt: self.sprt,
            seed: self.seed,
            threads: self.concurrency,
            resume: self.resume,
            ..usual
        };
        let agent = CATALOG.agent(&*game.form.game, &self.agent).or_raise()?;
        Ok(Learning {
            setup: game.form.setup.clone(),
            rules: game.form.rules.clone(),
            model,
            from_base: self.from_base,
            tables: self.tables.clone(),
            ..Learning::new(agent, options)
        })
    }
}

/// Returns the filter of a name.
fn filter(name: &str) -> PyResult<PositionFilter> {
    let fault = || PyValueError::new_err(format!("filter={name:?}: expected 'quiet' or 'none'"));
    PositionFilter::named(name).ok_or_else(fault)
}

/// Returns a step or a generation as JSON.
fn text(progress: &LearningProgress<'_>) -> String {
    match progress {
        LearningProgress::Step { generation, stage, done, total } => {
            serde_json::json!({ "generation": generation, "stage": stage.to_string(), "done": done, "total": total })
                .to_string()
        }
        LearningProgress::Generation(generation) => {
            serde_json::to_string(generation).expect("plain data can be written")
        }
    }
}

/// Learns tables or a network, or exports samples.
///
/// `each` is called with a dict for every step and every generation. Returns the result.
#[pyfunction]
pub(crate) fn learning<'py>(
    py: Python<'py>,
    game: &Game,
    settings: &Bound<'py, PyDict>,
    each: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let settings: Settings = settings.extract().map_err(|error| named(settings, error))?;
    let call = Call::long(game.form.own.as_ref());
    let budget = call.stop.child();
    let learning = Learning { budget: budget.clone(), ..settings.learning(game)? };
    let time = settings.budget.map(|time| seconds("budget", time)).transpose()?;
    let begun = Instant::now();
    let reports = each.is_some();
    let json = py.import("json")?;
    let report_to_python = |progress: String| match each {
        Some(each) => each.call1((json.call_method1("loads", (progress,))?,)).map(|_| ()),
        None => Ok(()),
    };
    let (inner, stop) = (Arc::clone(&game.form.game), call.stop.clone());
    let result = watched(py, &call, report_to_python, move |send| {
        let mut report = |progress: &LearningProgress<'_>| {
            if time.is_some_and(|time| begun.elapsed() >= time) {
                budget.stop();
            }
            if reports {
                // The receiver is gone if the run has been stopped.
                let _ = send.send(text(progress));
            }
        };
        match &settings.export {
            Some(file) => {
                let existing = if settings.force { Existing::Replace } else { Existing::Keep };
                let written = inner.export_samples(&learning, &settings.out, (file, existing), &stop, &mut report)?;
                Ok::<_, CatalogError>(serde_json::to_value(&written).expect("plain data can be written"))
            }
            None => {
                let learned = inner.learn(&learning, &settings.out, &stop, &mut report)?;
                Ok(serde_json::to_value(&learned).expect("plain data can be written"))
            }
        }
    })?;
    plain(py, &result.or_raise()?)
}
