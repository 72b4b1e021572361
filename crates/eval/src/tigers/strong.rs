//! What decides a game of Tigers and Goats: goats taken, tigers shut in, and how sound the goats' formation is.
//!
//! Everything is counted for the tigers and negated for the goats, so the evaluation is antisymmetric. The constant `level`
//! says where a draw stands: tigers who can hardly take all goats should like a repetition, and goats who want to shut
//! them in should not. The article's evaluation has such a constant hidden in its -4 for each goat left.
//!
//! ```
//! use plyground_eval::{Features, tigers::StrongFeatures};
//! use plyground_game::{Position, Side};
//! use plyground_tigers::{Tigers, TigersRules};
//!
//! // The goat on 4 can be jumped from 0 and from 3.
//! let pos = Tigers::parse("T..TG................TG 0 t", &TigersRules::default())?;
//! let values = StrongFeatures::measure(&pos, Side::Second);
//! let value = |name| values[StrongFeatures::INFO.iter().position(|info| info.name == name).expect("a feature")];
//! assert_eq!((value("captured"), value("threatened"), value("capture_now")), (13, 1, 1));
//! assert_eq!(value("safe_goats"), 1, "the goat in the corner");
//! # Ok::<(), plyground_game::notation::ParsePositionError>(())
//! ```

use plyground_game::{Position, Side};
use plyground_tigers::{JUMPS, Jump, PointSet, Tigers};

use crate::features::{Bounds, FeatureInfo, Features};

/// The features of [`Strong`](super::Strong).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct StrongFeatures;

/// Three consecutive points of a line: the two ends, and the point between that a tiger jumps over.
#[derive(Clone, Copy)]
struct Triple {
    ends: u32,
    over: u32,
}

const TRIPLES: usize = 28;

/// Each jump and its way back once.
static ALL: [Triple; TRIPLES] = {
    let mut triples = [Triple { ends: 0, over: 0 }; TRIPLES];
    let (mut jump, mut count) = (0, 0);
    while jump < JUMPS.len() {
        let Jump { from, over, to } = JUMPS[jump];
        if from.number() < to.number() {
            triples[count] = Triple { ends: 1 << from.number() | 1 << to.number(), over: 1 << over.number() };
            count += 1;
        }
        jump += 1;
    }
    assert!(count == TRIPLES);
    triples
};

/// The edge of the board: the apex, the ends of the rows, and the bottom row.
const EDGE: PointSet = PointSet::from_bits(1 | 1 << 1 | 1 << 6 | 1 << 7 | 1 << 12 | 1 << 13 | 1 << 18 | 0b1111 << 19);

/// The goats that tigers could take in time if no goat moved: some line through them has no goat on either side.
#[inline]
fn open_goats(goats: PointSet) -> PointSet {
    let goats = goats.bits();
    let open = ALL.iter().fold(0, |open, triple| if goats & triple.ends == 0 { open | triple.over } else { open });
    PointSet::from_bits(open & goats)
}

const WEIGHT: Bounds = Bounds::new(-1000.0, 1000.0, 10.0);

const fn info(name: &'static str, about: &'static str, unit: &'static str, most: i32) -> FeatureInfo {
    FeatureInfo::new(name, about, unit, (-most, most), WEIGHT)
}

impl Features for StrongFeatures {
    type Game = Tigers;
    type Values = [i32; 11];

    const NAME: &'static str = "strong";
    const INFO: &'static [FeatureInfo] = &[
        info("captured", "goats taken, for the tigers", "goats", 15),
        info("steps", "steps that tigers could make if they were to move", "moves", 12),
        info("jumps", "jumps that tigers could make if they were to move", "moves", 12),
        info("threatened", "goats that tigers could take if they were to move", "goats", 12),
        info("capture_now", "whether tigers are to move and can take a goat", "0 or 1", 1),
        info("trapped", "tigers that could not move if they were to move", "tigers", 3),
        info("closed", "empty points that no tiger could come to if goats stood still", "points", 20),
        info("open_goats", "goats that have a line without a goat on either side", "goats", 15),
        info("safe_goats", "goats on the edge of the board that are not open", "goats", 11),
        info("outside", "goats that have not entered", "goats", 15),
        FeatureInfo::new(
            "level",
            "always 1: what an even board is worth beside a draw, which is 0",
            "constant",
            (-1, 1),
            Bounds::new(-10_000.0, 10_000.0, 100.0),
        ),
    ];
    const DEFAULTS: &'static str = include_str!("../../weights/tigers-strong.toml");

    #[inline]
    fn measure(pos: &Tigers, side: Side) -> [i32; 11] {
        let goats = pos.goats();
        let open = open_goats(goats);
        let threatened = pos.threatened_goats().len() as i32;
        let values = [
            i32::from(pos.captured()),
            pos.tiger_steps() as i32,
            pos.tiger_jumps() as i32,
            threatened,
            i32::from(threatened > 0 && pos.side_to_move() == Side::Second),
            pos.trapped_tigers().len() as i32,
            pos.closed_points().len() as i32,
            open.len() as i32,
            (goats & EDGE & !open).len() as i32,
            i32::from(pos.outside()),
            1,
        ];
        if side == Side::Second { values } else { values.map(|value| -value) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_goats_are_those_that_some_two_tigers_placed_anywhere_could_take() {
        for seed in 0_u32..3000 {
            let mix = seed.wrapping_mul(2_654_435_761);
            let goats = PointSet::from_bits(mix & mix.rotate_left(11));
            let open: PointSet = JUMPS
                .iter()
                .filter(|jump| goats.contains(jump.over) && !goats.contains(jump.from) && !goats.contains(jump.to))
                .map(|jump| jump.over)
                .collect();
            assert_eq!(open_goats(goats), open);
        }
    }
}
