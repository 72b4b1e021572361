//! Many games at once, in arrays of the caller.
//!
//! The games are kept in parts of a fixed size, so that what is drawn does not depend on the number of threads.

use numpy::{Element, PyArray1, PyArrayMethods, PyReadwriteArrayDyn};
use plyground_catalog::{Batch as AnyBatch, BatchView, CatalogError};
use plyground_game::zobrist::mix;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::Raise;
use crate::game::Game;
use crate::raised;
use crate::team::Team;

/// Games of a part.
const PART: usize = 256;

/// Many games that are stepped together; each begins again by itself when it is over. `plyground.Batch` brings the arrays.
#[pyclass(module = "plyground._core")]
pub(crate) struct Batch {
    parts: Vec<Box<dyn AnyBatch>>,
    team: Team,
    games: usize,
    /// How many numbers the mask and the observation of a game have.
    actions: usize,
    observed: usize,
    /// How many numbers the parts write for a mask: more, where a game in Python has fewer actions than it could have.
    written: usize,
}

type Array<'py, T> = PyReadwriteArrayDyn<'py, T>;

/// The numbers of an array, of which there must be so many.
fn slice<'a, T: Element>(array: &'a mut Array<'_, T>, name: &str, expected: usize) -> PyResult<&'a mut [T]> {
    let wrong = |found: String| {
        PyValueError::new_err(format!("{name}: found {found}, expected {expected} numbers side by side"))
    };
    let slice = array.as_slice_mut().map_err(|_| wrong("an array with gaps".into()))?;
    if slice.len() == expected { Ok(slice) } else { Err(wrong(format!("{} numbers", slice.len()))) }
}

/// The first `count` of what is left; nothing, where nothing is wanted.
fn take<'a, T>(rest: &mut Option<&'a mut [T]>, count: usize) -> Option<&'a mut [T]> {
    let (taken, left) = rest.take()?.split_at_mut(count);
    *rest = Some(left);
    Some(taken)
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, n, seed=0, threads=None))]
    fn new(game: &Game, n: usize, seed: u64, threads: Option<usize>) -> PyResult<Batch> {
        if !(1..=1 << 24).contains(&n) {
            return Err(PyValueError::new_err(format!("n={n}: expected 1 to {} games", 1 << 24)));
        }
        let form = &game.form;
        let observed = form.game.state(&form.start(None, "")).or_raise()?.observation_shape();
        let parts = (0..n).step_by(PART).map(|first| {
            let games = PART.min(n - first);
            let seed = seed ^ mix(first as u64 + 1);
            form.game.batch(form.setup.as_deref(), form.rules.as_deref(), games, seed)
        });
        let parts = parts.collect::<Result<Vec<_>, _>>().or_raise()?;
        let team = Team::new(threads)?;
        let observed = observed.map_or(0, |shape| shape.iter().product());
        raised::check()?;
        Ok(Batch { parts, team, games: n, actions: form.actions(), observed, written: form.game.info().actions })
    }

    /// Plays an action in each game, and shows what has come of it. Where one cannot be played, none is.
    #[pyo3(signature = (actions, rewards, done, observations=None, masks=None, players=None))]
    #[expect(clippy::too_many_arguments, reason = "one for each array")]
    fn play(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyArray1<i64>>,
        mut rewards: Array<'_, f32>,
        mut done: Array<'_, bool>,
        mut observations: Option<Array<'_, f32>>,
        mut masks: Option<Array<'_, bool>>,
        mut players: Option<Array<'_, i8>>,
    ) -> PyResult<()> {
        let games = self.games;
        let rewards = slice(&mut rewards, "rewards", 2 * games)?;
        let done = slice(&mut done, "done", games)?;
        let mut masks = Masks::new(self, &mut masks)?;
        let shown = self.shown(&mut observations, masks.written(), &mut players)?;
        let wrong = |error: &dyn std::fmt::Display| PyValueError::new_err(format!("actions: {error}"));
        let actions = actions.try_readonly().map_err(|error| wrong(&error))?;
        let actions = actions.as_slice().map_err(|error| wrong(&error))?;
        if actions.len() != games {
            let text = format!("actions: found {} numbers, expected {games}", actions.len());
            return Err(PyValueError::new_err(text));
        }
        py.detach(|| -> Result<(), CatalogError> {
            let checked = self.parts.iter().zip(actions.chunks(PART)).collect();
            self.team.for_each(checked, |number, (part, actions)| {
                part.check(actions).map_err(|error| match error {
                    CatalogError::BatchAction { number: game, error } => {
                        CatalogError::BatchAction { number: number * PART + game, error }
                    }
                    other => other,
                })
            })?;
            let outcomes = rewards.chunks_mut(2 * PART).zip(done.chunks_mut(PART));
            let work = self.parts.iter_mut().zip(shown).zip(actions.chunks(PART).zip(outcomes)).collect();
            self.team.for_each(work, |_, ((part, mut view), (actions, (rewards, done)))| {
                part.step(actions, rewards, done);
                part.view(&mut view);
                Ok(())
            })
        })
        .or_raise()?;
        masks.finish();
        raised::check()
    }

    /// Shows all games as they stand.
    #[pyo3(signature = (observations=None, masks=None, players=None))]
    fn show(
        &mut self,
        py: Python<'_>,
        mut observations: Option<Array<'_, f32>>,
        mut masks: Option<Array<'_, bool>>,
        mut players: Option<Array<'_, i8>>,
    ) -> PyResult<()> {
        let mut masks = Masks::new(self, &mut masks)?;
        let shown = self.shown(&mut observations, masks.written(), &mut players)?;
        py.detach(|| {
            for (part, mut view) in self.parts.iter().zip(shown) {
                part.view(&mut view);
            }
        });
        masks.finish();
        raised::check()
    }

    /// Draws a legal action for each game.
    fn draw(&mut self, py: Python<'_>, mut actions: Array<'_, i64>) -> PyResult<()> {
        let actions = slice(&mut actions, "actions", self.games)?;
        py.detach(|| -> Result<(), CatalogError> {
            let work = self.parts.iter_mut().zip(actions.chunks_mut(PART)).collect();
            self.team.for_each(work, |_, (part, actions)| {
                part.sample(actions);
                Ok(())
            })
        })
        .or_raise()?;
        raised::check()
    }

    fn __len__(&self) -> usize {
        self.games
    }
}

impl Batch {
    /// The pieces of the arrays that show a part each.
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

/// Where masks go: into the caller's array at once, or by way of a wider one.
struct Masks<'a> {
    given: Option<&'a mut [bool]>,
    wide: Vec<bool>,
    actions: usize,
    written: usize,
}

impl<'a> Masks<'a> {
    fn new(batch: &Batch, array: &'a mut Option<Array<'_, bool>>) -> PyResult<Masks<'a>> {
        let Batch { games, actions, written, .. } = *batch;
        let given = match array {
            Some(array) => Some(slice(array, "masks", games * actions)?),
            None => None,
        };
        let is_wide = given.is_some() && actions != written;
        Ok(Masks { given, wide: vec![false; if is_wide { games * written } else { 0 }], actions, written })
    }

    /// Where the games write.
    fn written(&mut self) -> Option<&mut [bool]> {
        if self.wide.is_empty() { self.given.as_deref_mut() } else { Some(&mut self.wide) }
    }

    /// Brings what was written to where it belongs.
    fn finish(self) {
        if let (Some(given), false) = (self.given, self.wide.is_empty()) {
            for (narrow, wide) in given.chunks_exact_mut(self.actions).zip(self.wide.chunks_exact(self.written)) {
                narrow.copy_from_slice(&wide[..self.actions]);
            }
        }
    }
}
