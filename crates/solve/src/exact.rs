//! Exact values for display: a result, or a final margin if the game counts one.

use plyground_game::{Outcome, Side};
use serde::{Serialize, Serializer};

use crate::{Value, Wdl};

/// Exact value of a position for its side to move, or of a move for the side that makes it.
///
/// ```
/// use plyground_solve::{ExactValue, Wdl};
///
/// let (win, loss) = (ExactValue::Result(Wdl::Win), ExactValue::Result(Wdl::Loss));
/// assert!(win.worth(Some(3)) > win.worth(Some(9)), "a quick win is better than a slow one");
/// assert!(loss.worth(Some(9)) > loss.worth(Some(3)), "and a slow loss better than a quick one");
/// assert!(ExactValue::Margin(6).rank() > ExactValue::Margin(-2).rank());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExactValue {
    /// Final margin, from the view of the own side.
    Margin(i32),
    /// Win, draw or loss.
    Result(Wdl),
}

impl ExactValue {
    /// Returns the value of a finished game for `side`.
    #[must_use]
    pub fn of_outcome(outcome: Outcome, side: Side) -> ExactValue {
        ExactValue::Result(Value::finished(outcome, side).result())
    }

    /// Returns a number that orders values. It is positive for a win and negative for a loss.
    #[must_use]
    pub const fn rank(self) -> i32 {
        match self {
            ExactValue::Margin(margin) => margin,
            ExactValue::Result(Wdl::Win) => 1,
            ExactValue::Result(Wdl::Draw) => 0,
            ExactValue::Result(Wdl::Loss) => -1,
        }
    }

    /// Returns a key that orders values by rank and then by plies to the end: a short win before a long one, a long
    /// loss before a short one.
    #[must_use]
    pub fn worth(self, plies: Option<u32>) -> (i32, i64) {
        let plies = i64::from(plies.unwrap_or(0));
        (self.rank(), if self.rank() > 0 { -plies } else { plies })
    }

    /// Returns the winner, if this is the value for `side`; `None` for a draw.
    #[must_use]
    pub const fn winner(self, side: Side) -> Option<Side> {
        match self.rank() {
            0 => None,
            1.. => Some(side),
            _ => Some(side.other()),
        }
    }
}

/// A margin is serialized as a number, a result as `win`, `draw` or `loss`.
impl Serialize for ExactValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ExactValue::Margin(margin) => serializer.serialize_i32(*margin),
            ExactValue::Result(result) => serializer.serialize_str(result.name()),
        }
    }
}

/// Move with its exact value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExactMove<M> {
    /// The move.
    pub mv: M,
    /// Value for the side that makes the move.
    pub value: ExactValue,
    /// Plies to the end, including the move, if known.
    pub plies: Option<u32>,
}

impl<M> ExactMove<M> {
    /// Creates a move with this final margin for the side that makes it.
    #[must_use]
    pub const fn by_margin(mv: M, margin: i32) -> ExactMove<M> {
        ExactMove { mv, value: ExactValue::Margin(margin), plies: None }
    }

    /// Creates a move with this result.
    #[must_use]
    pub const fn by_result(mv: M, value: Value) -> ExactMove<M> {
        ExactMove { mv, value: ExactValue::Result(value.result()), plies: value.plies() }
    }

    /// Returns the ordering key of the move; see [`ExactValue::worth`].
    #[must_use]
    pub fn worth(&self) -> (i32, i64) {
        self.value.worth(self.plies)
    }
}
