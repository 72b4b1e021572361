//! Evaluations: what a position is worth before the game is over.
//!
//! ```
//! use plyground_eval::kalah::StoreDifference;
//! use plyground_game::{Evaluate, Position, Score, Side};
//! use plyground_kalah::{Kalah, KalahRules};
//!
//! let pos = Kalah::parse("<3,5,4,0,0,1,2,0,6> S", &KalahRules::default())?;
//! assert_eq!(StoreDifference::default().evaluate(&pos, &(), Side::Second), Score::new(-1));
//! # Ok::<(), plyground_game::notation::ParsePositionError>(())
//! ```

mod nothing;

pub mod cachex;
pub mod kalah;
pub mod khet;
pub mod tigers;

pub use nothing::Nothing;
