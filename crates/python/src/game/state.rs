//! A game in progress, with the names of OpenSpiel.

pub(crate) mod analyse;
pub(crate) mod oracle;

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use plyground_catalog::{Session, State as AnyState};
use plyground_game::notation::quote;
use plyground_game::options::one_of;
use plyground_game::random::Random;
use plyground_game::{Outcome, Side};
use plyground_scene::{SvgOptions, svg};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList};

use crate::call::Call;
use crate::error::Raise;
use crate::game::state::oracle::{Answers, Oracle};
use crate::game::{Form, Game};
use crate::team::Team;
use crate::text::plain;
use crate::watch::{time_limit, watched};
use crate::written::Written;

/// Maximum number of parts of a playout run, and minimum playouts per part.
const PIECES: u32 = 4_096;
const SHORTEST: u32 = 64;

/// OpenSpiel's player of a finished state.
const TERMINAL: i32 = -4;

/// A game in progress: a position with the moves that led to it.
#[pyclass(module = "plyground")]
pub(crate) struct State {
    pub(crate) form: Arc<Form>,
    pub(crate) inner: Box<dyn AnyState>,
    /// Result of the last analysis.
    found: Mutex<Option<Py<PyAny>>>,
}

impl State {
    pub(crate) fn at(form: &Arc<Form>, position: Option<&str>, moves: &str) -> PyResult<State> {
        form.call(|| Ok(State::of(form, form.game.state(&form.start(position, moves)).or_raise()?)))
    }

    pub(crate) fn of(form: &Arc<Form>, inner: Box<dyn AnyState>) -> State {
        State { form: Arc::clone(form), inner, found: Mutex::default() }
    }

    /// Opens a session at this state.
    pub(crate) fn session(&self) -> PyResult<Box<dyn Session>> {
        self.form.game.session(&*self.inner).or_raise()
    }

    /// Plays an action. If a game in Python raises an exception, the state is unchanged.
    pub(crate) fn step(&mut self, action: usize) -> PyResult<()> {
        let Some(own) = self.form.own.clone() else { return self.inner.apply(action).or_raise() };
        let plies = self.inner.plies();
        let played = Call::quick(&own, || self.inner.apply(action).or_raise());
        if played.is_err() && self.inner.plies() > plies {
            self.inner.undo();
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

    /// Returns the side of an argument: 0, 1 or a name of the game.
    fn side(&self, side: Option<&Bound<'_, PyAny>>) -> PyResult<Side> {
        let Some(side) = side else { return Ok(self.inner.side_to_move()) };
        let names = self.form.sides();
        let wrong =
            |found: String| PyValueError::new_err(format!("unknown side {found}: expected 0, 1, {}", one_of(names)));
        if let Ok(name) = side.extract::<String>() {
            let found = Side::ALL.into_iter().find(|side| names[side.index()] == name);
            return found.ok_or_else(|| wrong(quote(&name)));
        }
        match side.extract::<i64>() {
            Ok(0) => Ok(Side::First),
            Ok(1) => Ok(Side::Second),
            _ => Err(wrong(side.str()?.to_string())),
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
            PyValueError::new_err(wrong(&action.to_string()))
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

    /// Returns the legal actions in ascending order. The list is empty if the game is over.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut actions = Vec::with_capacity(128);
        self.inner.visit_actions(&mut |action| actions.push(action));
        if !actions.is_sorted() {
            actions.sort_unstable();
        }
        PyList::new(py, actions)
    }

    /// Returns a list of `num_distinct_actions` numbers: 1 for a legal action, else 0.
    fn legal_actions_mask(&self) -> Vec<u16> {
        let mut mask = vec![0; self.form.actions()];
        self.inner.visit_actions(&mut |action| mask[action] = 1);
        mask
    }

    /// Returns the legal moves as texts, in the game's move order.
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        let mut actions = Vec::new();
        self.inner.visit_actions(&mut |action| actions.push(action));
        self.form.call(|| actions.into_iter().map(|action| self.inner.action_text(action).or_raise()).collect())
    }

    /// Plays an action. An illegal action is a `ValueError`, and the state stays as it is.
    pub(crate) fn apply_action(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        self.step(action_of(action)?)
    }

    /// Plays a move given in the game's notation. An illegal move is a `ValueError`, and the state stays as it is.
    #[pyo3(name = "play")]
    pub(crate) fn play(&mut self, mv: &str) -> PyResult<()> {
        self.step(self.string_to_action(mv)?)
    }

    /// Takes the last action back and returns it. A `ValueError` is raised at the start.
    fn undo_action(&mut self) -> PyResult<usize> {
        self.inner.undo().ok_or_else(|| PyValueError::new_err("no move has been played: nothing to take back"))
    }

    /// Returns a legal action as text.
    fn action_to_string(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let action = action_of(action)?;
        self.form.call(|| self.inner.action_text(action).or_raise())
    }

    /// Returns the action that a text names. A `ValueError` is raised if the text is no move.
    fn string_to_action(&self, text: &str) -> PyResult<usize> {
        self.form.call(|| self.inner.read_action(text).or_raise())
    }

    /// Returns the player to move, 0 or 1, or -4 if the game is over.
    fn current_player(&self) -> i32 {
        if self.inner.outcome().is_some() { TERMINAL } else { self.inner.side_to_move().index() as i32 }
    }

    /// The name of the side to move. In a finished game, the side that would move next.
    #[getter]
    fn side_to_move(&self) -> &str {
        self.form.sides()[self.inner.side_to_move().index()]
    }

    /// Returns whether the game is over.
    fn is_terminal(&self) -> bool {
        self.inner.outcome().is_some()
    }

    /// Returns the points of both players: 1 for a win, -1 for a loss, 0 for a draw and during the game.
    fn returns(&self) -> [f64; 2] {
        let points = |side| self.inner.outcome().map_or(0.0, |outcome| 2.0 * outcome.points(side) - 1.0);
        Side::ALL.map(points)
    }

    /// Why the game is over. None during the game.
    #[getter]
    fn ending(&self) -> Option<String> {
        self.inner.ending().map(|ending| ending.reason)
    }

    /// Returns the actions played so far.
    fn history(&self) -> Vec<usize> {
        self.inner.actions()
    }

    /// The moves played so far, as texts.
    #[getter]
    fn moves(&self) -> PyResult<Vec<String>> {
        self.form.call(|| Ok(self.inner.move_texts()))
    }

    /// Returns the number of moves played.
    fn move_number(&self) -> usize {
        self.inner.plies()
    }

    /// A hash of the position, of 64 bits. Equal positions have equal keys.
    #[getter]
    fn key(&self) -> u64 {
        self.inner.key()
    }

    /// The position as an object of its class, in a game written in Python. None in other games.
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let parse = |own: &Arc<Written>| own.class.call_method1(py, "parse", (self.inner.text(),));
        self.form.own.as_ref().map(parse).transpose()
    }

    /// Returns the position as seen by a side: a flat list of the numbers of `observation_shape`, plane by plane.
    ///
    /// `side` is 0, 1 or the name of a side, by default the side to move. A game without observations raises a `ValueError`.
    #[pyo3(signature = (side=None))]
    fn observation_tensor(&self, side: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<f32>> {
        let side = self.side(side)?;
        let Some(shape) = self.inner.observation_shape() else {
            let name = self.form.name();
            return Err(PyValueError::new_err(format!(
                "{name} has no observation: its entry lays nothing out in planes"
            )));
        };
        let mut block = vec![0.0; shape.iter().product()];
        self.inner.observe(side, &mut block);
        Ok(block)
    }

    /// The shape of an observation: planes, rows and columns. None if the game has no observations.
    #[getter]
    pub(crate) fn observation_shape(&self) -> Option<(usize, usize, usize)> {
        self.inner.observation_shape().map(|[planes, rows, columns]| (planes, rows, columns))
    }

    /// The board as text.
    #[getter]
    fn board(&self) -> PyResult<String> {
        self.form.call(|| Ok(self.inner.diagram().to_string()))
    }

    /// Returns a copy with its whole history.
    #[pyo3(name = "clone")]
    fn copied(&self) -> State {
        State::of(&self.form, self.inner.boxed())
    }

    /// Returns a new state after one more action.
    fn child(&self, action: &Bound<'_, PyAny>) -> PyResult<State> {
        let mut child = self.copied();
        child.apply_action(action)?;
        Ok(child)
    }

    /// Searches the position with an agent and returns what it found.
    ///
    /// `agent` is a spec such as "best" or "mcts:seed=1", or an `Agent`. `nodes`, `time` in seconds and `depth` limit
    /// the search; without any limit it takes 5 seconds. `lines` is the number of best lines. `on_depth` is called with an
    /// `Analysis` after each depth. `evaluation` is called with a state and returns its value for the player to move.
    /// A wrong argument is a `ValueError`. Ctrl-C raises `KeyboardInterrupt`, and `found` then has the last depth.
    #[pyo3(signature = (agent=None, *, nodes=None, time=None, depth=None, lines=1, on_depth=None, evaluation=None))]
    #[expect(clippy::too_many_arguments, reason = "named arguments of Python")]
    fn analyse(
        &self,
        py: Python<'_>,
        agent: Option<&Bound<'_, PyAny>>,
        nodes: Option<u64>,
        time: Option<f64>,
        depth: Option<u32>,
        lines: usize,
        on_depth: Option<&Bound<'_, PyAny>>,
        evaluation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let job = analyse::job(nodes, time, depth, lines)?;
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
    /// game, a minute or two at the start of Kalah(6,4). `time` limits it in seconds and raises a `TimeoutError`.
    #[pyo3(signature = (oracle=None, *, time=None))]
    fn values<'py>(&self, py: Python<'py>, oracle: Option<&Oracle>, time: Option<f64>) -> PyResult<Bound<'py, PyDict>> {
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
        time: Option<f64>,
    ) -> PyResult<i32> {
        let action = action_of(action)?;
        // An illegal action has the message of `apply_action`.
        self.form.call(|| self.inner.action_text(action).or_raise())?;
        let values = self.exact(py, oracle, time)?;
        let best = values.iter().map(|&(_, value)| value).max().unwrap_or_default();
        let own = values.iter().find(|&&(other, _)| other == action).map_or(best, |&(_, value)| value);
        Ok(best - own)
    }

    /// Returns the number of move sequences of `depth` plies. Shorter sequences that end the game do not count.
    #[pyo3(signature = (depth, threads=1))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize) -> PyResult<u64> {
        let call = Call::long(self.form.own.as_ref());
        let divided = watched(
            py,
            &call,
            |()| Ok(()),
            |_| {
                self.inner.divide(depth, threads.clamp(1, 256), &|_| {
                    if call.stop.is_stopped() {
                        std::ops::ControlFlow::Break(())
                    } else {
                        std::ops::ControlFlow::Continue(())
                    }
                })
            },
        )?;
        Ok(match depth {
            0 => 1,
            _ => divided.unwrap_or_default().iter().map(|(_, counted)| counted.nodes).sum(),
        })
    }

    fn __eq__(&self, other: &State) -> PyResult<bool> {
        if self.form.check_game(&other.form, "").is_err() || self.inner.text() != other.inner.text() {
            return Ok(false);
        }
        self.form.call(|| Ok(self.inner.start() == other.inner.start()))
    }

    fn __str__(&self) -> String {
        self.inner.text()
    }

    fn __repr__(&self) -> String {
        format!("<plyground.State {} {}>", self.form.name(), quote(&self.inner.text()))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        let title = self.form.game.info().title.clone();
        self.form.call(|| Ok(svg(&self.session()?.scene(), &SvgOptions::titled(title))))
    }

    fn __copy__(&self) -> State {
        self.copied()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> State {
        self.copied()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, StateParts)> {
        let restore = slf.py().import("plyground._core")?.getattr("restore")?;
        let state = slf.borrow();
        let position = state.form.call(|| Ok(state.inner.start().position.unwrap_or_default()))?;
        Ok((restore, (state.game(), position, state.inner.actions())))
    }
}

/// Pickled form of a state: the game, its start position and its actions.
type StateParts = (Game, String, Vec<usize>);

/// Restores a state from a pickle.
#[pyfunction]
pub(crate) fn restore(game: &Game, position: &str, actions: Vec<usize>) -> PyResult<State> {
    let mut state = State::at(&game.form, Some(position), "")?;
    for action in actions {
        state.step(action)?;
    }
    Ok(state)
}

/// Plays `n` games of random moves to their ends.
///
/// Returns the wins of the first player, the draws, the wins of the second player, and the moves of all games. The
/// number of threads does not change the result.
#[pyfunction]
#[pyo3(signature = (state, n, seed=0, threads=None))]
pub(crate) fn playouts(
    py: Python<'_>,
    state: &State,
    n: u32,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<(u64, u64, u64, u64)> {
    let call = Call::long(state.form.own.as_ref());
    let most = state.form.game.info().max_plies;
    let one = |number: u32| {
        let mut random = Random::new(seed ^ plyground_game::zobrist::mix(u64::from(number) + 1));
        let (outcome, plies) = state.inner.playout(&mut random, most);
        let place = match outcome {
            Outcome::Win(Side::First) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Side::Second) => 2,
        };
        (place, plies as u64)
    };
    let mut team = Team::new(threads)?;
    team.gather()?;
    let length = n.div_ceil(PIECES).max(SHORTEST);
    let pieces: Vec<Range<u32>> =
        (0..n).step_by(length as usize).map(|first| first..n.min(first.saturating_add(length))).collect();
    let sums: [AtomicU64; 4] = Default::default();
    let work = |_: &_| {
        team.for_each(pieces, |_, piece| {
            for number in piece {
                if call.stop.is_stopped() {
                    return Err(());
                }
                let (place, plies) = one(number);
                sums[place].fetch_add(1, Ordering::Relaxed);
                sums[3].fetch_add(plies, Ordering::Relaxed);
            }
            Ok(())
        })
    };
    let _ = watched(py, &call, |()| Ok(()), work)?;
    let [first, draws, second, moves] = sums.map(AtomicU64::into_inner);
    Ok((first, draws, second, moves))
}
