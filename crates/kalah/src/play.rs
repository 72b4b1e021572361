//! Playing a move: the short way for small boards.
//!
//! This is what a search spends its time in. A move on a small board, after which the game goes on, is the usual case: it
//! is compiled into its callers. For all else the board is [worked out](crate::board).

use core::hint::cold_path;

use crate::board::{Board, Sowed};
use crate::half::Half;
use crate::moves::House;
use crate::position::{Form, Kalah};
use crate::table;

impl Kalah {
    /// The position after a legal move.
    #[inline(always)]
    pub(crate) fn played(&self, mv: House) -> Kalah {
        match self.played_from_table(mv) {
            Some(next) => next,
            None => self.worked_out(mv),
        }
    }

    /// The position after a legal move, if halves hold what was before and what comes after it.
    #[inline(always)]
    pub(crate) fn played_from_table(&self, mv: House) -> Option<Kalah> {
        // That it is a small board need not be asked: on others the halves have no seeds in houses, the table adds nothing,
        // and the mover's half is still out of seeds.
        let sown = table::sown(self.houses(), mv, self.own.get(mv));
        let (mut own, mut other) = (self.own.plus(sown.own), self.other.plus(sown.other));
        let (form, terms) = (Form::Close, self.terms);
        // Two ways from here, so that the caller need not ask again who moves.
        if sown.again() {
            if self.may_be_over(own) {
                return None;
            }
            return Some(Kalah { own, other, form, terms, side: self.side });
        }
        // The opponent holds seeds, and sowing takes none of them: only a capture can take the last.
        if sown.is_alone(own) {
            let taken = other.get(sown.opposite());
            if self.terms.captures(taken > 0) {
                own = sown.without_last(own).plus(Half::with_store(u16::from(taken) + 1));
                other = other.minus(Half::with(sown.opposite(), taken));
                if other.is_out_of_seeds() {
                    return None;
                }
            }
        }
        if self.may_be_over(own) {
            return None;
        }
        Some(Kalah { own: other, other: own, form, terms, side: self.side.other() })
    }

    /// Whether the mover's half after a move is one that can end the game.
    //
    // The hints keep this two jumps that are never taken; together, the answers would be computed and joined first.
    #[inline(always)]
    fn may_be_over(&self, own: Half) -> bool {
        if own.is_out_of_seeds() {
            cold_path();
            return true;
        }
        if own.store() > self.terms.enough() {
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
        let (Kalah { own, other, form, .. }, again) = self.work_out(mv);
        let terms = self.terms;
        if again {
            Kalah { own, other, form, terms, side: self.side }
        } else {
            cold_path();
            Kalah { own, other, form, terms, side: self.side.other() }
        }
    }

    /// The position after a legal move of any board, and whether the last seed fell into the store.
    #[cold]
    #[inline(never)]
    fn work_out(&self, mv: House) -> (Kalah, bool) {
        let (board, Sowed { again, .. }) = self.sown(mv);
        let (board, side) = if again { (board, self.side) } else { (board.turned(), !self.side) };
        (Kalah::from_board(&board.settled(self.terms), side, self.terms), again)
    }

    /// The board after sowing and capture, still seen by the side that has sown, before the end of the game is looked at.
    pub(crate) fn sown(&self, mv: House) -> (Board, Sowed) {
        let mut board = self.board();
        let sowed = board.sow(mv, self.terms);
        (board, sowed)
    }

    /// Whether a legal move scores at once: it captures, or its last seed falls into the store.
    #[inline]
    pub(crate) fn is_noisy(&self, mv: House) -> bool {
        if matches!(self.form, Form::Apart { .. }) {
            let (_, sowed) = self.sown(mv);
            return sowed.again || sowed.captured > 0;
        }
        let sown = table::sown(self.houses(), mv, self.own.get(mv));
        let (own, other) = (self.own.plus(sown.own), self.other.plus(sown.other));
        sown.again() || sown.is_alone(own) && self.terms.captures(other.get(sown.opposite()) > 0)
    }
}
