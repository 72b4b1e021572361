//! Own store minus the opponent's: the evaluation of the report on Kalaha without capture \[Wall2022\].

use plyground_game::{Evaluate, Outcome, Score, Side, Term};
use plyground_kalah::Kalah;

/// How the evaluation scores a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Finish {
    /// As a win or loss, with its distance in plies.
    #[default]
    Result,
    /// By the final difference of seeds: a larger win is better, and a search that reaches the end of the game finds its exact
    /// value.
    Margin,
}

/// The own store minus the opponent's, in seeds: the evaluation of the report on Kalaha without capture.
///
/// ```
/// use plyground_eval::kalah::{Finish, StoreDifference};
/// use plyground_game::{Evaluate, Position, Score, Side};
/// use plyground_kalah::{Kalah, KalahRules};
///
/// let pos = Kalah::parse("<3,5,4,0,0,1,2,0,6> S", &KalahRules::default())?;
/// let by_margin = StoreDifference { finish: Finish::Margin };
/// // South is one seed ahead, and nine seeds are still in the houses.
/// assert_eq!(by_margin.bounds(&pos, Side::First), Some((Score::new(-8), Score::new(10))));
/// # Ok::<(), plyground_game::notation::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct StoreDifference {
    /// How finished games are scored.
    pub finish: Finish,
}

impl StoreDifference {
    fn difference(pos: &Kalah, side: Side) -> i32 {
        i32::from(pos.store(side)) - i32::from(pos.store(!side))
    }
}

impl Evaluate<Kalah> for StoreDifference {
    type Path = ();

    const HAS_BOUNDS: bool = true;

    #[inline]
    fn evaluate(&self, pos: &Kalah, (): &(), side: Side) -> Score {
        Score::new(StoreDifference::difference(pos, side))
    }

    #[inline]
    fn finished(&self, pos: &Kalah, (): &(), outcome: Outcome, side: Side, ply: u32) -> Score {
        match self.finish {
            Finish::Margin if let Some(margin) = pos.final_margin(side) => Score::new(margin),
            Finish::Margin | Finish::Result => Score::of_outcome(outcome, side, ply),
        }
    }

    /// Returns, by margin, the current difference minus and plus all seeds that are in no store. Seeds never leave a store, so no
    /// later difference is outside these bounds, whether the game is played out, stops at a majority, or is swept. Returns `None`
    /// by result, because a win counts more than any difference.
    #[inline]
    fn bounds(&self, pos: &Kalah, side: Side) -> Option<(Score, Score)> {
        match self.finish {
            Finish::Result => None,
            Finish::Margin => {
                let difference = StoreDifference::difference(pos, side);
                let left = i32::from(pos.total() - pos.store(side) - pos.store(!side));
                Some((Score::new(difference - left), Score::new(difference + left)))
            }
        }
    }

    fn explain(&self, pos: &Kalah, (): &(), side: Side) -> Vec<Term> {
        let term = |name, store: u16, weight: f64| Term {
            name,
            value: store.into(),
            weight,
            power: 1.0,
            term: weight * f64::from(store),
        };
        vec![term("own_store", pos.store(side), 1.0), term("opponent_store", pos.store(!side), -1.0)]
    }
}
