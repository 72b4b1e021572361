//! The two kinds of values in tables: results with the distance to the end, and final margins.
//!
//! Retrograde analysis computes values in the order of their distances, the shortest win first. Margins use the same
//! analysis: the distance of a margin is [`MOST_MARGIN`] minus its absolute value, and a move adds nothing to it. A
//! large win therefore precedes a small one, and a loss has the smallest margin that its side can reach. Endless play
//! has the margin 0.

use plyground_game::{Outcome, Position, Side};

use crate::{ExactMove, ExactValue, Value, Wdl};

/// Maximum absolute margin.
pub(super) const MOST_MARGIN: u32 = 16_383;

/// Kind of the values of a solver.
pub(crate) enum Scoring<P> {
    /// Win, draw or loss, with the distance to the end.
    Results,
    /// Final margin for the side to move; the function returns that of a finished position.
    Margins(fn(&P) -> i32),
}

impl<P> Clone for Scoring<P> {
    fn clone(&self) -> Scoring<P> {
        *self
    }
}

impl<P> Copy for Scoring<P> {}

impl<P: Position> Scoring<P> {
    pub(super) fn has_margins(self) -> bool {
        matches!(self, Scoring::Margins(_))
    }

    /// Returns the amount that a move adds to the distance of a value.
    pub(super) fn step(self) -> u32 {
        if self.has_margins() { 0 } else { 1 }
    }

    /// Returns the value of a finished position for its side to move; `None` if its margin is too large.
    pub(super) fn finished(self, pos: &P, outcome: Outcome) -> Option<Value> {
        match self {
            Scoring::Results => Some(Value::finished(outcome, pos.side_to_move())),
            Scoring::Margins(margin) => of_margin(margin(pos)),
        }
    }

    /// Returns the value of a move for the side that plays it.
    pub(super) fn before(self, value: Value, same_side: bool) -> Value {
        value.before_step(same_side, self.step())
    }

    /// Returns a move with its value for the side that plays it.
    pub(super) fn exact_move(self, mv: P::Move, value: Value) -> ExactMove<P::Move> {
        match self {
            Scoring::Results => ExactMove::by_result(mv, value),
            Scoring::Margins(_) => ExactMove::by_margin(mv, to_margin(value)),
        }
    }

    /// Returns the exact value of a finished game for `side`.
    pub(super) fn finished_value(self, pos: &P, outcome: Outcome, side: Side) -> ExactValue {
        match self {
            Scoring::Results => ExactValue::of_outcome(outcome, side),
            Scoring::Margins(margin) if side == pos.side_to_move() => ExactValue::Margin(margin(pos)),
            Scoring::Margins(margin) => ExactValue::Margin(-margin(pos)),
        }
    }

    /// Returns a value in words.
    pub(super) fn text(self, value: Value) -> String {
        match (self, value.plies()) {
            (Scoring::Margins(_), _) => format!("a margin of {}", to_margin(value)),
            (Scoring::Results, None) => format!("a {}", value.result().name()),
            (Scoring::Results, Some(plies)) => format!("a {} in {plies} plies", value.result().name()),
        }
    }
}

/// Returns the value that encodes a margin; `None` if the margin is too large.
fn of_margin(margin: i32) -> Option<Value> {
    let plies = MOST_MARGIN.checked_sub(margin.unsigned_abs())?;
    Some(match margin {
        0 => Value::DRAW,
        1.. => Value::win(plies),
        _ => Value::loss(plies),
    })
}

/// Returns the margin that a value encodes.
fn to_margin(value: Value) -> i32 {
    let size = MOST_MARGIN.saturating_sub(value.plies().unwrap_or(MOST_MARGIN)) as i32;
    match value.result() {
        Wdl::Win => size,
        Wdl::Draw => 0,
        Wdl::Loss => -size,
    }
}

/// Converts between the distance and the margin in a stored number, so that small margins take one byte.
pub(super) fn exchanged(stored: u16) -> u16 {
    match stored {
        0 | 1 => stored,
        _ => {
            let code = u32::from(stored - 2);
            (2 * MOST_MARGIN.saturating_sub(code / 2) + code % 2 + 2) as u16
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_ordered_as_their_values() {
        let margins = [-16_383, -40, -2, -1, 0, 1, 7, 16_383];
        let values = margins.map(|margin| of_margin(margin).expect("it is small"));
        assert!(values.is_sorted_by(|a, b| a < b));
        assert_eq!(values.map(to_margin), margins);
        assert_eq!((of_margin(16_384), of_margin(i32::MIN)), (None, None));
        for (margin, value) in margins.into_iter().zip(values) {
            assert_eq!(to_margin(value.before_step(false, 0)), -margin);
        }
    }

    #[test]
    fn stored_numbers_are_exchanged_both_ways() {
        for stored in [0, 1, 2, 3, 90, 91, 2 * 16_383 + 2, 2 * 16_383 + 3] {
            assert_eq!(exchanged(exchanged(stored)), stored);
        }
        // A win by 3 takes one byte.
        assert_eq!(exchanged(2 * (16_383 - 3) + 1 + 2), 9);
    }
}
