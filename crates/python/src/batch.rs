//! Many games at once, in arrays of the caller.
//!
//! The games are in parts of a fixed size, so random draws do not depend on the number of threads.

use std::mem::{replace, take};
use std::sync::{Arc, Mutex, PoisonError};

use numpy::{BorrowError, Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn};
use plyground_catalog::{Batch as AnyBatch, BatchView, CatalogError, IllegalAction, Opponent, Stepped};
use plyground_game::Side;
use plyground_game::zobrist::mix;
use plyground_search::StopFlag;
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::arena::player;
use crate::argument;
use crate::call::Call;
use crate::error::Raise;
use crate::game::state::State;
use crate::game::state::analyse::Agent;
use crate::game::{Form, Game};
use crate::lock::Shared;
use crate::team::Team;
use crate::watch::watched;

/// Games per part.
const PART: usize = 256;
/// Parts that are created between two checks for Ctrl-C.
const PARTS: usize = 32;

/// Many games that are stepped together. `plyground.Batch` adds the arrays.
#[pyclass(frozen, module = "plyground._core")]
pub(crate) struct Batch(Shared<Games>);

/// The games of a batch.
struct Games {
    form: Arc<Form>,
    against: Option<Against>,
    parts: Vec<Box<dyn AnyBatch>>,
    /// Requested number of threads.
    threads: Option<usize>,
    team: Team,
    games: usize,
    /// Rewards of a game.
    rewards: usize,
    /// Length of the mask and of the observation of a game.
    actions: usize,
    observed: usize,
    /// Position from which all games start, if it is not that of the game.
    start: Option<String>,
}

/// The opponent of a batch as it was given, and as it plays.
struct Against {
    given: Given,
    plays: Arc<Opponent>,
    /// Whether it runs Python code, which only one thread does at a time.
    is_python: bool,
}

/// Opponent, side of the learner, and whether an illegal action loses.
type Given = (Py<PyAny>, Option<usize>, bool);

impl Against {
    fn new(game: &Game, given: Given, py: Python<'_>) -> PyResult<Against> {
        let (opponent, side, illegal_loses) = &given;
        let opponent = opponent.bind(py);
        let spec = player(game, opponent, "opponent")?;
        let is_named = opponent.is_instance_of::<PyString>() || opponent.is_instance_of::<Agent>();
        let is_python = !is_named || spec.external_evaluation().is_some();
        let plays =
            game.form.call(|| Opponent::new(&game.form.game, &spec, side.map(|side| Side::ALL[side])).or_raise())?;
        let plays = Arc::new(if *illegal_loses { plays.illegal_loses() } else { plays });
        Ok(Against { given, plays, is_python })
    }

    fn copied(&self, py: Python<'_>) -> Against {
        let (opponent, side, illegal_loses) = &self.given;
        let given = (opponent.clone_ref(py), *side, *illegal_loses);
        Against { given, plays: Arc::clone(&self.plays), is_python: self.is_python }
    }
}

/// An array that a call fills.
struct Array<'py, T: Element>(PyReadwriteArrayDyn<'py, T>);

impl<'a, 'py, T: Element + 'a> FromPyObject<'a, 'py> for Array<'py, T> {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Array<'py, T>> {
        let array = given.cast::<PyArrayDyn<T>>()?;
        array.try_readwrite().map(Array).map_err(borrowed)
    }
}

/// Returns the error of an array that cannot be borrowed.
fn borrowed(error: BorrowError) -> PyErr {
    match error {
        BorrowError::AlreadyBorrowed => PyRuntimeError::new_err(
            "an array of the batch is in use by a call that has not returned, or for another array: \
             expected a batch with its own arrays for each thread",
        ),
        error => error.into(),
    }
}

/// Returns the numbers of an array, which must have the expected length.
fn slice<'a, T: Element>(array: &'a mut Array<'_, T>, name: &str, expected: usize) -> PyResult<&'a mut [T]> {
    let wrong = |found: String| {
        PyValueError::new_err(format!("{name}: found {found}, expected {expected} numbers side by side"))
    };
    let slice = array.0.as_slice_mut().map_err(|_| wrong("an array with gaps".into()))?;
    if slice.len() == expected { Ok(slice) } else { Err(wrong(format!("{} numbers", slice.len()))) }
}

/// Returns the numbers of an array that may be missing.
fn optional<'a, T: Element>(
    array: &'a mut Option<Array<'_, T>>,
    name: &str,
    expected: usize,
) -> PyResult<Option<&'a mut [T]>> {
    array.as_mut().map(|array| slice(array, name, expected)).transpose()
}

/// Splits off the first `count` numbers; `None` if there is no array.
fn split<'a, T>(rest: &mut Option<&'a mut [T]>, count: usize) -> Option<&'a mut [T]> {
    let (taken, left) = rest.take()?.split_at_mut(count);
    *rest = Some(left);
    Some(taken)
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, n, seed=0, threads=None, *, opponent=None, side=None, illegal_loses=false, start=None))]
    #[expect(clippy::too_many_arguments, reason = "named arguments of Python")]
    fn new(
        py: Python<'_>,
        game: &Game,
        #[pyo3(from_py_with = argument::batch_size)] n: usize,
        #[pyo3(from_py_with = argument::seed)] seed: u64,
        #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
        opponent: Option<Py<PyAny>>,
        #[pyo3(from_py_with = argument::side)] side: Option<usize>,
        illegal_loses: bool,
        start: Option<String>,
    ) -> PyResult<Batch> {
        let against = opponent.map(|opponent| Against::new(game, (opponent, side, illegal_loses), py)).transpose()?;
        let mut games = Games::new(py, &game.form, n, seed, threads, against, start)?;
        if games.against.is_some() {
            games.watched(py, |team, parts, stop| {
                team.for_each(parts.iter_mut().collect(), |_, part| part.begin(stop))
            })?;
        }
        Ok(games.shared())
    }

    /// Plays one action in each game and fills the arrays. An error changes neither a game nor an array.
    #[pyo3(signature = (
        actions, rewards, done, observations=None, masks=None, players=None, truncated=None, last_observations=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "one for each array")]
    fn play(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyArray1<i64>>,
        mut rewards: Array<'_, f32>,
        mut done: Array<'_, bool>,
        mut observations: Option<Array<'_, f32>>,
        mut masks: Option<Array<'_, bool>>,
        mut players: Option<Array<'_, i8>>,
        mut truncated: Option<Array<'_, bool>>,
        mut last_observations: Option<Array<'_, f32>>,
    ) -> PyResult<()> {
        let batch = &mut *self.0.write()?;
        let games = batch.games;
        let mut results = Results {
            rewards: slice(&mut rewards, "rewards", batch.rewards * games)?,
            done: slice(&mut done, "done", games)?,
            truncated: optional(&mut truncated, "truncated", games)?,
            last_observations: optional(&mut last_observations, "last_observations", games * batch.observed)?,
            view: batch.view(&mut observations, &mut masks, &mut players)?,
            sizes: batch.sizes(),
        };
        let wrong = |error: &dyn std::fmt::Display| PyValueError::new_err(format!("actions: {error}"));
        let actions = actions.try_readonly().map_err(borrowed)?;
        let actions = actions.as_slice().map_err(|error| wrong(&error))?;
        if actions.len() != games {
            let text = format!("actions: found {} numbers, expected {games}", actions.len());
            return Err(PyValueError::new_err(text));
        }
        batch.team.gather()?;
        if batch.form.own.is_none() && batch.against.is_none() {
            let (team, parts) = (&batch.team, &mut batch.parts);
            let work =
                || check(team, parts, actions).and_then(|()| step(team, parts, actions, results, &StopFlag::default()));
            return py.detach(work).or_raise();
        }
        // Separate arrays, so an error of a class or an opponent leaves those of the caller unchanged.
        let mut own = results.owned();
        if batch.against.is_some() {
            let actions = actions.to_vec();
            own = batch.watched(py, move |team, parts, stop| {
                check(team, parts, &actions)?;
                step(team, parts, &actions, own.all(), stop)?;
                Ok(own)
            })?;
        } else {
            let mut next = batch.copies();
            batch.form.call(|| {
                py.detach(|| {
                    check(&batch.team, &next, actions)?;
                    step(&batch.team, &mut next, actions, own.all(), &StopFlag::default())
                })
                .or_raise()
            })?;
            batch.parts = next;
        }
        own.copy_to(&mut results);
        Ok(())
    }

    /// Fills the arrays with the games as they are.
    #[pyo3(signature = (observations=None, masks=None, players=None))]
    fn show(
        &self,
        py: Python<'_>,
        mut observations: Option<Array<'_, f32>>,
        mut masks: Option<Array<'_, bool>>,
        mut players: Option<Array<'_, i8>>,
    ) -> PyResult<()> {
        let batch = &*self.0.read()?;
        let mut view = batch.view(&mut observations, &mut masks, &mut players)?;
        batch.form.call(|| {
            py.detach(|| {
                for part in &batch.parts {
                    part.view(&mut split_view(&mut view, part.len(), batch.sizes()));
                }
            });
            Ok(())
        })
    }

    /// Returns a game, by its number from 0.
    ///
    /// In a game that ends by its position alone, the moves before are unknown, except against an opponent.
    fn state(&self, number: i64) -> PyResult<State> {
        let batch = &*self.0.read()?;
        let Some(number) = usize::try_from(number).ok().filter(|number| *number < batch.games) else {
            return Err(PyIndexError::new_err(format!("game {number}: expected 0 to {}", batch.games - 1)));
        };
        batch.form.call(|| Ok(State::of(&batch.form, batch.parts[number / PART].state(number % PART))))
    }

    /// Fills an array with a legal action for each game, uniformly at random.
    fn draw(&self, py: Python<'_>, mut actions: Array<'_, i64>) -> PyResult<()> {
        let batch = &mut *self.0.write()?;
        let actions = slice(&mut actions, "actions", batch.games)?;
        batch.team.gather()?;
        py.detach(|| -> Result<(), CatalogError> {
            let work = batch.parts.iter_mut().zip(actions.chunks_mut(PART)).collect();
            batch.team.for_each(work, |_, (part, actions)| {
                part.sample(actions);
                Ok(())
            })
        })
        .or_raise()
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.0.read()?.games)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Batch> {
        let batch = &*self.0.read()?;
        let against = batch.against.as_ref().map(|against| against.copied(py));
        let (form, start) = (Arc::clone(&batch.form), batch.start.clone());
        Ok(Games { form, parts: batch.copies(), team: batch.new_team(), against, start, ..*batch }.shared())
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyDict>) -> PyResult<Batch> {
        self.__copy__(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, BatchParts)> {
        let restore = slf.py().import("plyground._core")?.getattr("restore_batch")?;
        let batch = slf.get().0.read()?;
        let parts = batch.form.call(|| Ok(batch.parts.iter().map(|part| part.save()).collect()))?;
        let given = batch.against.as_ref().map(|against| against.copied(slf.py()).given);
        let game = Game { form: Arc::clone(&batch.form) };
        Ok((restore, (game, batch.games, batch.threads, parts, given, batch.start.clone())))
    }
}

/// Pickled form of a batch: the game, the number of games, the threads, the games of each part, the opponent, and the start.
type BatchParts = (Game, usize, Option<usize>, Vec<String>, Option<Given>, Option<String>);

/// Restores a batch from a pickle.
#[pyfunction]
#[pyo3(signature = (game, n, threads, parts, opponent=None, start=None))]
pub(crate) fn restore_batch(
    py: Python<'_>,
    game: &Game,
    #[pyo3(from_py_with = argument::batch_size)] n: usize,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    parts: Vec<String>,
    opponent: Option<Given>,
    start: Option<String>,
) -> PyResult<Batch> {
    let against = opponent.map(|given| Against::new(game, given, py)).transpose()?;
    let mut batch = Games::new(py, &game.form, n, 0, threads, against, start)?;
    let wrong = |found: &dyn std::fmt::Display| PyValueError::new_err(format!("damaged batch: {found}"));
    if parts.len() != batch.parts.len() {
        return Err(wrong(&format!("found {} parts, expected {}", parts.len(), batch.parts.len())));
    }
    game.form.call(|| {
        for (part, saved) in batch.parts.iter_mut().zip(parts) {
            part.restore(&saved).map_err(|error| wrong(&error))?;
        }
        Ok(())
    })?;
    Ok(batch.shared())
}

impl Games {
    fn new(
        py: Python<'_>,
        form: &Arc<Form>,
        n: usize,
        seed: u64,
        threads: Option<usize>,
        against: Option<Against>,
        start: Option<String>,
    ) -> PyResult<Games> {
        let observed = State::at(form, start.as_deref(), "")?.observation_shape()?;
        let begin = form.start(start.as_deref(), "");
        let part = |first| {
            let (games, seed) = (PART.min(n - first), seed ^ mix(first as u64 + 1));
            match &against {
                Some(against) => Arc::clone(&against.plays).batch(&*form.game, &begin, games, seed),
                None => form.game.batch(&begin, games, seed),
            }
            .or_raise()
        };
        let mut parts = Vec::with_capacity(n.div_ceil(PART));
        let firsts: Vec<usize> = (0..n).step_by(PART).collect();
        form.call(|| {
            for firsts in firsts.chunks(PARTS) {
                let made: PyResult<Vec<_>> = py.detach(|| firsts.iter().map(|&first| part(first)).collect());
                parts.extend(made?);
                py.check_signals()?;
            }
            Ok(())
        })?;
        // Code in Python has the caller alone, see `Team::new`.
        let threads = if against.as_ref().is_some_and(|against| against.is_python) { Some(1) } else { threads };
        Ok(Games {
            form: Arc::clone(form),
            rewards: parts[0].rewards(),
            parts,
            threads,
            team: Team::new(threads, form),
            against,
            games: n,
            actions: form.actions(),
            observed: observed.map_or(0, |(planes, rows, columns)| planes * rows * columns),
            start,
        })
    }

    fn copies(&self) -> Vec<Box<dyn AnyBatch>> {
        self.parts.iter().map(|part| part.boxed()).collect()
    }

    fn new_team(&self) -> Team {
        Team::new(self.threads, &self.form)
    }

    /// Works on the parts without the interpreter's lock, where Ctrl-C and an exception of an opponent in Python stop the work. After
    /// an error the parts are as they were.
    fn watched<T: Send + 'static>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&Team, &mut [Box<dyn AnyBatch>], &StopFlag) -> Result<T, CatalogError> + Send + 'static,
    ) -> PyResult<T> {
        let call = Call::long(self.form.own.as_ref());
        self.team.gather()?;
        // Python code that does not return is left behind with its parts.
        let is_python = self.form.own.is_some() || self.against.as_ref().is_some_and(|against| against.is_python);
        let before = is_python.then(|| self.copies());
        self.parts.iter_mut().for_each(|part| part.keep_step());
        let shared = Arc::new(Mutex::new(take(&mut self.parts)));
        let (parts, stop) = (Arc::clone(&shared), call.stop.clone());
        let next = self.new_team();
        let team = replace(&mut self.team, next);
        let work = move |_: &_| {
            let worked = work(&team, &mut parts.lock().unwrap_or_else(PoisonError::into_inner), &stop);
            (team, worked)
        };
        let found = watched(py, &call, |()| Ok(()), work).and_then(|(team, worked)| {
            self.team = team;
            worked.or_raise()
        });
        if let (Some(before), true) = (before, found.is_err()) {
            self.parts = before;
            return found;
        }
        self.parts = take(&mut *shared.lock().unwrap_or_else(PoisonError::into_inner));
        if found.is_err() {
            self.parts.iter_mut().for_each(|part| part.undo_step());
        }
        found
    }

    fn shared(self) -> Batch {
        Batch(Shared::new("batch", self))
    }

    /// Returns the arrays that show the games, which must have the expected lengths.
    fn view<'a>(
        &self,
        observations: &'a mut Option<Array<'_, f32>>,
        masks: &'a mut Option<Array<'_, bool>>,
        players: &'a mut Option<Array<'_, i8>>,
    ) -> PyResult<BatchView<'a>> {
        Ok(BatchView {
            observations: optional(observations, "observations", self.games * self.observed)?,
            masks: optional(masks, "masks", self.games * self.actions)?,
            players: optional(players, "players", self.games)?,
        })
    }

    fn sizes(&self) -> Sizes {
        Sizes { rewards: self.rewards, observed: self.observed, actions: self.actions }
    }
}

/// Checks that each game can play its action.
fn check(team: &Team, parts: &[Box<dyn AnyBatch>], actions: &[i64]) -> Result<(), CatalogError> {
    let checked = parts.iter().zip(actions.chunks(PART)).collect();
    team.for_each(checked, |number, (part, actions)| {
        let in_part = |fault: IllegalAction| IllegalAction { number: number * PART + fault.number, ..fault }.into();
        part.check(actions).map_err(in_part)
    })
}

/// Numbers per game.
#[derive(Clone, Copy)]
struct Sizes {
    rewards: usize,
    observed: usize,
    actions: usize,
}

/// Splits off the view of some games.
fn split_view<'a>(view: &mut BatchView<'a>, games: usize, sizes: Sizes) -> BatchView<'a> {
    BatchView {
        observations: split(&mut view.observations, games * sizes.observed),
        masks: split(&mut view.masks, games * sizes.actions),
        players: split(&mut view.players, games),
    }
}

/// The arrays for the results of a step.
struct Results<'a> {
    rewards: &'a mut [f32],
    done: &'a mut [bool],
    truncated: Option<&'a mut [bool]>,
    last_observations: Option<&'a mut [f32]>,
    view: BatchView<'a>,
    sizes: Sizes,
}

/// Results in arrays of their own.
struct OwnedResults {
    rewards: Vec<f32>,
    done: Vec<bool>,
    truncated: Option<Vec<bool>>,
    last_observations: Option<Vec<f32>>,
    observations: Option<Vec<f32>>,
    masks: Option<Vec<bool>>,
    players: Option<Vec<i8>>,
    sizes: Sizes,
}

impl<'a> Results<'a> {
    /// Returns arrays of the same lengths, with the observations that a step leaves as they are.
    fn owned(&self) -> OwnedResults {
        OwnedResults {
            rewards: self.rewards.to_vec(),
            done: self.done.to_vec(),
            truncated: self.truncated.as_deref().map(<[_]>::to_vec),
            last_observations: self.last_observations.as_deref().map(<[_]>::to_vec),
            observations: self.view.observations.as_deref().map(<[_]>::to_vec),
            masks: self.view.masks.as_deref().map(<[_]>::to_vec),
            players: self.view.players.as_deref().map(<[_]>::to_vec),
            sizes: self.sizes,
        }
    }

    /// Splits off the results of some games.
    fn split_off(&mut self, games: usize) -> (Stepped<'a>, BatchView<'a>) {
        let Sizes { rewards, observed, .. } = self.sizes;
        let stepped = Stepped {
            rewards: self.rewards.split_off_mut(..games * rewards).unwrap_or_default(),
            done: self.done.split_off_mut(..games).unwrap_or_default(),
            truncated: split(&mut self.truncated, games),
            last_observations: split(&mut self.last_observations, games * observed),
        };
        (stepped, split_view(&mut self.view, games, self.sizes))
    }
}

impl OwnedResults {
    fn all(&mut self) -> Results<'_> {
        let view = BatchView {
            observations: self.observations.as_deref_mut(),
            masks: self.masks.as_deref_mut(),
            players: self.players.as_deref_mut(),
        };
        Results {
            rewards: &mut self.rewards,
            done: &mut self.done,
            truncated: self.truncated.as_deref_mut(),
            last_observations: self.last_observations.as_deref_mut(),
            view,
            sizes: self.sizes,
        }
    }

    fn copy_to(&self, results: &mut Results<'_>) {
        fn copy<T: Copy>(to: &mut Option<&mut [T]>, from: &Option<Vec<T>>) {
            if let (Some(to), Some(from)) = (to, from) {
                to.copy_from_slice(from);
            }
        }
        results.rewards.copy_from_slice(&self.rewards);
        results.done.copy_from_slice(&self.done);
        copy(&mut results.truncated, &self.truncated);
        copy(&mut results.last_observations, &self.last_observations);
        copy(&mut results.view.observations, &self.observations);
        copy(&mut results.view.masks, &self.masks);
        copy(&mut results.view.players, &self.players);
    }
}

/// Steps parts by checked actions, and shows them.
fn step(
    team: &Team,
    parts: &mut [Box<dyn AnyBatch>],
    actions: &[i64],
    mut results: Results<'_>,
    stop: &StopFlag,
) -> Result<(), CatalogError> {
    let split: Vec<_> = parts.iter().map(|part| results.split_off(part.len())).collect();
    let work = parts.iter_mut().zip(actions.chunks(PART)).zip(split).collect();
    team.for_each(work, |_, ((part, actions), (mut stepped, mut view))| {
        part.step(actions, &mut stepped, stop)?;
        part.view(&mut view);
        Ok(())
    })
}
