//! Exact values, from tables or by a solver that stays ready for the next position.

use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use plyground_catalog::{CatalogError, Oracle as AnyOracle, Solution, Start};
use plyground_search::StopFlag;
use plyground_solve::SolveOptions;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::Raise;
use crate::game::Form;
use crate::game::state::State;
use crate::text::plain;
use crate::watch::watched;

/// MiB of the solver's table where nothing is said; `Oracle` names it too.
const TABLE: usize = 256;

/// Answers for the exact values of many positions, and keeps what helps with the next: open tables, or a solver's own table and
/// endgame database.
#[pyclass(frozen, module = "plyground")]
pub(crate) struct Oracle {
    game: String,
    inner: Mutex<Box<dyn AnyOracle>>,
}

#[pymethods]
impl Oracle {
    /// For a game, with the folder of its tables and, for Kalah, the seeds of its endgame database.
    #[new]
    #[pyo3(signature = (game, *, tables=None, database=None, threads=1, table=256))]
    fn new(
        game: &crate::game::Game,
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
        Oracle::of(&game.form, &options)
    }

    /// Everything that is known of a position, as `ply probe --json` prints it.
    fn solve<'py>(&self, py: Python<'py>, state: &State) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.ask(py, state)?)
    }

    /// The exact value of every move for the player to move: the final margin, or 1, 0 and -1 for a win, a draw and a loss.
    pub(crate) fn values(&self, py: Python<'_>, state: &State) -> PyResult<Vec<(usize, i32)>> {
        let solution = self.ask(py, state)?;
        let number = |mv: &str| state.inner.read_action(mv).or_raise();
        solution.moves.iter().map(|found| Ok((number(&found.mv)?, found.value.rank()))).collect()
    }

    /// The exact value of a position for the player to move, which is less work than those of all its moves.
    fn value(&self, py: Python<'_>, state: &State) -> PyResult<i32> {
        Ok(self.asked(py, state, |oracle, start, stop| oracle.value(start, stop))?.rank())
    }

    fn __repr__(&self) -> String {
        format!("<plyground.Oracle {}>", self.game)
    }
}

impl Oracle {
    fn of(form: &Form, options: &SolveOptions) -> PyResult<Oracle> {
        let inner = Mutex::new(form.game.oracle(options).or_raise()?);
        Ok(Oracle { game: form.name().to_owned(), inner })
    }

    /// The one that all states of a game share.
    pub(crate) fn usual(form: &Form) -> PyResult<Arc<Oracle>> {
        let mut held = form.oracle.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(oracle) = &*held {
            return Ok(Arc::clone(oracle));
        }
        let oracle = Arc::new(Oracle::of(form, &SolveOptions { table: TABLE, ..SolveOptions::default() })?);
        *held = Some(Arc::clone(&oracle));
        Ok(oracle)
    }

    fn ask(&self, py: Python<'_>, state: &State) -> PyResult<Solution> {
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
