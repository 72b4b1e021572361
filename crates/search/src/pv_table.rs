//! Principal variations: the best line from every node of the current path, in a *triangular table*.

/// `lines[ply]` is the best line found so far from the node at `ply`.
#[derive(Clone, Debug)]
pub(crate) struct PvTable<M>(Vec<Vec<M>>);

impl<M> Default for PvTable<M> {
    fn default() -> PvTable<M> {
        PvTable(Vec::new())
    }
}

impl<M: Copy> PvTable<M> {
    /// Clears the line of a node at `ply`, which has just been entered.
    pub(crate) fn clear(&mut self, ply: u32) {
        let ply = ply as usize;
        if self.0.len() <= ply {
            self.0.resize_with(ply + 1, Vec::new);
        }
        self.0[ply].clear();
    }

    /// Makes `mv` and the line below it the best line at `ply`.
    pub(crate) fn update(&mut self, ply: u32, mv: M) {
        let (above, below) = self.0.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(mv);
        if let Some(below) = below.first() {
            line.extend_from_slice(below);
        }
    }

    /// Returns the line below the last move of a node at `ply`.
    pub(crate) fn below(&self, ply: u32) -> &[M] {
        self.0.get(ply as usize + 1).map_or(&[], Vec::as_slice)
    }
}
