//! The evaluation of boards to which the tables of pairs of houses were not fitted.

use plyground_game::{Evaluate, Score, Side, Term};
use plyground_kalah::Kalah;

use super::Strong;
use super::house_pairs::has_tables;

/// Values boards with other than six houses per side by [`Strong`], and the others by 0. It is the base of
/// [`Paired`](super::Paired), which has tables for boards of six houses per side alone.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OtherSizes(Strong);

/// Units of the tables, hundredths of a seed, per unit of [`Strong`]: the ratio of the leads that make 73% of the points.
const UNITS: i32 = 12;

impl Evaluate<Kalah> for OtherSizes {
    type Path = ();

    #[inline]
    fn evaluate(&self, pos: &Kalah, (): &(), side: Side) -> Score {
        if has_tables(pos) { Score::ZERO } else { Score::new(UNITS * self.0.evaluate(pos, &(), side).value()) }
    }

    fn explain(&self, pos: &Kalah, (): &(), side: Side) -> Vec<Term> {
        if has_tables(pos) {
            return Vec::new();
        }
        let units = f64::from(UNITS);
        let scaled = |term: Term| Term { weight: units * term.weight, term: units * term.term, ..term };
        self.0.explain(pos, &(), side).into_iter().map(scaled).collect()
    }
}

#[cfg(test)]
mod tests {
    use plyground_game::Position;
    use plyground_kalah::KalahRules;

    use super::super::Paired;
    use super::*;

    /// With the fitted weights of the features alone, the search lost 109 Elo on a board of eight houses.
    #[test]
    fn boards_without_tables_are_valued_by_strong() {
        let (paired, strong) = (Paired::default(), Strong::default());
        for text in ["<3,2,0,4,0,1,2,4,4> S", "<8,3,1,5,5,0,5,6,6,1,5,2,2,5,0,5,5,5,5> N"] {
            let pos = Kalah::parse(text, &KalahRules::default()).expect("a position");
            let value = paired.evaluate(&pos, &(), Side::First).value();
            assert_eq!(value, UNITS * strong.evaluate(&pos, &(), Side::First).value(), "{text}");
            assert_ne!(value, 0, "{text}");
            let terms = paired.explain(&pos, &(), Side::First);
            assert_eq!(terms.iter().map(|term| term.term).sum::<f64>(), f64::from(value), "{text}");
        }
    }
}
