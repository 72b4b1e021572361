//! The interface of evaluations, and of types with weights to tune.
//!
//! An evaluation values a position for an explicit side, because some published evaluations are not antisymmetric: the
//! value for one side is not the negative of the value for the other. The caller chooses the side, usually the side to
//! move. An evaluation may pass a small value down the path from the root ([`Evaluate::Path`]), for terms that depend
//! on the moves of the path. Most evaluations use `()`.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use crate::zobrist::mix;
use crate::{Outcome, Position, Score, Side};

/// A static evaluation of positions.
///
/// ```
/// use plyground_game::{Evaluate, Position, Score, Side};
///
/// /// Values the number of moves.
/// struct Mobility;
///
/// impl<P: Position> Evaluate<P> for Mobility {
///     type Path = ();
///
///     fn evaluate(&self, pos: &P, (): &(), side: Side) -> Score {
///         let moves = pos.legal_moves().len() as i32;
///         // The value is for `side`, not for the side to move.
///         Score::new(if side == pos.side_to_move() { moves } else { -moves })
///     }
/// }
/// ```
pub trait Evaluate<P: Position>: Send + Sync {
    /// State passed down from the root to a leaf; `()` for most evaluations.
    type Path: Clone + Default + Send;

    /// Whether a value can depend on the path to a position. Such values must not come from a transposition table. It
    /// is `false` for an evaluation that uses the path only to save work.
    const BY_PATH: bool = size_of::<Self::Path>() != 0;

    /// Whether [`Evaluate::bounds`] ever returns bounds.
    const HAS_BOUNDS: bool = false;

    /// Returns the number of [`Score`] units per displayed unit: 1 for whole numbers, 100 for hundredths.
    #[inline]
    fn scale(&self) -> u32 {
        1
    }

    /// Returns the path state at the root.
    #[inline]
    fn start(&self, _root: &P) -> Self::Path {
        Self::Path::default()
    }

    /// Returns the path state after `mv`, which leads from `before` to `after`.
    #[inline]
    fn extend(&self, _path: &Self::Path, _before: &P, _mv: P::Move, _after: &P) -> Self::Path {
        Self::Path::default()
    }

    /// Returns the value of an unfinished position for `side`, whichever side is to move.
    fn evaluate(&self, pos: &P, path: &Self::Path, side: Side) -> Score;

    /// Returns the value of a finished game for `side`, `ply` plies from the root. The default is wins and losses by
    /// distance, and 0 for a draw. An evaluation may count otherwise, for example by margin. The history may have ended
    /// the game, so `outcome` can differ from the result on the board.
    #[inline]
    fn finished(&self, _pos: &P, _path: &Self::Path, outcome: Outcome, side: Side, ply: u32) -> Score {
        Score::of_outcome(outcome, side, ply)
    }

    /// Returns the minimum and maximum value for `side` of an unfinished position that is searched to any depth,
    /// including to the end of the game. Kalah by margin, for example, derives bounds from the seeds left in the
    /// houses, and both bounds are the exact value if a database holds the position.
    #[inline]
    fn bounds(&self, _pos: &P, _side: Side) -> Option<(Score, Score)> {
        None
    }

    /// Returns the terms of the value of an unfinished position for `side`. Their sum is the value of
    /// [`Evaluate::evaluate`], except for the last rounding. The list is empty for an evaluation without terms.
    fn explain(&self, _pos: &P, _path: &Self::Path, _side: Side) -> Vec<Term> {
        Vec::new()
    }
}

/// An evaluation that values every unfinished position as 0, so that only the result of the game counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Nothing;

impl<P: Position> Evaluate<P> for Nothing {
    type Path = ();

    #[inline]
    fn evaluate(&self, _pos: &P, (): &(), _side: Side) -> Score {
        Score::ZERO
    }
}

/// One term of a value: a feature of the position with its weight.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    /// Name of the feature in weight files.
    pub name: &'static str,
    /// Measured value, in the feature's unit.
    pub value: f64,
    /// Weight of the feature.
    pub weight: f64,
    /// Exponent of the measured value; 1 in a linear form.
    pub power: f64,
    /// Contribution to the value: weight x value^power.
    pub term: f64,
}

/// A pseudo-random value for each position. It has many ties and no smoothness, so that tests are likely to reveal a
/// wrong search.
///
/// Values are uniform in -`range`..=`range`. With `antisymmetric` off, the values of the two sides are independent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HashEvaluation {
    /// Seed of the function.
    pub seed: u64,
    /// Maximum absolute value. Small ranges make ties frequent.
    pub range: u32,
    /// Whether the value for one side is the negative of the value for the other.
    pub antisymmetric: bool,
}

impl<P: Position> Evaluate<P> for HashEvaluation {
    type Path = ();

    fn evaluate(&self, pos: &P, (): &(), side: Side) -> Score {
        let salt = if self.antisymmetric { 0 } else { side.index() as u64 };
        let hash = mix(pos.key() ^ mix(self.seed ^ salt << 63)) >> 32;
        let range = i64::from(self.range);
        let value = hash as i64 % (2 * range + 1) - range;
        let value = value.clamp(i64::from(-Score::EVAL_LIMIT), i64::from(Score::EVAL_LIMIT)) as i32;
        Score::new(value).seen_by(!self.antisymmetric || side == Side::First)
    }
}

/// A named number that can be tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Name in weight files and logs.
    pub name: &'static str,
    /// Meaning of the weight, with its unit.
    pub about: &'static str,
    /// Minimum sensible value.
    pub min: f64,
    /// Maximum sensible value.
    pub max: f64,
    /// Initial value.
    pub default: f64,
    /// A change with a likely effect: the scale of a first step.
    pub step: f64,
}

/// A type with named numbers that an optimiser may change.
///
/// ```
/// use plyground_game::{Parameter, Tunable, TuneError};
///
/// struct Material { pawn: f64 }
///
/// impl Tunable for Material {
///     fn parameters(&self) -> Vec<Parameter> {
///         vec![Parameter { name: "pawn", about: "value of a pawn", min: 0.0, max: 10.0, default: 1.0, step: 0.5 }]
///     }
///     fn values(&self) -> Vec<f64> {
///         vec![self.pawn]
///     }
///     fn set_values(&mut self, values: &[f64]) -> Result<(), TuneError> {
///         self.check(values)?;
///         self.pawn = values[0];
///         Ok(())
///     }
/// }
///
/// let mut material = Material { pawn: 1.0 };
/// assert!(material.set_values(&[2.0]).is_ok());
/// assert_eq!(
///     material.set_values(&[11.0]).unwrap_err().to_string(),
///     "weight `pawn` is 11, expected a number from 0 to 10"
/// );
/// ```
pub trait Tunable {
    /// Returns the parameters, always in the same order.
    fn parameters(&self) -> Vec<Parameter>;

    /// Returns the current values, in the order of the parameters.
    fn values(&self) -> Vec<f64>;

    /// Sets all values.
    ///
    /// # Errors
    /// Returns an error if the number of values is wrong, or a value is out of bounds or NaN. Then no value changes.
    fn set_values(&mut self, values: &[f64]) -> Result<(), TuneError>;

    /// Checks whether `values` can be set.
    ///
    /// # Errors
    /// Returns the errors of [`Tunable::set_values`].
    fn check(&self, values: &[f64]) -> Result<(), TuneError> {
        let parameters = self.parameters();
        if parameters.len() != values.len() {
            return Err(TuneError::Count { found: values.len(), expected: parameters.len() });
        }
        for (Parameter { name, min, max, .. }, &value) in parameters.into_iter().zip(values) {
            if !(min..=max).contains(&value) {
                return Err(TuneError::OutOfBounds { name, value, min, max });
            }
        }
        Ok(())
    }
}

/// The reason why values could not be set.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum TuneError {
    /// Too many or too few values.
    Count {
        /// Number of values given.
        found: usize,
        /// Number of parameters.
        expected: usize,
    },
    /// A value that is out of bounds or NaN.
    OutOfBounds {
        /// Name of the parameter.
        name: &'static str,
        /// Value given.
        value: f64,
        /// Lower bound.
        min: f64,
        /// Upper bound.
        max: f64,
    },
}

impl fmt::Display for TuneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TuneError::Count { found, expected } => write!(f, "found {found} weights, expected {expected}"),
            TuneError::OutOfBounds { name, value, min, max } => {
                write!(f, "weight `{name}` is {value}, expected a number from {min} to {max}")
            }
        }
    }
}

impl Error for TuneError {}
