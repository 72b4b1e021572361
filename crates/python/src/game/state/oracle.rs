//! Exact values, from tables or by a solver that reuses its memory.

use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use plyground_catalog::{CatalogError, Oracle as AnyOracle, Solution, Start};
use plyground_search::StopFlag;
use plyground_solve::SolveOptions;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::argument;
use crate::call::Call;
use crate::error::Raise;
use crate::game::state::State;
use crate::game::{self, Form, Game};
use crate::lock::SearchLock;
use crate::text::plain;
use crate::watch::{time_limit, watched_within};

/// Default MiB of the solver's table, which `Oracle` repeats.
const TABLE: usize = 256;

/// Returns the default options, with the folder of `PLYGROUND_TABLES`.
pub(crate) fn usual_options() -> SolveOptions {
    let usual = SolveOptions::default();
    SolveOptions { tables: SolveOptions::named_folder().unwrap_or(usual.tables), ..SolveOptions::default() }
}

/// A source of exact values that stays ready for the next position.
///
/// It keeps open tables, or a solver's transposition table of `table` MiB and its endgame database of `database` seeds.
/// `tables` is the folder of the tables, by default that of the variable `PLYGROUND_TABLES`.
#[pyclass(frozen, module = "plyground")]
pub(crate) struct Oracle {
    form: Arc<Form>,
    options: SolveOptions,
    answers: Arc<Answers>,
}

impl Oracle {
    /// Returns the solver for a state of the game.
    pub(crate) fn known(&self, state: &State) -> PyResult<&Arc<Answers>> {
        self.form.check_game(&state.form, "an oracle")?;
        Ok(&self.answers)
    }
}

#[pymethods]
impl Oracle {
    /// Creates the oracle of a game or of the name of one, with the folder of its tables and, for Kalah, the seeds of its endgame database.
    #[new]
    #[pyo3(signature = (game, *, tables=None, database=None, threads=1, table=256))]
    fn new(
        #[pyo3(from_py_with = game::form)] game: Arc<Form>,
        #[pyo3(from_py_with = argument::tables)] tables: Option<PathBuf>,
        #[pyo3(from_py_with = argument::database)] database: Option<usize>,
        #[pyo3(from_py_with = argument::threads)] threads: usize,
        #[pyo3(from_py_with = argument::table)] table: usize,
    ) -> PyResult<Oracle> {
        let tables = tables.unwrap_or_else(|| usual_options().tables);
        let options = SolveOptions { tables, database, threads, table, ..SolveOptions::default() };
        let answers = Arc::new(Answers::of(&game, &options)?);
        Ok(Oracle { form: game, options, answers })
    }

    /// Returns all that is known of a position, as `ply probe --json` prints it.
    ///
    /// It costs as much as `values` and takes the same `time`.
    #[pyo3(signature = (state, *, time=None))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        state: &State,
        #[pyo3(from_py_with = argument::time)] time: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.known(state)?.solve(py, state, time_limit(time)?)?)
    }

    /// Returns every legal action with its exact value for the player to move, best first.
    ///
    /// A value is Kalah's final margin in seeds, and 1, 0 or -1 for a win, a draw or a loss in other games.
    ///
    /// A table answers at once. Kalah is solved by a search: a second in the middle of a game, minutes near the start
    /// of Kalah(6,4). `time` limits it in seconds and raises a `TimeoutError`.
    #[pyo3(signature = (state, *, time=None))]
    fn values(
        &self,
        py: Python<'_>,
        state: &State,
        #[pyo3(from_py_with = argument::time)] time: Option<f64>,
    ) -> PyResult<Vec<(usize, i32)>> {
        self.known(state)?.values(py, state, time_limit(time)?)
    }

    /// Returns the exact value of a position for the player to move.
    ///
    /// It costs less than `values` and takes the same `time`.
    #[pyo3(signature = (state, *, time=None))]
    fn value(
        &self,
        py: Python<'_>,
        state: &State,
        #[pyo3(from_py_with = argument::time)] time: Option<f64>,
    ) -> PyResult<i32> {
        let value =
            self.known(state)?.asked(py, state, time_limit(time)?, |oracle, start, stop| oracle.value(start, stop));
        Ok(value?.rank())
    }

    fn __repr__(&self) -> String {
        format!("<plyground.Oracle {}>", self.form.name())
    }

    /// A pickle contains the arguments, but no results.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((Game,), Bound<'py, PyDict>)> {
        let SolveOptions { tables, database, threads, table, .. } = &self.options;
        let named = PyDict::new(py);
        // The usual folder need not exist.
        if *tables != usual_options().tables {
            named.set_item("tables", tables)?;
        }
        named.set_item("database", database)?;
        named.set_item("threads", threads)?;
        named.set_item("table", table)?;
        Ok(((Game { form: Arc::clone(&self.form) },), named))
    }
}

/// The solver of one game: an [`Oracle`] without its class, which the states of a game share.
pub(crate) struct Answers {
    process: u32,
    inner: SearchLock<Box<dyn AnyOracle>>,
}

impl Answers {
    fn of(form: &Form, options: &SolveOptions) -> PyResult<Answers> {
        let inner = SearchLock::new("oracle", form.call(|| form.game.oracle(options).or_raise())?);
        Ok(Answers { process: std::process::id(), inner })
    }

    /// Returns the solver that all states of a game share. A forked child creates a new one if a thread of its parent was using
    /// it.
    pub(crate) fn usual(form: &Form) -> PyResult<Arc<Answers>> {
        // The lock is only held for moments together with the interpreter's lock, so a fork never copies it locked.
        let shared = || form.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let known = shared().clone();
        if let Some(answers) = known.filter(|answers| answers.process == std::process::id() || answers.inner.is_free())
        {
            return Ok(answers);
        }
        let answers = Arc::new(Answers::of(form, &SolveOptions { table: TABLE, ..usual_options() })?);
        *shared() = Some(Arc::clone(&answers));
        Ok(answers)
    }

    /// Returns the exact value of every move, see [`Oracle`].
    pub(crate) fn values(
        self: &Arc<Self>,
        py: Python<'_>,
        state: &State,
        patience: Option<Duration>,
    ) -> PyResult<Vec<(usize, i32)>> {
        let inner = state.inner()?;
        let solution = self.solve(py, state, patience)?;
        let number = |mv: &str| inner.read_action(mv).or_raise();
        let values = || solution.moves.iter().map(|found| Ok((number(&found.mv)?, found.value.rank()))).collect();
        state.form.call(values)
    }

    fn solve(self: &Arc<Self>, py: Python<'_>, state: &State, patience: Option<Duration>) -> PyResult<Solution> {
        self.asked(py, state, patience, |oracle, start, stop| oracle.solve(start, stop))
    }

    /// Solves a state's position on a separate thread.
    fn asked<T: Send + 'static>(
        self: &Arc<Self>,
        py: Python<'_>,
        state: &State,
        patience: Option<Duration>,
        ask: impl FnOnce(&mut dyn AnyOracle, &Start, &StopFlag) -> Result<T, CatalogError> + Send + 'static,
    ) -> PyResult<T> {
        let call = Call::long(state.form.own.as_ref());
        // The guard refuses changes by callbacks, and the work can outlive this function.
        let inner = state.inner()?;
        let (answers, copy, running) = (Arc::clone(self), inner.boxed(), Arc::clone(&call));
        let work = move |_: &Sender<()>| {
            answers.inner.with(&running, |oracle| ask(&mut **oracle, &copy.start(), &running.stop).or_raise())
        };
        watched_within(py, &call, patience, |()| Ok(()), work)?.result()?
    }
}
