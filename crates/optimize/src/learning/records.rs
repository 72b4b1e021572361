//! Positions of recorded games, with the labels that samples need.

use plyground_arena::{MoveScore, Record};
use plyground_game::notation::MoveError;
use plyground_game::{Outcome, Side};
use plyground_play::State;
use thiserror::Error;

/// Reason why a record cannot be used for learning.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LearnError {
    /// The record is of another game.
    #[error("game {id}: a record of `{found}`, expected `{expected}`")]
    OtherGame {
        /// Id of the record.
        id: String,
        /// Game of the record.
        found: String,
        /// Game of the learning run.
        expected: &'static str,
    },
    /// The rules or the opening's position cannot be read.
    #[error("game {id}: {message}")]
    Start {
        /// Id of the record.
        id: String,
        /// Description of the fault.
        message: String,
    },
    /// A move is not legal.
    #[error("game {id}, move {number}: {error}")]
    Move {
        /// Id of the record.
        id: String,
        /// The number of the move, from 1.
        number: usize,
        /// Description of the fault.
        error: MoveError,
    },
    /// A move of a stored principal variation is not legal.
    #[error("game {game}: move {number} of the line from ply {ply}: {error}")]
    Line {
        /// Number of the game in its file.
        game: u64,
        /// Number of moves before the line.
        ply: usize,
        /// The number of the move, from 1.
        number: usize,
        /// Description of the fault.
        error: MoveError,
    },
    /// The number of scores differs from the number of moves after the opening.
    #[error("game {id}: {found} scores, expected {expected}: one for each move after the opening")]
    Scores {
        /// Id of the record.
        id: String,
        /// Number of scores.
        found: usize,
        /// Number of moves after the opening.
        expected: usize,
    },
}

/// Selects the positions of recorded games that become samples. Every filter excludes the random opening and positions without a
/// search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PositionFilter {
    /// Excludes positions where the search proved a win or a loss, and positions where the move played is noisy.
    #[default]
    Quiet,
    /// Excludes nothing. A proven win or loss replaces the result of the game.
    None,
}

impl PositionFilter {
    /// All filters, by name.
    pub const NAMES: [(&'static str, PositionFilter); 2] =
        [("quiet", PositionFilter::Quiet), ("none", PositionFilter::None)];

    /// Returns the name of the filter.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PositionFilter::Quiet => "quiet",
            PositionFilter::None => "none",
        }
    }
}

/// Labels of a position, from the first side's point of view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PositionLabel {
    /// The game pair.
    pub game: u64,
    /// The score of the search that chose the move; infinite if the search proved a win or a loss.
    pub score: f32,
    /// The result: 1 for a win of the first side, 1/2 for a draw, 0 for a loss.
    pub result: f32,
    /// Number of plies from the position to the result: to the end of the game, or 0 if the search proved a win or a loss.
    pub plies: usize,
}

impl PositionLabel {
    /// Returns the result as it counts for this position: its distance from a draw halves with every `half_life` plies.
    #[must_use]
    pub fn decayed(self, half_life: f64) -> PositionLabel {
        let share = libm::exp2(-(self.plies as f64) / half_life) as f32;
        PositionLabel { result: 0.5 + share * (self.result - 0.5), ..self }
    }
}

/// Visits the positions of a recorded game that `filter` accepts, in order. `like` is any state of the game.
///
/// # Errors
/// When the record is of another game or cannot be replayed.
pub fn visit_game(
    record: &Record,
    like: &dyn State,
    filter: PositionFilter,
    mut visit: impl FnMut(&dyn State, PositionLabel),
) -> Result<(), LearnError> {
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
    let result = Outcome::from(record.result).points(Side::First) as f32;
    let all = moves.len();
    for (place, text) in moves.into_iter().enumerate() {
        let illegal = |error| LearnError::Move { id: id(), number: place + 1, error };
        let action = state.read_action(text).map_err(illegal)?;
        let score = place.checked_sub(record.opening.plies).and_then(|place| value_of(&record.scores[place]));
        let is_taken = |score: f64| match filter {
            PositionFilter::Quiet => score.is_finite() && !state.is_noisy(action),
            PositionFilter::None => true,
        };
        if let Some(score) = score.filter(|&score| is_taken(score)) {
            let score = if state.side_to_move() == Side::First { score } else { -score } as f32;
            let (result, plies) =
                if score.is_finite() { (result, all - place) } else { (f32::from(u8::from(score > 0.0)), 0) };
            visit(&*state, PositionLabel { game: record.pair, score, result, plies });
        }
        state.apply(action).expect("a legal move");
    }
    Ok(())
}

/// Returns the value of a recorded score, infinite for a win or a loss; `None` without a search.
fn value_of(score: &MoveScore) -> Option<f64> {
    match score {
        MoveScore::Value(value) => Some(*value),
        MoveScore::Known(end) if end.starts_with("win") => Some(f64::INFINITY),
        MoveScore::Known(end) if end.starts_with("loss") => Some(f64::NEG_INFINITY),
        MoveScore::Known(_) | MoveScore::None => None,
    }
}
