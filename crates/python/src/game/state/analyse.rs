//! Agents that think about a state.

use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use plyground_catalog::{ANALYSIS, AgentSpec, Analysis, ExternalEvaluation, MOVE, Session};
use plyground_search::{Job, Limits};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::argument::{self, shown};
use crate::call::{self, Call};
use crate::error::Raise;
use crate::game::own::LARGEST_VALUE;
use crate::game::state::State;
use crate::game::{self, CATALOG, Form, Game};
use crate::lock::SearchLock;
use crate::text::plain;
use crate::watch::{Watched, time_limit, watched_within};

/// An agent that keeps its tables from call to call. Called with a state, it returns an action.
#[pyclass(frozen, module = "plyground")]
pub(crate) struct Agent {
    pub(crate) form: Arc<Form>,
    pub(crate) spec: AgentSpec,
    /// The spec as it was written, and the evaluation in Python.
    made_of: (String, Option<Py<PyAny>>),
    session: Arc<SearchLock<Box<dyn Session>>>,
}

#[pymethods]
impl Agent {
    /// Creates an agent by its spec, such as "best:nodes=1000", for a game, its name or its class.
    #[new]
    #[pyo3(signature = (game, spec="best", *, evaluation=None))]
    fn new(
        #[pyo3(from_py_with = game::form)] game: Arc<Form>,
        spec: &str,
        evaluation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Agent> {
        let made_of = (spec.to_owned(), evaluation.map(|evaluation| evaluation.clone().unbind()));
        let spec = self::spec(&game, spec, evaluation)?;
        let session = game.call(|| {
            let mut session = game.game.open(&game.start(None, "")).or_raise()?;
            session.prepare(&spec).or_raise()?;
            Ok(session)
        })?;
        let session = Arc::new(SearchLock::new("agent", session));
        Ok(Agent { form: game, spec, made_of, session })
    }

    /// The spec that makes it.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// The action that it chooses: within its own limits, or within a second.
    fn __call__(&self, py: Python<'_>, state: &State) -> PyResult<usize> {
        self.form.check_game(&state.form, "an agent")?;
        let inner = state.inner()?;
        let Thought { found, trouble, _call } = think(py, state, self.who(), &Job::default(), MOVE, None)?;
        let found = trouble.map_or(found, Err)?;
        match found.best {
            Some(best) => state.form.call(|| inner.read_action(&best).or_raise()),
            None => Err(PyValueError::new_err("the game is over: there is no move to choose")),
        }
    }

    fn __repr__(&self) -> String {
        format!("<plyground.Agent {}>", self.spec)
    }

    /// A pickle contains the arguments, but not the content of its tables.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((Game, &str), Bound<'py, PyDict>)> {
        let (spec, evaluation) = &self.made_of;
        let named = PyDict::new(py);
        named.set_item("evaluation", evaluation)?;
        Ok(((Game { form: Arc::clone(&self.form) }, spec), named))
    }
}

/// Who is asked: a spec, with the session of an [`Agent`].
struct Who {
    spec: AgentSpec,
    session: Option<Arc<SearchLock<Box<dyn Session>>>>,
}

impl Agent {
    fn who(&self) -> Who {
        Who { spec: self.spec.clone(), session: Some(Arc::clone(&self.session)) }
    }
}

/// Reads a spec; with an evaluation in Python, which must be of use to it.
pub(crate) fn spec(form: &Arc<Form>, text: &str, evaluation: Option<&Bound<'_, PyAny>>) -> PyResult<AgentSpec> {
    let spec = CATALOG.agent(&*form.game, text).or_raise()?;
    let Some(evaluation) = evaluation else { return Ok(spec) };
    if !evaluation.is_callable() {
        let text = format!("evaluation: found {}, expected something that can be called", evaluation.get_type());
        return Err(PyTypeError::new_err(text));
    }
    let with = spec.with_evaluation(external(form, evaluation)?);
    if with.external_evaluation().is_none() {
        return Err(PyValueError::new_err(format!("agent `{text}` values nothing: expected one with the key `eval`")));
    }
    Ok(with)
}

/// Wraps an evaluation in Python: a callable that returns the number of a state. Its name is its attribute `name`, else that of
/// the function or class. Its method `priors` returns the weights of all actions by number, for tree searches.
pub(crate) fn external(form: &Arc<Form>, evaluation: &Bound<'_, PyAny>) -> PyResult<ExternalEvaluation> {
    let own_name = evaluation.getattr("name").or_else(|_| evaluation.getattr("__name__"));
    let name = own_name.or_else(|_| evaluation.get_type().getattr("__name__"))?.to_string();
    let name = argument::name(&name);
    let weights = evaluation.getattr("weights").map_or_else(|_| String::new(), |weights| weights.to_string());
    let priors = evaluation.getattr("priors").ok().filter(|priors| priors.is_callable()).map(Bound::unbind);
    let (form, evaluation) = (Arc::clone(form), evaluation.clone().unbind());
    let form_of_priors = Arc::clone(&form);
    let value = move |text: &str| {
        let value = call::run(|py| {
            let state = State::at(&form, Some(text), "")?;
            let found = evaluation.call1(py, (state,))?;
            let value: f64 = found.extract(py).map_err(|_| {
                PyTypeError::new_err(format!("evaluation: {} at `{text}`, expected a number", shown(found.bind(py))))
            })?;
            // A score holds no more; a NaN fails the comparison too.
            if value.abs() <= LARGEST_VALUE {
                Ok(value)
            } else {
                let expected = "expected a number from -1,000,000 to 1,000,000";
                Err(PyValueError::new_err(format!("evaluation: {value} at `{text}`, {expected}")))
            }
        });
        value.unwrap_or_default()
    };
    let external = ExternalEvaluation::new(&name, value).made_of(&weights);
    let Some(priors) = priors else { return Ok(external) };
    Ok(external.with_priors(move |text: &str| {
        call::run(|py| {
            let state = State::at(&form_of_priors, Some(text), "")?;
            let actions = form_of_priors.actions();
            let weights = priors.call1(py, (state,))?.into_bound(py).try_iter()?.take(actions + 1);
            let weights: Vec<f64> = weights.map(|weight| weight?.extract()).collect::<PyResult<_>>()?;
            match weights.iter().find(|weight| !weight.is_finite() || **weight < 0.0) {
                Some(weight) => Err(PyValueError::new_err(format!("priors: {weight} at `{text}`, expected 0 or more"))),
                None if weights.len() != actions => {
                    let found = if weights.len() > actions { "more".into() } else { weights.len().to_string() };
                    let text = format!("priors: {found} weights at `{text}`, expected {actions}, one for each action");
                    Err(PyValueError::new_err(text))
                }
                None => Ok(weights),
            }
        })
    }))
}

/// The limits and lines of a question.
pub(crate) fn job(nodes: Option<u64>, time: Option<f64>, depth: Option<u32>, lines: usize) -> PyResult<Job> {
    let time = time_limit(time)?;
    Ok(Job { lines, ..Job::new(Limits { nodes, time, depth, ..Limits::NONE }) })
}

/// The outcome of an agent's search.
struct Thought {
    /// The result. If Python code raised an exception or was skipped, it is the result before that.
    found: PyResult<Analysis>,
    /// The exception that was raised meanwhile or stopped the agent.
    trouble: Option<PyErr>,
    /// The end of the interpreter waits for the call, until the result is one of Python.
    _call: Arc<Call>,
}

/// Lets an agent think about a state; `on_depth` is called with every finished depth.
fn think(
    py: Python<'_>,
    state: &State,
    who: Who,
    job: &Job,
    default: Limits,
    on_depth: Option<&Bound<'_, PyAny>>,
) -> PyResult<Thought> {
    let call = Call::long(state.form.own.as_ref());
    let job = Job { stop: call.stop.clone(), ..job.clone() };
    // The guard refuses changes by callbacks, and the work can outlive this function.
    let inner = state.inner()?;
    let (form, copy, running) = (Arc::clone(&state.form), inner.boxed(), Arc::clone(&call));
    let each = |analysis: Analysis| match on_depth {
        Some(on_depth) => on_depth.call1((python(py, &analysis)?,)).map(|_| ()),
        None => Ok(()),
    };
    let is_watched = on_depth.is_some();
    let last = Arc::new(Mutex::new(None));
    let newest = Arc::clone(&last);
    let work = move |sender: &Sender<Analysis>| -> PyResult<Analysis> {
        let mut each = |analysis: &Analysis| {
            if !running.is_spoilt() {
                let analysis = Analysis { completed: false, ..analysis.clone() };
                *newest.lock().unwrap_or_else(PoisonError::into_inner) = Some(analysis);
            }
            if is_watched {
                // The receiver is gone if the search has been stopped.
                let _ = sender.send(analysis.clone());
            }
        };
        match who.session {
            None => form.game.session(&*copy).or_raise()?.analyse(&who.spec, &job, default, &mut each).or_raise(),
            Some(session) => session.with(&running, |session| {
                session.go_to(&copy.start()).or_raise()?;
                session.analyse(&who.spec, &job, default, &mut each).or_raise()
            }),
        }
    };
    let Watched { found, trouble } = watched_within(py, &call, None, each, work)?;
    let last = last.lock().unwrap_or_else(PoisonError::into_inner).take();
    let found = match (found.filter(|_| !call.is_spoilt()), last) {
        (Some(found), _) => found,
        (None, Some(last)) => Ok(last),
        (None, None) => Err(PyRuntimeError::new_err("the search was stopped before it had found anything")),
    };
    Ok(Thought { found, trouble, _call: call })
}

/// An analysis as an object of `plyground`.
fn python<'py>(py: Python<'py>, analysis: &Analysis) -> PyResult<Bound<'py, PyAny>> {
    py.import("plyground._analysis")?.getattr("Analysis")?.call_method1("of", (plain(py, analysis)?,))
}

/// Returns the result of an analysis, and the exception that was raised meanwhile or stopped it.
pub(crate) fn analyse(
    py: Python<'_>,
    state: &State,
    agent: Option<&Bound<'_, PyAny>>,
    evaluation: Option<&Bound<'_, PyAny>>,
    job: &Job,
    on_depth: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Option<Py<PyAny>>, Option<PyErr>)> {
    let who = match agent.and_then(|agent| agent.cast::<Agent>().ok()) {
        Some(held) => {
            if evaluation.is_some() {
                return Err(PyValueError::new_err(
                    "an agent has its evaluation: expected it in `Agent(..., evaluation=f)`",
                ));
            }
            held.get().form.check_game(&state.form, "an agent")?;
            held.get().who()
        }
        None => {
            let spec: String = agent.map_or_else(|| Ok("best".to_owned()), |agent| agent.extract())?;
            Who { spec: self::spec(&state.form, &spec, evaluation)?, session: None }
        }
    };
    let spec = who.spec.clone();
    let Thought { found, trouble, _call } = think(py, state, who, job, ANALYSIS, on_depth)?;
    let mut found = match (found, &trouble) {
        (Ok(found), _) => found,
        (Err(_), Some(_)) => return Ok((None, trouble)),
        (Err(error), None) => return Err(error),
    };
    // An external program has no evaluation to explain, and an evaluation in Python has no terms.
    if spec.external_evaluation().is_none() {
        let explain = || state.session()?.explain(&spec, found.leaf()).map(Some).or_raise();
        match (state.form.call(explain), &trouble) {
            (Ok(explanation), _) => found.explanation = explanation,
            (Err(_), Some(_)) => {}
            (Err(error), None) => return Err(error),
        }
    }
    Ok((Some(python(py, &found)?.unbind()), trouble))
}
