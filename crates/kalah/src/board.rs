//! Boards of any size, and the whole rule of a move in one place: sowing, capture, and the end of the game.
//!
//! [`Kalah::after`](plyground_game::Position::after) takes a shorter way on small boards, and comes here for the rest.

use crate::moves::House;
use crate::row::Row;
use crate::rules::End;
use crate::spread::{Last, Spread};
use crate::terms::Terms;

/// Where the seeds lie, as a side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    pub(crate) own: Row,
    pub(crate) other: Row,
    /// The own store and the other.
    pub(crate) stores: [u16; 2],
}

/// What comes of a sowing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sowed {
    /// Whether the last seed falls into the store.
    pub(crate) again: bool,
    /// The seeds that a capture brings to the store, the last seed included; 0 without a capture.
    pub(crate) captured: u16,
}

impl Board {
    /// Sows all seeds of an own house, and captures.
    pub(crate) fn sow(&mut self, from: House, terms: Terms) -> Sowed {
        let seeds = self.own.get(from);
        let spread = Spread::new(terms.houses(), from, seeds);
        self.own = self.own.minus(Row::with(from, seeds)).plus(spread.own());
        self.other = self.other.plus(spread.other());
        self.stores[0] += spread.in_store();
        match spread.last() {
            Last::Store => Sowed { again: true, captured: 0 },
            Last::Own(house) => Sowed { again: false, captured: self.capture(house, terms) },
            Last::Other(_) => Sowed { again: false, captured: 0 },
        }
    }

    /// Captures with the last seed in an own house, if it can; the number of seeds won.
    fn capture(&mut self, house: House, terms: Terms) -> u16 {
        let opposite = house.opposite(terms.houses());
        let taken = self.other.get(opposite);
        if self.own.get(house) != 1 || !terms.captures(taken > 0) {
            return 0;
        }
        self.own = self.own.minus(Row::with(house, 1));
        self.other = self.other.minus(Row::with(opposite, taken));
        self.stores[0] += taken + 1;
        taken + 1
    }

    /// As the other side sees it.
    pub(crate) const fn turned(self) -> Board {
        let [own, other] = self.stores;
        Board { own: self.other, other: self.own, stores: [other, own] }
    }

    /// Whether the seeds that are left are scored: one side, or the side to move, has none in its houses. The own side is
    /// to move.
    pub(crate) const fn is_out_of_seeds(&self, terms: Terms) -> bool {
        match terms.end() {
            End::Either => self.own.is_empty() || self.other.is_empty(),
            End::Mover => self.own.is_empty(),
        }
    }

    /// Whether a store holds more than half of all seeds and the rules end the game by that.
    const fn is_decided(&self, terms: Terms) -> bool {
        let [own, other] = self.stores;
        terms.majority() && (2 * own > terms.total() || 2 * other > terms.total())
    }

    /// Whether the game is over. The own side is to move.
    pub(crate) const fn is_over(&self, terms: Terms) -> bool {
        self.is_out_of_seeds(terms) || self.is_decided(terms)
    }

    /// Puts the seeds of all houses into their owners' stores.
    pub(crate) const fn swept(self) -> Board {
        let [own, other] = self.stores;
        Board { own: Row::EMPTY, other: Row::EMPTY, stores: [own + self.own.sum(), other + self.other.sum()] }
    }

    /// The same board, swept if the game is over and the rules say so.
    pub(crate) fn settled(self, terms: Terms) -> Board {
        if self.is_out_of_seeds(terms) || self.is_decided(terms) && terms.sweep() { self.swept() } else { self }
    }
}
