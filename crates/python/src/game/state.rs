//! A game in progress, with the names of OpenSpiel.

pub(crate) mod analyse;
pub(super) mod data;
pub(crate) mod oracle;
pub(crate) mod playouts;

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError, RwLockReadGuard};

use plyground_catalog::{Review, ReviewOptions, Session, State as AnyState};
use plyground_game::Side;
use plyground_game::notation::quote;
use plyground_game::options::one_of;
use plyground_scene::{SvgOptions, svg};
use plyground_search::{Job, Limits};
use plyground_solve::SolveOptions;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList};
use serde_json::json;

use crate::argument::{self, shown};
use crate::call::Call;
use crate::error::Raise;
use crate::game::state::oracle::{Answers, Oracle, usual_options};
use crate::game::{Form, Game};
use crate::lock::Shared;
use crate::text::plain;
use crate::watch::{time_limit, watched};
use crate::written::Written;

/// OpenSpiel's player of a finished state.
const TERMINAL: i32 = -4;

/// A game in progress: a position with the moves that led to it.
#[pyclass(frozen, module = "plyground")]
pub(crate) struct State {
    pub(crate) form: Arc<Form>,
    inner: Shared<Box<dyn AnyState>>,
    /// Result of the last analysis.
    found: Mutex<Option<Py<PyAny>>>,
}

impl State {
    pub(crate) fn at(form: &Arc<Form>, position: Option<&str>, moves: &str) -> PyResult<State> {
        form.call(|| Ok(State::of(form, form.game.state(&form.start(position, moves)).or_raise()?)))
    }

    pub(crate) fn of(form: &Arc<Form>, inner: Box<dyn AnyState>) -> State {
        State { form: Arc::clone(form), inner: Shared::new("state", inner), found: Mutex::default() }
    }

    /// Returns the game in progress, which cannot change while the guard exists.
    pub(crate) fn inner(&self) -> PyResult<RwLockReadGuard<'_, Box<dyn AnyState>>> {
        self.inner.read()
    }

    /// Opens a session at this state.
    pub(crate) fn session(&self) -> PyResult<Box<dyn Session>> {
        self.form.game.session(&**self.inner()?).or_raise()
    }

    /// Plays an action. If a game in Python raises an exception, the state is unchanged.
    pub(crate) fn step(&self, action: usize) -> PyResult<()> {
        let mut inner = self.inner.write()?;
        let Some(own) = &self.form.own else { return inner.apply(action).or_raise() };
        let plies = inner.plies();
        let played = Call::quick(own, || inner.apply(action).or_raise());
        if played.is_err() && inner.plies() > plies {
            inner.undo();
        }
        played
    }

    /// Returns each legal action with its exact value, best first.
    fn exact(&self, py: Python<'_>, oracle: Option<&Oracle>, time: Option<f64>) -> PyResult<Vec<(usize, i32)>> {
        let patience = time_limit(time)?;
        match oracle {
            Some(oracle) => oracle.known(self)?.values(py, self, patience),
            None => Answers::usual(&self.form)?.values(py, self, patience),
        }
    }

    /// Returns the actions that a player can choose from, in the order of the game: none out of turn.
    fn choices(&self, player: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<usize>> {
        let side = self.side(player)?;
        let inner = self.inner()?;
        let mut actions = Vec::with_capacity(128);
        if side == inner.side_to_move() {
            inner.visit_actions(&mut |action| actions.push(action));
        }
        Ok(actions)
    }

    /// Returns the side of an argument: 0, 1 or a name of the game.
    fn side(&self, side: Option<&Bound<'_, PyAny>>) -> PyResult<Side> {
        let Some(side) = side else { return Ok(self.inner()?.side_to_move()) };
        let names = self.form.sides();
        let wrong =
            |found: String| PyValueError::new_err(format!("unknown side {found}: expected 0, 1, {}", one_of(names)));
        if let Ok(name) = side.extract::<String>() {
            let found = Side::ALL.into_iter().find(|side| names[side.index()] == name);
            return found.ok_or_else(|| wrong(quote(&name)));
        }
        match side.extract::<i64>() {
            Ok(0) if !side.is_instance_of::<PyBool>() => Ok(Side::First),
            Ok(1) if !side.is_instance_of::<PyBool>() => Ok(Side::Second),
            _ => Err(wrong(shown(side))),
        }
    }
}

/// Converts a number to an action.
pub(crate) fn action_of(action: &Bound<'_, PyAny>) -> PyResult<usize> {
    let wrong = |found: &str| format!("action {found}: expected a number from 0");
    if action.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err(wrong("<class 'bool'>")));
    }
    let number: i64 = action.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<PyTypeError>(action.py()) {
            PyTypeError::new_err(wrong(&action.get_type().to_string()))
        } else {
            PyValueError::new_err(wrong(&shown(action)))
        }
    })?;
    usize::try_from(number).map_err(|_| PyValueError::new_err(wrong(&number.to_string())))
}

#[pymethods]
impl State {
    /// The game.
    #[getter]
    pub(crate) fn game(&self) -> Game {
        Game { form: Arc::clone(&self.form) }
    }

    /// Returns the legal actions in ascending order, by default of the player to move.
    ///
    /// The list is empty for the player out of turn, and if the game is over.
    #[pyo3(signature = (player=None))]
    fn legal_actions<'py>(&self, py: Python<'py>, player: Option<&Bound<'_, PyAny>>) -> PyResult<Bound<'py, PyList>> {
        let mut actions = self.choices(player)?;
        if !actions.is_sorted() {
            actions.sort_unstable();
        }
        PyList::new(py, actions)
    }

    /// Returns a list of `num_distinct_actions` numbers: 1 for a legal action, else 0.
    #[pyo3(signature = (player=None))]
    fn legal_actions_mask(&self, player: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<u16>> {
        let mut mask = vec![0; self.form.actions()];
        self.choices(player)?.into_iter().for_each(|action| mask[action] = 1);
        Ok(mask)
    }

    /// Returns the legal moves as texts, in the game's move order.
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        let inner = self.inner()?;
        self.form
            .call(|| inner.legal_actions().into_iter().map(|action| inner.action_text(action).or_raise()).collect())
    }

    /// Plays an action. An illegal action is a `ValueError`, and the state stays as it is.
    pub(crate) fn apply_action(&self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        self.step(action_of(action)?)
    }

    /// Plays a move given in the game's notation. An illegal move is a `ValueError`, and the state stays as it is.
    #[pyo3(name = "play")]
    pub(crate) fn play(&self, mv: &str) -> PyResult<()> {
        self.step(self.string_to_action(mv)?)
    }

    /// Takes the last action back and returns it. A `ValueError` is raised at the start.
    fn undo_action(&self) -> PyResult<usize> {
        self.inner.write()?.undo().ok_or_else(|| PyValueError::new_err("no move has been played: nothing to take back"))
    }

    /// Returns a legal action as text.
    fn action_to_string(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let (action, inner) = (action_of(action)?, self.inner()?);
        self.form.call(|| inner.action_text(action).or_raise())
    }

    /// Returns the action that a text names. A `ValueError` is raised if the text is no move.
    fn string_to_action(&self, text: &str) -> PyResult<usize> {
        let inner = self.inner()?;
        self.form.call(|| inner.read_action(text).or_raise())
    }

    /// Returns the player to move, 0 or 1, or -4 if the game is over.
    fn current_player(&self) -> PyResult<i32> {
        let inner = self.inner()?;
        Ok(if inner.outcome().is_some() { TERMINAL } else { inner.side_to_move().index() as i32 })
    }

    /// The name of the side to move. In a finished game, the side that would move next.
    #[getter]
    fn side_to_move(&self) -> PyResult<&str> {
        Ok(self.form.sides()[self.inner()?.side_to_move().index()])
    }

    /// Returns whether the game is over.
    fn is_terminal(&self) -> PyResult<bool> {
        Ok(self.inner()?.outcome().is_some())
    }

    /// Returns the points of both players: 1 for a win, -1 for a loss, 0 for a draw and during the game.
    fn returns(&self) -> PyResult<[f64; 2]> {
        let outcome = self.inner()?.outcome();
        Ok(Side::ALL.map(|side| outcome.map_or(0.0, |outcome| 2.0 * outcome.points(side) - 1.0)))
    }

    /// Returns the points that the last action gave both players: those of `returns`, as points are given at the end alone.
    fn rewards(&self) -> PyResult<[f64; 2]> {
        self.returns()
    }

    /// Returns the points of one player, 0, 1 or the name of a side, as `returns` has them.
    fn player_return(&self, player: &Bound<'_, PyAny>) -> PyResult<f64> {
        Ok(self.returns()?[self.side(Some(player))?.index()])
    }

    /// Returns what the last action gave one player, as `rewards` has it.
    fn player_reward(&self, player: &Bound<'_, PyAny>) -> PyResult<f64> {
        self.player_return(player)
    }

    /// Returns the number of players: 2.
    #[staticmethod]
    fn num_players() -> usize {
        Side::ALL.len()
    }

    /// Returns whether chance moves next: never, as nothing is random.
    #[staticmethod]
    fn is_chance_node() -> bool {
        false
    }

    /// Returns whether both players move at once: never.
    #[staticmethod]
    fn is_simultaneous_node() -> bool {
        false
    }

    /// Returns whether a population of players moves next: never.
    #[staticmethod]
    fn is_mean_field_node() -> bool {
        false
    }

    /// Returns whether a player moves next: whether the game goes on.
    fn is_player_node(&self) -> PyResult<bool> {
        Ok(!self.is_terminal()?)
    }

    /// Returns whether no action has been played.
    fn is_initial_state(&self) -> PyResult<bool> {
        Ok(self.inner()?.plies() == 0)
    }

    /// Why the game is over. None during the game.
    #[getter]
    fn ending(&self) -> PyResult<Option<String>> {
        Ok(self.inner()?.ending().map(|ending| ending.reason))
    }

    /// Returns the actions played so far.
    fn history(&self) -> PyResult<Vec<usize>> {
        Ok(self.inner()?.actions())
    }

    /// Returns the actions played so far as one text, with commas.
    fn history_str(&self) -> PyResult<String> {
        Ok(self.history()?.iter().map(usize::to_string).collect::<Vec<_>>().join(", "))
    }

    /// The moves played so far, as texts.
    #[getter]
    fn moves(&self) -> PyResult<Vec<String>> {
        let inner = self.inner()?;
        self.form.call(|| Ok(inner.move_texts()))
    }

    /// Returns the number of moves played.
    fn move_number(&self) -> PyResult<usize> {
        Ok(self.inner()?.plies())
    }

    /// A hash of the position, of 64 bits. Equal positions have equal keys.
    #[getter]
    fn key(&self) -> PyResult<u64> {
        Ok(self.inner()?.key())
    }

    /// The position as an object of its class, in a game written in Python. None in other games.
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let text = self.inner()?.text();
        let parse = |own: &Arc<Written>| own.class.call_method1(py, "parse", (text,));
        self.form.own.as_ref().map(parse).transpose()
    }

    /// Returns the position as seen by a side: a flat list of the numbers of `observation_shape`, plane by plane.
    ///
    /// `side` is 0, 1 or the name of a side, by default the side to move. A game without observations raises a `ValueError`.
    #[pyo3(signature = (side=None))]
    pub(crate) fn observation_tensor(&self, side: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<f32>> {
        let side = self.side(side)?;
        let inner = self.inner()?;
        let Some(shape) = inner.observation_shape() else {
            let expected = "expected a class with `observation_shape` and the method `observation_tensor`";
            return Err(PyValueError::new_err(format!("{} has no observations: {expected}", self.form.name())));
        };
        self.form.call(|| {
            let mut block = vec![0.0; shape.iter().product()];
            inner.observe(side, &mut block);
            Ok(block)
        })
    }

    /// The shape of an observation: planes, rows and columns. None if the game has no observations.
    #[getter]
    pub(crate) fn observation_shape(&self) -> PyResult<Option<(usize, usize, usize)>> {
        Ok(self.inner()?.observation_shape().map(|[planes, rows, columns]| (planes, rows, columns)))
    }

    /// The board as text.
    #[getter]
    fn board(&self) -> PyResult<String> {
        let inner = self.inner()?;
        self.form.call(|| Ok(inner.diagram().to_string()))
    }

    /// Returns a copy with its whole history.
    #[pyo3(name = "clone")]
    fn copied(&self) -> PyResult<State> {
        Ok(State::of(&self.form, self.inner()?.boxed()))
    }

    /// Returns a new state after one more action.
    fn child(&self, action: &Bound<'_, PyAny>) -> PyResult<State> {
        let child = self.copied()?;
        child.apply_action(action)?;
        Ok(child)
    }

    /// Searches the position with an agent and returns what it found.
    ///
    /// `agent` is a spec such as "best" or "mcts:seed=1", or an `Agent`. `nodes`, `time` in seconds and `depth` limit
    /// the search; without any limit it takes 5 seconds, and none where a book or tables know the value. `lines` is the
    /// number of best lines. `on_depth` is called with an `Analysis` after each depth. `evaluation` is called with a state
    /// and returns its value for the player to move. A wrong argument is a `ValueError`. Ctrl-C raises
    /// `KeyboardInterrupt`, and `found` then has the last depth.
    #[pyo3(signature = (agent=None, *, nodes=None, time=None, depth=None, lines=1, on_depth=None, evaluation=None))]
    #[expect(clippy::too_many_arguments, reason = "named arguments of Python")]
    fn analyse(
        &self,
        py: Python<'_>,
        agent: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = argument::nodes)] nodes: Option<u64>,
        #[pyo3(from_py_with = argument::time)] time: Option<f64>,
        #[pyo3(from_py_with = argument::depth)] depth: Option<u32>,
        #[pyo3(from_py_with = argument::lines)] lines: usize,
        on_depth: Option<&Bound<'_, PyAny>>,
        evaluation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let job = analyse::job(nodes, time, depth, lines)?;
        // As by `ply analyse`: what is requested is searched, even where a book knows the value.
        let always_search = job.limits != Limits::NONE || lines > 1;
        let job = Job { always_search, ..job };
        let (found, trouble) = analyse::analyse(py, self, agent, evaluation, &job, on_depth)?;
        let analysis = found.as_ref().map(|found| found.clone_ref(py));
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = analysis;
        match (found, trouble) {
            (Some(found), None) => Ok(found),
            (_, trouble) => Err(trouble.unwrap_or_else(|| PyRuntimeError::new_err("the agent found nothing"))),
        }
    }

    /// The result of the last analysis of this state, also of an interrupted one.
    #[getter]
    fn found(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(|found| found.clone_ref(py))
    }

    /// Returns the static value of the position and its terms by an agent's evaluation, as `ply analyse --explain` does.
    #[pyo3(signature = (agent="best"))]
    fn explain<'py>(&self, py: Python<'py>, agent: &str) -> PyResult<Bound<'py, PyAny>> {
        let spec = crate::game::CATALOG.agent(&*self.form.game, agent).or_raise()?;
        plain(py, &self.form.call(|| self.session()?.explain(&spec, None).or_raise())?)
    }

    /// Returns the exact value of every legal action for the player to move.
    ///
    /// A value is Kalah's final margin in seeds, and 1, 0 or -1 for a win, a draw or a loss in other games. All states of a
    /// game share one oracle by default.
    ///
    /// A table answers at once. Kalah is solved by a search with an endgame database in memory: a second in the middle of a
    /// game, minutes near the start of Kalah(6,4). `time` limits it in seconds and raises a `TimeoutError`.
    #[pyo3(signature = (oracle=None, *, time=None))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        oracle: Option<&Oracle>,
        #[pyo3(from_py_with = argument::time)] time: Option<f64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let values = self.exact(py, oracle, time)?;
        let dict = PyDict::new(py);
        for (action, value) in values {
            dict.set_item(action, value)?;
        }
        Ok(dict)
    }

    /// Returns by how much an action is worse than the best one: 0 or more, in the unit of `values`.
    ///
    /// It costs as much as `values` and takes the same `time`.
    #[pyo3(signature = (action, oracle=None, *, time=None))]
    fn regret(
        &self,
        py: Python<'_>,
        action: &Bound<'_, PyAny>,
        oracle: Option<&Oracle>,
        #[pyo3(from_py_with = argument::time)] time: Option<f64>,
    ) -> PyResult<i32> {
        let (action, inner) = (action_of(action)?, self.inner()?);
        // An illegal action has the message of `apply_action`.
        self.form.call(|| inner.action_text(action).or_raise())?;
        let values = self.exact(py, oracle, time)?;
        let best = values.iter().map(|&(_, value)| value).max().unwrap_or_default();
        let own = values.iter().find(|&&(other, _)| other == action).map_or(best, |&(_, value)| value);
        Ok(best - own)
    }

    /// Grades the moves of the game so far, and returns a dict with `moves` and `summary`, as `ply grade --json` prints them.
    ///
    /// Where tables or the solver of the game reach, a move has its exact `regret`; elsewhere a search by `best` with `nodes`
    /// nodes says which share of the win it lost. `effort` limits the solver, in steps that are the same on every machine.
    #[pyo3(signature = (*, nodes=20_000, effort=4_000))]
    fn grade<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = argument::nodes)] nodes: u64,
        #[pyo3(from_py_with = argument::effort)] effort: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let call = Call::long(self.form.own.as_ref());
        // The guard refuses changes by callbacks, and the work can outlive this function.
        let inner = self.inner()?;
        let (start, game, stop) = (inner.start(), self.form.game.clone(), call.stop.clone());
        let work = move |_: &_| {
            let solve = SolveOptions { stop, tables: usual_options().tables, ..ReviewOptions::default().solve };
            let mut review = Review::new(game, &start).or_raise()?;
            review.run(&ReviewOptions { nodes, effort, solve }, &mut |_| {}).or_raise()?;
            Ok::<_, PyErr>(review)
        };
        let review = watched(py, &call, |()| Ok(()), work)??;
        let moves: Vec<_> = (1..review.positions()).map(|ply| review.reviewed(ply)).collect();
        plain(py, &json!({ "moves": moves, "summary": review.summary() }))
    }

    /// Returns the number of move sequences of `depth` plies. Shorter sequences that end the game do not count.
    #[pyo3(signature = (depth, threads=1))]
    fn perft(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::perft_depth)] depth: u32,
        #[pyo3(from_py_with = argument::threads)] threads: usize,
    ) -> PyResult<u64> {
        let call = Call::long(self.form.own.as_ref());
        // The guard refuses changes by callbacks, and the work can outlive this function.
        let inner = self.inner()?;
        let (copy, stop) = (inner.boxed(), call.stop.clone());
        let work = move |_: &_| {
            copy.divide(depth, threads, &|_| {
                if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        };
        let divided = watched(py, &call, |()| Ok(()), work)?;
        Ok(match depth {
            0 => 1,
            _ => divided.unwrap_or_default().iter().map(|(_, counted)| counted.nodes).sum(),
        })
    }

    /// Returns the position as text in JSON, as `ply show --json` prints it, without the moves before.
    ///
    /// `game.state_from_json` reads it. `docs/reference/schemas/state.schema.json` describes it.
    fn to_json(&self) -> PyResult<String> {
        data::position(self)
    }

    /// Returns a legal action as text in JSON: its player, its number, and its move in the game's notation.
    ///
    /// `docs/reference/schemas/action.schema.json` describes it.
    fn action_to_json(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        data::action(self, action_of(action)?)
    }

    /// Returns the legal action of a text that `action_to_json` returned here. Another text is a `ValueError`.
    fn json_to_action(&self, text: &str) -> PyResult<usize> {
        data::read_action(self, text)
    }

    /// Returns the whole game as text in JSON, as `ply export --json` prints it: start, actions, present state and returns.
    ///
    /// `game.deserialize_state` reads it. `docs/reference/schemas/trajectory.schema.json` describes it.
    fn serialize(&self) -> PyResult<String> {
        data::trajectory(self)
    }

    fn __eq__(&self, other: &State) -> PyResult<bool> {
        let (one, two) = (self.inner()?, other.inner()?);
        if self.form.check_game(&other.form, "").is_err() || one.text() != two.text() {
            return Ok(false);
        }
        self.form.call(|| Ok(one.start() == two.start()))
    }

    fn __str__(&self) -> PyResult<String> {
        Ok(self.inner()?.text())
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<plyground.State {} {}>", self.form.name(), quote(&self.inner()?.text())))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        let title = self.form.game.info().title.clone();
        self.form.call(|| Ok(svg(&self.session()?.scene(), &SvgOptions::titled(title))))
    }

    fn __copy__(&self) -> PyResult<State> {
        self.copied()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> PyResult<State> {
        self.copied()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, StateParts)> {
        let restore = slf.py().import("plyground._core")?.getattr("restore")?;
        let state = slf.get();
        let inner = state.inner()?;
        let position = state.form.call(|| Ok(inner.start().position.unwrap_or_default()))?;
        Ok((restore, (state.game(), position, inner.actions())))
    }
}

/// Pickled form of a state: the game, its start position and its actions.
type StateParts = (Game, String, Vec<usize>);

/// Restores a state from a pickle.
#[pyfunction]
pub(crate) fn restore(game: &Game, position: &str, actions: Vec<usize>) -> PyResult<State> {
    let state = State::at(&game.form, Some(position), "")?;
    for action in actions {
        state.step(action)?;
    }
    Ok(state)
}
