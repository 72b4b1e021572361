//! Games with their set-up and rules, from which states and batches are created.

pub(crate) mod own;
pub(crate) mod state;

use std::sync::{Arc, LazyLock, Mutex};

use plyground_catalog::{Catalog, GameRef, Start};
use plyground_game::notation::quote;
use plyground_solve::SolveOptions;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::argument::shown;
use crate::call::Call;
use crate::error::Raise;
use crate::game::state::oracle::Answers;
use crate::game::state::{State, data};
use crate::written::Written;

/// The catalog of the package.
pub(crate) static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let catalog = Catalog::standard();
    if let Some(folder) = SolveOptions::named_folder() {
        catalog.use_tables(&folder);
    }
    catalog
});

/// A game with its set-up and rules.
pub(crate) struct Form {
    pub(crate) game: GameRef,
    pub(crate) setup: Option<String>,
    pub(crate) rules: Option<String>,
    /// Class of a game that is written in Python.
    pub(crate) own: Option<Arc<Written>>,
    /// Shared oracle of the states, once it has been used.
    pub(crate) answers: Mutex<Option<Arc<Answers>>>,
}

impl Form {
    pub(crate) fn new(game: GameRef, setup: Option<String>, rules: Option<String>) -> Form {
        Form { game, setup, rules, own: None, answers: Mutex::default() }
    }

    /// Returns the name of the game.
    pub(crate) fn name(&self) -> &'static str {
        self.game.info().name
    }

    /// Returns the names of its two sides.
    pub(crate) fn sides(&self) -> [&'static str; 2] {
        self.game.info().sides
    }

    /// Returns the number of actions.
    pub(crate) fn actions(&self) -> usize {
        self.game.info().actions
    }

    /// Runs work that may call the game's class, and raises its exceptions.
    pub(crate) fn call<T>(&self, work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
        match &self.own {
            Some(own) => Call::quick(own, work),
            None => work(),
        }
    }

    /// Raises a `ValueError` if this is not the game of `other`. Games in Python must have the same class.
    pub(crate) fn check_game(&self, other: &Form, what: &str) -> PyResult<()> {
        let (own, here) = (self.name(), other.name());
        let text = match (&self.own, &other.own) {
            (Some(one), Some(other)) if one.is(other) => return Ok(()),
            (None, None) if own == here => return Ok(()),
            _ if own == here => format!("{what} of {own} was asked about another class of that name"),
            _ => format!("{what} of {own} was asked about {here}"),
        };
        Err(PyValueError::new_err(text))
    }

    /// Returns a start at this position, or at the set-up.
    pub(crate) fn start(&self, position: Option<&str>, moves: &str) -> Start {
        Start {
            setup: if position.is_some() { None } else { self.setup.clone() },
            rules: self.rules.clone(),
            position: position.map(str::to_owned),
            moves: moves.to_owned(),
        }
    }
}

/// A game with its set-up and rules. `plyground.game` makes one.
#[pyclass(frozen, module = "plyground")]
pub(crate) struct Game {
    pub(crate) form: Arc<Form>,
}

/// Reads a game, its name with the usual set-up and rules, or its class; of an object of the class, the game that starts there.
pub(crate) fn form(given: &Bound<'_, PyAny>) -> PyResult<Arc<Form>> {
    if let Ok(game) = given.cast::<Game>() {
        return Ok(Arc::clone(&game.get().form));
    }
    if given.is_instance_of::<PyType>() {
        return own::own(given, None).map(|game| game.form);
    }
    if given.is_instance(&given.py().import("plyground._own")?.getattr("PythonGame")?)? {
        return own::own(given.get_type().as_any(), Some(given.str()?.extract()?)).map(|game| game.form);
    }
    let Ok(name) = given.extract::<String>() else {
        let text = format!("game={}: expected a game, its name or its class", shown(given));
        return Err(PyTypeError::new_err(text));
    };
    game(&name, None, None).map(|game| game.form)
}

/// Returns the names of all games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    CATALOG.games().iter().map(|game| game.info().name).collect()
}

/// Makes a game by its name, with a set-up and rules other than the defaults.
///
/// An unknown name, set-up or rule is a `ValueError` that lists the known ones.
#[pyfunction]
#[pyo3(signature = (name, setup=None, rules=None))]
pub(crate) fn game(name: &str, setup: Option<String>, rules: Option<String>) -> PyResult<Game> {
    let form = Form::new(Arc::clone(CATALOG.game(name).or_raise()?), setup, rules);
    // An invalid set-up or invalid rules fail here instead of later.
    let form = Arc::new(form);
    State::at(&form, None, "")?;
    Ok(Game { form })
}

#[pymethods]
impl Game {
    /// The name in commands and files.
    #[getter]
    fn name(&self) -> &str {
        self.form.name()
    }

    /// Display name.
    #[getter]
    fn title(&self) -> &str {
        &self.form.game.info().title
    }

    /// The names of the two sides. The first side moves first.
    #[getter]
    fn sides(&self) -> (&str, &str) {
        let [first, second] = self.form.sides();
        (first, second)
    }

    /// The rules in force.
    #[getter]
    fn rules(&self) -> PyResult<String> {
        let state = State::at(&self.form, None, "")?;
        let inner = state.inner()?;
        self.form.call(|| Ok(inner.start().rules.unwrap_or_default()))
    }

    /// The set-up, or None for the default.
    #[getter]
    fn setup(&self) -> Option<&str> {
        self.form.setup.as_deref()
    }

    /// The listed set-ups, the default first. Others may be possible.
    #[getter]
    fn setups(&self) -> Vec<&'static str> {
        self.form.game.info().setups.clone()
    }

    /// The named rule sets, the default first.
    #[getter]
    fn rule_sets(&self) -> Vec<&'static str> {
        self.form.game.info().rule_sets.clone()
    }

    /// The names of the agents.
    #[getter]
    fn agents(&self) -> Vec<&'static str> {
        self.form.game.info().agents.iter().map(|agent| agent.name).collect()
    }

    /// The names of the evaluations, the default first.
    #[getter]
    fn evaluations(&self) -> Vec<&'static str> {
        self.form.game.info().evaluations.iter().map(|row| row.name).collect()
    }

    /// The number of actions. Every action is from 0 to one less.
    #[getter]
    fn num_distinct_actions(&self) -> usize {
        self.form.actions()
    }

    /// The shape of an observation: planes, rows and columns. None if the game has no observations.
    #[getter]
    fn observation_shape(&self) -> PyResult<Option<(usize, usize, usize)>> {
        State::at(&self.form, None, "")?.observation_shape()
    }

    /// What each plane of an observation shows, one text per plane.
    #[getter]
    fn observation_planes(&self) -> Vec<&str> {
        match &self.form.own {
            Some(own) => own.planes.iter().map(String::as_str).collect(),
            None => self.form.game.info().planes.to_vec(),
        }
    }

    /// The most plies of a game in a match and in a batch. A longer game is drawn.
    #[getter]
    fn max_game_length(&self) -> usize {
        self.form.game.info().max_plies
    }

    /// Returns the start of a game.
    fn new_initial_state(&self) -> PyResult<State> {
        State::at(&self.form, None, "")
    }

    /// Reads a position in the game's notation.
    ///
    /// A text that is no position is a `ValueError` with the column of the fault.
    fn state(&self, text: &str) -> PyResult<State> {
        State::at(&self.form, Some(text), "")
    }

    /// Plays moves from the start and returns the state.
    ///
    /// `moves` is one text with spaces, or a list of texts and actions. An illegal move is a `ValueError`.
    fn replay(&self, moves: &Bound<'_, PyAny>) -> PyResult<State> {
        if let Ok(text) = moves.extract::<String>() {
            return State::at(&self.form, None, &text);
        }
        let state = State::at(&self.form, None, "")?;
        for mv in moves.try_iter()? {
            let mv = mv?;
            match mv.extract::<String>() {
                Ok(text) => state.play(&text)?,
                Err(_) => state.apply_action(&mv)?,
            }
        }
        Ok(state)
    }

    /// Reads the text of `state.to_json`: a position without the moves before.
    ///
    /// A text of another game or of other rules is a `ValueError`.
    fn state_from_json(&self, text: &str) -> PyResult<State> {
        data::read_position(&self.form, text)
    }

    /// Reads the text of `state.serialize`, or of `ply export --json`: a state with all moves of the game so far.
    ///
    /// A text of another game or of other rules is a `ValueError`.
    fn deserialize_state(&self, text: &str) -> PyResult<State> {
        data::read_trajectory(&self.form, text)
    }

    fn __eq__(&self, other: &Game) -> bool {
        let (one, two) = (&self.form, &other.form);
        let start = |form: &Form| form.own.as_ref().map(|own| own.start.clone());
        one.check_game(two, "").is_ok() && start(one) == start(two) && one.setup == two.setup && one.rules == two.rules
    }

    fn __hash__(&self) -> u64 {
        self.name().bytes().fold(0, |hash: u64, byte| hash.wrapping_mul(31).wrapping_add(byte.into()))
    }

    fn __repr__(&self) -> String {
        let option = |name: &str, text: &Option<String>| {
            text.as_deref().map_or_else(String::new, |text| format!(", {name}=\"{}\"", quote(text).trim_matches('`')))
        };
        let form = &self.form;
        if form.own.is_some() {
            return format!("<plyground.Game {}>", self.name());
        }
        format!("plyground.game(\"{}\"{}{})", self.name(), option("setup", &form.setup), option("rules", &form.rules))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, form) = (slf.py(), &slf.get().form);
        let core = py.import("plyground._core")?;
        if let Some(own) = &form.own {
            return Ok((core.getattr("own")?, (own.class.clone_ref(py), own.start.clone()).into_pyobject(py)?));
        }
        let parts = (form.game.info().name, form.setup.clone(), form.rules.clone());
        Ok((core.getattr("game")?, parts.into_pyobject(py)?))
    }

    fn __copy__(&self) -> Game {
        Game { form: Arc::clone(&self.form) }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> Game {
        self.__copy__()
    }
}
