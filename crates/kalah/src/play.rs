//! Playing a move: the short way for small boards.
//!
//! This is what a search spends its time in. A few seeds on a small board, after which the game goes on, are the usual
//! case: it is compiled into whoever plays. For all else the board is [worked out](crate::board).

use crate::board::{Board, Sowed};
use crate::half::Half;
use crate::house::House;
use crate::position::{Kalah, Rows};
use crate::table;

impl Kalah {
    /// The position after a legal move.
    #[inline(always)]
    pub(crate) fn played(&self, mv: House) -> Kalah {
        // Only positions in which the opponent holds seeds are listed: sowing takes none away from there, so that the
        // opponent has lost all seeds only after a capture.
        let Some(sown) = table::few(self.header.list(), mv, self.own.get(mv)) else {
            return self.worked_out(mv);
        };
        let (mut own, mut other) = (self.own.plus(sown.own), self.other.plus(sown.other));
        if let Some(last) = sown.single(own) {
            let opposite = last.house().opposite(self.houses());
            let taken = other.get(opposite);
            if self.header.captures(taken > 0) {
                own = own.minus(last).plus(Half::with_store(u16::from(taken) + 1));
                other = other.minus(Half::with(opposite, taken));
                if other.is_out_of_seeds() {
                    return self.worked_out(mv);
                }
            }
        }
        if own.is_out_of_seeds() || own.store() > self.header.enough() {
            return self.worked_out(mv);
        }
        if sown.again() {
            Kalah { own, other, rows: Rows::InHalves, header: self.header }
        } else {
            Kalah { own: other, other: own, rows: Rows::InHalves, header: self.header.passed() }
        }
    }

    #[inline(never)]
    fn worked_out(&self, mv: House) -> Kalah {
        let (board, sowed) = self.sown(mv);
        let (board, side) = if sowed.again { (board, self.side()) } else { (board.turned(), !self.side()) };
        Kalah::from_board(&board.settled(self.header), side, self.header)
    }

    /// The board after sowing and capture, still seen by the side that has sown, before the end of the game is looked at.
    pub(crate) fn sown(&self, mv: House) -> (Board, Sowed) {
        let mut board = self.board();
        let sowed = board.sow(mv, self.header);
        (board, sowed)
    }

    /// Whether a legal move scores at once: it captures, or its last seed falls into the store.
    #[inline]
    pub(crate) fn is_noisy(&self, mv: House) -> bool {
        let Some(sown) = table::few(self.header.list(), mv, self.own.get(mv)) else {
            let (_, sowed) = self.sown(mv);
            return sowed.again || sowed.captured > 0;
        };
        let captures = |last: Half| {
            let opposite = last.house().opposite(self.houses());
            self.header.captures(self.other.plus(sown.other).get(opposite) > 0)
        };
        sown.again() || sown.single(self.own.plus(sown.own)).is_some_and(captures)
    }
}
