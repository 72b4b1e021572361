//! Boards of any size, and the whole rule of a move in one place: sowing, capture, and the end of the game.
//!
//! [`Kalah::after`](plyground_game::Position::after) takes a shorter way on small boards, and comes here for the rest.

use crate::moves::House;
use crate::row::Row;
use crate::rules::End;
use crate::terms::Terms;

/// Where the seeds lie, as a side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    pub(crate) own: Row,
    pub(crate) other: Row,
    /// The own store and the other.
    pub(crate) stores: [u16; 2],
}

/// What came of a sowing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sowed {
    /// Whether the last seed fell into the store.
    pub(crate) again: bool,
    /// The seeds that a capture brought to the store, the last seed included; 0 without a capture.
    pub(crate) captured: u16,
}

impl Board {
    /// Sows all seeds of an own house, and captures.
    pub(crate) fn sow(&mut self, from: House, terms: Terms) -> Sowed {
        let m = terms.houses();
        let lap = 2 * m + 1;
        let seeds = self.own.get(from);
        let (laps, rest) = (seeds / lap as u16, usize::from(seeds) % lap);
        // Own houses are the places 0 to m - 1, then come the store, the opponent's houses, and own houses again.
        let end = from.index() + rest;
        let behind = Row::with_first(m.min(end + 1), 1).minus(Row::with_first(m.min(from.index() + 1), 1));
        let round = Row::with_first((end + 1).saturating_sub(lap), 1);
        let each = Row::with_first(m, laps);
        self.own = self.own.minus(Row::with(from, seeds)).plus(each).plus(behind).plus(round);
        self.other = self.other.plus(each).plus(Row::with_first(m.min(end.saturating_sub(m)), 1));
        self.stores[0] += laps + u16::from(end >= m);
        let place = end % lap;
        let captured = if place < m { self.capture(House::from_index(place), terms) } else { 0 };
        Sowed { again: place == m, captured }
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
