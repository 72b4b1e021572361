//! Samples out of recorded games.

use plyground_arena::{GameResult, MoveScore, Record};
use plyground_game::notation::MoveError;
use plyground_game::{Game, SearchHints, Side};
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
/// Left out are positions of the random opening, positions where the search proved a win or a loss or did not search,
/// positions where the move played is noisy, and those that `is_wanted` refuses. `base` returns the value of the evaluation so far
/// for the first side; `inputs` visits the active inputs, seen from the first side.
///
/// # Errors
/// When the record is of another game or cannot be replayed.
pub fn add_game<P: SearchHints>(
    samples: &mut Samples,
    record: &Record,
    mut is_wanted: impl FnMut(&P) -> bool,
    base: impl Fn(&P) -> f32,
    inputs: impl Fn(&P, &mut dyn FnMut(usize, i8)),
) -> Result<usize, LearnError> {
    let id = || record.id.clone();
    if record.game != P::NAME {
        return Err(LearnError::OtherGame { id: id(), found: record.game.clone(), expected: P::NAME });
    }
    let rules: P::Rules =
        record.rules.parse().map_err(|error| LearnError::Start { id: id(), message: format!("{error}") })?;
    let start = P::parse(&record.opening.position, &rules)
        .map_err(|error| LearnError::Start { id: id(), message: error.to_string() })?;
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
    let mut game = Game::from_position(start, &rules);
    let mut added = 0;
    for (place, text) in moves.into_iter().enumerate() {
        let before = game.position().clone();
        let mv = game.play_text(text).map_err(|error| LearnError::Move { id: id(), number: place + 1, error })?;
        let score = place.checked_sub(record.opening.plies).map(|place| &record.scores[place]);
        let Some(&MoveScore::Value(score)) = score else { continue };
        if before.is_noisy(mv) || !is_wanted(&before) {
            continue;
        }
        let score = if before.side_to_move() == Side::First { score } else { -score } as f32;
        samples.add(Sample { game: record.pair, base: base(&before), score, result });
        inputs(&before, &mut |input, value| samples.add_input(input, value));
        added += 1;
    }
    Ok(added)
}
