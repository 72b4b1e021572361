//! States, actions and games as JSON.

use std::sync::Arc;

use plyground_catalog::{PlayerMove, Shown, Trajectory};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::{Raise, placed};
use crate::game::Form;
use crate::game::state::State;

/// Writes data.
fn text(data: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(data).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Returns the present position as JSON.
pub(super) fn position(state: &State) -> PyResult<String> {
    let shown = state.form.call(|| Ok(Shown::of(&**state.inner()?)))?;
    text(&shown)
}

/// Returns the game as JSON.
pub(super) fn trajectory(state: &State) -> PyResult<String> {
    let trajectory = state.form.call(|| Ok(Trajectory::of(&**state.inner()?, None)))?;
    text(&trajectory)
}

/// Returns a legal action as JSON.
pub(super) fn action(state: &State, action: usize) -> PyResult<String> {
    let inner = state.inner()?;
    let mv = state.form.call(|| inner.action_text(action).or_raise())?;
    text(&PlayerMove { player: inner.side_to_move().index(), action, mv })
}

/// Reads the JSON of a legal action.
pub(super) fn read_action(state: &State, json: &str) -> PyResult<usize> {
    let found = read("action", "state.action_to_json", json)?;
    check_action(state, &found).map_err(|error| placed("action", error))?;
    Ok(found.action)
}

/// Checks that an action is legal, and that its player and its text are right.
fn check_action(state: &State, found: &PlayerMove) -> PyResult<()> {
    let (expected, found) = (action(state, found.action)?, text(found)?);
    if found == expected { Ok(()) } else { Err(PyValueError::new_err(format!("found {found}, expected {expected}"))) }
}

/// Reads the JSON that a method returns.
fn read<'a, T: Deserialize<'a>>(what: &str, method: &str, json: &'a str) -> PyResult<T> {
    let wrong = |error| PyValueError::new_err(format!("{what}: {error}: expected the text of `{method}`"));
    serde_json::from_str(json).map_err(wrong)
}

/// What is read of a position.
#[derive(Deserialize)]
struct Placed {
    game: String,
    rules: String,
    position: String,
}

/// What is read of a game.
#[derive(Deserialize)]
struct Played {
    game: String,
    rules: String,
    start: String,
    actions: Vec<PlayerMove>,
}

/// Returns a state of the game at a position, if both are of one game by the same rules.
fn at(form: &Arc<Form>, game: &str, rules: &str, position: &str) -> PyResult<State> {
    let other = |own: &str| {
        let name = form.name();
        let text = format!("found a state of {game} by the rules {rules}, expected one of {name} by the rules {own}");
        Err(PyValueError::new_err(text))
    };
    let start = State::at(form, None, "")?;
    let own = form.call(|| Ok(start.inner()?.rules()))?;
    if (game, rules) == (form.name(), &own) { State::at(form, Some(position), "") } else { other(&own) }
}

/// Reads the JSON of a position.
pub(crate) fn read_position(form: &Arc<Form>, json: &str) -> PyResult<State> {
    let Placed { game, rules, position } = read("state", "state.to_json", json)?;
    at(form, &game, &rules, &position)
}

/// Reads the JSON of a game.
pub(crate) fn read_trajectory(form: &Arc<Form>, json: &str) -> PyResult<State> {
    let Played { game, rules, start, actions } = read("state", "state.serialize", json)?;
    let state = at(form, &game, &rules, &start)?;
    for (number, found) in actions.iter().enumerate() {
        let played = check_action(&state, found).and_then(|()| state.step(found.action));
        played.map_err(|error| placed(&format!("state: actions[{number}]"), error))?;
    }
    Ok(state)
}
