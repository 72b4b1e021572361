//! Exact value of a position, from tables and solvers.

use std::cmp::Ordering;

use plyground_game::{Outcome, Side};

/// Result of perfect play for the side to move, ordered from bad to good.
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
    /// Returns the result for the other side.
    #[must_use]
    pub const fn flipped(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }

    /// Returns `win`, `draw` or `loss`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Wdl::Loss => "loss",
            Wdl::Draw => "draw",
            Wdl::Win => "win",
        }
    }
}

/// Value of a position for the side to move, with the distance to the end if it is known.
///
/// The order is the preference of a player: short wins, long wins, draws, long losses, short losses. Wins of unknown
/// distance are equal to each other and rank below those of known distance; losses of unknown distance rank above those
/// of known distance.
///
/// ```
/// use plyground_solve::{Value, Wdl};
///
/// let slow = Value::win(9);
/// assert!(Value::win(3) > slow && slow > Value::DRAW && Value::DRAW > Value::loss(40));
/// assert!(Value::loss(40) > Value::loss(2), "a late loss is better than an early one");
/// // A move to a loss in 2 for the other side wins in 3.
/// assert_eq!(Value::loss(2).before(false), Value::win(3));
/// assert_eq!(Value::win(3).result(), Wdl::Win);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value {
    result: Wdl,
    plies: Option<u32>,
}

impl Value {
    /// Value of a draw.
    pub const DRAW: Value = Value { result: Wdl::Draw, plies: None };

    /// Returns a win in `plies` plies, including the last move.
    #[must_use]
    pub const fn win(plies: u32) -> Value {
        Value { result: Wdl::Win, plies: Some(plies) }
    }

    /// Returns a loss in `plies` plies; 0 if the game is over.
    #[must_use]
    pub const fn loss(plies: u32) -> Value {
        Value { result: Wdl::Loss, plies: Some(plies) }
    }

    /// Returns a result without a distance.
    #[must_use]
    pub const fn of(result: Wdl) -> Value {
        Value { result, plies: None }
    }

    /// Returns the value of a finished game for `side`, as if it were to move.
    #[must_use]
    pub fn finished(outcome: Outcome, side: Side) -> Value {
        match outcome.winner() {
            None => Value::DRAW,
            Some(winner) if winner == side => Value::win(0),
            Some(_) => Value::loss(0),
        }
    }

    /// Returns win, draw or loss.
    #[must_use]
    pub const fn result(self) -> Wdl {
        self.result
    }

    /// Returns the plies to the end if the winner plays the shortest win and the loser the longest defence; `None` for
    /// a draw, and if unknown.
    #[must_use]
    pub const fn plies(self) -> Option<u32> {
        self.plies
    }

    /// Returns the value of a move for the side that plays it, if this is the value of the position after it.
    /// `same_side` means that this side is to move there again.
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
            // A known distance is better than an unknown one, and a smaller one is better.
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
