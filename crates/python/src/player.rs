//! Python functions and classes as players of matches.

use std::sync::Arc;

use plyground_play::{Action, OnReport, Player, State as AnyState};
use plyground_search::{AgentError, AgentFailure, Job, Report};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::argument::shown;
use crate::call;
use crate::error::Raise;
use crate::game::Form;
use crate::game::state::{State, action_of};

/// A player: a callable that gets a state and returns an action, or a move as text.
///
/// An exception is stored in the call of the match before the player answers. The arena then drops the game, which does not count
/// as lost.
pub(crate) struct PythonPlayer {
    form: Arc<Form>,
    name: String,
    player: Option<Py<PyAny>>,
    /// Seed of the next games.
    seed: u64,
}

impl PythonPlayer {
    /// Creates a player. A class is called once per playing thread, so that its objects need not be shared.
    pub(crate) fn new(form: Arc<Form>, name: String, player: &Py<PyAny>) -> PythonPlayer {
        let player = call::run(|py| {
            let player = player.bind(py);
            if player.is_instance_of::<PyType>() {
                player.call0().map(Bound::unbind)
            } else {
                Ok(player.clone().unbind())
            }
        });
        PythonPlayer { form, name, player, seed: 0 }
    }

    fn ask(&self, py: Python<'_>, state: &dyn AnyState) -> PyResult<Action> {
        let PythonPlayer { form, name, .. } = self;
        let player = self.player.as_ref().map(|player| player.clone_ref(py));
        let player = player.ok_or_else(|| PyValueError::new_err(format!("player {name} could not be made")))?;
        let own = form.own.clone();
        let form = Arc::new(Form { own, ..Form::new(Arc::clone(&form.game), None, Some(state.rules())) });
        // A copy, because a player may change its state.
        let copy = State::of(&form, state.boxed());
        let answer = player.call1(py, (copy,))?.into_bound(py);
        let read = form.call(|| match answer.extract::<String>() {
            Ok(text) => state.read_action(&text).or_raise(),
            Err(_) => action_of(&answer).and_then(|action| state.action_text(action).or_raise().map(|_| action)),
        });
        read.map_err(|error| {
            let shown = shown(&answer);
            let position = state.text();
            let text = format!("player {name} answered {shown} at `{position}`: {}", error.value(py));
            PyValueError::new_err(text)
        })
    }
}

impl Player for PythonPlayer {
    fn is_limited(&self) -> bool {
        true
    }

    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn new_game(&mut self) {
        call::run(|py| match self.player.as_ref().map(|player| player.bind(py)) {
            Some(player) if player.hasattr("new_game")? => player.call_method1("new_game", (self.seed,)).map(|_| ()),
            _ => Ok(()),
        });
    }

    fn choose(&mut self, state: &dyn AnyState, _: &Job, _: OnReport<'_>) -> Result<Report<Action>, AgentError> {
        if state.outcome().is_some() {
            return Ok(Report::of_move(None));
        }
        let action = call::run(|py| self.ask(py, state)).ok_or_else(|| AgentError {
            cause: AgentFailure::Crashed,
            detail: format!("player {} raised an exception", self.name),
        })?;
        Ok(Report::of_move(Some(action)))
    }
}
