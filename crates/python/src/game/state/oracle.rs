//! Exact values, from tables or by a solver that stays ready for the next position.

use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use plyground_catalog::{CatalogError, Oracle as AnyOracle, Solution, Start};
use plyground_search::StopFlag;
use plyground_solve::SolveOptions;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::Raise;
use crate::game::state::State;
use crate::game::{Form, Game};
use crate::text::plain;
use crate::watch::watched;

/// MiB of the solver's table where nothing is said; `Oracle` names it too.
const TABLE: usize = 256;

/// Answers for the exact values of many positions, and keeps what helps with the next: open tables, or a solver's own table and
/// endgame database.
#[pyclass(frozen, module = "plyground")]
pub(crate) struct Oracle {
    form: Arc<Form>,
    options: SolveOptions,
    /// What does the work.
    pub(crate) answers: Answers,
}

#[pymethods]
impl Oracle {
    /// For a game, with the folder of its tables and, for Kalah, the seeds of its endgame database.
    #[new]
    #[pyo3(signature = (game, *, tables=None, database=None, threads=1, table=256))]
    fn new(
        game: &Game,
        tables: Option<PathBuf>,
        database: Option<usize>,
        threads: usize,
        table: usize,
    ) -> PyResult<Oracle> {
        if !(1..=256).contains(&threads) {
            return Err(PyValueError::new_err(format!("threads={threads}: expected 1 to 256")));
        }
        let usual = SolveOptions::default();
        let options =
            SolveOptions { tables: tables.unwrap_or(usual.tables.clone()), database, threads, table, ..usual };
        let answers = Answers::of(&game.form, &options)?;
        Ok(Oracle { form: Arc::clone(&game.form), options, answers })
    }

    /// Everything that is known of a position, as `ply probe --json` prints it.
    fn solve<'py>(&self, py: Python<'py>, state: &State) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.answers.solve(py, state)?)
    }

    /// The exact value of every move for the player to move: the final margin, or 1, 0 and -1 for a win, a draw and a loss.
    fn values(&self, py: Python<'_>, state: &State) -> PyResult<Vec<(usize, i32)>> {
        self.answers.values(py, state)
    }

    /// The exact value of a position for the player to move, which is less work than those of all its moves.
    fn value(&self, py: Python<'_>, state: &State) -> PyResult<i32> {
        Ok(self.answers.asked(py, state, |oracle, start, stop| oracle.value(start, stop))?.rank())
    }

    fn __repr__(&self) -> String {
        format!("<plyground.Oracle {}>", self.form.name())
    }

    /// A pickle holds what it was made from, and none of what it has found.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((Game,), Bound<'py, PyDict>)> {
        let SolveOptions { tables, database, threads, table, .. } = &self.options;
        let named = PyDict::new(py);
        named.set_item("tables", tables)?;
        named.set_item("database", database)?;
        named.set_item("threads", threads)?;
        named.set_item("table", table)?;
        Ok(((Game { form: Arc::clone(&self.form) },), named))
    }
}

/// What answers for one game: an [`Oracle`] without its class, as the states of a game share one.
pub(crate) struct Answers {
    game: String,
    inner: Mutex<Box<dyn AnyOracle>>,
}

impl Answers {
    fn of(form: &Form, options: &SolveOptions) -> PyResult<Answers> {
        let inner = Mutex::new(form.game.oracle(options).or_raise()?);
        Ok(Answers { game: form.name().to_owned(), inner })
    }

    /// Those that all states of a game share.
    pub(crate) fn usual(form: &Form) -> PyResult<Arc<Answers>> {
        let mut held = form.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answers) = &*held {
            return Ok(Arc::clone(answers));
        }
        let answers = Arc::new(Answers::of(form, &SolveOptions { table: TABLE, ..SolveOptions::default() })?);
        *held = Some(Arc::clone(&answers));
        Ok(answers)
    }

    /// The exact value of every move: see [`Oracle`].
    pub(crate) fn values(&self, py: Python<'_>, state: &State) -> PyResult<Vec<(usize, i32)>> {
        let solution = self.solve(py, state)?;
        let number = |mv: &str| state.inner.read_action(mv).or_raise();
        solution.moves.iter().map(|found| Ok((number(&found.mv)?, found.value.rank()))).collect()
    }

    fn solve(&self, py: Python<'_>, state: &State) -> PyResult<Solution> {
        self.asked(py, state, |oracle, start, stop| oracle.solve(start, stop))
    }

    /// Asks for something of a state's position, on a thread of its own.
    fn asked<T: Send>(
        &self,
        py: Python<'_>,
        state: &State,
        ask: impl FnOnce(&mut dyn AnyOracle, &Start, &StopFlag) -> Result<T, CatalogError> + Send,
    ) -> PyResult<T> {
        let here = state.form.name();
        if self.game != here {
            return Err(PyValueError::new_err(format!("an oracle of {} was asked about {here}", self.game)));
        }
        let (start, stop) = (state.inner.start(), StopFlag::default());
        let work = |_: &Sender<()>| {
            let mut oracle = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            ask(&mut **oracle, &start, &stop)
        };
        let (found, trouble) = watched(py, &stop, |()| Ok(()), work)?;
        trouble.map_or_else(|| found.or_raise(), Err)
    }
}
