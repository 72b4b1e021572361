//! Seeds-by-house tables: the value of a number of seeds in a house for the side to move.
//!
//! One table is for the houses of the side to move, the other for those of the opponent, so the values include the turn and
//! tempo. The tables apply to boards with six houses per side; on other boards the sum is 0. A count above
//! [`HouseSeeds::MOST_SEEDS`] uses the entry of [`HouseSeeds::MOST_SEEDS`].
//!
//! In a file, `own` and `opponent` have a row of numbers for each house, from the farthest from the store.

use std::sync::LazyLock;

use plyground_game::{Position, Side};
use plyground_kalah::{House, Kalah};

use crate::learned::{SparseFeatures, Tables};
use crate::weights::TableInfo;

const HOUSES: usize = 6;
const COUNTS: usize = HouseSeeds::MOST_SEEDS + 1;

/// The numbers of seeds in all houses, seen from the side to move.
///
/// ```
/// use plyground_eval::kalah::HouseTables;
/// use plyground_game::Side;
/// use plyground_kalah::Kalah;
///
/// let values: Vec<i16> = (0..HouseTables::inputs() as i16).collect();
/// let tables = HouseTables::new(&values);
/// let start = Kalah::default();
/// assert_eq!(tables.sum(&start, Side::First), -tables.sum(&start, Side::Second));
/// assert_eq!(HouseTables::read("mine.toml", &tables.to_string())?, tables);
/// # Ok::<(), plyground_eval::WeightError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HouseSeeds;

/// A value for each number of seeds in each house.
pub type HouseTables = Tables<HouseSeeds>;

static SHIPPED: LazyLock<HouseTables> = LazyLock::new(|| {
    let tables = HouseTables::read("tables/kalah.toml", include_str!("../../tables/kalah.toml"));
    tables.unwrap_or_else(|error| panic!("the shipped tables are wrong: {error}"))
});

impl HouseSeeds {
    /// The largest number of seeds with its own value.
    pub const MOST_SEEDS: usize = 13;
}

impl SparseFeatures for HouseSeeds {
    type Game = Kalah;

    fn tables() -> Vec<TableInfo> {
        ["own", "opponent"].map(|name| TableInfo::new(name, HOUSES, COUNTS)).into()
    }

    #[inline]
    fn visit(pos: &Kalah, mut visit: impl FnMut(usize, i8)) {
        if pos.houses() != HOUSES {
            return;
        }
        let mover = pos.side_to_move();
        let count = if mover == Side::First { 1 } else { -1 };
        for (place, side) in [mover, !mover].into_iter().enumerate() {
            for house in 0..HOUSES {
                let seeds = House::new(house + 1).map_or(0, |house| usize::from(pos.seeds(side, house)));
                visit((place * HOUSES + house) * COUNTS + seeds.min(HouseSeeds::MOST_SEEDS), count);
            }
        }
    }

    fn shipped() -> HouseTables {
        SHIPPED.clone()
    }
}

#[cfg(test)]
mod tests {
    use plyground_kalah::KalahRules;

    use super::*;

    fn some_tables() -> HouseTables {
        HouseTables::new(&(0..HouseTables::inputs()).map(|input| (input * 37 % 201) as i16 - 100).collect::<Vec<_>>())
    }

    #[test]
    fn each_house_is_looked_up_by_its_seeds() {
        let pos = |text: &str| Kalah::parse(text, &KalahRules::default()).expect("a position");
        // North is to move, with 20 seeds in the last house.
        let north = pos("<6,1,2,0,1,2,3,4,5,0,0,7,0,1,20> N");
        let mut inputs = Vec::new();
        HouseSeeds::visit(&north, |input, count| {
            assert_eq!(count, -1, "inputs count for the side to move");
            inputs.push((input / COUNTS, input % COUNTS));
        });
        let own = [(0, 0), (1, 0), (2, 7), (3, 0), (4, 1), (5, 13)];
        let opponent = [(6, 0), (7, 1), (8, 2), (9, 3), (10, 4), (11, 5)];
        assert_eq!(inputs, [own, opponent].concat());
        let tables = some_tables();
        let value = |&(house, seeds): &(usize, usize)| ((house * COUNTS + seeds) * 37 % 201) as i32 - 100;
        assert_eq!(tables.sum(&north, Side::Second), inputs.iter().map(value).sum::<i32>());
        // The same seeds with sides exchanged, and a board of another size.
        let south = pos("<6,2,1,0,0,7,0,1,20,0,1,2,3,4,5> S");
        assert_eq!(tables.sum(&south, Side::First), tables.sum(&north, Side::Second));
        assert_eq!(tables.sum(&pos("<3,0,0,4,4,4,4,4,4> S"), Side::First), 0);
    }

    #[test]
    fn files_are_read_back_and_wrong_ones_refused_with_the_line() {
        let text = some_tables().to_string();
        assert_eq!(HouseTables::read("a.toml", &text), Ok(some_tables()));
        for (from, to, message) in [
            ("game = \"kalah\"", "game = \"khet\"", "t.toml:1: weights of the game `khet`, expected `kalah`"),
            ("opponent", "theirs", "t.toml:14: no table `theirs`, expected one of `own`, `opponent`"),
            ("own = [\n", "own = [\n  [1],\n", "t.toml:6: table `own` must be 6 rows of 14 numbers"),
        ] {
            let error = HouseTables::read("t.toml", &text.replacen(from, to, 1)).expect_err(to).to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
