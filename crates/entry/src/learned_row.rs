//! An evaluation with learned tables, without the types of its base and its features.
//!
//! ```
//! use plyground_entry::LearnedRow;
//! use plyground_eval::kalah::{HouseSeeds, Strong};
//! use plyground_game::Position;
//! use plyground_kalah::Kalah;
//!
//! let row = LearnedRow::<Kalah>::of::<Strong, HouseSeeds>();
//! let start = Kalah::new(&Default::default(), &Default::default());
//! let mut active = 0;
//! row.visit(&start, &mut |_, count| active += i32::from(count));
//! assert_eq!((row.inputs(), active), (168, 12));
//! ```

use plyground_eval::{SparseFeatures, Tables, WeightError, WeightFile};
use plyground_game::{Evaluate, SearchHints, Side};

/// Visits the active inputs of a position.
type Visit<P> = fn(&P, &mut dyn FnMut(usize, i8));

/// What learning needs of an evaluation with tables.
pub struct LearnedRow<P: SearchHints> {
    inputs: usize,
    visit: Visit<P>,
    base: Box<dyn Fn(&P) -> f32 + Send + Sync>,
    shipped: fn() -> Vec<i16>,
    read: fn(&WeightFile) -> Result<Vec<i16>, WeightError>,
    write: fn(&[i16]) -> WeightFile,
}

impl<P: SearchHints> std::fmt::Debug for LearnedRow<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LearnedRow").field("inputs", &self.inputs).finish_non_exhaustive()
    }
}

impl<P: SearchHints> LearnedRow<P> {
    /// Returns the row of tables over these features on top of this base.
    #[must_use]
    pub fn of<B, F>() -> LearnedRow<P>
    where
        B: Evaluate<P, Path = ()> + Default + 'static,
        F: SparseFeatures<Game = P>,
    {
        let base = B::default();
        LearnedRow {
            inputs: Tables::<F>::inputs(),
            visit: |pos, visit| F::visit(pos, visit),
            base: Box::new(move |pos| base.evaluate(pos, &(), Side::First).value() as f32 / base.scale() as f32),
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
    pub fn visit(&self, pos: &P, visit: &mut dyn FnMut(usize, i8)) {
        (self.visit)(pos, visit);
    }

    /// Returns the value of the base for the first side.
    #[must_use]
    pub fn base(&self, pos: &P) -> f32 {
        (self.base)(pos)
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
