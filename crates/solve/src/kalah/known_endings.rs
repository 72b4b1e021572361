//! An evaluation by the final margin: exact where the game is over or a small database knows it, and estimated by another
//! evaluation elsewhere.
//!
//! A seed of the margin is worth 100. A win counts by its margin alone, so the search prefers a likely large win to a
//! certain small one.

use plyground_game::{Evaluate, Outcome, Position, Score, Side, Term};
use plyground_kalah::Kalah;

use super::shared::database_with;

/// An evaluation `E` in hundredths of a seed, with the known margins of late positions.
///
/// ```
/// use plyground_game::{Evaluate, Nothing, Position, Score, Side};
/// use plyground_kalah::{Kalah, KalahRules};
/// use plyground_solve::kalah::KnownEndings;
///
/// let pos = Kalah::parse("<6,24,15,0,0,0,0,2,0,0,0,6,0,0,1> S", &KalahRules::default())?;
/// let value = KnownEndings::new(Nothing).evaluate(&pos, &(), Side::First);
/// // South wins by 4 seeds.
/// assert_eq!(value, Score::new(4 * 100));
/// # Ok::<(), plyground_game::notation::ParsePositionError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct KnownEndings<E>(E);

/// Value of a seed of the final margin.
const SEED: i32 = 100;

/// Returns the lead of a side and the number of seeds in the houses, both in seeds.
fn lead_and_left(pos: &Kalah, side: Side) -> (i32, i32) {
    let [own, other] = [side, !side].map(|side| i32::from(pos.store(side)));
    (own - other, i32::from(pos.total()) - own - other)
}

impl<E> KnownEndings<E> {
    /// Adds the known margins to an evaluation.
    #[must_use]
    pub fn new(base: E) -> KnownEndings<E> {
        KnownEndings(base)
    }

    /// Returns the final margin of a side if the database holds the position.
    #[inline]
    fn known(pos: &Kalah, side: Side) -> Option<i32> {
        let (_, left) = lead_and_left(pos, side);
        // A database in memory has no errors.
        let margin = database_with(pos, left as u32)?.probe(pos).ok()??;
        Some(if side == pos.side_to_move() { margin } else { -margin })
    }
}

impl<E: Evaluate<Kalah, Path = ()>> Evaluate<Kalah> for KnownEndings<E> {
    type Path = ();

    const HAS_BOUNDS: bool = true;

    #[inline]
    fn scale(&self) -> u32 {
        self.0.scale()
    }

    #[inline]
    fn evaluate(&self, pos: &Kalah, (): &(), side: Side) -> Score {
        if let Some(margin) = Self::known(pos, side) {
            return Score::new(SEED * margin);
        }
        let value = self.0.evaluate(pos, &(), side).value();
        let (lead, left) = lead_and_left(pos, side);
        Score::new(value.clamp(SEED * (lead - left), SEED * (lead + left)))
    }

    #[inline]
    fn finished(&self, pos: &Kalah, path: &(), outcome: Outcome, side: Side, ply: u32) -> Score {
        match pos.final_margin(side) {
            Some(margin) => Score::new(SEED * margin),
            None => self.0.finished(pos, path, outcome, side, ply),
        }
    }

    #[inline]
    fn bounds(&self, pos: &Kalah, side: Side) -> Option<(Score, Score)> {
        if let Some(margin) = Self::known(pos, side) {
            let value = Score::new(SEED * margin);
            return Some((value, value));
        }
        let (lead, left) = lead_and_left(pos, side);
        Some((Score::new(SEED * (lead - left)), Score::new(SEED * (lead + left))))
    }

    fn explain(&self, pos: &Kalah, (): &(), side: Side) -> Vec<Term> {
        let base = self.0.evaluate(pos, &(), side);
        if self.evaluate(pos, &(), side) == base { self.0.explain(pos, &(), side) } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use plyground_eval::kalah::Paired;
    use plyground_eval::laws;
    use plyground_game::Nothing;
    use plyground_kalah::{KalahRules, KalahSetup};
    use plyground_search::StopFlag;

    use super::super::{Database, Solver};
    use super::*;

    fn positions() -> Vec<Kalah> {
        let setups = [KalahSetup::default(), KalahSetup::new(3, 4).unwrap()];
        let rules = KalahRules::NAMED.map(|(_, rules)| rules);
        laws::positions::<Kalah>(&setups, &rules)
    }

    #[test]
    fn the_laws_of_evaluations_hold() {
        laws::check(&KnownEndings::new(Paired::default()), &positions(), true);
    }

    #[test]
    fn late_positions_have_their_exact_margins() {
        let rules = KalahRules::default();
        let empty = Database::build(6, &rules, 0, 1, |_| std::ops::ControlFlow::Continue(())).unwrap();
        let mut solver = Solver::new(empty, 1);
        let mut seen = 0;
        for pos in laws::positions::<Kalah>(&[KalahSetup::default()], &[rules]) {
            let side = pos.side_to_move();
            let value = KnownEndings::new(Nothing).evaluate(&pos, &(), side);
            if lead_and_left(&pos, side).1 > 12 {
                continue;
            }
            seen += 1;
            let margin = solver.value(&pos, None, &StopFlag::default()).unwrap();
            assert_eq!(value.value(), 100 * margin, "{pos}");
            assert_eq!(KnownEndings::new(Nothing).bounds(&pos, side), Some((value, value)), "{pos}");
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn bounds_hold_after_every_move() {
        let evaluation = KnownEndings::new(Paired::default());
        for pos in positions() {
            let side = pos.side_to_move();
            let (least, most) = evaluation.bounds(&pos, side).unwrap();
            assert!((least..=most).contains(&evaluation.evaluate(&pos, &(), side)), "{pos}");
            if least == most {
                // A wrong move leads to less than the exact value.
                continue;
            }
            for &mv in &pos.legal_moves() {
                let after = pos.after(mv);
                let value = match after.outcome() {
                    Some(outcome) => evaluation.finished(&after, &(), outcome, side, 1),
                    None => evaluation.evaluate(&after, &(), side),
                };
                assert!((least..=most).contains(&value), "{after}");
            }
        }
    }
}
