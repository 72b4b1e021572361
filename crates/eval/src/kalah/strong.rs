//! Features of Kalah besides the stores: seeds at home, moves in hand, extra turns and possible captures.
//!
//! Every feature is the own side's measure minus the opponent's, so the evaluation is antisymmetric.

use plyground_game::{Position, Side};
use plyground_kalah::{Capture, House, Kalah, MAX_HOUSES};

use crate::features::{Bounds, FeatureInfo, Features};

/// The features of [`Strong`](super::Strong).
///
/// ```
/// use plyground_eval::{Features, kalah::StrongFeatures};
/// use plyground_game::{Position, Side};
/// use plyground_kalah::{Kalah, KalahRules};
///
/// // South's house 1 ends in her empty house 3, opposite North's six seeds in house 1; house 2 ends in her store.
/// let pos = Kalah::parse("<3,0,0,2,2,0,6,0,1> N", &KalahRules::default())?;
/// let values = StrongFeatures::measure(&pos, Side::First);
/// let value = |name| values[StrongFeatures::INFO.iter().position(|info| info.name == name).expect("a feature")];
/// assert_eq!((value("captures"), value("extra_turns")), (6, 0), "North's house 3 ends in a store as well");
/// assert_eq!(value("extra_turn_now"), -1, "and North is to move");
/// # Ok::<(), plyground_game::notation::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct StrongFeatures;

/// Measures of a side's houses.
#[derive(Clone, Copy, Default)]
struct Houses {
    /// Total seeds.
    seeds: i32,
    /// Houses with seeds.
    filled: i32,
    /// Seeds of the fullest house.
    largest: i32,
    /// Houses whose sowing would end in the own store.
    extra_turns: i32,
    /// Total of the opponent's seeds that the sowings of all houses would capture.
    captures: i32,
    /// Most opponent's seeds that a single sowing would capture.
    best_capture: i32,
}

type Row = [usize; MAX_HOUSES];

fn row(pos: &Kalah, side: Side) -> Row {
    std::array::from_fn(|index| House::new(index + 1).map_or(0, |house| pos.seeds(side, house).into()))
}

impl Houses {
    // The place of the last seed is computed here and not by the rules' `Distribution`: this code runs for all houses of both
    // sides at every leaf, and would take 1.7 times the instructions. A test compares it with the rules' sowings.
    fn new(m: usize, own: &Row, other: &Row, capture: Capture) -> Houses {
        let lap = 2 * m + 1;
        let mut houses = Houses::default();
        for (from, &seeds) in own[..m].iter().enumerate() {
            if seeds == 0 {
                continue;
            }
            houses.seeds += seeds as i32;
            houses.filled += 1;
            houses.largest = houses.largest.max(seeds as i32);
            let end = from + seeds;
            let last = end % lap;
            houses.extra_turns += i32::from(last == m);
            // In at most one lap, each place gets at most one seed, and the sown house is empty.
            let lands_alone = last < m && (seeds == lap || seeds < lap && own[last] == 0);
            if lands_alone && capture != Capture::None {
                let opposite = m - 1 - last;
                let gains = usize::from(end > m + opposite);
                let taken = (other[opposite] + gains) as i32;
                houses.captures += taken;
                houses.best_capture = houses.best_capture.max(taken);
            }
        }
        houses
    }
}

const SEEDS: i32 = 1023;

const fn info(name: &'static str, about: &'static str, unit: &'static str, most: i32) -> FeatureInfo {
    FeatureInfo::new(name, about, unit, (-most, most), Bounds::new(-100.0, 100.0, 1.0))
}

impl Features for StrongFeatures {
    type Game = Kalah;
    type Values = [i32; 9];

    const NAME: &'static str = "strong";
    const INFO: &'static [FeatureInfo] = &[
        info("store", "seeds in the own store minus the opponent's", "seeds", SEEDS),
        info("seeds", "seeds in the own houses minus the opponent's", "seeds", SEEDS),
        info("mobility", "own houses with seeds minus the opponent's", "houses", 12),
        info("largest", "seeds of the fullest own house minus the opponent's", "seeds", SEEDS),
        info("extra_turns", "own houses whose sowing ends in the store minus the opponent's", "houses", 12),
        info("captures", "seeds that own sowings would capture minus those that the opponent's would", "seeds", SEEDS),
        info("extra_turn_now", "1 when the side to move has an extra turn, -1 when the opponent has", "0 or 1", 1),
        info("capture_now", "seeds that the best capture of the side to move takes", "seeds", SEEDS),
        info("to_move", "1 to move, -1 when the opponent is", "turns", 1),
    ];
    const DEFAULTS: &'static str = include_str!("../../weights/kalah-strong.toml");

    fn measure(pos: &Kalah, side: Side) -> [i32; 9] {
        let (m, capture) = (pos.houses(), pos.rules().capture);
        let rows = Side::ALL.map(|side| row(pos, side));
        let (own_row, other_row) = (&rows[side.index()], &rows[(!side).index()]);
        let own = Houses::new(m, own_row, other_row, capture);
        let other = Houses::new(m, other_row, own_row, capture);
        let (mover, sign) = if pos.side_to_move() == side { (own, 1) } else { (other, -1) };
        [
            i32::from(pos.store(side)) - i32::from(pos.store(!side)),
            own.seeds - other.seeds,
            own.filled - other.filled,
            own.largest - other.largest,
            own.extra_turns - other.extra_turns,
            own.captures - other.captures,
            sign * i32::from(mover.extra_turns > 0),
            sign * mover.best_capture,
            sign,
        ]
    }
}
