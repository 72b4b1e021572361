//! Tables of seeds by pair of houses, fitted to exact margins. An entry values the numbers of seeds in two houses together.
//!
//! The tables are `features` (a weight for each of [`StrongFeatures`]), those of [`HouseSeeds`], and `pairs`: a row for each pair
//! of the twelve houses. The houses are numbered from the farthest own one; the row of houses `i > j` is `i (i - 1) / 2 + j`, and
//! the column is 14 times the seeds of `i` plus those of `j`. More than 13 seeds count as 13. A seed of the final margin is worth
//! 100. Boards with other than six houses per side have no inputs.

use std::sync::LazyLock;

use plyground_game::{Position, Side, Term};
use plyground_kalah::Kalah;

use super::{HouseSeeds, StrongFeatures};
use crate::features::Features;
use crate::learned::{SparseFeatures, Tables, sum_of_tables};
use crate::weights::TableInfo;

const FEATURES: usize = StrongFeatures::INFO.len();
const HOUSES: usize = 12;
const COUNTS: usize = HouseSeeds::MOST_SEEDS + 1;
const PAIRS: usize = HOUSES * (HOUSES - 1) / 2;

/// Returns whether the board has the six houses per side that the tables were fitted to.
#[inline]
pub(super) fn has_tables(pos: &Kalah) -> bool {
    2 * pos.houses() == HOUSES
}

/// Returns the features for a side, from -127 to 127.
#[inline]
fn features(pos: &Kalah, side: Side) -> impl Iterator<Item = i8> {
    StrongFeatures::measure(pos, side).into_iter().map(|value| value.clamp(-127, 127) as i8)
}

/// The features of [`Strong`](super::Strong), seeds by house and seeds by pair of houses.
///
/// ```
/// use plyground_eval::kalah::Paired;
/// use plyground_game::{Evaluate, Side};
/// use plyground_kalah::{Kalah, KalahRules};
/// use plyground_game::Position;
///
/// // House 6 ends in the own store, so South would move again.
/// let paired = Paired::default();
/// let value = |text: &str| {
///     let pos = Kalah::parse(text, &KalahRules::default()).expect("a position");
///     paired.evaluate(&pos, &(), Side::First).value()
/// };
/// assert!(value("<6,10,10,3,2,1,0,4,1,5,4,3,2,1,2> S") > value("<6,10,10,3,2,1,0,4,1,5,4,3,2,1,2> N"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HousePairs;

/// A value for each input of [`HousePairs`].
pub type PairTables = Tables<HousePairs>;

static SHIPPED: LazyLock<PairTables> = LazyLock::new(|| {
    let tables = PairTables::read("tables/kalah-pairs.toml", include_str!("../../tables/kalah-pairs.toml"));
    tables.unwrap_or_else(|error| panic!("the shipped tables are wrong: {error}"))
});

impl SparseFeatures for HousePairs {
    type Game = Kalah;

    const NAME: &'static str = "house-pairs";

    fn tables() -> Vec<TableInfo> {
        let mut tables = vec![TableInfo::new("features", 1, FEATURES)];
        tables.extend(HouseSeeds::tables());
        tables.push(TableInfo::new("pairs", PAIRS, COUNTS * COUNTS));
        tables
    }

    #[inline]
    fn visit(pos: &Kalah, mut visit: impl FnMut(usize, i8)) {
        if !has_tables(pos) {
            return;
        }
        for (input, value) in features(pos, Side::First).enumerate() {
            visit(input, value);
        }
        let (mut seeds, mut houses) = ([0; HOUSES], 0);
        HouseSeeds::visit(pos, |input, count| {
            visit(FEATURES + input, count);
            seeds[houses] = input % COUNTS;
            houses += 1;
        });
        let count = if pos.side_to_move() == Side::First { 1 } else { -1 };
        let mut row = FEATURES + HOUSES * COUNTS;
        for house in 0..houses {
            for other in 0..house {
                visit(row + seeds[house] * COUNTS + seeds[other], count);
                row += COUNTS * COUNTS;
            }
        }
    }

    fn shipped() -> PairTables {
        SHIPPED.clone()
    }

    /// Returns a term for each feature, and `tables` for seeds by house and by pair of houses.
    fn explain(tables: &PairTables, pos: &Kalah, side: Side) -> Vec<Term> {
        if !has_tables(pos) {
            return Vec::new();
        }
        let weighted = StrongFeatures::INFO.iter().zip(features(pos, side)).zip(tables.values());
        let mut terms: Vec<Term> = weighted
            .map(|((info, value), &weight)| {
                let (value, weight) = (f64::from(value), f64::from(weight));
                Term { name: info.name, value, weight, power: 1.0, term: weight * value }
            })
            .collect();
        let of_features: f64 = terms.iter().map(|term| term.term).sum();
        terms.push(sum_of_tables(f64::from(tables.sum(pos, side)) - of_features));
        terms
    }
}

#[cfg(test)]
mod tests {
    use plyground_kalah::KalahRules;

    use super::super::HouseTables;
    use super::*;

    fn inputs(text: &str) -> Vec<(usize, i8)> {
        let pos = Kalah::parse(text, &KalahRules::default()).expect("a position");
        let mut inputs = Vec::new();
        HousePairs::visit(&pos, |input, count| inputs.push((input, count)));
        inputs
    }

    #[test]
    fn each_pair_of_houses_is_looked_up_by_its_seeds() {
        let inputs = inputs("<6,1,2,0,1,2,3,4,5,0,0,7,0,1,20> N");
        assert_eq!(inputs.len(), FEATURES + HOUSES + PAIRS);
        // The own houses of North have 0, 0, 7, 0, 1 and 20 seeds, those of South 0 to 5.
        let first_pair = HousePairs::tables()[..3].iter().map(TableInfo::inputs).sum::<usize>();
        let pair = |house: usize, other: usize, seeds: usize, others: usize| {
            let row = house * (house - 1) / 2 + other;
            (first_pair + row * COUNTS * COUNTS + seeds * COUNTS + others, -1)
        };
        for expected in [pair(1, 0, 0, 0), pair(5, 2, 13, 7), pair(11, 10, 5, 4), pair(11, 5, 5, 13)] {
            assert!(inputs.contains(&expected), "{expected:?}");
        }
    }

    #[test]
    fn features_are_explained_by_name() {
        let text = "<6,1,2,0,1,2,3,4,5,0,0,7,0,1,20> N";
        let pos = Kalah::parse(text, &KalahRules::default()).expect("a position");
        let tables = PairTables::default();
        for side in Side::ALL {
            let terms = HousePairs::explain(&tables, &pos, side);
            let names: Vec<&str> = terms.iter().map(|term| term.name).collect();
            let expected: Vec<&str> = StrongFeatures::INFO.iter().map(|info| info.name).chain(["tables"]).collect();
            assert_eq!(names, expected);
            assert_eq!(terms[0].value, if side == Side::First { -1.0 } else { 1.0 });
            assert_eq!(terms.iter().map(|term| term.term).sum::<f64>(), f64::from(tables.sum(&pos, side)));
        }
    }

    #[test]
    fn a_board_of_another_size_has_no_inputs() {
        assert_eq!(inputs("<3,0,0,4,4,4,4,4,4> S").len(), 0);
        assert_eq!(PairTables::default().values().len(), FEATURES + HouseTables::inputs() + PAIRS * COUNTS * COUNTS);
    }
}
