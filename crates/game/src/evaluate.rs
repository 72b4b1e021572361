//! The contract of an evaluation, and of anything that has weights to tune.
//!
//! An evaluation values a position for a *named* side: some published ones are not antisymmetric (a position's value for
//! one side is not the negative of its value for the other), so "for the side to move" is the caller's choice. An
//! evaluation may carry a small value down the path from the root ([`Evaluate::Path`]), for terms that count what
//! happened on the way; most carry `()`.
//!
//! ```
//! use plyground_game::{Parameter, Tunable, TuneError};
//!
//! struct Material { pawn: f64 }
//!
//! impl Tunable for Material {
//!     fn parameters(&self) -> Vec<Parameter> {
//!         vec![Parameter { name: "pawn", about: "value of a pawn", min: 0.0, max: 10.0, default: 1.0, step: 0.5 }]
//!     }
//!     fn values(&self) -> Vec<f64> {
//!         vec![self.pawn]
//!     }
//!     fn set_values(&mut self, values: &[f64]) -> Result<(), TuneError> {
//!         self.check(values)?;
//!         self.pawn = values[0];
//!         Ok(())
//!     }
//! }
//!
//! let mut material = Material { pawn: 1.0 };
//! assert!(material.set_values(&[2.0]).is_ok());
//! assert_eq!(
//!     material.set_values(&[11.0]).unwrap_err().to_string(),
//!     "weight `pawn` is 11, expected a number from 0 to 10"
//! );
//! ```

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use crate::zobrist::mix;
use crate::{Outcome, Position, Score, Side};

/// A function that values positions.
///
/// ```
/// use plyground_game::{Evaluate, Position, Score, Side};
///
/// /// The side with more moves stands better.
/// struct Mobility;
///
/// impl<P: Position> Evaluate<P> for Mobility {
///     type Path = ();
///
///     fn evaluate(&self, pos: &P, (): &(), side: Side) -> Score {
///         let moves = pos.legal_moves().len() as i32;
///         // The value is for the side that is named, not for the one to move.
///         Score::new(if side == pos.side_to_move() { moves } else { -moves })
///     }
/// }
/// ```
pub trait Evaluate<P: Position>: Send + Sync {
    /// What is carried down from the root to a leaf; `()` for most.
    type Path: Clone + Default + Send;

    /// Whether a value can depend on the way to a position. Such values must not be answered from a table of positions.
    /// An evaluation that carries something only to save work says `false`.
    const BY_PATH: bool = size_of::<Self::Path>() != 0;

    /// Whether [`Evaluate::bounds`] ever answers.
    const HAS_BOUNDS: bool = false;

    /// How many units of [`Score`] make 1 in the unit that people read: 1 for whole numbers, 100 for hundredths.
    #[inline]
    fn scale(&self) -> u32 {
        1
    }

    /// What the path holds at the root.
    #[inline]
    fn start(&self, _root: &P) -> Self::Path {
        Self::Path::default()
    }

    /// What the path holds after `mv` led from `before` to `after`.
    #[inline]
    fn extend(&self, _path: &Self::Path, _before: &P, _mv: P::Move, _after: &P) -> Self::Path {
        Self::Path::default()
    }

    /// The value of an unfinished position for `side`, whichever side is to move.
    fn evaluate(&self, pos: &P, path: &Self::Path, side: Side) -> Score;

    /// The value of a finished game for `side`, `ply` plies from the root: wins and losses by distance and 0 for a
    /// draw, unless the evaluation counts otherwise (by margin, say). The history may have ended the game, so `outcome`
    /// can differ from what the board says.
    #[inline]
    fn finished(&self, _pos: &P, _path: &Self::Path, outcome: Outcome, side: Side, ply: u32) -> Score {
        Score::of_outcome(outcome, side, ply)
    }

    /// The least and the greatest value for `side` that any continuation of an unfinished position can have, finished
    /// games included, where the game reports them (Kalah by margin: what is left in the houses). A search may cut by it and
    /// stays exact.
    #[inline]
    fn bounds(&self, _pos: &P, _side: Side) -> Option<(Score, Score)> {
        None
    }

    /// What the value of an unfinished position for `side` is made of: the terms add up to what [`Evaluate::evaluate`] says, but for
    /// the last rounding. Empty where an evaluation has no parts to show.
    fn explain(&self, _pos: &P, _path: &Self::Path, _side: Side) -> Vec<Term> {
        Vec::new()
    }
}

/// The evaluation that knows nothing: every unfinished position is worth 0, so all that counts is how a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Nothing;

impl<P: Position> Evaluate<P> for Nothing {
    type Path = ();

    #[inline]
    fn evaluate(&self, _pos: &P, (): &(), _side: Side) -> Score {
        Score::ZERO
    }
}

/// One part of a value: a feature of the position with its weight.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    /// The feature, as weight files spell it.
    pub name: &'static str,
    /// What was measured, in the feature's unit.
    pub value: f64,
    /// What it is multiplied with.
    pub weight: f64,
    /// The power to which the measure is raised first; 1 in a linear form.
    pub power: f64,
    /// What it adds to the value: weight x value^power.
    pub term: f64,
}

/// A pseudo-random value for each position: many ties, no smoothness, nothing that a wrong search could hide behind.
///
/// Values are uniform in -`range`..=`range`. With `antisymmetric` off, the two sides' values have nothing to do with
/// each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HashEvaluation {
    /// Chooses the function.
    pub seed: u64,
    /// The largest absolute value; small ranges make ties frequent.
    pub range: u32,
    /// Whether a value for one side is the negative of the value for the other.
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

/// One named number that can be tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The name, as weight files and logs spell it.
    pub name: &'static str,
    /// What it weighs, with its unit.
    pub about: &'static str,
    /// The smallest sensible value.
    pub min: f64,
    /// The largest sensible value.
    pub max: f64,
    /// The value to start from.
    pub default: f64,
    /// A change that is likely to be felt: the scale of a first step.
    pub step: f64,
}

/// Something with named numbers that an optimiser may change.
pub trait Tunable {
    /// The parameters, always in the same order.
    fn parameters(&self) -> Vec<Parameter>;

    /// Their present values, in the same order.
    fn values(&self) -> Vec<f64>;

    /// Sets all values.
    ///
    /// # Errors
    /// When their number is wrong, or one is out of its bounds or not a number; nothing is changed then.
    fn set_values(&mut self, values: &[f64]) -> Result<(), TuneError>;

    /// Whether `values` could be set.
    ///
    /// # Errors
    /// As for [`Tunable::set_values`].
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

/// Why values could not be set.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum TuneError {
    /// Too many or too few values.
    Count {
        /// How many came.
        found: usize,
        /// How many there are.
        expected: usize,
    },
    /// A value that is out of its bounds, or not a number.
    OutOfBounds {
        /// Which one.
        name: &'static str,
        /// What came.
        value: f64,
        /// The lower bound.
        min: f64,
        /// The upper bound.
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
