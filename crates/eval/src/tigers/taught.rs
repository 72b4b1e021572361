//! What the tables of the whole game taught: how likely it is that the goats can shut the tigers in.
//!
//! Goats that may win do so a hundred plies later, when no search sees it; but the arrangements of which they win look alike.
//! A logistic regression on exact values has found how: one sum for each set of tigers, over the goats on the board, the pairs of
//! them, and how many are outside. Its parameters are made again by
//! `cargo run --release -p plyground-experiments --example tigers-taught -- TABLES`.
//!
//! ```
//! use plyground_eval::tigers::Taught;
//! use plyground_game::Position;
//! use plyground_tigers::{Tigers, TigersRules};
//!
//! let chance = |text: &str| -> Result<i32, Box<dyn std::error::Error>> {
//!     Ok(Taught::chance(&Tigers::parse(text, &TigersRules::default())?).expect("five goats are on the board"))
//! };
//! // A draw, and a win of the goats.
//! assert_eq!((chance("T..TT.......G...G..G.GG 10 g")?, chance("GGGTTT...........G...G. 10 g")?), (88, 720));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::LazyLock;

use plyground_game::{Evaluate, Position as _, Score, Side, Term};
use plyground_tigers::{PointSet, Tigers};

use super::Strong;

/// [`Strong`], and for the goats the chance that they can shut the tigers in.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Taught {
    strong: Strong,
}

const POINTS: usize = 23;
/// Sets of three points.
const SETS: usize = 1771;
/// Sets of three points, mirrored pairs counted once.
const CLASSES: usize = 891;
/// Most goats outside, and most goats taken, that anything was learnt of.
const OUTSIDE: usize = 10;
const TAKEN: usize = 2;
/// By goats outside, goats taken and the side to move.
const PHASES: usize = (OUTSIDE + 1) * (TAKEN + 1) * 2;
const PAIRS: usize = POINTS * (POINTS - 1) / 2;

/// One byte each, in sixteenths of the logarithm of the odds: of every class the first parameter, then the second, and so on. Like
/// ones stand together, which packs into nine tenths of what a class after the other does.
const SHIPPED: &[u8] = include_bytes!("taught.bin");

const _: () = assert!(
    SHIPPED.len() == CLASSES * Taught::PARAMETERS,
    "other parameters: fill the file with zeros, and learn them"
);

/// What a certain win of the goats is worth to them, in points; with 1,500 as many drawn games were lost as without.
const WORTH: i32 = 4_000;

impl Taught {
    /// Parameters of a class of tiger sets.
    pub const PARAMETERS: usize = PHASES + POINTS + PAIRS;
    /// Classes of tiger sets.
    pub const CLASSES: usize = CLASSES;

    /// The class of a position's tigers, one of [`Taught::CLASSES`], and the places of its parameters among the
    /// [`Taught::PARAMETERS`] of that class: their sum is the logarithm of the odds that the goats win. `None` where nothing was
    /// learnt: with more goats outside or taken, or by other rules.
    #[must_use]
    pub fn parameters(pos: &Tigers) -> Option<(usize, Vec<usize>)> {
        let mut places = Vec::new();
        let class = visit(pos, |_, place| places.push(place))?;
        Some((class, places))
    }

    /// The chance that the goats can force a win, in thousandths; `None` where nothing was learnt.
    #[inline]
    #[must_use]
    pub fn chance(pos: &Tigers) -> Option<i32> {
        let mut odds = 0;
        visit(pos, |learnt, place| odds += i32::from(learnt[place].cast_signed()))?;
        // Whole numbers, so that it is the same on every machine; near the logistic function.
        Some(500 + 500 * odds / (odds.abs() + 19))
    }

    fn term(pos: &Tigers, side: Side) -> i32 {
        let worth = Taught::chance(pos).unwrap_or(0) * WORTH / 1000;
        if side == Side::First { worth } else { -worth }
    }
}

impl Evaluate<Tigers> for Taught {
    type Path = ();

    #[inline]
    fn evaluate(&self, pos: &Tigers, (): &(), side: Side) -> Score {
        Score::new(self.strong.evaluate(pos, &(), side).value() + Taught::term(pos, side))
    }

    fn explain(&self, pos: &Tigers, (): &(), side: Side) -> Vec<Term> {
        let mut terms = self.strong.explain(pos, &(), side);
        let (chance, term) = (Taught::chance(pos).unwrap_or(0), f64::from(Taught::term(pos, side)));
        let value = f64::from(if side == Side::First { chance } else { -chance });
        terms.push(Term { name: "shut_in", value, weight: f64::from(WORTH) / 1000.0, power: 1.0, term });
        terms
    }
}

/// Visits the parameters of a position: those of its class, and the place of one among them. Returns the class.
#[inline]
fn visit(pos: &Tigers, mut each: impl FnMut(&[u8; Taught::PARAMETERS], usize)) -> Option<usize> {
    let (outside, taken) = (usize::from(pos.outside()), usize::from(pos.captured()));
    let all_have_to_be_taken = u32::from(pos.captures_left()) == u32::from(pos.outside()) + pos.goats().len();
    if outside > OUTSIDE || taken > TAKEN || !all_have_to_be_taken {
        return None;
    }
    let Learnt { folded, parameters } = &*LEARNT;
    let (class, is_mirrored) = folded[rank(pos.tigers())];
    let learnt = &parameters[usize::from(class)];
    each(learnt, (outside * (TAKEN + 1) + taken) * 2 + pos.side_to_move().index());
    let goats = if is_mirrored { pos.goats().mirrored() } else { pos.goats() };
    let mut later = goats.into_iter();
    while let Some(point) = later.next() {
        let point = point.index();
        each(learnt, PHASES + point);
        for other in later.clone() {
            each(learnt, PHASES + POINTS + pairs_below(other.index()) + point);
        }
    }
    Some(class.into())
}

/// The number of a set of three points among all.
fn rank(tigers: PointSet) -> usize {
    let [a, b, c] = points(tigers);
    c * c.saturating_sub(1) * c.saturating_sub(2) / 6 + pairs_below(b) + a
}

/// Pairs of numbers that are smaller than this one.
fn pairs_below(number: usize) -> usize {
    number * number.saturating_sub(1) / 2
}

/// The points of three tigers, lowest first.
fn points(tigers: PointSet) -> [usize; 3] {
    let mut points = [0; 3];
    for (place, point) in points.iter_mut().zip(tigers) {
        *place = point.index();
    }
    points
}

/// What was learnt, as it is looked up.
struct Learnt {
    /// The class of each set of tigers in the order of [`rank`], and whether its goats are mirrored.
    folded: Vec<(u16, bool)>,
    /// The parameters of each class, together in memory.
    parameters: Vec<[u8; Taught::PARAMETERS]>,
}

static LEARNT: LazyLock<Learnt> = LazyLock::new(|| {
    let mut folded = Vec::with_capacity(SETS);
    let mut classes = 0;
    for c in 0..POINTS {
        for b in 0..c {
            for a in 0..b {
                let tigers = PointSet::from_bits(1 << a | 1 << b | 1 << c);
                // Of a mirrored pair the first is the class.
                let class = folded.get(rank(tigers.mirrored())).map(|&(class, _)| (class, true));
                folded.push(class.unwrap_or((classes, false)));
                classes += u16::from(class.is_none());
            }
        }
    }
    let of_class = |class| std::array::from_fn(|place| SHIPPED[place * CLASSES + class]);
    Learnt { folded, parameters: (0..CLASSES).map(of_class).collect() }
});
