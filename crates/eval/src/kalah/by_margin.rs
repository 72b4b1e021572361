//! Values decided games by their margin, on top of an evaluation of undecided positions. Every win is above every position that
//! is not won, and a larger win is better.
//!
//! A win is often certain long before the last seed is sown: more than half of all seeds in a store decide the game. From then
//! on, values are in the band of wins, within the margins that are still possible.

use plyground_game::{Evaluate, Outcome, Score, Side, Term};
use plyground_kalah::Kalah;

/// An evaluation `E` that values decided games by their margin.
///
/// ```
/// use plyground_eval::kalah::{ByMargin, Strong};
/// use plyground_game::{Evaluate, Position, Score, Side};
/// use plyground_kalah::{Kalah, KalahRules};
///
/// let rules = KalahRules::default();
/// let evaluation = ByMargin(Strong::default());
/// // South has stored 13 of 24 seeds; six are still in the houses.
/// let pos = Kalah::parse("<3,13,5,0,0,3,2,0,1> S", &rules)?;
/// let value = evaluation.evaluate(&pos, &(), Side::First);
/// let margin = ByMargin::<Strong>::margin(value).expect("it is won");
/// assert!((2..=14).contains(&margin));
/// // The start is undecided.
/// let start = Kalah::parse("<3,0,0,4,4,4,4,4,4> S", &rules)?;
/// assert_eq!(ByMargin::<Strong>::margin(evaluation.evaluate(&start, &(), Side::First)), None);
/// # Ok::<(), plyground_game::notation::ParsePositionError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ByMargin<E>(pub E);

/// The value of a win with margin 0; the values of the base evaluation are clamped far below.
const WON: i32 = 100_000_000;
/// The largest value of an undecided position.
const OPEN: i32 = WON / 2;

impl<E> ByMargin<E> {
    /// Returns the margin of the value of a decided game, in seeds; `None` for an undecided game.
    #[must_use]
    pub fn margin(value: Score) -> Option<i32> {
        let value = value.value();
        // Win distances, as exact tables report them, are not values of this evaluation.
        let is_decided = value.abs() > OPEN && value.abs() <= Score::EVAL_LIMIT;
        is_decided.then(|| value - value.signum() * WON)
    }

    fn decided(margin: i32) -> Score {
        Score::new(margin + margin.signum() * WON)
    }
}

/// Returns the lead of a side and the number of seeds in the houses, both in seeds, if the remaining seeds cannot change the
/// winner.
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
            // The base evaluation decides how the remaining seeds are split.
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
