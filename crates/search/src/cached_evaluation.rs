//! An evaluation with a table of its recent values: iterative deepening and pruning ask for the value of a position more
//! than once.

use std::sync::Arc;

use plyground_game::{Evaluate, Outcome, Position, Score, Side, Term};

use crate::report::Bound;
use crate::transposition_table::{Entry, TranspositionTable};

/// Size of the table in MiB: it stays in the cache of a processor.
const TABLE: usize = 1;

/// An evaluation `E` with a table of recent values, which clones share. It pays for an evaluation that takes longer than
/// a look into the table.
///
/// ```
/// use plyground_game::{Evaluate, HashEvaluation, Position, Side};
/// use plyground_kalah::Kalah;
/// use plyground_search::CachedEvaluation;
///
/// let base = HashEvaluation { seed: 1, range: 9, antisymmetric: false };
/// let (cached, pos) = (CachedEvaluation::new(base.clone()), Kalah::default());
/// for side in [Side::First, Side::Second, Side::First] {
///     assert_eq!(cached.evaluate(&pos, &(), side), base.evaluate(&pos, &(), side));
/// }
/// ```
#[derive(Clone, Debug)]
pub struct CachedEvaluation<E> {
    base: E,
    table: Arc<TranspositionTable>,
}

impl<E> CachedEvaluation<E> {
    /// Adds a table to an evaluation.
    #[must_use]
    pub fn new(base: E) -> CachedEvaluation<E> {
        CachedEvaluation { base, table: Arc::new(TranspositionTable::new(TABLE)) }
    }
}

impl<P: Position, E: Evaluate<P, Path = ()>> Evaluate<P> for CachedEvaluation<E> {
    type Path = ();

    const HAS_BOUNDS: bool = E::HAS_BOUNDS;

    #[inline]
    fn scale(&self) -> u32 {
        self.base.scale()
    }

    #[inline]
    fn evaluate(&self, pos: &P, (): &(), side: Side) -> Score {
        // The values for the two sides are stored apart.
        let key = pos.key() ^ side.index() as u64;
        if let Some(entry) = self.table.probe(key) {
            return entry.score;
        }
        let score = self.base.evaluate(pos, &(), side);
        self.table.store(key, Entry { mv: None, score, depth: 0, bound: Bound::Exact });
        score
    }

    #[inline]
    fn finished(&self, pos: &P, path: &(), outcome: Outcome, side: Side, ply: u32) -> Score {
        self.base.finished(pos, path, outcome, side, ply)
    }

    #[inline]
    fn bounds(&self, pos: &P, side: Side) -> Option<(Score, Score)> {
        self.base.bounds(pos, side)
    }

    fn explain(&self, pos: &P, (): &(), side: Side) -> Vec<Term> {
        self.base.explain(pos, &(), side)
    }
}
