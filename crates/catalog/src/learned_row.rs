//! An evaluation with learned tables or a network, without the types of its base and features.

use plyground_eval::{Network, SparseFeatures, Tables, WeightError, WeightFile};
use plyground_game::{Evaluate, Position, SearchHints, Side};
use plyground_play::State;

use crate::erased::Erased;

/// Visits the active inputs of a position.
type Visit = dyn Fn(&dyn State, &mut dyn FnMut(usize, i8)) + Send + Sync;
/// Returns the value of the base for the first side.
type Base = dyn Fn(&dyn State) -> f32 + Send + Sync;
/// Returns the values of a weight file.
type Read = dyn Fn(&WeightFile) -> Result<Vec<i16>, WeightError> + Send + Sync;
/// Returns a weight file with values.
type Write = dyn Fn(&[i16]) -> WeightFile + Send + Sync;

/// The functions that learning needs of an evaluation with tables or of a network.
///
/// ```
/// use plyground_catalog::LearnedRow;
/// use plyground_eval::kalah::{HouseSeeds, Strong};
/// use plyground_kalah::Kalah;
///
/// let row = LearnedRow::of::<Kalah, Strong, HouseSeeds>();
/// assert_eq!((row.inputs(), row.hidden()), (168, None));
/// ```
pub struct LearnedRow {
    inputs: usize,
    hidden: Option<usize>,
    visit: Box<Visit>,
    base: Box<Base>,
    shipped: fn() -> Option<Vec<i16>>,
    read: Box<Read>,
    write: Box<Write>,
}

plyground_game::impl_debug!(LearnedRow { inputs, hidden });

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
            hidden: None,
            visit: Box::new(|state, visit| F::visit(position(state), visit)),
            base: Box::new(move |state| value(&base, position::<P>(state))),
            shipped: || Some(F::shipped().values().to_vec()),
            read: Box::new(|file| Tables::<F>::from_file(file).map(|tables| tables.values().to_vec())),
            write: Box::new(|values| Tables::<F>::new(values).to_file()),
        }
    }

    /// Returns the row of a network of `inputs` inputs, without the side to move, and `hidden` neurons per side.
    pub(crate) fn network<P: SearchHints>(
        inputs: usize,
        hidden: usize,
        visit: impl Fn(&P, &mut dyn FnMut(usize, i8)) + Send + Sync + 'static,
        base: Erased<P>,
        write: impl Fn(&Network) -> WeightFile + Send + Sync + 'static,
    ) -> LearnedRow {
        LearnedRow {
            inputs: inputs + 1,
            hidden: Some(hidden),
            visit: Box::new(move |state, each| visit(position(state), each)),
            base: Box::new(move |state| value(&base, position::<P>(state))),
            shipped: || None,
            read: Box::new(|file| Network::from_file(file).map(|network| network.values().to_vec())),
            write: Box::new(move |values| {
                let network = Network::new(inputs, values).expect("the numbers of a network of these inputs");
                write(&network)
            }),
        }
    }

    /// Returns the number of inputs. The last input of a network is the side to move.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Returns the neurons per side of a network; `None` for tables.
    #[must_use]
    pub fn hidden(&self) -> Option<usize> {
        self.hidden
    }

    /// Visits the active inputs of a position, each with its factor for the first side.
    ///
    /// # Panics
    /// Panics if the state is of another game.
    pub fn visit(&self, state: &dyn State, visit: &mut dyn FnMut(usize, i8)) {
        (self.visit)(state, visit);
    }

    /// Returns the value of the base for the first side.
    ///
    /// # Panics
    /// Panics if the state is of another game.
    #[must_use]
    pub fn base(&self, state: &dyn State) -> f32 {
        (self.base)(state)
    }

    /// Returns the shipped values, or [`LearnedRow::zeros`] if none are shipped.
    #[must_use]
    pub fn shipped(&self) -> Vec<i16> {
        (self.shipped)().unwrap_or_else(|| self.zeros())
    }

    /// Returns values that add 0 to the base in every position.
    #[must_use]
    pub fn zeros(&self) -> Vec<i16> {
        match self.hidden {
            Some(hidden) => Network::zeros(self.inputs - 1, hidden),
            None => vec![0; self.inputs],
        }
    }

    /// Returns the values of a weight file.
    ///
    /// # Errors
    /// Fails if the file is not of these tables, or not of a network.
    pub fn read(&self, file: &WeightFile) -> Result<Vec<i16>, WeightError> {
        (self.read)(file)
    }

    /// Returns a weight file with these values, without provenance.
    ///
    /// # Panics
    /// Panics if the number of values fits no tables or network of these inputs.
    #[must_use]
    pub fn write(&self, values: &[i16]) -> WeightFile {
        (self.write)(values)
    }
}

fn position<P: SearchHints>(state: &dyn State) -> &P {
    state.typed().expect("a state of the game of the row").position()
}

/// Returns the value for the first side in the display unit.
fn value<P: Position>(base: &impl Evaluate<P, Path = ()>, pos: &P) -> f32 {
    base.evaluate(pos, &(), Side::First).value() as f32 / base.scale() as f32
}
