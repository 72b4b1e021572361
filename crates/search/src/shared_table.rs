//! A transposition table in one search: the depth rule of its entries, and counts of its use.

use std::sync::Arc;

use plyground_game::{Score, Window};

use crate::report::{Bound, TableUse};
use crate::transposition_table::{Entry, TranspositionTable};

/// A transposition table that other threads may share.
///
/// ```
/// use plyground_search::{SharedTable, TranspositionTable};
///
/// let table = SharedTable::new(TranspositionTable::new(1));
/// assert!(!table.is_exact() && table.exact().is_exact());
/// ```
#[derive(Clone, Debug)]
pub struct SharedTable {
    table: Arc<TranspositionTable>,
    exact: bool,
    usage: TableUse,
}

impl SharedTable {
    /// Returns a table, own or shared, whose entries are valid for their depth and less.
    #[must_use]
    pub fn new(table: impl Into<Arc<TranspositionTable>>) -> SharedTable {
        SharedTable { table: table.into(), exact: false, usage: TableUse::default() }
    }

    /// Returns a table whose entries are valid only for their exact depth, so that values equal those of a search
    /// without a table.
    #[must_use]
    pub fn exact(self) -> SharedTable {
        SharedTable { exact: true, ..self }
    }

    /// Returns whether an entry is valid only for its exact depth.
    #[inline]
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// Returns the underlying table.
    #[must_use]
    pub fn table(&self) -> &Arc<TranspositionTable> {
        &self.table
    }

    /// Starts a search of at most this many nodes: its counts start at 0.
    pub(crate) fn start(&mut self, nodes: Option<u64>) {
        self.table.advise(nodes);
        self.usage = TableUse::default();
    }

    /// Returns the entry under `key`.
    // Inlined so that the entry stays in registers.
    #[inline(always)]
    pub(crate) fn probe(&mut self, key: u64) -> Option<Entry> {
        self.usage.probes += 1;
        let entry = self.table.probe(key);
        self.usage.hits += u64::from(entry.is_some());
        entry
    }

    /// Prefetches the entry under `key`.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        self.table.prefetch(key);
    }

    /// Stores `entry` under `key`.
    #[inline(always)]
    pub(crate) fn store(&mut self, key: u64, entry: Entry) {
        self.usage.stores += 1;
        self.table.store(key, entry);
    }

    /// Counts an entry that makes a search unnecessary.
    pub(crate) fn count_cutoff(&mut self) {
        self.usage.cutoffs += 1;
    }

    /// Returns the counts since the search started.
    pub(crate) fn usage(&self) -> TableUse {
        TableUse { fill: self.table.fill(), ..self.usage }
    }

    /// Returns the value of `entry` at a depth, `ply` plies from the root, if it settles a node searched in `window`.
    #[inline]
    pub(crate) fn cutoff(&self, entry: &Entry, depth: u32, ply: u32, window: Window) -> Option<Score> {
        let deep_enough = if self.exact { entry.depth == depth } else { entry.depth >= depth };
        let score = entry.score.counted_from_root(ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        (deep_enough && settles).then_some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_answers_for_its_depth_and_its_bound() {
        let window = Window::new(Score::new(0), Score::new(10));
        let entry = |bound, score, depth| Entry { mv: None, score: Score::new(score), depth, bound };
        let loose = SharedTable::new(TranspositionTable::new(0));
        let exact = loose.clone().exact();
        let answers = |table: &SharedTable, entry| table.cutoff(&entry, 5, 2, window).map(Score::value);
        // The requested depth is 5.
        let by_depth = |table: &SharedTable| [4, 5, 6].map(|depth| answers(table, entry(Bound::Exact, 3, depth)));
        assert_eq!((by_depth(&exact), by_depth(&loose)), ([None, Some(3), None], [None, Some(3), Some(3)]));
        // Bounds settle values outside of the window.
        let by_score = |bound| [0, 1, 9, 10].map(|score| answers(&exact, entry(bound, score, 5)));
        assert_eq!(by_score(Bound::Upper), [Some(0), None, None, None]);
        assert_eq!(by_score(Bound::Lower), [None, None, None, Some(10)]);
        // Wins are counted from the root.
        let win = Entry { score: Score::win_in(3), ..entry(Bound::Exact, 0, 5) };
        assert_eq!(exact.cutoff(&win, 5, 2, window), Some(Score::win_in(5)));
    }

    #[test]
    fn uses_are_counted_for_one_search() {
        let mut table = SharedTable::new(TranspositionTable::new(0));
        let entry = Entry { mv: None, score: Score::ZERO, depth: 1, bound: Bound::Exact };
        assert_eq!(table.probe(7), None);
        table.store(7, entry);
        assert_eq!(table.probe(7), Some(entry));
        table.count_cutoff();
        assert_eq!(table.usage(), TableUse { probes: 2, hits: 1, cutoffs: 1, stores: 1, fill: 0.25 });
        table.start(None);
        assert_eq!(table.usage(), TableUse { fill: 0.25, ..TableUse::default() });
    }
}
