//! Samples out of recorded games.

use plyground_arena::{GameResult, MoveScore, Record};
use plyground_game::Side;
use plyground_game::notation::MoveError;
use plyground_play::State;
use thiserror::Error;

use crate::samples::{Sample, Samples};

/// Why a record cannot be learned from.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LearnError {
    /// The record is of another game.
    #[error("game {id}: a record of `{found}`, expected `{expected}`")]
    OtherGame {
        /// The record.
        id: String,
        /// Its game.
        found: String,
        /// The game that is learned.
        expected: &'static str,
    },
    /// The rules or the opening's position cannot be read.
    #[error("game {id}: {message}")]
    Start {
        /// The record.
        id: String,
        /// What is wrong.
        message: String,
    },
    /// A move is not legal.
    #[error("game {id}, move {number}: {error}")]
    Move {
        /// The record.
        id: String,
        /// The number of the move, from 1.
        number: usize,
        /// What is wrong.
        error: MoveError,
    },
    /// There is not one score for each move after the opening.
    #[error("game {id}: {found} scores, expected {expected}: one for each move after the opening")]
    Scores {
        /// The record.
        id: String,
        /// How many scores there are.
        found: usize,
        /// How many moves follow the opening.
        expected: usize,
    },
}

/// Adds the positions of a recorded game that can be learned from, and returns their number.
///
/// `like` is any state of the game. Left out are positions of the random opening, positions where the search proved a win or a loss
/// or did not search, positions where the move played is noisy, and those that `is_wanted` refuses. `base` returns the value of the
/// evaluation so far for the first side; `inputs` visits the active inputs, seen from the first side.
///
/// # Errors
/// When the record is of another game or cannot be replayed.
pub fn add_game(
    samples: &mut Samples,
    record: &Record,
    like: &dyn State,
    mut is_wanted: impl FnMut(&dyn State) -> bool,
    base: impl Fn(&dyn State) -> f32,
    inputs: impl Fn(&dyn State, &mut dyn FnMut(usize, i8)),
) -> Result<usize, LearnError> {
    let id = || record.id.clone();
    if record.game != like.name() {
        return Err(LearnError::OtherGame { id: id(), found: record.game.clone(), expected: like.name() });
    }
    let start = |message: String| LearnError::Start { id: id(), message };
    let rules = like.under(&record.rules).map_err(|error| start(error.to_string()))?;
    let mut state = rules.at(&record.opening.position).map_err(|error| start(error.to_string()))?;
    let moves: Vec<&str> = record.moves.split_whitespace().collect();
    let searched = moves.len().saturating_sub(record.opening.plies);
    if record.scores.len() != searched {
        return Err(LearnError::Scores { id: id(), found: record.scores.len(), expected: searched });
    }
    let result = match record.result {
        GameResult::First => 1.0,
        GameResult::Draw => 0.5,
        GameResult::Second => 0.0,
    };
    let mut added = 0;
    for (place, text) in moves.into_iter().enumerate() {
        let illegal = |error| LearnError::Move { id: id(), number: place + 1, error };
        let action = state.read_action(text).map_err(illegal)?;
        let score = place.checked_sub(record.opening.plies).map(|place| &record.scores[place]);
        if let Some(&MoveScore::Value(score)) = score
            && !state.is_noisy(action)
            && is_wanted(&*state)
        {
            let score = if state.side_to_move() == Side::First { score } else { -score } as f32;
            samples.add(Sample { game: record.pair, base: base(&*state), score, result });
            inputs(&*state, &mut |input, value| samples.add_input(input, value));
            added += 1;
        }
        state.apply(action).expect("a legal move");
    }
    Ok(added)
}
