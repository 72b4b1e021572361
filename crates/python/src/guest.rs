//! Functions and classes of Python as players of matches.

use std::sync::Arc;

use plyground_catalog::{Asked, Guest};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::call;
use crate::error::Raise;
use crate::game::Form;
use crate::game::state::{State, action_of};

/// A player: something that is called with a state and gives an action or a move as text.
///
/// What it raises is stored in the call of the match before the player answers. So the arena drops the game, which does not count as
/// lost.
pub(crate) struct PythonGuest {
    form: Arc<Form>,
    name: String,
    player: Option<Py<PyAny>>,
    /// The game so far, so that only new moves have to be played.
    state: Option<State>,
}

impl PythonGuest {
    /// A class is called for each thread that plays, so that its objects need not share anything.
    pub(crate) fn new(form: Arc<Form>, name: String, player: &Py<PyAny>) -> PythonGuest {
        let player = call::run(|py| {
            let player = player.bind(py);
            if player.is_instance_of::<PyType>() {
                player.call0().map(Bound::unbind)
            } else {
                Ok(player.clone().unbind())
            }
        });
        PythonGuest { form, name, player, state: None }
    }

    /// The state of the question: the one of the question before with the new moves, where it is the same game.
    fn follow(&mut self, asked: &Asked<'_>) -> PyResult<&State> {
        let goes_on = self.state.as_ref().is_some_and(|state| {
            let start = state.inner.start();
            let played = state.inner.actions();
            start.position.as_deref() == Some(&*asked.position) && asked.actions.starts_with(&played)
        });
        if !goes_on {
            let own = self.form.own.clone();
            let form = Form { own, ..Form::new(Arc::clone(&self.form.game), None, Some(asked.rules.clone())) };
            self.state = Some(State::at(&Arc::new(form), Some(&asked.position), "")?);
        }
        let state = self.state.as_mut().expect("it has just been made");
        for &action in &asked.actions[state.inner.plies()..] {
            state.step(action)?;
        }
        Ok(state)
    }

    fn ask(&mut self, py: Python<'_>, asked: &Asked<'_>) -> PyResult<usize> {
        let name = self.name.clone();
        let player = self.player.as_ref().map(|player| player.clone_ref(py));
        let player = player.ok_or_else(|| PyValueError::new_err(format!("player {name} could not be made")))?;
        let state = self.follow(asked)?;
        // A copy: what a player does to its state is its own affair.
        let copy = State::of(&state.form, state.inner.boxed());
        let answer = player.call1(py, (copy,))?.into_bound(py);
        let read = state.form.call(|| match answer.extract::<String>() {
            Ok(text) => state.inner.read_action(&text).or_raise(),
            Err(_) => action_of(&answer).and_then(|action| state.inner.action_text(action).or_raise().map(|_| action)),
        });
        read.map_err(|error| {
            let shown = answer.repr().map_or_else(|_| "something".into(), |text| text.to_string());
            let position = state.inner.text();
            let text = format!("player {name} answered {shown} at `{position}`: {}", error.value(py));
            PyValueError::new_err(text)
        })
    }
}

impl Guest for PythonGuest {
    fn new_game(&mut self, seed: u64) {
        call::run(|py| match self.player.as_ref().map(|player| player.bind(py)) {
            Some(player) if player.hasattr("new_game")? => player.call_method1("new_game", (seed,)).map(|_| ()),
            _ => Ok(()),
        });
    }

    fn choose(&mut self, asked: &Asked<'_>) -> Result<usize, String> {
        call::run(|py| self.ask(py, asked)).ok_or_else(|| format!("player {} raised an exception", self.name))
    }
}
