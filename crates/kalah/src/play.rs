//! Playing a move: from a table in the packed layout, and by the whole rule in the wide layout.
//!
//! This is what a search spends its time in. A move on a small board, after which the game goes on, is the usual case: it
//! is compiled into its callers. Any other move is computed by the [whole rule](crate::board).

use core::hint::cold_path;

use crate::board::{SowResult, WideBoard};
use crate::moves::House;
use crate::packed::PackedSide;
use crate::position::{Kalah, Layout};
use crate::sowing_table;

impl Kalah {
    /// The position after a legal move.
    #[inline(always)]
    pub(crate) fn played(&self, mv: House) -> Kalah {
        match self.played_from_table(mv) {
            Some(next) => next,
            None => self.worked_out(mv),
        }
    }

    /// Returns the position after a legal move, if both positions fit the packed layout.
    #[inline(always)]
    pub(crate) fn played_from_table(&self, mv: House) -> Option<Kalah> {
        // That it is a small board need not be asked: on others the packed sides have no seeds in houses, the table adds nothing,
        // and the mover's side is still out of seeds.
        let delta = sowing_table::delta(self.houses(), mv, self.own.get(mv));
        let (mut own, mut other) = (self.own.plus(delta.own), self.other.plus(delta.other));
        let (layout, variant) = (Layout::Packed, self.variant);
        // Two ways from here, so that the caller need not ask again who moves.
        if delta.again() {
            if self.may_be_over(own) {
                return None;
            }
            return Some(Kalah { own, other, layout, variant, side: self.side });
        }
        // The opponent holds seeds, and sowing takes none of them: only a capture can take the last.
        if delta.is_alone(own) {
            let taken = other.get(delta.opposite());
            if self.variant.captures(taken > 0) {
                own = delta.without_last(own).plus(PackedSide::with_store(u16::from(taken) + 1));
                other = other.minus(PackedSide::with(delta.opposite(), taken));
                if other.is_out_of_seeds() {
                    return None;
                }
            }
        }
        if self.may_be_over(own) {
            return None;
        }
        Some(Kalah { own: other, other: own, layout, variant, side: self.side.other() })
    }

    /// Whether the mover's side after a move is one that can end the game.
    //
    // The hints keep this two jumps that are never taken; together, the answers would be computed and joined first.
    #[inline(always)]
    fn may_be_over(&self, own: PackedSide) -> bool {
        if own.is_out_of_seeds() {
            cold_path();
            return true;
        }
        if own.store() > self.variant.enough() {
            cold_path();
            return true;
        }
        false
    }

    /// The position after a legal move of any board.
    //
    // Put together from parts: the address of a whole position would keep it out of registers.
    #[inline(always)]
    fn worked_out(&self, mv: House) -> Kalah {
        let (Kalah { own, other, layout, .. }, again) = self.work_out(mv);
        let variant = self.variant;
        if again {
            Kalah { own, other, layout, variant, side: self.side }
        } else {
            cold_path();
            Kalah { own, other, layout, variant, side: self.side.other() }
        }
    }

    /// The position after a legal move of any board, and whether the last seed fell into the store.
    #[cold]
    #[inline(never)]
    fn work_out(&self, mv: House) -> (Kalah, bool) {
        let (board, SowResult { again, .. }) = self.sow_wide(mv);
        let (board, side) = if again { (board, self.side) } else { (board.turned(), !self.side) };
        (Kalah::from_board(&board.settled(self.variant), side, self.variant), again)
    }

    /// The board after sowing and capture, still seen by the side that has sown, before the end of the game is looked at.
    pub(crate) fn sow_wide(&self, mv: House) -> (WideBoard, SowResult) {
        let mut board = self.board();
        let result = board.sow(mv, self.variant);
        (board, result)
    }

    /// Whether a legal move scores at once: it captures, or its last seed falls into the store.
    #[inline]
    pub(crate) fn is_noisy(&self, mv: House) -> bool {
        if matches!(self.layout, Layout::Wide { .. }) {
            let (_, result) = self.sow_wide(mv);
            return result.again || result.captured > 0;
        }
        let delta = sowing_table::delta(self.houses(), mv, self.own.get(mv));
        let (own, other) = (self.own.plus(delta.own), self.other.plus(delta.other));
        delta.again() || delta.is_alone(own) && self.variant.captures(other.get(delta.opposite()) > 0)
    }
}
