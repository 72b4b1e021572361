//! Many games at once, in arrays of the caller.
//!
//! The games are in parts of a fixed size, so random draws do not depend on the number of threads.

use std::sync::Arc;

use numpy::{Element, PyArray1, PyArrayMethods, PyReadwriteArrayDyn};
use plyground_catalog::{Batch as AnyBatch, BatchView, CatalogError, IllegalAction};
use plyground_game::zobrist::mix;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::argument;
use crate::error::Raise;
use crate::game::state::State;
use crate::game::{Form, Game};
use crate::lock::Shared;
use crate::team::Team;

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
    parts: Vec<Box<dyn AnyBatch>>,
    /// Requested number of threads.
    threads: Option<usize>,
    team: Team,
    games: usize,
    /// Length of the mask and of the observation of a game.
    actions: usize,
    observed: usize,
    /// Length of the mask that the parts write; larger if a game in Python has fewer actions than possible.
    written: usize,
}

type Array<'py, T> = PyReadwriteArrayDyn<'py, T>;

/// Returns the numbers of an array, which must have the expected length.
fn slice<'a, T: Element>(array: &'a mut Array<'_, T>, name: &str, expected: usize) -> PyResult<&'a mut [T]> {
    let wrong = |found: String| {
        PyValueError::new_err(format!("{name}: found {found}, expected {expected} numbers side by side"))
    };
    let slice = array.as_slice_mut().map_err(|_| wrong("an array with gaps".into()))?;
    if slice.len() == expected { Ok(slice) } else { Err(wrong(format!("{} numbers", slice.len()))) }
}

/// Splits off the first `count` numbers; `None` if there is no array.
fn take<'a, T>(rest: &mut Option<&'a mut [T]>, count: usize) -> Option<&'a mut [T]> {
    let (taken, left) = rest.take()?.split_at_mut(count);
    *rest = Some(left);
    Some(taken)
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, n, seed=0, threads=None))]
    fn new(
        py: Python<'_>,
        game: &Game,
        #[pyo3(from_py_with = argument::batch_size)] n: usize,
        #[pyo3(from_py_with = argument::seed)] seed: u64,
        #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    ) -> PyResult<Batch> {
        Ok(Games::new(py, &game.form, n, seed, threads)?.shared())
    }

    /// Plays one action in each game and fills the arrays. An error changes neither a game nor an array.
    #[pyo3(signature = (actions, rewards, done, observations=None, masks=None, players=None))]
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
    ) -> PyResult<()> {
        let batch = &mut *self.0.write()?;
        let games = batch.games;
        let rewards = slice(&mut rewards, "rewards", 2 * games)?;
        let done = slice(&mut done, "done", games)?;
        // All arrays are checked before a game is stepped.
        let mut masks = Masks::new(batch, &mut masks)?;
        batch.shown(&mut observations, masks.written(), &mut players)?;
        let wrong = |error: &dyn std::fmt::Display| PyValueError::new_err(format!("actions: {error}"));
        let actions = actions.try_readonly().map_err(|error| wrong(&error))?;
        let actions = actions.as_slice().map_err(|error| wrong(&error))?;
        if actions.len() != games {
            let text = format!("actions: found {} numbers, expected {games}", actions.len());
            return Err(PyValueError::new_err(text));
        }
        batch.team.gather()?;
        if batch.form.own.is_some() {
            // Copies are stepped into separate arrays, so an exception of a class leaves the games unchanged.
            let mut next: Vec<_> = batch.parts.iter().map(|part| part.boxed()).collect();
            let (mut own_rewards, mut own_done) = (vec![0.0; 2 * games], vec![false; games]);
            batch.form.call(|| {
                py.detach(|| {
                    check(&batch.team, &next, actions)?;
                    step(&batch.team, &mut next, actions, &mut own_rewards, &mut own_done, Vec::new())
                })
                .or_raise()
            })?;
            batch.parts = next;
            rewards.copy_from_slice(&own_rewards);
            done.copy_from_slice(&own_done);
            let shown = batch.shown(&mut observations, masks.written(), &mut players)?;
            for (part, mut view) in batch.parts.iter().zip(shown) {
                part.view(&mut view);
            }
        } else {
            let shown = batch.shown(&mut observations, masks.written(), &mut players)?;
            let (team, parts) = (&batch.team, &mut batch.parts);
            py.detach(|| {
                check(team, parts, actions)?;
                step(team, parts, actions, rewards, done, shown)
            })
            .or_raise()?;
        }
        masks.finish();
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
        let mut masks = Masks::new(batch, &mut masks)?;
        let shown = batch.shown(&mut observations, masks.written(), &mut players)?;
        py.detach(|| {
            for (part, mut view) in batch.parts.iter().zip(shown) {
                part.view(&mut view);
            }
        });
        masks.finish();
        Ok(())
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

    fn __copy__(&self) -> PyResult<Batch> {
        let batch = &*self.0.read()?;
        let parts = batch.parts.iter().map(|part| part.boxed()).collect();
        let team = Team::new(batch.threads, &batch.form);
        Ok(Games { form: Arc::clone(&batch.form), parts, team, ..*batch }.shared())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> PyResult<Batch> {
        self.__copy__()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, BatchParts)> {
        let restore = slf.py().import("plyground._core")?.getattr("restore_batch")?;
        let batch = slf.get().0.read()?;
        let parts = batch.form.call(|| Ok(batch.parts.iter().map(|part| part.save()).collect()))?;
        Ok((restore, (Game { form: Arc::clone(&batch.form) }, batch.games, batch.threads, parts)))
    }
}

/// Pickled form of a batch: the game, the number of games, the threads, and the games of each part.
type BatchParts = (Game, usize, Option<usize>, Vec<String>);

/// Restores a batch from a pickle.
#[pyfunction]
pub(crate) fn restore_batch(
    py: Python<'_>,
    game: &Game,
    #[pyo3(from_py_with = argument::batch_size)] n: usize,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    parts: Vec<String>,
) -> PyResult<Batch> {
    let mut batch = Games::new(py, &game.form, n, 0, threads)?;
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
    fn new(py: Python<'_>, form: &Arc<Form>, n: usize, seed: u64, threads: Option<usize>) -> PyResult<Games> {
        let observed = State::at(form, None, "")?.observation_shape()?;
        let team = Team::new(threads, form);
        let part = |first| {
            let seed = seed ^ mix(first as u64 + 1);
            form.game.batch(form.setup.as_deref(), form.rules.as_deref(), PART.min(n - first), seed).or_raise()
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
        Ok(Games {
            form: Arc::clone(form),
            parts,
            threads,
            team,
            games: n,
            actions: form.actions(),
            observed: observed.map_or(0, |(planes, rows, columns)| planes * rows * columns),
            written: form.game.info().actions,
        })
    }

    fn shared(self) -> Batch {
        Batch(Shared::new("batch", self))
    }

    /// Splits the arrays into one view per part.
    fn shown<'a>(
        &self,
        observations: &'a mut Option<Array<'_, f32>>,
        mut masks: Option<&'a mut [bool]>,
        players: &'a mut Option<Array<'_, i8>>,
    ) -> PyResult<Vec<BatchView<'a>>> {
        let games = self.games;
        let mut observations = match observations {
            Some(array) => Some(slice(array, "observations", games * self.observed)?),
            None => None,
        };
        let mut players = match players {
            Some(array) => Some(slice(array, "players", games)?),
            None => None,
        };
        let views = self.parts.iter().map(|part| BatchView {
            observations: take(&mut observations, part.len() * self.observed),
            masks: take(&mut masks, part.len() * self.written),
            players: take(&mut players, part.len()),
        });
        Ok(views.collect())
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

/// Steps parts by checked actions. `shown` has a view for each part, or none.
fn step(
    team: &Team,
    parts: &mut [Box<dyn AnyBatch>],
    actions: &[i64],
    rewards: &mut [f32],
    done: &mut [bool],
    shown: Vec<BatchView<'_>>,
) -> Result<(), CatalogError> {
    let outcomes = rewards.chunks_mut(2 * PART).zip(done.chunks_mut(PART));
    let shown = shown.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
    let work = parts.iter_mut().zip(shown).zip(actions.chunks(PART).zip(outcomes)).collect();
    team.for_each(work, |_, ((part, view), (actions, (rewards, done)))| {
        part.step(actions, rewards, done);
        if let Some(mut view) = view {
            part.view(&mut view);
        }
        Ok(())
    })
}

/// Destination of masks: the caller's array, or a wider buffer.
struct Masks<'a> {
    given: Option<&'a mut [bool]>,
    wide: Vec<bool>,
    actions: usize,
    written: usize,
}

impl<'a> Masks<'a> {
    fn new(batch: &Games, array: &'a mut Option<Array<'_, bool>>) -> PyResult<Masks<'a>> {
        let Games { games, actions, written, .. } = *batch;
        let given = match array {
            Some(array) => Some(slice(array, "masks", games * actions)?),
            None => None,
        };
        let is_wide = given.is_some() && actions != written;
        Ok(Masks { given, wide: vec![false; if is_wide { games * written } else { 0 }], actions, written })
    }

    /// Returns the array that the games write to.
    fn written(&mut self) -> Option<&mut [bool]> {
        if self.wide.is_empty() { self.given.as_deref_mut() } else { Some(&mut self.wide) }
    }

    /// Copies the masks to the caller's array.
    fn finish(self) {
        if let (Some(given), false) = (self.given, self.wide.is_empty()) {
            for (narrow, wide) in given.chunks_exact_mut(self.actions).zip(self.wide.chunks_exact(self.written)) {
                narrow.copy_from_slice(&wide[..self.actions]);
            }
        }
    }
}
