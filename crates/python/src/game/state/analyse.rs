//! Agents that think about a state.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use plyground_catalog::{ANALYSIS, AgentSpec, Analysis, CatalogError, GuestEvaluation, MOVE, Session};
use plyground_search::{Job, Limits, MAX_DEPTH, StopFlag};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::Raise;
use crate::game::state::State;
use crate::game::{CATALOG, Form, Game};
use crate::raised;
use crate::text::plain;
use crate::watch::watched;

/// An agent that keeps what it has learnt from call to call: call it with a state to get an action.
#[pyclass(frozen, module = "plyground")]
pub(crate) struct Agent {
    pub(crate) form: Arc<Form>,
    pub(crate) spec: AgentSpec,
    /// The spec as it was written, and the evaluation in Python.
    made_of: (String, Option<Py<PyAny>>),
    session: Mutex<Box<dyn Session>>,
}

#[pymethods]
impl Agent {
    /// An agent of a game by its spec, such as "best:nodes=1000".
    #[new]
    #[pyo3(signature = (game, spec="best", *, evaluation=None))]
    fn new(game: &Game, spec: &str, evaluation: Option<&Bound<'_, PyAny>>) -> PyResult<Agent> {
        let made_of = (spec.to_owned(), evaluation.map(|evaluation| evaluation.clone().unbind()));
        let spec = self::spec(&game.form, spec, evaluation)?;
        let mut session = game.form.game.open(&game.form.start(None, "")).or_raise()?;
        session.prepare(&spec).or_raise()?;
        Ok(Agent { form: Arc::clone(&game.form), spec, made_of, session: Mutex::new(session) })
    }

    /// What it is made from.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// The action that it chooses: within its own limits, or within a second.
    fn __call__(&self, py: Python<'_>, state: &State) -> PyResult<usize> {
        if self.form.name() != state.form.name() {
            let text = format!("an agent of {} was asked about {}", self.form.name(), state.form.name());
            return Err(PyValueError::new_err(text));
        }
        let (result, trouble) = think(py, state, &Who::Agent(self), &Job::default(), MOVE, None)?;
        if let Some(error) = trouble {
            return Err(error);
        }
        match result.or_raise()?.best {
            Some(best) => state.inner.read_action(&best).or_raise(),
            None => Err(PyValueError::new_err("the game is over: there is no move to choose")),
        }
    }

    fn __repr__(&self) -> String {
        format!("<plyground.Agent {}>", self.spec)
    }

    /// A pickle holds what it was made from, and none of what it has learnt.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((Game, &str), Bound<'py, PyDict>)> {
        let (spec, evaluation) = &self.made_of;
        let named = PyDict::new(py);
        named.set_item("evaluation", evaluation)?;
        Ok(((Game { form: Arc::clone(&self.form) }, spec), named))
    }
}

/// Who is asked.
pub(crate) enum Who<'a> {
    /// An agent made for the question.
    Spec(AgentSpec),
    /// An agent that is there.
    Agent(&'a Agent),
}

/// Reads a spec; with an evaluation in Python, which must be of use to it.
pub(crate) fn spec(form: &Arc<Form>, text: &str, evaluation: Option<&Bound<'_, PyAny>>) -> PyResult<AgentSpec> {
    let spec = CATALOG.agent(&*form.game, text).or_raise()?;
    let Some(evaluation) = evaluation else { return Ok(spec) };
    if !evaluation.is_callable() {
        let text = format!("evaluation: found {}, expected something that can be called", evaluation.get_type());
        return Err(PyTypeError::new_err(text));
    }
    let with = spec.with_evaluation(guest(form, evaluation)?);
    if with.guest_evaluation().is_none() {
        return Err(PyValueError::new_err(format!("agent `{text}` values nothing: expected one with the key `eval`")));
    }
    Ok(with)
}

/// An evaluation in Python: called with a state, it gives a number. Its name is its own, or that of the function.
pub(crate) fn guest(form: &Arc<Form>, evaluation: &Bound<'_, PyAny>) -> PyResult<GuestEvaluation> {
    let own_name = evaluation.getattr("name").or_else(|_| evaluation.getattr("__name__"));
    let name = own_name.or_else(|_| evaluation.get_type().getattr("__name__"))?.to_string();
    let weights = evaluation.getattr("weights").map_or_else(|_| String::new(), |weights| weights.to_string());
    let (form, evaluation) = (Arc::clone(form), evaluation.clone().unbind());
    let value = move |text: &str| {
        let value = State::at(&form, Some(text), "").and_then(|state| {
            Python::attach(|py| {
                let value: f64 = evaluation.call1(py, (state,))?.extract(py)?;
                if value.is_finite() {
                    Ok(value)
                } else {
                    Err(PyValueError::new_err(format!("evaluation: {value} at `{text}`")))
                }
            })
        });
        value.unwrap_or_else(|error| {
            raised::keep(error);
            0.0
        })
    };
    Ok(GuestEvaluation::new(&name, value).made_of(&weights))
}

/// The limits and lines of a question.
pub(crate) fn job(nodes: Option<u64>, time: Option<f64>, depth: Option<u32>, lines: usize) -> PyResult<Job> {
    let wrong = |what: &str, found: String, expected: &str| {
        Err(PyValueError::new_err(format!("{what}={found}: expected {expected}")))
    };
    let time = match time {
        None => None,
        Some(seconds) => match Duration::try_from_secs_f64(seconds) {
            Ok(time) if !time.is_zero() => Some(time),
            _ => return wrong("time", seconds.to_string(), "a number of seconds above 0"),
        },
    };
    if let Some(depth) = depth.filter(|depth| !(1..=MAX_DEPTH).contains(depth)) {
        return wrong("depth", depth.to_string(), &format!("1 to {MAX_DEPTH}"));
    }
    if nodes == Some(0) {
        return wrong("nodes", "0".into(), "a number of nodes above 0");
    }
    if lines == 0 {
        return wrong("lines", "0".into(), "a number of lines above 0");
    }
    Ok(Job { lines, ..Job::new(Limits { nodes, time, depth, ..Limits::NONE }) })
}

/// What an agent found, and what was raised or has stopped it meanwhile.
type Thought = (Result<Analysis, CatalogError>, Option<PyErr>);

/// Lets an agent think about a state; `on_depth` is called with every finished depth.
fn think(
    py: Python<'_>,
    state: &State,
    who: &Who<'_>,
    job: &Job,
    default: Limits,
    on_depth: Option<&Bound<'_, PyAny>>,
) -> PyResult<Thought> {
    let stop = StopFlag::default();
    let job = Job { stop: stop.clone(), ..job.clone() };
    let each = |analysis: Analysis| match on_depth {
        Some(on_depth) => on_depth.call1((python(py, &analysis)?,)).map(|_| ()),
        None => Ok(()),
    };
    let is_watched = on_depth.is_some();
    watched(py, &stop, each, |tell| {
        let mut each = |analysis: &Analysis| {
            if is_watched {
                // Nobody listens any more where the search has been stopped.
                let _ = tell.send(analysis.clone());
            }
        };
        match who {
            Who::Spec(spec) => state.inner.session().analyse(spec, &job, default, &mut each),
            Who::Agent(agent) => {
                let mut session = agent.session.lock().unwrap_or_else(PoisonError::into_inner);
                session.go_to(&state.inner.start())?;
                session.analyse(&agent.spec, &job, default, &mut each)
            }
        }
    })
}

/// An analysis as an object of `plyground`.
fn python<'py>(py: Python<'py>, analysis: &Analysis) -> PyResult<Bound<'py, PyAny>> {
    py.import("plyground._analysis")?.getattr("Analysis")?.call_method1("of", (plain(py, analysis)?,))
}

/// What an analysis finds, and what was raised or has stopped it meanwhile.
pub(crate) fn analyse(
    py: Python<'_>,
    state: &State,
    agent: Option<&Bound<'_, PyAny>>,
    evaluation: Option<&Bound<'_, PyAny>>,
    job: &Job,
    on_depth: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Py<PyAny>, Option<PyErr>)> {
    let held: Option<Bound<'_, Agent>> = agent.and_then(|agent| agent.cast::<Agent>().ok().cloned());
    let who = match &held {
        Some(held) => {
            let (own, here) = (held.get().form.name(), state.form.name());
            if evaluation.is_some() {
                return Err(PyValueError::new_err(
                    "an agent has its evaluation: expected it in `Agent(..., evaluation=f)`",
                ));
            }
            if own != here {
                return Err(PyValueError::new_err(format!("an agent of {own} was asked about {here}")));
            }
            Who::Agent(held.get())
        }
        None => {
            let spec: String = agent.map_or_else(|| Ok("best".to_owned()), |agent| agent.extract())?;
            Who::Spec(self::spec(&state.form, &spec, evaluation)?)
        }
    };
    let (found, trouble) = think(py, state, &who, job, ANALYSIS, on_depth)?;
    let mut found = found.or_raise()?;
    let (spec, line) = match &who {
        Who::Spec(spec) => (spec, &found.pv),
        Who::Agent(agent) => (&agent.spec, &found.pv),
    };
    // An agent that is a program of its own has no evaluation that could be explained, and one in Python has no parts.
    if spec.guest_evaluation().is_none() {
        found.explanation = state.inner.session().explain(spec, Some((line, found.score.number()))).ok();
    }
    Ok((python(py, &found)?.unbind(), trouble))
}
