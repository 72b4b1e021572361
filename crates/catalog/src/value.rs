//! Values for display.

use std::fmt;

use plyground_game::Score;
use serde::{Serialize, Serializer};

/// A value in the unit of its evaluation; in JSON a plain number. Wins and losses are beyond 1,000,000,000 in size.
///
/// ```
/// use plyground_catalog::Value;
/// use plyground_game::Score;
///
/// assert_eq!(Value::new(Score::new(-350), 1_000).to_string(), "-0.350");
/// assert_eq!(Value::new(Score::win_in(5), 1_000).to_string(), "win in 5");
/// assert_eq!(Value::new(Score::LOST, 1_000).to_string(), "loss");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    score: Score,
    scale: u32,
}

impl Value {
    /// Creates a value from a score of which `scale` units make 1.
    #[must_use]
    pub fn new(score: Score, scale: u32) -> Value {
        Value { score, scale: scale.max(1) }
    }

    /// Returns the score in the unit of searches.
    #[must_use]
    pub fn score(self) -> Score {
        self.score
    }

    /// Returns the number.
    #[must_use]
    pub fn number(self) -> f64 {
        let scale = if self.score.is_decided() { 1 } else { self.scale };
        f64::from(self.score.value()) / f64::from(scale)
    }
}

impl fmt::Display for Value {
    /// Writes `+12`, `-0.35`, `win in 5`, and `win` if the distance is unknown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.scale == 1 || self.score.is_decided() {
            return f.pad(&self.score.to_string());
        }
        let digits = if self.scale >= 1_000 { 3 } else { 2 };
        let text = format!("{:+.digits$}", self.number());
        f.pad(if self.score == Score::ZERO { "0" } else { &text })
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = self.number();
        if number.fract() == 0.0 { serializer.serialize_i64(number as i64) } else { serializer.serialize_f64(number) }
    }
}
