//! The transposition table in a search: keys, probes, entries, and the lines behind table entries.

use plyground_game::{Evaluate, Move, Score, SearchHints, Side, Window};

use super::{Best, Node, Search};
use crate::budget::MAX_PLY;
use crate::options::{Unit, View};
use crate::report::Bound;
use crate::shared_table::SharedTable;
use crate::transposition_table::Entry;

/// The result of probing the table for a node.
pub(crate) struct Probe<M> {
    pub(crate) key: u64,
    /// Hash move, tried first.
    pub(crate) tt_move: Option<M>,
    /// Value of the node, if the table settles it.
    pub(crate) cutoff: Option<Score>,
}

impl<P: SearchHints, E: Evaluate<P>> Search<'_, P, E> {
    /// Returns the key under which the value of `pos`, searched to `depth`, is stored. It combines the key of the
    /// position with everything else that the value depends on: see `transposition_table.rs`.
    #[inline]
    pub(crate) fn table_key(&self, table: &SharedTable, pos: &P, depth: u32) -> u64 {
        let mut key = pos.key();
        if self.options.view == View::Root && self.root_side == Side::Second {
            // A table that outlives a search must not confuse the values for the two sides.
            key ^= 0x9e6c_63d0_676a_9a99;
        }
        if P::HAS_HISTORY {
            let plies = if self.options.unit == Unit::Ply { depth } else { u32::MAX };
            key ^= self.history.signature(plies, P::NO_RETURN_WITHIN, table.is_exact());
        }
        key
    }

    /// Prefetches the bucket of a node that will be probed with the depth left.
    #[inline(always)]
    pub(crate) fn prefetch(&self, node: &Node<P, E::Path>) {
        if node.depth > 0
            && let Some(table) = &self.table
        {
            table.prefetch(self.table_key(table, &node.pos, node.depth));
        }
    }

    /// Probes the table for a node.
    #[inline(always)]
    pub(crate) fn probe(&mut self, node: &Node<P, E::Path>, depth: u32, window: Window) -> Probe<P::Move> {
        let mut probe = Probe { key: 0, tt_move: None, cutoff: None };
        let Some(table) = &self.table else { return probe };
        probe.key = self.table_key(table, &node.pos, depth);
        let Some(table) = &mut self.table else { return probe };
        let Some(entry) = table.probe(probe.key) else { return probe };
        probe.cutoff = table.cutoff(&entry, depth, node.ply, window);
        self.statistics.table_hits += 1;
        self.observe(|observer| observer.table_hit(&node.pos, node.ply));
        if probe.cutoff.is_some() {
            self.table_cutoff(node);
        } else {
            let legal = |mv: &P::Move| node.pos.is_legal(*mv);
            probe.tt_move = entry.mv.and_then(|mv| P::Move::from_index(mv.into())).filter(legal);
        }
        probe
    }

    /// Counts a node that the table settles.
    #[inline]
    pub(crate) fn table_cutoff(&mut self, node: &Node<P, E::Path>) {
        self.counts.pruned = true;
        self.statistics.table_cutoffs += 1;
        if let Some(table) = &mut self.table {
            table.count_cutoff();
        }
        self.observe(|observer| observer.table_cutoff(&node.pos, node.ply));
    }

    /// Stores the result of a search of a node in `window`, unless a limit made it invalid.
    #[inline(always)]
    pub(crate) fn store(&mut self, key: u64, ply: u32, window: Window, found: Best<P::Move>, depth: u32) {
        let Some(table) = &mut self.table else { return };
        if !self.budget.is_spent() && !self.budget.is_exiting() && self.counts.seldepth < MAX_PLY {
            let mv = found.mv.map(|mv| mv.index() as u16);
            let bound = Bound::of(found.score, window);
            table.store(key, Entry { mv, score: found.score.counted_from_node(ply), depth, bound });
        }
    }

    /// Extends a line from `root` where a table entry replaced the search. It follows exact entries of exactly the
    /// depth left.
    pub(crate) fn complete_pv(&mut self, root: &P, pv: &mut Vec<P::Move>, depth: u32) {
        if self.table.is_none() {
            return;
        }
        let (mut pos, mut depth, mut made) = (root.clone(), self.inner_depth(depth), 0);
        while depth > 0 && (made as u32) < MAX_PLY && self.history.outcome(&pos).is_none() {
            let next = if let Some(&mv) = pv.get(made) {
                mv
            } else {
                let entry = self.table_entry(&pos, depth);
                let entry = entry.filter(|entry| entry.bound == Bound::Exact && entry.depth == depth);
                let mv = entry.and_then(|entry| P::Move::from_index(entry.mv?.into()));
                let Some(mv) = mv.filter(|&mv| pos.is_legal(mv)) else { break };
                pv.push(mv);
                mv
            };
            let after = pos.after(next);
            if P::HAS_HISTORY {
                self.history.push(&pos, next, &after);
            }
            depth = self.child_depths(&pos, depth).after(after.side_to_move() == pos.side_to_move());
            pos = after;
            made += 1;
        }
        (0..made).for_each(|_| self.unmake());
    }

    /// Returns the table entry of a position.
    pub(crate) fn table_entry(&mut self, pos: &P, depth: u32) -> Option<Entry> {
        let key = self.table_key(self.table.as_ref()?, pos, depth);
        self.table.as_mut()?.probe(key)
    }
}

#[cfg(test)]
mod tests {
    use plyground_game::{HashEvaluation, Position as _};
    use plyground_kalah::Kalah;

    use crate::options::Options;
    use crate::transposition_table::TranspositionTable;

    use super::*;

    #[test]
    fn values_for_the_two_sides_have_different_keys() {
        let evaluation = HashEvaluation { seed: 1, range: 9, antisymmetric: true };
        let differences = ["<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S", "<5,9,7,0,3,1,6,2,2,4,1,0,5> N"].map(|position| {
            let pos = Kalah::parse(position, &Default::default()).expect("a position");
            let keys = |view| {
                let table = SharedTable::new(TranspositionTable::new(0));
                let mut search = Search::<Kalah, _>::new(&evaluation, Options { view, ..Options::default() });
                Side::ALL.map(|side| {
                    search.root_side = side;
                    search.table_key(&table, &pos, 3)
                })
            };
            assert_eq!(keys(View::Mover), [pos.key(); 2]);
            let [first, second] = keys(View::Root);
            assert_eq!(first, pos.key());
            first ^ second
        });
        assert!(differences[0] != 0 && differences[0] == differences[1], "one to one, so that no two positions meet");
    }
}
