//! Matches, tournaments, tunings and their records.

#![expect(clippy::needless_pass_by_value, reason = "Python hands its arguments over")]

use std::path::PathBuf;
use std::sync::Arc;

use plyground_arena::{EndCause, Progress, Record, read_checked_records};
use plyground_catalog::{
    AgentSpec, CatalogError, Contest, ExternalEvaluation, ExternalWeights, LimitSpec, MakePlayer, MatchSpec,
    OpeningSpec, Pairing, Tuning,
};
use plyground_game::Parameter;
use plyground_game::notation::quote;
use plyground_optimize::{Budget, Method, TuningOptions, TuningProgress};
use plyground_search::Limits;
use pyo3::exceptions::{PyFileExistsError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;

use crate::argument::{self, shown};
use crate::call::{self, Call};
use crate::error::Raise;
use crate::game::state::State;
use crate::game::state::analyse::{self, Agent, external};
use crate::game::{CATALOG, Form, Game};
use crate::player::PythonPlayer;
use crate::text::{interned, plain};
use crate::watch::watched;

/// Returns the spec of a player: an agent spec, or a Python callable. `who` is its name in errors.
pub(crate) fn player(game: &Game, given: &Bound<'_, PyAny>, who: &str) -> PyResult<AgentSpec> {
    if let Ok(spec) = given.extract::<String>() {
        return CATALOG.agent(&*game.form.game, &spec).or_raise();
    }
    if let Ok(agent) = given.cast::<Agent>() {
        let Agent { form, spec, .. } = agent.get();
        if form.check_game(&game.form, "").is_err() {
            let (own, here) = (form.name(), game.form.name());
            let which = if own == here { "another class named " } else { "" };
            let text = format!("{who}: found an agent of {which}{own}, expected one of {here}");
            return Err(PyValueError::new_err(text));
        }
        // Every thread creates its own player, and each game is independent of the previous one.
        return Ok(spec.clone());
    }
    // It can be called as well, but returns no action.
    if given.is_instance(&given.py().import("plyground")?.getattr("PythonEvaluation")?)? {
        let text = format!("{who}: found an evaluation, expected an agent, such as evaluation.agent(game)");
        return Err(PyTypeError::new_err(text));
    }
    if !given.is_callable() {
        let text = format!("{who}: found {}, expected a spec or something that can be called", given.get_type());
        return Err(PyTypeError::new_err(text));
    }
    let name = given.getattr("__name__").or_else(|_| given.get_type().getattr("__name__"))?.to_string();
    let name = argument::name(&name);
    let (form, player, called) = (Arc::clone(&game.form), given.clone().unbind(), name.clone());
    let make = MakePlayer::new(move || Box::new(PythonPlayer::new(Arc::clone(&form), called.clone(), &player)));
    Ok(AgentSpec::external(name, make))
}

/// The result of a contest.
#[derive(Serialize)]
struct Ended<'a> {
    summary: &'a plyground_arena::Summary,
    text: String,
    completed: bool,
    records: &'a [Record],
}

/// Settings of the games, from a dict.
#[derive(FromPyObject)]
pub(crate) struct Settings {
    #[pyo3(item, from_py_with = argument::rounds)]
    rounds: u64,
    #[pyo3(item, from_py_with = argument::openings)]
    openings: Option<u64>,
    #[pyo3(item, from_py_with = argument::opening_plies)]
    opening_plies: (u32, u32),
    #[pyo3(item)]
    book: Option<String>,
    #[pyo3(item, from_py_with = argument::seed)]
    seed: u64,
    #[pyo3(item, from_py_with = argument::concurrency)]
    concurrency: usize,
    #[pyo3(item, from_py_with = argument::nodes)]
    nodes: Option<u64>,
    #[pyo3(item, from_py_with = argument::time)]
    time: Option<f64>,
    #[pyo3(item, from_py_with = argument::depth)]
    depth: Option<u32>,
    #[pyo3(item, from_py_with = argument::clock)]
    clock: Option<(f64, f64)>,
    #[pyo3(item, from_py_with = argument::sprt)]
    sprt: Option<(f64, f64)>,
    #[pyo3(item, from_py_with = argument::sprt_errors)]
    sprt_errors: Option<(f64, f64)>,
    #[pyo3(item, from_py_with = argument::max_plies)]
    max_plies: Option<usize>,
    #[pyo3(item, from_py_with = argument::tables)]
    tables: Option<PathBuf>,
    #[pyo3(item)]
    out: Option<PathBuf>,
    #[pyo3(item)]
    resume: bool,
    #[pyo3(item)]
    gauntlet: bool,
}

/// Adds the name of a setting and its value to an error.
pub(crate) fn named(settings: &Bound<'_, PyDict>, error: PyErr) -> PyErr {
    let py = settings.py();
    let text = error.value(py).to_string();
    let field = text.rsplit('.').next().unwrap_or_default();
    let (Some(cause), Ok(Some(found))) = (error.cause(py), settings.get_item(field)) else { return error };
    let text = cause.value(py).to_string();
    // An integer names its argument itself.
    let text = if text.starts_with(&format!("{field}=")) { text } else { format!("{field}={}: {text}", shown(&found)) };
    if cause.is_instance_of::<PyTypeError>(py) { PyTypeError::new_err(text) } else { PyValueError::new_err(text) }
}

/// Converts a number of seconds.
pub(crate) fn seconds(what: &str, seconds: f64) -> PyResult<std::time::Duration> {
    std::time::Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err(format!("{what}={seconds}: expected a number of seconds")))
}

impl Settings {
    fn contest(self, agents: Vec<AgentSpec>) -> PyResult<Contest> {
        if self.sprt_errors.is_some() && self.sprt.is_none() {
            return Err(PyValueError::new_err("sprt_errors without a test: expected `sprt`"));
        }
        let limits = analyse::job(self.nodes, self.time, self.depth, 1)?.limits;
        let clock = match self.clock {
            Some((left, increment)) => Some((seconds("clock", left)?, seconds("clock", increment)?)),
            None => None,
        };
        let spec = MatchSpec {
            pairs: self.rounds,
            openings: OpeningSpec { book: self.book, plies: self.opening_plies, different: self.openings },
            seed: self.seed,
            limits: LimitSpec { clock, ..limits.into() },
            sprt: self.sprt,
            sprt_errors: self.sprt_errors,
            max_plies: self.max_plies,
            pairing: if self.gauntlet { Pairing::Gauntlet } else { Pairing::RoundRobin },
            ..MatchSpec::default()
        };
        Ok(Contest { spec, tables: self.tables, threads: self.concurrency, ..Contest::new(agents) })
    }
}

/// Returns the openings of a book of the game, or those that the text contains.
fn openings(form: &Arc<Form>, book: &str) -> PyResult<String> {
    if let Some(text) = form.game.book(book, form.rules.as_deref()).or_raise()? {
        return Ok(text.to_owned());
    }
    let is_name = !book.contains(char::is_whitespace);
    if is_name && State::at(form, None, book).is_err() && State::at(form, Some(book), "").is_err() {
        let names = form.game.info().books.iter().map(|book| format!("`{}`, ", book.name)).collect::<String>();
        let text = format!("book={}: expected {names}or openings as text, one per line", quote(book));
        return Err(PyValueError::new_err(text.replace("expected or", "expected")));
    }
    Ok(book.to_owned())
}

/// Plays a match or a tournament. `each` is called with the record of every new game.
#[pyfunction]
pub(crate) fn contest<'py>(
    py: Python<'py>,
    game: &Game,
    players: Vec<Bound<'py, PyAny>>,
    settings: &Bound<'py, PyDict>,
    each: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let settings: Settings = settings.extract().map_err(|error| named(settings, error))?;
    let records = settings.out.clone();
    if settings.resume && records.is_none() {
        return Err(PyValueError::new_err("resume=True without a file: expected `out`"));
    }
    if let Some(path) = records.as_ref().filter(|path| path.exists() && !settings.resume) {
        let text =
            format!("`{}` exists already: expected `resume=True` to continue it, or another file", path.display());
        return Err(PyFileExistsError::new_err(text));
    }
    let call = Call::long(game.form.own.as_ref());
    let agents =
        players.iter().enumerate().map(|(number, given)| player(game, given, &format!("player {}", number + 1)));
    let mut contest = settings.contest(agents.collect::<PyResult<Vec<_>>>()?)?;
    contest.spec.setup.clone_from(&game.form.setup);
    contest.spec.rules.clone_from(&game.form.rules);
    if let Some(name) = &contest.spec.openings.book {
        contest.spec.openings.book = Some(openings(&game.form, name)?);
    }
    contest.abandon = call.stop.clone();
    let is_told = each.is_some();
    let tell_python = |record: Record| match &each {
        Some(each) => each.call1((plain(py, &record)?,)).map(|_| ()),
        None => Ok(()),
    };
    let (inner, stop) = (Arc::clone(&game.form.game), call.stop.clone());
    let ended = watched(py, &call, tell_python, move |send| {
        inner.contest(&contest, records.as_deref(), &stop, &mut |progress: &Progress<'_>| {
            if is_told {
                // The receiver is gone if the contest has been stopped.
                let _ = send.send(progress.record.clone());
            }
        })
    })?;
    let ended = ended.or_raise()?;
    let finished = Ended {
        summary: &ended.summary,
        text: ended.summary.to_string(),
        completed: ended.cause != EndCause::Stopped,
        records: &ended.records,
    };
    plain(py, &finished)
}

/// Reads the records of a file. An error names a damaged line by its number.
#[pyfunction]
pub(crate) fn read_file(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyAny>> {
    // A record of a game in Python can only be checked as text.
    let check = |record: &Record| match CATALOG.game(&record.game) {
        Ok(game) => game.check_record(record),
        Err(_) => Ok(()),
    };
    let read = py.detach(|| read_checked_records(&path, &mut |record| check(record)).map_err(CatalogError::from));
    let read = read.or_raise()?;
    plain(py, &read)
}

/// Settings of a tuning.
#[derive(FromPyObject)]
pub(crate) struct Tuned {
    #[pyo3(item)]
    method: String,
    #[pyo3(item, from_py_with = argument::kids)]
    kids: Option<usize>,
    #[pyo3(item, from_py_with = argument::tuned_generations)]
    generations: Option<u32>,
    #[pyo3(item, from_py_with = argument::games_per_pairing)]
    games_per_pairing: Option<u64>,
    #[pyo3(item, from_py_with = argument::budget)]
    budget: Option<u64>,
    #[pyo3(item)]
    keep_incumbent: bool,
    #[pyo3(item, from_py_with = argument::restarts)]
    restarts: u32,
    #[pyo3(item, from_py_with = argument::elitism)]
    elitism: usize,
    #[pyo3(item)]
    random_start: bool,
    #[pyo3(item)]
    whole: bool,
    #[pyo3(item)]
    records: Vec<PathBuf>,
    #[pyo3(item, from_py_with = argument::opening_plies)]
    opening_plies: (u32, u32),
    #[pyo3(item, from_py_with = argument::final_games)]
    final_games: u64,
    #[pyo3(item, from_py_with = argument::sprt)]
    sprt: Option<(f64, f64)>,
    #[pyo3(item, from_py_with = argument::concurrency)]
    concurrency: usize,
    #[pyo3(item, from_py_with = argument::seed)]
    seed: u64,
    #[pyo3(item)]
    resume: bool,
    #[pyo3(item, from_py_with = argument::nodes)]
    nodes: Option<u64>,
    #[pyo3(item, from_py_with = argument::depth)]
    depth: Option<u32>,
    #[pyo3(item)]
    out: Option<PathBuf>,
}

/// A weight of an evaluation in Python: name, minimum, maximum, start value and step.
type WeightRow = (String, f64, f64, f64, f64);

/// Returns the weights of an evaluation in Python, with a constructor for other values.
fn weights(game: &Game, evaluation: &Bound<'_, PyAny>) -> PyResult<ExternalWeights> {
    let name: String = evaluation.getattr("name")?.extract()?;
    let rows: Vec<WeightRow> = evaluation.call_method0("_parameters")?.extract()?;
    let parameter = |(name, min, max, default, step): WeightRow| Parameter {
        name: interned(&name),
        about: "a weight of an evaluation in Python",
        min,
        max,
        default,
        step,
    };
    let (form, evaluation) = (Arc::clone(&game.form), evaluation.clone().unbind());
    let named = name.clone();
    let make = move |values: &[f64]| {
        let made =
            call::run(|py| external(&form, evaluation.bind(py).call_method1("_with_values", (values,))?.as_any()));
        made.unwrap_or_else(|| ExternalEvaluation::new(&named, |_| 0.0))
    };
    ExternalWeights::new(game.form.name(), &name, rows.into_iter().map(parameter).collect(), make)
        .map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Tunes the weights of an agent's evaluation, or of an evaluation in Python.
///
/// `each` is called with a dict for every generation. Returns the result and the text of the weight file.
#[pyfunction]
#[pyo3(signature = (game, agent, settings, each, evaluation=None))]
pub(crate) fn tuning<'py>(
    py: Python<'py>,
    game: &Game,
    agent: &str,
    settings: &Bound<'py, PyDict>,
    each: Option<Bound<'py, PyAny>>,
    evaluation: Option<Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyAny>, String)> {
    let settings: Tuned = settings.extract().map_err(|error| named(settings, error))?;
    let spec = CATALOG.agent(&*game.form.game, agent).or_raise()?;
    let method: Method = settings.method.parse().map_err(|error| PyValueError::new_err(format!("{error}")))?;
    let usual = TuningOptions::new(method);
    let options = TuningOptions {
        kids: settings.kids,
        generations: settings.generations,
        pairs: settings.games_per_pairing.map(|games| games.div_ceil(2)),
        budget: settings
            .budget
            .map_or_else(Budget::default, |games| Budget { games: Some(games), ..Budget::default() }),
        keep_incumbent: settings.keep_incumbent,
        restarts: settings.restarts,
        elite: settings.elitism,
        random_start: settings.random_start,
        whole: settings.whole,
        records: settings.records,
        opening_plies: settings.opening_plies,
        final_pairs: settings.final_games.div_ceil(2),
        sprt: settings.sprt,
        threads: settings.concurrency,
        seed: settings.seed,
        resume: settings.resume,
        ..usual
    };
    let limits = analyse::job(settings.nodes, None, settings.depth, 1)?.limits;
    let call = Call::long(game.form.own.as_ref());
    let tuning = Tuning {
        setup: game.form.setup.clone(),
        rules: game.form.rules.clone(),
        external: evaluation.map(|evaluation| weights(game, &evaluation)).transpose()?,
        limits: Limits { nodes: limits.nodes, depth: limits.depth, ..Limits::NONE },
        // An exception or Ctrl-C aborts the running games, which do not count.
        abandon: call.stop.clone(),
        ..Tuning::new(spec, options)
    };
    let is_told = each.is_some();
    let tell_python = |generation: String| match &each {
        Some(each) => each.call1((py.import("json")?.call_method1("loads", (generation,))?,)).map(|_| ()),
        None => Ok(()),
    };
    let (inner, stop) = (Arc::clone(&game.form.game), call.stop.clone());
    let tuned = watched(py, &call, tell_python, move |send| {
        inner.tune(&tuning, settings.out.as_deref(), &stop, &mut |progress: &TuningProgress<'_>| {
            if let (true, TuningProgress::Generation(generation)) = (is_told, progress)
                && let Ok(text) = serde_json::to_string(generation)
            {
                // The receiver is gone if the tuning has been stopped.
                let _ = send.send(text);
            }
        })
    })?;
    let tuned = tuned.or_raise()?;
    Ok((plain(py, &tuned)?, tuned.text.clone()))
}
