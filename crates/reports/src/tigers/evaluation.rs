//! The exact evaluation of the program that the 2013 article describes \[Tigers2013\].
//!
//! It counts goats and the tigers' freedom. With it and the original's order of moves, the article's table of nodes and
//! leaves is reproduced exactly.

use plyground_game::{Evaluate, Outcome, Score, Side, Term};
use plyground_tigers::{GOATS, Tigers};

/// The article's evaluation. The tigers' value is -4 for each goat left (on the board and outside), +1 for each step and +2 for
/// each jump that tigers would have if they were to move. The goats' value is the negative.
///
/// A finished game counts [`Evaluation::WIN`] at any distance, as in the original.
///
/// ```
/// use plyground_game::{Evaluate, Score, Side};
/// use plyground_reports::tigers::Evaluation;
/// use plyground_tigers::Tigers;
///
/// let start = Tigers::default();
/// // Fifteen goats, and six steps of the tigers on 0, 3 and 4.
/// assert_eq!(Evaluation::default().evaluate(&start, &(), Side::Second), Score::new(-4 * 15 + 6));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Evaluation {
    /// Value of a draw for the side that the evaluation is for. Default: 0. The original has [`Evaluation::ORIGINAL_DRAW`] for
    /// the searching side. That value is not antisymmetric and requires a search that values every leaf for the side at the root.
    pub draw: i32,
}

impl Evaluation {
    /// Value of a won game. A lost game has the negative.
    pub const WIN: i32 = 10_000;
    /// Value of a draw for the searching side in the original.
    pub const ORIGINAL_DRAW: i32 = -5_000;

    /// Returns the name, count and weight of each feature, for the tigers.
    #[inline]
    fn counts(pos: &Tigers) -> [(&'static str, i32, i32); 3] {
        let left = i32::from(GOATS - pos.captured());
        [
            ("goats_left", left, -4),
            ("tiger_steps", pos.tiger_steps() as i32, 1),
            ("tiger_jumps", pos.tiger_jumps() as i32, 2),
        ]
    }
}

impl Evaluate<Tigers> for Evaluation {
    type Path = ();

    #[inline]
    fn evaluate(&self, pos: &Tigers, (): &(), side: Side) -> Score {
        let value = Evaluation::counts(pos).iter().map(|(_, count, weight)| count * weight).sum();
        Score::new(value).seen_by(side == Side::Second)
    }

    #[inline]
    fn finished(&self, _pos: &Tigers, (): &(), outcome: Outcome, side: Side, _ply: u32) -> Score {
        match outcome {
            Outcome::Win(winner) => Score::new(Evaluation::WIN).seen_by(winner == side),
            Outcome::Draw => Score::new(self.draw),
        }
    }

    fn explain(&self, pos: &Tigers, (): &(), side: Side) -> Vec<Term> {
        let sign = if side == Side::Second { 1 } else { -1 };
        let term = |(name, count, weight): (&'static str, i32, i32)| Term {
            name,
            value: count.into(),
            weight: (sign * weight).into(),
            power: 1.0,
            term: (sign * count * weight).into(),
        };
        Evaluation::counts(pos).into_iter().map(term).collect()
    }
}

#[cfg(test)]
mod tests {
    use plyground_game::Position;
    use plyground_tigers::TigersRules;

    use super::*;

    #[test]
    fn a_finished_game_has_a_fixed_value_and_a_draw_the_chosen_one() {
        let pos = Tigers::new(&Default::default(), &TigersRules::default());
        for ply in [0, 9] {
            let value = |outcome, side| Evaluation::default().finished(&pos, &(), outcome, side, ply).value();
            assert_eq!(value(Outcome::Win(Side::First), Side::First), 10_000);
            assert_eq!(value(Outcome::Win(Side::First), Side::Second), -10_000);
            assert_eq!(value(Outcome::Draw, Side::First), 0);
        }
        let original = Evaluation { draw: Evaluation::ORIGINAL_DRAW };
        for side in Side::ALL {
            assert_eq!(original.finished(&pos, &(), Outcome::Draw, side, 3).value(), -5_000);
        }
    }

    #[test]
    fn freedom_is_counted_as_if_tigers_were_to_move() {
        // Two jumps (0 over 4, 3 over 4) and six steps; two goats are left.
        for side_to_move in ["g", "t"] {
            let text = format!("T..TG................TG 0 {side_to_move}");
            let pos = Tigers::parse(&text, &TigersRules::default()).unwrap();
            assert_eq!((pos.tiger_steps(), pos.tiger_jumps()), (6, 2));
            assert_eq!(Evaluation::default().evaluate(&pos, &(), Side::Second).value(), -4 * 2 + 6 + 2 * 2);
            let terms = Evaluation::default().explain(&pos, &(), Side::First);
            assert_eq!(terms.iter().map(|term| term.term).collect::<Vec<_>>(), [8.0, -6.0, -4.0]);
        }
    }
}
