//! States, actions and games as JSON, with the names of games in Python.

use std::sync::Arc;

use plyground_catalog::{PlayerMove, Shown, Trajectory};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Raise;
use crate::game::Form;
use crate::game::state::State;

/// Writes data. The erased name and sides of a game in Python become its own.
fn text(state: &State, data: &impl Serialize) -> PyResult<String> {
    let Some(own) = &state.form.own else {
        return serde_json::to_string(data).map_err(|error| PyRuntimeError::new_err(error.to_string()));
    };
    let mut value = serde_json::to_value(data).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let sides = state.inner()?.sides();
    rename(&mut value, &own.name, |side| Some(own.sides[sides.iter().position(|name| *name == side)?].clone()));
    Ok(value.to_string())
}

/// Replaces the names of the game and of its sides.
fn rename(value: &mut Value, game: &str, side: impl Fn(&str) -> Option<String> + Copy) {
    let Some(fields) = value.as_object_mut() else { return };
    for (key, field) in fields {
        match (key.as_str(), field) {
            ("game", field) => *field = game.into(),
            ("side" | "winner", field) => {
                if let Some(name) = field.as_str().and_then(side) {
                    *field = name.into();
                }
            }
            ("state" | "outcome", field) => rename(field, game, side),
            _ => {}
        }
    }
}

/// Returns the present position as JSON.
pub(super) fn position(state: &State) -> PyResult<String> {
    let shown = state.form.call(|| Ok(Shown::of(&**state.inner()?)))?;
    text(state, &shown)
}

/// Returns the game as JSON.
pub(super) fn trajectory(state: &State) -> PyResult<String> {
    let trajectory = state.form.call(|| Ok(Trajectory::of(&**state.inner()?, None)))?;
    text(state, &trajectory)
}

/// Returns a legal action as JSON.
pub(super) fn action(state: &State, action: usize) -> PyResult<String> {
    let inner = state.inner()?;
    let mv = state.form.call(|| inner.action_text(action).or_raise())?;
    text(state, &PlayerMove { player: inner.side_to_move().index(), action, mv })
}

/// Reads the JSON of a legal action.
pub(super) fn read_action(state: &State, json: &str) -> PyResult<usize> {
    let found: PlayerMove = read("action", json)?;
    let expected = action(state, found.action)?;
    if text(state, &found)? == expected {
        return Ok(found.action);
    }
    Err(PyValueError::new_err(format!("action: found {json}, expected {expected}")))
}

fn read<'a, T: Deserialize<'a>>(what: &str, json: &'a str) -> PyResult<T> {
    serde_json::from_str(json).map_err(|error| PyValueError::new_err(format!("{what}: {error}")))
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
    let state = State::at(form, Some(position), "")?;
    let own = form.call(|| Ok(state.inner()?.rules()))?;
    if (game, rules) != (form.name(), own.as_str()) {
        let (name, found) = (form.name(), format!("{game} by the rules {rules}"));
        return Err(PyValueError::new_err(format!(
            "found a state of {found}, expected one of {name} by the rules {own}"
        )));
    }
    Ok(state)
}

/// Reads the JSON of a position.
pub(crate) fn read_position(form: &Arc<Form>, json: &str) -> PyResult<State> {
    let Placed { game, rules, position } = read("state", json)?;
    at(form, &game, &rules, &position)
}

/// Reads the JSON of a game.
pub(crate) fn read_trajectory(form: &Arc<Form>, json: &str) -> PyResult<State> {
    let Played { game, rules, start, actions } = read("state", json)?;
    let state = at(form, &game, &rules, &start)?;
    actions.into_iter().try_for_each(|PlayerMove { action, .. }| state.step(action))?;
    Ok(state)
}
