//! The exact value of a position, as tables and solvers give it.
//!
//! ```
//! use plyground_solve::{Value, Wdl};
//!
//! let slow = Value::win(9);
//! assert!(Value::win(3) > slow && slow > Value::DRAW && Value::DRAW > Value::loss(40));
//! assert!(Value::loss(40) > Value::loss(2), "a late loss is better than an early one");
//! // The move that leads to a loss in 2 for the other side wins in 3.
//! assert_eq!(Value::loss(2).before(false), Value::win(3));
//! assert_eq!(Value::win(3).result(), Wdl::Win);
//! ```

use std::cmp::Ordering;

use plyground_game::{Outcome, Side};

/// What perfect play leads to, for the side to move. Ordered from bad to good.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// The other side wins.
    Loss,
    /// Neither side can win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// Returns the same, for the other side.
    #[must_use]
    pub const fn flipped(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }

    /// `win`, `draw` or `loss`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Wdl::Loss => "loss",
            Wdl::Draw => "draw",
            Wdl::Win => "win",
        }
    }
}

/// The value of a position for the side to move, with the distance to the end where it is known.
///
/// The order is that of what a player wants: quick wins, slow wins, draws, slow losses, quick losses. Wins of unknown
/// distance are equal to each other and stand behind those of known distance; losses of unknown distance before
/// those of known distance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value {
    result: Wdl,
    plies: Option<u32>,
}

impl Value {
    /// A draw.
    pub const DRAW: Value = Value { result: Wdl::Draw, plies: None };

    /// Returns a win in so many plies, the last move counted.
    #[must_use]
    pub const fn win(plies: u32) -> Value {
        Value { result: Wdl::Win, plies: Some(plies) }
    }

    /// Returns a loss in so many plies; 0 where the game is over.
    #[must_use]
    pub const fn loss(plies: u32) -> Value {
        Value { result: Wdl::Loss, plies: Some(plies) }
    }

    /// Returns a result without a distance.
    #[must_use]
    pub const fn of(result: Wdl) -> Value {
        Value { result, plies: None }
    }

    /// Returns the value of a finished game for `side`, who would be next.
    #[must_use]
    pub fn finished(outcome: Outcome, side: Side) -> Value {
        match outcome.winner() {
            None => Value::DRAW,
            Some(winner) if winner == side => Value::win(0),
            Some(_) => Value::loss(0),
        }
    }

    /// Win, draw or loss.
    #[must_use]
    pub const fn result(self) -> Wdl {
        self.result
    }

    /// Plies to the end when the winner hurries and the loser delays; `None` for a draw, and where a table does not know.
    #[must_use]
    pub const fn plies(self) -> Option<u32> {
        self.plies
    }

    /// Returns the value of a move for the side that plays it, when this is the value of the position after it;
    /// `same_side` when that side is to move there again.
    #[must_use]
    pub fn before(self, same_side: bool) -> Value {
        self.before_step(same_side, 1)
    }

    /// Returns what [`Value::before`] returns for a move that adds `step` plies.
    pub(crate) fn before_step(self, same_side: bool, step: u32) -> Value {
        let result = if same_side { self.result } else { self.result.flipped() };
        Value { result, plies: self.plies.map(|plies| plies + step) }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        let by_plies = match self.result {
            // A known distance is better than any other: the least number.
            Wdl::Win => other.plies.unwrap_or(u32::MAX).cmp(&self.plies.unwrap_or(u32::MAX)),
            Wdl::Draw => Ordering::Equal,
            Wdl::Loss => self.plies.unwrap_or(u32::MAX).cmp(&other.plies.unwrap_or(u32::MAX)),
        };
        self.result.cmp(&other.result).then(by_plies)
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
