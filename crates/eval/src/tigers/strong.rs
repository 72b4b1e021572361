//! Features of Tigers and Goats: captured goats, shut-in tigers, and the soundness of the goats' formation.
//!
//! All features are counted for the tigers and negated for the goats, so the evaluation is antisymmetric. The constant `level` is
//! the value of a draw: tigers that can hardly capture all goats should prefer a repetition, and goats that want to shut them in
//! should avoid one. The article's evaluation contains such a constant in its -4 for each remaining goat.

use plyground_game::{Position, Side};
use plyground_tigers::{PointSet, Tigers};

use crate::features::{Bounds, FeatureInfo, Features};

/// The features of [`Strong`](super::Strong).
///
/// ```
/// use plyground_eval::{Features, tigers::StrongFeatures};
/// use plyground_game::{Position, Side};
/// use plyground_tigers::{Tigers, TigersRules};
///
/// // The goat on 4 can be jumped from 0 and from 3.
/// let pos = Tigers::parse("T..TG................TG 0 t", &TigersRules::default())?;
/// let values = StrongFeatures::measure(&pos, Side::Second);
/// let value = |name| values[StrongFeatures::INFO.iter().position(|info| info.name == name).expect("a feature")];
/// assert_eq!((value("captured"), value("threatened"), value("capture_now")), (13, 1, 1));
/// assert_eq!(value("safe_goats"), 1, "the goat in the corner");
/// # Ok::<(), plyground_game::notation::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct StrongFeatures;

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
        let open = pos.open_goats();
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
            (pos.goats() & PointSet::EDGE & !open).len() as i32,
            i32::from(pos.outside()),
            1,
        ];
        if side == Side::Second { values } else { values.map(|value| -value) }
    }
}
