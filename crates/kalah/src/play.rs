//! Playing a move: sowing, capture, and the end of the game.
//!
//! This is what a search spends its time in. Six houses a side and few seeds are the usual case, and it is compiled into
//! whoever plays; all else is called.

use crate::house::House;
use crate::lanes::{Lanes, NARROW, Row};
use crate::position::Kalah;
use crate::rules::End;
use crate::stores::Stores;
use crate::table::{self, Sown};
use crate::terms::Terms;

/// A board after sowing and capture, still seen by the side that has sown.
struct Sowed {
    own: Row,
    other: Row,
    stores: Stores,
    /// Whether the last seed fell into the store.
    again: bool,
}

impl Kalah {
    /// The position after a legal move.
    #[inline(always)]
    pub(crate) fn played(&self, mv: House) -> Kalah {
        let seeds = u64::from_row(self.own).get(mv.begin());
        match table::few(self.terms.size(), mv, seeds) {
            Some(sown) => self.followed_by(&self.sow(mv, seeds, sown)),
            None => self.followed_by(&self.sow_any(mv)),
        }
    }

    /// The position after sowing and capture, before the end of the game is looked at.
    pub(crate) fn sown(&self, mv: House) -> Kalah {
        let Sowed { own, other, stores, again } = self.sow_any(mv);
        let after = Kalah { own, other, stores, ..*self };
        if again { after } else { after.passed() }
    }

    /// Both rows after sowing `seeds`, which are all in the house.
    #[inline(always)]
    fn rows_after<W: Lanes>(&self, mv: House, seeds: u64, sown: &Sown<W>) -> (W, W) {
        (W::from_row(self.own) - W::with(mv.begin(), seeds) + sown.own, W::from_row(self.other) + sown.other)
    }

    /// The seeds that the opponent loses by a capture (0 if only the last seed is put into the store), after a sowing.
    #[inline(always)]
    fn taken<W: Lanes>(&self, own: W, other: W, sown: &Sown<W>) -> Option<u64> {
        if own & sown.house != sown.single {
            return None;
        }
        let taken = other.get(sown.opposite);
        self.terms.captures(taken > 0).then_some(taken)
    }

    /// Sows `seeds`, which are all in the house, and captures.
    #[inline(always)]
    fn sow<W: Lanes>(&self, mv: House, seeds: u64, sown: &Sown<W>) -> Sowed {
        let (mut own, mut other) = self.rows_after(mv, seeds, sown);
        let mut stores = self.stores.plus(Stores::new(sown.store, 0));
        if let Some(taken) = self.taken(own, other, sown) {
            own = own - sown.single;
            other = other - W::with(sown.opposite, taken);
            stores = stores.plus(Stores::new(taken as u16 + 1, 0));
        }
        Sowed { own: own.to_row(), other: other.to_row(), stores, again: sown.again }
    }

    #[inline(never)]
    fn sow_any(&self, mv: House) -> Sowed {
        let m = self.houses();
        let seeds = u64::from(self.own.get(mv));
        if m <= NARROW {
            self.sow(mv, seeds, &table::narrow(m, mv, seeds))
        } else {
            self.sow(mv, seeds, &table::wide(m, mv, seeds))
        }
    }

    /// The position that a sowing leads to.
    #[inline(always)]
    fn followed_by(&self, &Sowed { mut own, mut other, mut stores, again }: &Sowed) -> Kalah {
        let out_of_seeds = (own.is_empty() || other.is_empty())
            && ends_without_seeds(self.terms, if again { own } else { other }.is_empty());
        let decided = self.terms.majority() && is_majority(stores, self.terms);
        if !out_of_seeds && !decided {
            // Said apart, so that whoever asks next whether the game is over, or who moves, need not ask again.
            let after = Kalah { own, other, stores, over: false, ..*self };
            return if again { after } else { after.passed() };
        }
        if out_of_seeds || self.terms.sweep() {
            stores = stores.plus(Stores::of_rows(own, other));
            (own, other) = (Row::EMPTY, Row::EMPTY);
        }
        let after = Kalah { own, other, stores, over: true, ..*self };
        if again { after } else { after.passed() }
    }

    /// Whether the seeds that are left are scored: one side (or the mover) has none.
    #[inline]
    pub(crate) fn is_out_of_seeds(&self) -> bool {
        (self.own.is_empty() || self.other.is_empty()) && ends_without_seeds(self.terms, self.own.is_empty())
    }

    /// Whether a store holds more than half of all seeds and the rules end the game by that.
    #[inline]
    pub(crate) fn is_decided(&self) -> bool {
        self.terms.majority() && is_majority(self.stores, self.terms)
    }

    /// Whether a legal move scores at once: it captures, or its last seed falls into the store.
    #[inline]
    pub(crate) fn is_noisy(&self, mv: House) -> bool {
        let (m, seeds) = (self.houses(), u64::from(self.own.get(mv)));
        match table::few(self.terms.size(), mv, seeds) {
            Some(sown) => self.scores(mv, seeds, sown),
            None if m <= NARROW => self.scores(mv, seeds, &table::narrow(m, mv, seeds)),
            None => self.scores(mv, seeds, &table::wide(m, mv, seeds)),
        }
    }

    #[inline(always)]
    fn scores<W: Lanes>(&self, mv: House, seeds: u64, sown: &Sown<W>) -> bool {
        let (own, other) = self.rows_after(mv, seeds, sown);
        sown.again || self.taken(own, other, sown).is_some()
    }
}

/// Whether the game is over when a side has no seeds. Asked apart, because mostly both have some.
#[cold]
#[inline(never)]
fn ends_without_seeds(terms: Terms, mover_has_none: bool) -> bool {
    terms.end() == End::Either || mover_has_none
}

/// Whether a store holds more than half of all seeds. Asked apart, because most rules do not care.
#[inline(never)]
fn is_majority(stores: Stores, terms: Terms) -> bool {
    2 * stores.own().max(stores.other()) > terms.total()
}
