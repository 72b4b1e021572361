//! Tables over sparse features, learned from self-play, on top of another evaluation.
//!
//! A game names its [`SparseFeatures`]: of many inputs, a position has a few that are active. [`Tables`] give each input a value,
//! and [`Learned`] adds the values of the active inputs to a base, which may be [`Nothing`](plyground_game::Nothing). `ply learn`
//! fits the values.
//!
//! The tables are a [weight file](crate::WeightFile). It has the game, the evaluation and the version at the top, `[provenance]`
//! with the data and the command that made the tables, and `[tables]` with rows of whole numbers for each table.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use plyground_game::{Evaluate, Outcome, Position, Score, Side, Term};

use crate::weights::{TableInfo, WeightError, WeightFile};

/// Lists the active inputs of a position.
///
/// An input has a small integer count, seen from the first side, usually 1 or -1. If one table serves both sides, an input counts
/// -1 for the other side.
pub trait SparseFeatures: Clone + Copy + Default + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The game.
    type Game: Position;

    /// Name of the evaluation in table files.
    const NAME: &'static str = "learned";

    /// Returns the tables in the order of their inputs: the inputs of the first table come first.
    fn tables() -> Vec<TableInfo>;

    /// Visits the active inputs of a position, each with its count for the first side.
    fn visit(pos: &Self::Game, visit: impl FnMut(usize, i8));

    /// Returns the shipped tables, by default zeros.
    #[must_use]
    fn shipped() -> Tables<Self> {
        Tables::new(&vec![0; Tables::<Self>::inputs()])
    }

    /// Arranges the values of all inputs for [`SparseFeatures::sum`]; by default, as they are.
    fn arrange(values: &[i16]) -> Arc<[i16]> {
        values.into()
    }

    /// Returns the sum over the active inputs for the first side, from the result of [`SparseFeatures::arrange`].
    #[inline]
    fn sum(arranged: &[i16], pos: &Self::Game) -> i32 {
        let mut sum = 0;
        Self::visit(pos, |input, count| sum += i32::from(count) * i32::from(arranged[input]));
        sum
    }

    /// Returns the terms of a position for a side, by default one for all tables. The sum of the terms is [`Tables::sum`].
    fn explain(tables: &Tables<Self>, pos: &Self::Game, side: Side) -> Vec<Term> {
        vec![sum_of_tables(f64::from(tables.sum(pos, side)))]
    }
}

/// Returns the term of values that are looked up.
pub(crate) fn sum_of_tables(sum: f64) -> Term {
    Term { name: "tables", value: sum, weight: 1.0, power: 1.0, term: sum }
}

/// A value for each input of a set of features.
#[derive(Clone, PartialEq, Eq)]
pub struct Tables<F> {
    values: Arc<[i16]>,
    arranged: Arc<[i16]>,
    features: PhantomData<F>,
}

impl<F: SparseFeatures> Tables<F> {
    /// Returns the number of inputs.
    #[must_use]
    pub fn inputs() -> usize {
        F::tables().iter().map(TableInfo::inputs).sum()
    }

    /// Returns tables with these values, one for each input.
    ///
    /// # Panics
    /// If their number is not [`Tables::inputs`].
    #[must_use]
    pub fn new(values: &[i16]) -> Tables<F> {
        assert_eq!(values.len(), Tables::<F>::inputs(), "one value for each input");
        Tables { values: values.into(), arranged: F::arrange(values), features: PhantomData }
    }

    /// Returns the values of all inputs.
    #[must_use]
    pub fn values(&self) -> &[i16] {
        &self.values
    }

    /// Returns the sum over the active inputs of a position for a side.
    #[inline]
    #[must_use]
    pub fn sum(&self, pos: &F::Game, side: Side) -> i32 {
        let sum = F::sum(&self.arranged, pos);
        if side == Side::First { sum } else { -sum }
    }

    /// Reads the text of a file; `source` is its name in messages.
    ///
    /// # Errors
    /// If the text is not a weight file, is for another game or evaluation, or a table is missing, unknown or of another size.
    pub fn read(source: &str, text: &str) -> Result<Tables<F>, WeightError> {
        Tables::from_file(&WeightFile::read(source, text)?)
    }

    /// Returns the tables of a weight file.
    ///
    /// # Errors
    /// If the file is for another game or evaluation, or a table is missing, unknown or of another size.
    pub fn from_file(file: &WeightFile) -> Result<Tables<F>, WeightError> {
        file.tables_of(F::Game::NAME, F::NAME, &F::tables()).map(|values| Tables::new(&values))
    }

    /// Returns a weight file with these tables, without provenance.
    #[must_use]
    pub fn to_file(&self) -> WeightFile {
        WeightFile::of_tables(F::Game::NAME, F::NAME, F::tables(), &self.values)
    }
}

impl<F: SparseFeatures> Default for Tables<F> {
    /// Returns the shipped tables.
    fn default() -> Tables<F> {
        F::shipped()
    }
}

impl<F: SparseFeatures> fmt::Debug for Tables<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").field("inputs", &self.values.len()).finish_non_exhaustive()
    }
}

impl<F: SparseFeatures> fmt::Display for Tables<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_file().fmt(f)
    }
}

/// The sum of a base and of [`Tables`].
///
/// ```
/// use plyground_eval::{Learned, SparseFeatures, TableInfo, Tables};
/// use plyground_game::{Evaluate, Nothing, Side};
/// use plyground_kalah::Kalah;
///
/// /// The number of seeds in the store of the first side, up to 9.
/// #[derive(Clone, Copy, Debug, Default, PartialEq)]
/// struct Store;
///
/// impl SparseFeatures for Store {
///     type Game = Kalah;
///
///     fn tables() -> Vec<TableInfo> {
///         vec![TableInfo::new("store", 1, 10)]
///     }
///
///     fn visit(pos: &Kalah, mut visit: impl FnMut(usize, i8)) {
///         visit(usize::from(pos.store(Side::First)).min(9), 1);
///     }
/// }
///
/// let tables = Tables::<Store>::new(&[7, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
/// let learned = Learned::new(Nothing, tables.clone());
/// let start = Kalah::default();
/// assert_eq!(learned.evaluate(&start, &(), Side::First).value(), 7);
/// assert_eq!(learned.evaluate(&start, &(), Side::Second).value(), -7);
/// assert_eq!(Tables::read("mine.toml", &tables.to_string())?, tables);
/// # Ok::<(), plyground_eval::WeightError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Learned<B, F: SparseFeatures> {
    base: B,
    tables: Tables<F>,
}

impl<B, F: SparseFeatures> Learned<B, F> {
    /// Returns the evaluation that adds tables to a base.
    #[must_use]
    pub fn new(base: B, tables: Tables<F>) -> Learned<B, F> {
        Learned { base, tables }
    }
}

impl<B: Evaluate<F::Game, Path = ()>, F: SparseFeatures> Evaluate<F::Game> for Learned<B, F> {
    type Path = ();

    #[inline]
    fn scale(&self) -> u32 {
        self.base.scale()
    }

    #[inline]
    fn evaluate(&self, pos: &F::Game, (): &(), side: Side) -> Score {
        let scale = self.base.scale() as i32;
        Score::new(self.base.evaluate(pos, &(), side).value() + scale * self.tables.sum(pos, side))
    }

    #[inline]
    fn finished(&self, pos: &F::Game, path: &(), outcome: Outcome, side: Side, ply: u32) -> Score {
        self.base.finished(pos, path, outcome, side, ply)
    }

    fn explain(&self, pos: &F::Game, (): &(), side: Side) -> Vec<Term> {
        let mut terms = self.base.explain(pos, &(), side);
        let scale = f64::from(self.base.scale());
        let base = f64::from(self.base.evaluate(pos, &(), side).value()) / scale;
        if terms.is_empty() && base != 0.0 {
            terms.push(Term { name: "base", value: base, weight: 1.0, power: 1.0, term: base });
        }
        terms.extend(F::explain(&self.tables, pos, side));
        terms
    }
}
