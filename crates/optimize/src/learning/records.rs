//! Positions of recorded games, with the labels that samples need.

use plyground_arena::{MoveScore, Record};
use plyground_game::{Outcome, Side};
use plyground_play::State;

use crate::error::OptimizeError;
use crate::recorded::replay;

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
    /// All filters.
    pub const ALL: [PositionFilter; 2] = [PositionFilter::Quiet, PositionFilter::None];

    /// Returns the filter with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<PositionFilter> {
        PositionFilter::ALL.into_iter().find(|filter| filter.name() == name)
    }

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
) -> Result<(), OptimizeError> {
    let Record { id, game, scores, opening, .. } = record;
    let fault = |text: String| Err(OptimizeError::input(format!("game {id}: {text}")));
    if game != like.name() {
        return fault(format!("a record of `{game}`, expected `{}`", like.name()));
    }
    let moves = record.moves.split_whitespace().count();
    let (found, expected) = (scores.len(), moves.saturating_sub(opening.plies));
    if found != expected {
        return fault(format!("{found} scores, expected {expected}: one for each move after the opening"));
    }
    let result = Outcome::from(record.result).points(Side::First) as f32;
    replay(record, like, |ply, state, action| {
        let score = ply.checked_sub(opening.plies).and_then(|place| value_of(&scores[place]));
        let is_taken = |score: f64| match filter {
            PositionFilter::Quiet => score.is_finite() && !state.is_noisy(action),
            PositionFilter::None => true,
        };
        if let Some(score) = score.filter(|&score| is_taken(score)) {
            let score = if state.side_to_move() == Side::First { score } else { -score } as f32;
            let (result, plies) =
                if score.is_finite() { (result, moves - ply) } else { (f32::from(u8::from(score > 0.0)), 0) };
            visit(state, PositionLabel { game: record.pair, score, result, plies });
        }
    })
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
