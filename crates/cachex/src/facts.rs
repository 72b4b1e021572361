//! Queries about a position for evaluations and move pickers, in addition to the moves.
//!
//! ```
//! use plyground_cachex::{Cachex, CachexRules};
//! use plyground_game::{Position, Side};
//!
//! let pos = Cachex::parse("5 ....r/.b.../..br./..b../..r.. r 6", &CachexRules::default())?;
//! let mv = pos.parse_move("3,1")?;
//! assert_eq!(format!("{:?}", pos.captures(mv)), "{2,2, 3,2}");
//! assert!(pos.is_noisy(mv) && !pos.wins(mv));
//! assert_eq!(pos.largest_group(Side::Second), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use plyground_game::{Position, Side};

use crate::captures::{points, step, taken_directions};
use crate::{Cachex, CachexMove, Cell, Cells, flood};

impl Cachex {
    /// Returns the opponent's stones that this legal move captures: none, or 2 to 6. The stone that STEAL replaces does not
    /// count.
    #[must_use]
    pub fn captures(&self, mv: CachexMove) -> Cells {
        mv.cell().map_or(Cells::EMPTY, |cell| self.captures_at(self.side_to_move(), cell))
    }

    /// Returns the stones that a stone of `side` on the empty `cell` would capture, whichever side is to move.
    #[must_use]
    pub fn captures_at(&self, side: Side, cell: Cell) -> Cells {
        let taken = taken_directions(cell, self.stones(side), self.stones(!side));
        (0..6).filter(|direction| taken >> direction & 1 != 0).map(|direction| step(cell, direction)).collect()
    }

    /// Returns whether this legal move wins the game at once.
    #[must_use]
    pub fn wins(&self, mv: CachexMove) -> bool {
        mv.cell().is_some_and(|cell| {
            let side = self.side_to_move();
            let group = flood(Cells::from(cell), self.stones(side).with(cell));
            self.size().edges(side).iter().all(|&edge| group.meets(edge))
        })
    }

    /// Returns the empty cells on which a stone of `side` would capture stones, whichever side is to move.
    // Not inlined: the caller may be compiled for size.
    #[must_use]
    pub fn capture_points(&self, side: Side) -> Cells {
        let (own, theirs) = (self.stones(side), self.stones(!side));
        // A word has four rows.
        let found = match self.size().get() {
            ..=8 => Cells::from_low(points::<2>(own.low(), theirs.low())),
            9..=12 => Cells::from_low(points::<3>(own.low(), theirs.low())),
            13.. => Cells(points(own.0, theirs.0)),
        };
        found & self.empty()
    }

    /// Returns the empty cells on which a stone of `side` would join its edges, whichever side is to move.
    ///
    /// Captures are irrelevant here: they never remove the mover's stones.
    #[must_use]
    pub fn winning_points(&self, side: Side) -> Cells {
        let own = self.stones(side);
        // One stone can complete a chain only if at most one stone and one line are missing.
        if self.stone_count(side) + 1 < u32::from(self.size().get()) || self.size().open_lines(side, own) > 1 {
            return Cells::EMPTY;
        }
        let [from, to] = self.size().edges(side);
        let reach = |edge| edge | flood(edge, own).neighbours(self.size());
        reach(from) & reach(to) & self.empty()
    }

    /// Returns the group of the stone on `cell`, including that stone; empty if the cell has no stone.
    #[must_use]
    pub fn group(&self, cell: Cell) -> Cells {
        self.stone_at(cell).map_or(Cells::EMPTY, |side| flood(Cells::from(cell), self.stones(side)))
    }

    /// Returns the size of a side's largest group of connected stones; 0 without stones.
    #[must_use]
    pub fn largest_group(&self, side: Side) -> u32 {
        let mut rest = self.stones(side);
        let (mut left, mut largest) = (rest.count(), 0);
        while left > largest
            && let Some(cell) = rest.first()
        {
            let group = flood(Cells::from(cell), rest);
            largest = largest.max(group.count());
            rest = rest - group;
            left = rest.count();
        }
        largest
    }

    /// Returns the cells on which a placement of the side to move is noisy.
    pub(crate) fn noisy_points(&self) -> Cells {
        let side = self.side_to_move();
        self.capture_points(side) | self.winning_points(side)
    }
}
