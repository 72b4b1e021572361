//! Exact values as front ends show them: a result, or a final margin where the game counts one.
//!
//! ```
//! use plyground_solve::{ExactValue, Wdl};
//!
//! let (win, loss) = (ExactValue::Result(Wdl::Win), ExactValue::Result(Wdl::Loss));
//! assert!(win.worth(Some(3)) > win.worth(Some(9)), "a quick win is better than a slow one");
//! assert!(loss.worth(Some(9)) > loss.worth(Some(3)), "and a slow loss better than a quick one");
//! assert!(ExactValue::Margin(6).rank() > ExactValue::Margin(-2).rank());
//! ```

use plyground_game::{Outcome, Side};
use serde::{Serialize, Serializer};

use crate::{Value, Wdl};

/// The exact value of a position for its side to move, or of a move for the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExactValue {
    /// The final difference of what the game counts, the own side's first.
    Margin(i32),
    /// Won, drawn or lost.
    Result(Wdl),
}

impl ExactValue {
    /// The value of a finished game for `side`: won, drawn or lost.
    #[must_use]
    pub fn of_outcome(outcome: Outcome, side: Side) -> ExactValue {
        ExactValue::Result(Value::finished(outcome, side).result())
    }

    /// The larger, the better; above 0 it is won, below 0 lost.
    #[must_use]
    pub const fn rank(self) -> i32 {
        match self {
            ExactValue::Margin(margin) => margin,
            ExactValue::Result(Wdl::Win) => 1,
            ExactValue::Result(Wdl::Draw) => 0,
            ExactValue::Result(Wdl::Loss) => -1,
        }
    }

    /// By rank, then by plies to the end: a quick win is better than a slow one, and a slow loss than a quick one.
    #[must_use]
    pub fn worth(self, plies: Option<u32>) -> (i32, i64) {
        let plies = i64::from(plies.unwrap_or(0));
        (self.rank(), if self.rank() > 0 { -plies } else { plies })
    }

    /// Who wins, when this is the value for `side`; `None` for a draw.
    #[must_use]
    pub const fn winner(self, side: Side) -> Option<Side> {
        match self.rank() {
            0 => None,
            1.. => Some(side),
            _ => Some(side.other()),
        }
    }
}

/// A margin is written as a number, a result as `win`, `draw` or `loss`.
impl Serialize for ExactValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ExactValue::Margin(margin) => serializer.serialize_i32(*margin),
            ExactValue::Result(result) => serializer.serialize_str(result.name()),
        }
    }
}

/// A move with its exact value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExactMove<M> {
    /// The move.
    pub mv: M,
    /// Its value for the side that makes it.
    pub value: ExactValue,
    /// Plies to the end, the move included, where they are known.
    pub plies: Option<u32>,
}

impl<M> ExactMove<M> {
    /// A move that ends with this final margin for the side that makes it.
    #[must_use]
    pub const fn by_margin(mv: M, margin: i32) -> ExactMove<M> {
        ExactMove { mv, value: ExactValue::Margin(margin), plies: None }
    }

    /// A move that wins, draws or loses.
    #[must_use]
    pub const fn by_result(mv: M, value: Value) -> ExactMove<M> {
        ExactMove { mv, value: ExactValue::Result(value.result()), plies: value.plies() }
    }

    /// What moves are compared by: see [`ExactValue::worth`].
    #[must_use]
    pub fn worth(&self) -> (i32, i64) {
        self.value.worth(self.plies)
    }
}
