//! With and without a transposition table: the same search over a shared table, or over none at no cost.
//!
//! ```
//! use std::sync::Arc;
//! use plyground_search::{NoTable, SharedTable, TableAccess, TranspositionTable};
//!
//! let table = SharedTable::new(Arc::new(TranspositionTable::new(1)));
//! assert!(!table.is_exact() && table.exact().is_exact());
//! assert!(SharedTable::ON && !NoTable::ON && NoTable.is_exact());
//! ```

use std::sync::Arc;

use plyground_game::{Score, Window};

use crate::report::{Bound, TableUse};
use crate::transposition_table::{Entry, TranspositionTable};

/// What a search looks positions up in.
pub trait TableAccess: Send {
    /// Whether there is a table at all.
    const ON: bool;

    /// Whether an entry answers only for exactly its depth, so that values are those of a search without a table.
    fn is_exact(&self) -> bool;

    /// The entry under `key`.
    fn probe(&mut self, key: u64) -> Option<Entry>;

    /// Begins to load what is known under `key`.
    #[inline(always)]
    fn prefetch(&self, _key: u64) {}

    /// Stores `entry` under `key`.
    fn store(&mut self, key: u64, entry: Entry);

    /// A new search begins.
    fn start(&mut self) {}

    /// Counts that an entry spared a search.
    fn count_cutoff(&mut self) {}

    /// What was done since the search began.
    fn usage(&self) -> TableUse {
        TableUse::default()
    }

    /// The value that `entry` gives at this depth, `ply` plies from the root, if that settles a node searched in `window`.
    #[inline]
    fn cutoff(&self, entry: &Entry, depth: u32, ply: u32, window: Window) -> Option<Score> {
        let deep_enough = if self.is_exact() { entry.depth == depth } else { entry.depth >= depth };
        let score = entry.score.counted_from_root(ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        (deep_enough && settles).then_some(score)
    }
}

/// No transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoTable;

impl TableAccess for NoTable {
    const ON: bool = false;

    fn is_exact(&self) -> bool {
        true
    }

    #[inline(always)]
    fn probe(&mut self, _: u64) -> Option<Entry> {
        None
    }

    #[inline(always)]
    fn store(&mut self, _: u64, _: Entry) {}
}

/// A transposition table, perhaps shared with other threads.
#[derive(Clone, Debug)]
pub struct SharedTable {
    table: Arc<TranspositionTable>,
    exact: bool,
    usage: TableUse,
}

impl SharedTable {
    /// Entries answer for their depth and less.
    #[must_use]
    pub fn new(table: Arc<TranspositionTable>) -> SharedTable {
        SharedTable { table, exact: false, usage: TableUse::default() }
    }

    /// Entries answer for exactly their depth.
    #[must_use]
    pub fn exact(self) -> SharedTable {
        SharedTable { exact: true, ..self }
    }

    /// The table itself.
    #[must_use]
    pub fn table(&self) -> &Arc<TranspositionTable> {
        &self.table
    }
}

impl TableAccess for SharedTable {
    const ON: bool = true;

    #[inline]
    fn is_exact(&self) -> bool {
        self.exact
    }

    // Answers and entries stay in registers.
    #[inline(always)]
    fn probe(&mut self, key: u64) -> Option<Entry> {
        self.usage.probes += 1;
        let entry = self.table.probe(key);
        self.usage.hits += u64::from(entry.is_some());
        entry
    }

    #[inline(always)]
    fn prefetch(&self, key: u64) {
        self.table.prefetch(key);
    }

    #[inline(always)]
    fn store(&mut self, key: u64, entry: Entry) {
        self.usage.stores += 1;
        self.table.store(key, entry);
    }

    fn start(&mut self) {
        self.usage = TableUse::default();
    }

    fn count_cutoff(&mut self) {
        self.usage.cutoffs += 1;
    }

    fn usage(&self) -> TableUse {
        TableUse { fill: self.table.fill(), ..self.usage }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_answers_for_its_depth_and_its_bound() {
        let window = Window::new(Score::new(0), Score::new(10));
        let entry = |bound, score, depth| Entry { mv: None, score: Score::new(score), depth, bound };
        let loose = SharedTable::new(Arc::new(TranspositionTable::new(0)));
        let exact = loose.clone().exact();
        let answers = |table: &SharedTable, entry| table.cutoff(&entry, 5, 2, window).map(Score::value);
        // What is asked for is depth 5.
        let by_depth = |table: &SharedTable| [4, 5, 6].map(|depth| answers(table, entry(Bound::Exact, 3, depth)));
        assert_eq!((by_depth(&exact), by_depth(&loose)), ([None, Some(3), None], [None, Some(3), Some(3)]));
        // Bounds settle what lies outside of the window.
        let by_score = |bound| [0, 1, 9, 10].map(|score| answers(&exact, entry(bound, score, 5)));
        assert_eq!(by_score(Bound::Upper), [Some(0), None, None, None]);
        assert_eq!(by_score(Bound::Lower), [None, None, None, Some(10)]);
        // A win counts from the root.
        let win = Entry { score: Score::win_in(3), ..entry(Bound::Exact, 0, 5) };
        assert_eq!(exact.cutoff(&win, 5, 2, window), Some(Score::win_in(5)));
    }

    #[test]
    fn uses_are_counted_for_one_search() {
        let mut table = SharedTable::new(Arc::new(TranspositionTable::new(0)));
        let entry = Entry { mv: None, score: Score::ZERO, depth: 1, bound: Bound::Exact };
        assert_eq!(table.probe(7), None);
        table.store(7, entry);
        assert_eq!(table.probe(7), Some(entry));
        table.count_cutoff();
        assert_eq!(table.usage(), TableUse { probes: 2, hits: 1, cutoffs: 1, stores: 1, fill: 0.25 });
        table.start();
        assert_eq!(table.usage(), TableUse { fill: 0.25, ..TableUse::default() });
    }
}
