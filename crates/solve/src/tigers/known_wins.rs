//! An evaluation that knows which positions of the movement phase the goats win.
//!
//! The values of won positions are above all others, so a search keeps the win. A second evaluation ranks them. The values
//! of drawn positions are near 0, the value of a draw by repetition: below 0 if the tigers stand better than on an even
//! board. The values of positions with too few goats for a win are below those, so the tigers take goats even from an
//! opponent who could hold the draw.

use plyground_game::{Evaluate, Outcome, Position as _, Score, Side, Term};
use plyground_tigers::Tigers;

use super::GoatWins;

/// An evaluation `E` with the [`GoatWins`] that are part of the program; `W` evaluates positions that the goats win.
///
/// ```
/// use plyground_game::{Evaluate, Nothing, Position, Side};
/// use plyground_solve::tigers::{KnownWins, known_result};
/// use plyground_tigers::{Tigers, TigersRules};
///
/// let evaluation = KnownWins::new(Nothing, 0, Nothing);
/// let value = |text: &str| {
///     let pos = Tigers::parse(text, &TigersRules::default()).expect("a position");
///     evaluation.evaluate(&pos, &(), Side::First)
/// };
/// let (won, drawn) = (value("GGGTGG..GGG.TGG.GGG.TGG 0 t"), value("T.GTGG..G.G.GG..GGG.TGG 0 t"));
/// assert_eq!([won, drawn].map(known_result), [Some(true), Some(false)]);
/// ```
#[derive(Clone, Debug)]
pub struct KnownWins<E, W> {
    base: E,
    /// Value of an even board for the goats.
    even: i32,
    of_wins: W,
    wins: GoatWins,
}

/// Value of a won position that `of_wins` values as 0.
const WON: i32 = 100_000_000;
/// Maximum size of the value of a position that is not won.
const OPEN: i32 = WON / 2;
/// Maximum size of the value of a drawn position. Unknown positions have larger values.
const DRAWN: i32 = 250;
/// Points of the base evaluation per point of a drawn position.
const DRAWN_POINTS: i32 = 8;

impl<E, W> KnownWins<E, W> {
    /// Adds the known wins to the evaluation `base`, which values an even board as `even` for the goats; `of_wins` evaluates
    /// them.
    #[must_use]
    pub fn new(base: E, even: i32, of_wins: W) -> KnownWins<E, W> {
        KnownWins { base, even, of_wins, wins: GoatWins::shipped() }
    }
}

/// Returns whether a value is that of a position that the goats win (`true`) or that is drawn (`false`); `None` for
/// a position of unknown result.
#[must_use]
pub fn known_result(value: Score) -> Option<bool> {
    match value.value().abs() {
        0..=DRAWN => Some(false),
        value if value > OPEN && value <= Score::EVAL_LIMIT => Some(true),
        _ => None,
    }
}

impl<E: Evaluate<Tigers, Path = ()>, W: Evaluate<Tigers, Path = ()>> Evaluate<Tigers> for KnownWins<E, W> {
    type Path = ();

    const HAS_BOUNDS: bool = true;

    #[inline]
    fn scale(&self) -> u32 {
        self.base.scale()
    }

    #[inline]
    fn evaluate(&self, pos: &Tigers, (): &(), side: Side) -> Score {
        let base = || self.base.evaluate(pos, &(), Side::First).value().clamp(-OPEN, OPEN);
        let value = match self.wins.is_won(pos) {
            Some(true) => WON + self.of_wins.evaluate(pos, &(), Side::First).value().clamp(-OPEN, OPEN),
            Some(false) => ((base() - self.even) / DRAWN_POINTS).clamp(-DRAWN, DRAWN),
            None if GoatWins::is_out_of_reach(pos) => (base() - self.even).min(-DRAWN - 1),
            None => {
                let value = base();
                if value >= 0 { value.max(DRAWN + 1) } else { value.min(-DRAWN - 1) }
            }
        };
        Score::new(value).seen_by(side == Side::First)
    }

    #[inline]
    fn finished(&self, pos: &Tigers, path: &(), outcome: Outcome, side: Side, ply: u32) -> Score {
        self.base.finished(pos, path, outcome, side, ply)
    }

    /// With tigers to move, the result is one lookup.
    #[inline]
    fn bounds(&self, pos: &Tigers, side: Side) -> Option<(Score, Score)> {
        if pos.side_to_move() == Side::First {
            return None;
        }
        let (least, most) = match self.wins.is_won(pos)? {
            true => (Score::new(WON - OPEN), Score::INFINITY),
            false => (Score::INFINITY.seen_by(false), Score::new(DRAWN)),
        };
        Some(if side == Side::First { (least, most) } else { (most.seen_by(false), least.seen_by(false)) })
    }

    fn explain(&self, pos: &Tigers, (): &(), side: Side) -> Vec<Term> {
        if self.wins.is_won(pos).is_some() { Vec::new() } else { self.base.explain(pos, &(), side) }
    }
}

#[cfg(test)]
mod tests {
    use plyground_game::{Nothing, random::Random};
    use plyground_tigers::{PointSet, TigersRules};

    use super::super::points;
    use super::*;

    /// Value of an even board.
    const EVEN: i32 = 700;

    /// Values every position by its key.
    struct ByKey;

    impl Evaluate<Tigers> for ByKey {
        type Path = ();

        fn evaluate(&self, pos: &Tigers, (): &(), side: Side) -> Score {
            Score::new((pos.key() % 10_001) as i32 - 5_000).seen_by(side == Side::First)
        }
    }

    #[test]
    fn known_results_decide_and_the_base_ranks_among_them() {
        let (evaluation, mut random, mut seen) = (KnownWins::new(ByKey, EVEN, ByKey), Random::new(5), [0; 3]);
        for _ in 0..3_000 {
            let tigers = points(3, PointSet::EMPTY, &mut random);
            let goats = points(8 + random.below(8) as u32, tigers, &mut random);
            let side = Side::ALL[random.below(2)];
            let pos = Tigers::from_parts(tigers, goats, 0, side, &TigersRules::default()).unwrap();
            if pos.outcome().is_some() {
                continue;
            }
            let [goats, tigers] = Side::ALL.map(|side| evaluation.evaluate(&pos, &(), side));
            assert_eq!(goats, tigers.seen_by(false), "{pos}");
            let known = GoatWins::shipped().is_won(&pos);
            assert_eq!(known_result(goats), known, "{pos}: {goats:?}");
            let base = ByKey.evaluate(&pos, &(), Side::First).value();
            match known {
                Some(true) => assert_eq!(goats.value(), WON + base),
                Some(false) => {
                    let beside = base - EVEN;
                    assert!(beside.abs() < DRAWN_POINTS || goats.value().signum() == beside.signum());
                }
                None => assert_eq!(goats.value(), (base - EVEN).min(-DRAWN - 1), "fewer than ten goats"),
            }
            seen[known.map_or(2, usize::from)] += 1;
            for side in Side::ALL {
                if let Some((least, most)) = evaluation.bounds(&pos, side) {
                    assert!((least..=most).contains(&evaluation.evaluate(&pos, &(), side)), "{pos}");
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
    }

    /// Regression: tigers preferred a repetition to drawn positions, and known draws to a capture that left nine goats.
    #[test]
    fn tigers_prefer_captures_to_known_draws() {
        use plyground_eval::tigers::{Blockade, Closing};
        let evaluation = KnownWins::new(Blockade::default(), 1_500, Closing);
        let value = |text: &str| {
            let pos = Tigers::parse(text, &TigersRules::default()).unwrap();
            (GoatWins::shipped().is_won(&pos), evaluation.evaluate(&pos, &(), Side::Second).value())
        };
        let all = value("T.GTGG..G.G.GG..GGG.TGG 0 t");
        let ten = value("T.GTG...G.G.G...GGG.TGG 0 t");
        let nine = value("T.GTG...G...G...GGG.TGG 0 t");
        assert_eq!([all.0, ten.0, nine.0], [Some(false), Some(false), None]);
        assert!(ten.1 > 0 && all.1 < ten.1 && ten.1 < nine.1, "{all:?} {ten:?} {nine:?}");
        assert!(value("T.GTG...G...G...G...T.. 3 t").1 > DRAWN, "eight goats, three of them outside");
    }

    #[test]
    fn bounds_are_given_with_tigers_to_move() {
        let evaluation = KnownWins::new(Nothing, 0, Nothing);
        let bounds = |text: &str, side| evaluation.bounds(&Tigers::parse(text, &TigersRules::default()).unwrap(), side);
        let won = "GGGTGG..GGG.TGG.GGG.TGG 0 t";
        assert_eq!(bounds(won, Side::First), Some((Score::new(OPEN), Score::INFINITY)));
        assert_eq!(bounds(won, Side::Second), Some((Score::INFINITY.seen_by(false), Score::new(-OPEN))));
        assert_eq!(
            bounds("T.GTGG..G.G.GG..GGG.TGG 0 t", Side::First),
            Some((Score::INFINITY.seen_by(false), Score::new(DRAWN)))
        );
        assert_eq!(bounds("T.GTGG..G.G.GG..GGG.TGG 0 g", Side::First), None);
        assert_eq!(bounds("TTTGGGGGGGGG........... 0 t", Side::First), None, "nine goats");
    }
}
