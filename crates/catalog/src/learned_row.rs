//! An evaluation with learned tables, without the types of its base and its features.
//!
//! ```
//! use plyground_catalog::LearnedRow;
//! use plyground_eval::kalah::{HouseSeeds, Strong};
//! use plyground_kalah::Kalah;
//!
//! let row = LearnedRow::of::<Kalah, Strong, HouseSeeds>();
//! assert_eq!(row.inputs(), 168);
//! ```

use plyground_eval::{SparseFeatures, Tables, WeightError, WeightFile};
use plyground_game::{Evaluate, SearchHints, Side};
use plyground_play::State;

/// Returns the value of the base for the first side.
type Base = dyn Fn(&dyn State) -> f32 + Send + Sync;

/// What learning needs of an evaluation with tables.
pub struct LearnedRow {
    inputs: usize,
    visit: fn(&dyn State, &mut dyn FnMut(usize, i8)),
    base: Box<Base>,
    shipped: fn() -> Vec<i16>,
    read: fn(&WeightFile) -> Result<Vec<i16>, WeightError>,
    write: fn(&[i16]) -> WeightFile,
}

plyground_game::impl_debug!(LearnedRow { inputs });

impl LearnedRow {
    /// Returns the row of tables over these features on top of this base.
    #[must_use]
    pub fn of<P, B, F>() -> LearnedRow
    where
        P: SearchHints,
        B: Evaluate<P, Path = ()> + Default + 'static,
        F: SparseFeatures<Game = P>,
    {
        let base = B::default();
        LearnedRow {
            inputs: Tables::<F>::inputs(),
            visit: |state, visit| F::visit(position(state), visit),
            base: Box::new(move |state| {
                let value = base.evaluate(position::<P>(state), &(), Side::First).value();
                value as f32 / base.scale() as f32
            }),
            shipped: || F::shipped().values().to_vec(),
            read: |file| Tables::<F>::from_file(file).map(|tables| tables.values().to_vec()),
            write: |values| Tables::<F>::new(values).to_file(),
        }
    }

    /// Returns the number of inputs.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Visits the active inputs of a position, each with the number by which it counts for the first side.
    ///
    /// # Panics
    /// When the state is of another game.
    pub fn visit(&self, state: &dyn State, visit: &mut dyn FnMut(usize, i8)) {
        (self.visit)(state, visit);
    }

    /// Returns the value of the base for the first side.
    ///
    /// # Panics
    /// When the state is of another game.
    #[must_use]
    pub fn base(&self, state: &dyn State) -> f32 {
        (self.base)(state)
    }

    /// Returns the shipped values.
    #[must_use]
    pub fn shipped(&self) -> Vec<i16> {
        (self.shipped)()
    }

    /// Returns the values of a weight file.
    ///
    /// # Errors
    /// When the file is not one of these tables.
    pub fn read(&self, file: &WeightFile) -> Result<Vec<i16>, WeightError> {
        (self.read)(file)
    }

    /// Returns a weight file with these values, without provenance.
    ///
    /// # Panics
    /// When the number of values is not [`LearnedRow::inputs`].
    #[must_use]
    pub fn write(&self, values: &[i16]) -> WeightFile {
        (self.write)(values)
    }
}

fn position<P: SearchHints>(state: &dyn State) -> &P {
    state.typed().expect("a state of the game of the row").position()
}
