//! Complete rule of a move on a board of any size, in the wide layout: sowing, capture, and the end of the game.
//!
//! [`Kalah::after`](plyground_game::Position::after) computes an ordinary move of a small board in the packed layout.
//! It computes every other move with this module.

use crate::distribution::{Distribution, Last};
use crate::moves::House;
use crate::rules::End;
use crate::variant::Variant;
use crate::wide::WideHouses;

/// Board of any size, from the view of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WideBoard {
    pub(crate) own: WideHouses,
    pub(crate) other: WideHouses,
    /// Seeds in the own store and in the opponent's store.
    pub(crate) stores: [u16; 2],
}

/// Result of a sowing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SowResult {
    /// Whether the last seed falls into the store.
    pub(crate) again: bool,
    /// Number of seeds that a capture moves to the store, including the last seed; 0 without a capture.
    pub(crate) captured: u16,
}

impl WideBoard {
    /// Sows all seeds of an own house, and captures if the last seed allows it.
    pub(crate) fn sow(&mut self, from: House, variant: Variant) -> SowResult {
        let seeds = self.own.get(from);
        let distribution = Distribution::new(variant.houses(), from, seeds);
        self.own = self.own.minus(WideHouses::with(from, seeds)).plus(distribution.own());
        self.other = self.other.plus(distribution.other());
        self.stores[0] += distribution.in_store();
        match distribution.last() {
            Last::Store => SowResult { again: true, captured: 0 },
            Last::Own(house) => SowResult { again: false, captured: self.capture(house, variant) },
            Last::Other(_) => SowResult { again: false, captured: 0 },
        }
    }

    /// Captures with the last seed, which fell into an own house, if the rules allow it. Returns the number of seeds
    /// captured.
    fn capture(&mut self, house: House, variant: Variant) -> u16 {
        let opposite = house.opposite(variant.houses());
        let taken = self.other.get(opposite);
        if self.own.get(house) != 1 || !variant.captures(taken > 0) {
            return 0;
        }
        self.own = self.own.minus(WideHouses::with(house, 1));
        self.other = self.other.minus(WideHouses::with(opposite, taken));
        self.stores[0] += taken + 1;
        taken + 1
    }

    /// Returns the board from the view of the other side.
    pub(crate) const fn turned(self) -> WideBoard {
        let [own, other] = self.stores;
        WideBoard { own: self.other, other: self.own, stores: [other, own] }
    }

    /// Returns whether the game ends because one side, or the side to move, has no seeds in its houses. The own side is
    /// to move.
    pub(crate) const fn is_out_of_seeds(&self, variant: Variant) -> bool {
        match variant.end() {
            End::Either => self.own.is_empty() || self.other.is_empty(),
            End::Mover => self.own.is_empty(),
        }
    }

    /// Returns whether a store has more than half of all seeds and the rules end the game by majority.
    const fn is_decided(&self, variant: Variant) -> bool {
        let [own, other] = self.stores;
        variant.majority() && (2 * own > variant.total() || 2 * other > variant.total())
    }

    /// Returns whether the game is over. The own side is to move.
    pub(crate) const fn is_over(&self, variant: Variant) -> bool {
        self.is_out_of_seeds(variant) || self.is_decided(variant)
    }

    /// Moves the seeds of all houses to the stores of their owners.
    pub(crate) const fn swept(self) -> WideBoard {
        let [own, other] = self.stores;
        WideBoard {
            own: WideHouses::EMPTY,
            other: WideHouses::EMPTY,
            stores: [own + self.own.sum(), other + self.other.sum()],
        }
    }

    /// Returns the board, swept if the game ends for lack of seeds, or by majority under rules with sweeping.
    pub(crate) fn settled(self, variant: Variant) -> WideBoard {
        if self.is_out_of_seeds(variant) || self.is_decided(variant) && variant.sweep() { self.swept() } else { self }
    }
}
