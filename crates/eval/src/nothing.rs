//! The evaluation that knows nothing: all that counts is how a game ends.
//!
//! ```
//! use plyground_eval::Nothing;
//! use plyground_game::{Evaluate, Position, Score, Side};
//! use plyground_kalah::Kalah;
//!
//! let start = Kalah::new(&Default::default(), &Default::default());
//! assert_eq!(Nothing.evaluate(&start, &(), Side::First), Score::ZERO);
//! ```

use plyground_game::{Evaluate, Position, Score, Side};

/// Values every unfinished position as 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Nothing;

impl<P: Position> Evaluate<P> for Nothing {
    type Path = ();

    #[inline]
    fn evaluate(&self, _pos: &P, (): &(), _side: Side) -> Score {
        Score::ZERO
    }
}
