//! Plays a move: with a table in the packed layout, or with the complete rule in the wide layout.
//!
//! A search spends most of its time here. The usual case is a move on a small board that does not end the game, and it
//! is inlined into the callers. The [complete rule](crate::board) computes every other move.

use core::hint::cold_path;

use crate::board::{SowResult, WideBoard};
use crate::moves::House;
use crate::packed::PackedSide;
use crate::position::{Kalah, Layout};
use crate::sowing_table;

impl Kalah {
    /// Returns the position after a legal move.
    #[inline(always)]
    pub(crate) fn played(&self, mv: House) -> Kalah {
        match self.played_from_table(mv) {
            Some(next) => next,
            None => self.played_wide(mv),
        }
    }

    /// Returns the position after a legal move, if both positions fit the packed layout.
    #[inline(always)]
    pub(crate) fn played_from_table(&self, mv: House) -> Option<Kalah> {
        // No test for a small board is needed. On a larger board the packed sides have no seeds in houses, so the table
        // adds nothing and the mover's side stays out of seeds.
        let delta = sowing_table::delta(self.houses(), mv, self.own.get(mv));
        let (mut own, mut other) = (self.own.plus(delta.own), self.other.plus(delta.other));
        let (layout, variant) = (Layout::Packed, self.variant);
        // Each case builds its own result, so the caller does not test again which side is to move.
        if delta.again() {
            if self.may_be_over(own) {
                return None;
            }
            return Some(Kalah { own, other, layout, variant, side: self.side });
        }
        // The opponent has seeds and sowing never removes them, so only a capture can empty the opponent's houses.
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

    /// Returns whether the game may be over, given the mover's side after the move.
    //
    // The hints compile this to two branches that are never taken. Without them both conditions are computed and
    // combined.
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

    /// Returns the position after a legal move on any board.
    //
    // The result is built from its fields: taking the address of a whole position would keep it out of registers.
    #[inline(always)]
    fn played_wide(&self, mv: House) -> Kalah {
        let (Kalah { own, other, layout, .. }, again) = self.compute_wide(mv);
        let variant = self.variant;
        if again {
            Kalah { own, other, layout, variant, side: self.side }
        } else {
            cold_path();
            Kalah { own, other, layout, variant, side: self.side.other() }
        }
    }

    /// Returns the position after a legal move on any board, and whether the last seed fell into the store.
    #[cold]
    #[inline(never)]
    fn compute_wide(&self, mv: House) -> (Kalah, bool) {
        let (board, SowResult { again, .. }) = self.sow_wide(mv);
        let (board, side) = if again { (board, self.side) } else { (board.turned(), !self.side) };
        (Kalah::from_board(&board.settled(self.variant), side, self.variant), again)
    }

    /// Returns the board after sowing and capture, from the view of the side that sowed, before the end-of-game rules
    /// apply.
    pub(crate) fn sow_wide(&self, mv: House) -> (WideBoard, SowResult) {
        let mut board = self.board();
        let result = board.sow(mv, self.variant);
        (board, result)
    }

    /// Returns whether a legal move scores immediately: it captures, or its last seed falls into the store.
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
