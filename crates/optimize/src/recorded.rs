//! Recorded games: their replay, and which of them are held out.

use std::fmt::Display;

use plyground_arena::Record;
use plyground_game::zobrist::mix;
use plyground_play::{Action, State};

use crate::error::OptimizeError;

/// Of this many game pairs, one is held out with all of its positions.
pub const HELD_OUT: u64 = 10;

/// Returns whether a game pair is held out.
pub(crate) fn is_held_out(pair: u64) -> bool {
    mix(pair).is_multiple_of(HELD_OUT)
}

/// Replays a recorded game. Passes each position with the number of moves before it, and the move played there. `like` is any
/// state of the game.
pub(crate) fn replay(
    record: &Record,
    like: &dyn State,
    mut visit: impl FnMut(usize, &dyn State, Action),
) -> Result<(), OptimizeError> {
    let start = |error: &dyn Display| OptimizeError::input(format!("game {}: {error}", record.id));
    let rules = like.under(&record.rules).map_err(|error| start(&error))?;
    let mut state = rules.at(&record.opening.position).map_err(|error| start(&error))?;
    for (ply, text) in record.moves.split_whitespace().enumerate() {
        let illegal = |error| OptimizeError::input(format!("game {}, move {}: {error}", record.id, ply + 1));
        let action = state.read_action(text).map_err(illegal)?;
        visit(ply, &*state, action);
        state.apply(action).expect("a legal move");
    }
    Ok(())
}
