//! Seeds-by-house tables: what a number of seeds in a house is worth to the side to move.
//!
//! One table serves the houses of the side to move, another those of the opponent, so turns and tempo are part of the values. They are
//! for boards with six houses a side; on others the sum is 0. A count above [`HouseTables::MOST_SEEDS`] is looked up as that.
//!
//! The tables are a text file (TOML): game, evaluation and version at the top, `[provenance]` with the data and commands that
//! made them, and `[tables]` with `own` and `opponent`, each a row of numbers for each house, from the farthest from the store.
//!
//! ```
//! use plyground_eval::kalah::HouseTables;
//! use plyground_game::{Position, Side};
//! use plyground_kalah::Kalah;
//!
//! let values: Vec<i16> = (0..HouseTables::INPUTS as i16).collect();
//! let tables = HouseTables::new(&values);
//! let start = Kalah::new(&Default::default(), &Default::default());
//! assert_eq!(tables.sum(&start, Side::First), -tables.sum(&start, Side::Second));
//! assert_eq!(HouseTables::read("mine.toml", &tables.to_text(""))?, tables);
//! # Ok::<(), plyground_eval::WeightError>(())
//! ```

use plyground_game::{Position, Side};
use plyground_kalah::{House, Kalah};

use crate::table_file::TableFile;
use crate::weights::WeightError;

const HOUSES: usize = 6;
const COUNTS: usize = HouseTables::MOST_SEEDS + 1;

/// The tables of the side to move and of its opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HouseTables {
    /// By side (the one to move first), house and seeds.
    values: [[[i16; COUNTS]; HOUSES]; 2],
}

/// What their files say of themselves.
const FILE: TableFile = TableFile { game: "kalah", evaluation: "learned", rows: HOUSES, columns: COUNTS };
const NAMES: [&str; 2] = ["own", "opponent"];

impl HouseTables {
    /// The largest number of seeds that has a value of its own.
    pub const MOST_SEEDS: usize = 13;
    /// The number of inputs of a position: one for each count in each house of both sides.
    pub const INPUTS: usize = 2 * HOUSES * COUNTS;

    /// Returns tables with these values, one for each input.
    ///
    /// # Panics
    /// When their number is not [`HouseTables::INPUTS`].
    #[must_use]
    pub fn new(values: &[i16]) -> HouseTables {
        assert_eq!(values.len(), HouseTables::INPUTS, "one value for each input");
        let mut tables = HouseTables { values: [[[0; COUNTS]; HOUSES]; 2] };
        for (row, values) in tables.values.as_flattened_mut().iter_mut().zip(values.chunks(COUNTS)) {
            row.copy_from_slice(values);
        }
        tables
    }

    /// Visits the inputs of a position: each counts for the side to move. On a board with other than six houses there are none.
    #[inline]
    pub fn inputs(pos: &Kalah, mut visit: impl FnMut(usize)) {
        if pos.houses() != HOUSES {
            return;
        }
        let mover = pos.side_to_move();
        for (place, side) in [mover, !mover].into_iter().enumerate() {
            for house in 0..HOUSES {
                let seeds = House::new(house + 1).map_or(0, |house| usize::from(pos.seeds(side, house)));
                visit((place * HOUSES + house) * COUNTS + seeds.min(HouseTables::MOST_SEEDS));
            }
        }
    }

    /// Returns the sum over all houses for a side.
    #[inline]
    #[must_use]
    pub fn sum(&self, pos: &Kalah, side: Side) -> i32 {
        let values = self.values.as_flattened().as_flattened();
        let mut sum = 0;
        HouseTables::inputs(pos, |input| sum += i32::from(values[input]));
        if side == pos.side_to_move() { sum } else { -sum }
    }

    /// Reads the text of a file; `source` is its name in messages.
    ///
    /// # Errors
    /// When the text is no TOML, is for another game or evaluation, or does not have six rows of 14 numbers for each side.
    pub fn read(source: &str, text: &str) -> Result<HouseTables, WeightError> {
        FILE.read(source, text, &NAMES.map(str::to_owned)).map(|tables| HouseTables::new(&tables.concat()))
    }

    /// Returns the text of a file, with these lines of TOML as its provenance.
    #[must_use]
    pub fn to_text(&self, provenance: &str) -> String {
        let tables = NAMES.into_iter().zip(&self.values);
        let tables = tables.map(|(name, table)| (name.to_owned(), table.as_flattened().to_vec()));
        FILE.to_text(provenance, tables)
    }
}

#[cfg(test)]
mod tests {
    use plyground_kalah::KalahRules;

    use super::*;

    fn some_tables() -> HouseTables {
        HouseTables::new(&(0..HouseTables::INPUTS).map(|input| (input * 37 % 201) as i16 - 100).collect::<Vec<_>>())
    }

    #[test]
    fn each_house_is_looked_up_by_its_seeds() {
        let pos = |text: &str| Kalah::parse(text, &KalahRules::default()).expect("a position");
        // North is to move, with 20 seeds in the last house.
        let north = pos("<6,1,2,0,1,2,3,4,5,0,0,7,0,1,20> N");
        let mut inputs = Vec::new();
        HouseTables::inputs(&north, |input| inputs.push((input / COUNTS, input % COUNTS)));
        let own = [(0, 0), (1, 0), (2, 7), (3, 0), (4, 1), (5, 13)];
        let opponent = [(6, 0), (7, 1), (8, 2), (9, 3), (10, 4), (11, 5)];
        assert_eq!(inputs, [own, opponent].concat());
        let tables = some_tables();
        let value = |&(house, seeds): &(usize, usize)| ((house * COUNTS + seeds) * 37 % 201) as i32 - 100;
        assert_eq!(tables.sum(&north, Side::Second), inputs.iter().map(value).sum::<i32>());
        // The same seeds with sides changed, and a board of another size.
        let south = pos("<6,2,1,0,0,7,0,1,20,0,1,2,3,4,5> S");
        assert_eq!(tables.sum(&south, Side::First), tables.sum(&north, Side::Second));
        assert_eq!(tables.sum(&pos("<3,0,0,4,4,4,4,4,4> S"), Side::First), 0);
    }

    #[test]
    fn files_are_read_back_and_wrong_ones_refused_with_the_line() {
        let text = some_tables().to_text("seed = 1");
        assert_eq!(HouseTables::read("a.toml", &text), Ok(some_tables()));
        for (from, to, message) in [
            ("game = \"kalah\"", "game = \"khet\"", "t.toml:1: expected `game = \"kalah\"`"),
            ("opponent", "theirs", "no table `theirs`, expected one of `own`, `opponent`"),
            ("own = [\n", "own = [\n  [1],\n", "`own` must be 6 rows of 14 numbers of 16 bits"),
        ] {
            let error = HouseTables::read("t.toml", &text.replacen(from, to, 1)).expect_err(to).to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
