//! With and without memory: the same search over a table, or over nothing at no cost.
//!
//! ```
//! use std::sync::Arc;
//! use plyground_search::{Memory, Remember, Table};
//!
//! let memory = Remember::new(Arc::new(Table::new(1)));
//! assert!(!memory.is_exact() && memory.exactly().is_exact());
//! assert!(Remember::ON && !<() as Memory>::ON);
//! ```

use std::sync::Arc;

use plyground_game::{Score, Window};

use crate::report::{Bound, TableUse};
use crate::table::{Entry, Table};

/// What a search remembers of positions.
pub trait Memory: Send {
    /// Whether it remembers at all.
    const ON: bool;

    /// Whether an entry answers only for exactly its depth, so that values are those of a search without memory.
    fn is_exact(&self) -> bool;

    /// What is known under `key`.
    fn get(&mut self, key: u64) -> Option<Entry>;

    /// Remembers `entry` under `key`.
    fn put(&mut self, key: u64, entry: Entry);

    /// A new search begins.
    fn start(&mut self);

    /// Counts that an entry spared a search.
    fn count_cutoff(&mut self) {}

    /// What was done since the search began.
    fn usage(&self) -> TableUse {
        TableUse::default()
    }

    /// The value that `entry` gives at this depth, `ply` plies from the root, if that settles a node searched in `window`.
    #[inline]
    fn answer(&self, entry: &Entry, depth: u32, ply: u32, window: Window) -> Option<Score> {
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

/// No memory.
impl Memory for () {
    const ON: bool = false;

    fn is_exact(&self) -> bool {
        true
    }

    #[inline(always)]
    fn get(&mut self, _: u64) -> Option<Entry> {
        None
    }

    #[inline(always)]
    fn put(&mut self, _: u64, _: Entry) {}

    fn start(&mut self) {}
}

/// A table, perhaps shared with other threads.
#[derive(Clone, Debug)]
pub struct Remember {
    table: Arc<Table>,
    exact: bool,
    usage: TableUse,
}

impl Remember {
    /// Entries answer for their depth and less.
    #[must_use]
    pub fn new(table: Arc<Table>) -> Remember {
        Remember { table, exact: false, usage: TableUse::default() }
    }

    /// Entries answer for exactly their depth.
    #[must_use]
    pub fn exactly(self) -> Remember {
        Remember { exact: true, ..self }
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }
}

impl Memory for Remember {
    const ON: bool = true;

    #[inline]
    fn is_exact(&self) -> bool {
        self.exact
    }

    // Answers and entries stay in registers.
    #[inline(always)]
    fn get(&mut self, key: u64) -> Option<Entry> {
        self.usage.probes += 1;
        let entry = self.table.probe(key);
        self.usage.hits += u64::from(entry.is_some());
        entry
    }

    #[inline(always)]
    fn put(&mut self, key: u64, entry: Entry) {
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
