//! Principal variations: the best line from every node of the current path, in a *triangular table*.

/// Plies of a new table. It is allocated for every search, and most are shallow.
const PLIES: usize = 8;

/// The best line found so far from the node at each ply, last move first: a node takes over the line of its child and
/// adds its own move at the end. The table grows to the ply after the deepest node.
#[derive(Clone, Debug)]
pub(crate) struct PvTable<M>(Vec<Vec<M>>);

impl<M> Default for PvTable<M> {
    fn default() -> PvTable<M> {
        PvTable((0..PLIES).map(|_| Vec::new()).collect())
    }
}

impl<M: Copy> PvTable<M> {
    /// Clears the line of a node at `ply`, which has just been entered.
    #[inline]
    pub(crate) fn clear(&mut self, ply: u32) {
        let ply = ply as usize;
        match self.0.get_mut(ply) {
            Some(line) => line.clear(),
            None => self.grow(ply),
        }
    }

    /// Makes place for the line at `ply` and for those of deeper nodes.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, ply: usize) {
        self.0.resize_with(2 * (ply + 1), Vec::new);
    }

    /// Makes `mv` and the line below it the best line at `ply`. The line below is invalid until a node clears it.
    #[inline]
    pub(crate) fn update(&mut self, ply: u32, mv: M) {
        let ply = ply as usize;
        self.0.swap(ply, ply + 1);
        self.0[ply].push(mv);
    }

    /// Makes `mv`, which leads to a leaf, the best line at `ply`.
    #[inline]
    pub(crate) fn end(&mut self, ply: u32, mv: M) {
        let line = &mut self.0[ply as usize];
        line.clear();
        line.push(mv);
    }

    /// Returns `mv` and the line below it, as a line at `ply`.
    pub(crate) fn line(&self, ply: u32, mv: M) -> Vec<M> {
        let below = &self.0[ply as usize + 1];
        std::iter::once(mv).chain(below.iter().rev().copied()).collect()
    }
}
