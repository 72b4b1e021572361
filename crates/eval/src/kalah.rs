//! Evaluations of Kalah.
//!
//! ```
//! use plyground_eval::kalah::{Finish, StoreDifference};
//! use plyground_game::{Evaluate, Outcome, Position, Score, Side};
//! use plyground_kalah::{Kalah, KalahRules};
//!
//! let end = Kalah::parse("<3,6,12,0,0,0,0,0,0> S", &KalahRules::default())?;
//! let outcome = end.outcome().expect("no seeds left");
//! let by_margin = StoreDifference { finish: Finish::Margin };
//! assert_eq!(by_margin.finished(&end, &(), outcome, Side::Second, 7), Score::new(6));
//! assert_eq!(StoreDifference::default().finished(&end, &(), outcome, Side::Second, 7), Score::win_in(7));
//! # Ok::<(), plyground_game::notation::ParsePositionError>(())
//! ```

use plyground_game::{Evaluate, Outcome, Score, Side};
use plyground_kalah::Kalah;

/// How a finished game is valued.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Finish {
    /// Won or lost, sooner or later.
    #[default]
    Result,
    /// By the final difference of seeds: larger wins are better, and a search that reads the game to its end finds its
    /// exact value.
    Margin,
}

/// The own store minus the opponent's, in seeds: what the report on Kalaha without capture uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct StoreDifference {
    /// How finished games are valued.
    pub finish: Finish,
}

impl Evaluate<Kalah> for StoreDifference {
    type Line = ();

    #[inline]
    fn evaluate(&self, pos: &Kalah, (): &(), side: Side) -> Score {
        Score::new(i32::from(pos.store(side)) - i32::from(pos.store(!side)))
    }

    #[inline]
    fn finished(&self, pos: &Kalah, (): &(), outcome: Outcome, side: Side, ply: u32) -> Score {
        match self.finish {
            Finish::Margin if let Some(margin) = pos.final_margin(side) => Score::new(margin),
            Finish::Margin | Finish::Result => Score::of_outcome(outcome, side, ply),
        }
    }
}
