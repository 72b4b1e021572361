//! Finished games by their margin, for an evaluation that knows only who is ahead: a win is still above everything that is not
//! won, and among wins the larger one is better.
//!
//! A win is also known long before the last seed is sown: who has more than half of all seeds in the store keeps them. From
//! there on values stand in the band of the wins, within the margins that are still possible.
//!
//! ```
//! use plyground_eval::kalah::{ByMargin, Strong};
//! use plyground_game::{Evaluate, Position, Score, Side};
//! use plyground_kalah::{Kalah, KalahRules};
//!
//! let rules = KalahRules::default();
//! let evaluation = ByMargin(Strong::default());
//! // 13 of 24 seeds are South's; six are still in the houses.
//! let pos = Kalah::parse("<3,13,5,0,0,3,2,0,1> S", &rules)?;
//! let value = evaluation.evaluate(&pos, &(), Side::First);
//! let margin = ByMargin::<Strong>::margin(value).expect("it is won");
//! assert!((2..=14).contains(&margin));
//! // The start is open.
//! let start = Kalah::parse("<3,0,0,4,4,4,4,4,4> S", &rules)?;
//! assert_eq!(ByMargin::<Strong>::margin(evaluation.evaluate(&start, &(), Side::First)), None);
//! # Ok::<(), plyground_game::notation::ParsePositionError>(())
//! ```

use plyground_game::{Evaluate, Outcome, Score, Side, Term};
use plyground_kalah::Kalah;

/// An evaluation `E` that values decided games by their margin.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ByMargin<E>(pub E);

/// The value of a win without a margin; those of the evaluation within are kept far below.
const WON: i32 = 100_000_000;
/// The largest value of a position that is not decided.
const OPEN: i32 = WON / 2;

impl<E> ByMargin<E> {
    /// The margin that a value of a decided game stands for, in seeds; `None` where nothing is decided.
    #[must_use]
    pub fn margin(value: Score) -> Option<i32> {
        let value = value.value();
        // Wins and losses by distance, which tables of exact values may report, are no values of this evaluation.
        let is_decided = value.abs() > OPEN && value.abs() <= Score::EVAL_LIMIT;
        is_decided.then(|| value - value.signum() * WON)
    }

    fn decided(margin: i32) -> Score {
        Score::new(margin + margin.signum() * WON)
    }
}

/// How many seeds a side is ahead, and how many are left in the houses, when they are too few to change who wins.
fn decided_lead(pos: &Kalah, side: Side) -> Option<(i32, i32)> {
    let lead = i32::from(pos.store(side)) - i32::from(pos.store(!side));
    let left = i32::from(pos.total() - pos.store(side) - pos.store(!side));
    (lead.abs() > left).then_some((lead, left))
}

impl<E: Evaluate<Kalah, Path = ()>> Evaluate<Kalah> for ByMargin<E> {
    type Path = ();

    const HAS_BOUNDS: bool = true;

    #[inline]
    fn scale(&self) -> u32 {
        self.0.scale()
    }

    #[inline]
    fn evaluate(&self, pos: &Kalah, (): &(), side: Side) -> Score {
        let value = self.0.evaluate(pos, &(), side).value();
        match decided_lead(pos, side) {
            // Who is ahead in all else gets more of what is left.
            Some((lead, left)) => ByMargin::<E>::decided(lead + value.clamp(-left, left) / 2),
            None => Score::new(value.clamp(-OPEN, OPEN)),
        }
    }

    #[inline]
    fn finished(&self, pos: &Kalah, path: &(), outcome: Outcome, side: Side, ply: u32) -> Score {
        match pos.final_margin(side) {
            Some(margin) => ByMargin::<E>::decided(margin),
            None => self.0.finished(pos, path, outcome, side, ply),
        }
    }

    #[inline]
    fn bounds(&self, pos: &Kalah, side: Side) -> Option<(Score, Score)> {
        let (lead, left) = decided_lead(pos, side)?;
        Some((ByMargin::<E>::decided(lead - left), ByMargin::<E>::decided(lead + left)))
    }

    fn explain(&self, pos: &Kalah, (): &(), side: Side) -> Vec<Term> {
        if decided_lead(pos, side).is_some() { Vec::new() } else { self.0.explain(pos, &(), side) }
    }
}
