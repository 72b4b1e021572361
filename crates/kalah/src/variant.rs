//! Constants of a game: the board size, the number of seeds and the rules, in one word.

use crate::rules::{Capture, End, KalahRules};
use crate::{SMALL_HOUSES, SMALL_TOTAL};

/// Seeds (10 bits), houses per side (4 bits), the largest store without an end of the game (8 bits), and the rule
/// switches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Variant(u32);

const TAKES_SEEDS: u32 = 1 << 5;
const TAKES_NOTHING: u32 = 1 << 6;
const MOVER_ENDS: u32 = 1 << 7;
const ENOUGH: u32 = 8;
const HOUSES: u32 = 16;
const TOTAL: u32 = 20;
const MAJORITY: u32 = 1 << 30;
const SWEEP: u32 = 1 << 31;

impl Variant {
    /// Creates a variant with `total` seeds, at most [`MAX_SEEDS`](crate::MAX_SEEDS), and `houses` per side.
    pub(crate) const fn new(total: u16, houses: usize, rules: &KalahRules) -> Variant {
        let capture = match rules.capture {
            Capture::None => 0,
            Capture::Standard => TAKES_SEEDS,
            Capture::Empty => TAKES_SEEDS | TAKES_NOTHING,
        };
        let end = match rules.end {
            End::Either => 0,
            End::Mover => MOVER_ENDS,
        };
        let majority = if rules.majority { MAJORITY } else { 0 };
        let sweep = if rules.sweep { SWEEP } else { 0 };
        let enough = if rules.majority && total <= SMALL_TOTAL { total / 2 } else { SMALL_TOTAL };
        let numbers = (total as u32) << TOTAL | (houses as u32) << HOUSES | (enough as u32) << ENOUGH;
        Variant(numbers | capture | end | majority | sweep)
    }

    /// Returns the variant as one word, for position keys.
    #[inline]
    pub(crate) const fn word(self) -> u32 {
        self.0
    }

    /// Returns the maximum number of seeds in a store of a small board while the game is not over.
    #[inline(always)]
    pub(crate) const fn enough(self) -> u16 {
        (self.0 >> ENOUGH) as u8 as u16
    }

    /// Returns the number of seeds in houses and stores.
    #[inline]
    pub(crate) const fn total(self) -> u16 {
        (self.0 >> TOTAL & 0x3ff) as u16
    }

    /// Returns the number of houses per side.
    #[inline]
    pub(crate) const fn houses(self) -> usize {
        (self.0 >> HOUSES & 0xf) as usize
    }

    /// Returns whether stores and houses fit into the [packed layout](crate::packed).
    #[inline]
    pub(crate) const fn is_small(self) -> bool {
        self.houses() <= SMALL_HOUSES && self.total() <= SMALL_TOTAL
    }

    /// Returns whether a last seed alone in an own house captures, with or without seeds in the opposite house.
    #[inline]
    pub(crate) const fn captures(self, seeds_opposite: bool) -> bool {
        if seeds_opposite { self.0 & TAKES_SEEDS != 0 } else { self.0 & TAKES_NOTHING != 0 }
    }

    #[inline]
    pub(crate) const fn end(self) -> End {
        if self.0 & MOVER_ENDS == 0 { End::Either } else { End::Mover }
    }

    #[inline]
    pub(crate) const fn majority(self) -> bool {
        self.0 & MAJORITY != 0
    }

    #[inline]
    pub(crate) const fn sweep(self) -> bool {
        self.0 & SWEEP != 0
    }

    pub(crate) const fn rules(self) -> KalahRules {
        let capture = match (self.captures(true), self.captures(false)) {
            (false, _) => Capture::None,
            (true, false) => Capture::Standard,
            (true, true) => Capture::Empty,
        };
        KalahRules { capture, end: self.end(), majority: self.majority(), sweep: self.sweep() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MAX_HOUSES, MAX_SEEDS};

    #[test]
    fn what_goes_in_comes_out() {
        for (_, rules) in KalahRules::NAMED {
            for capture in [Capture::None, Capture::Standard, Capture::Empty] {
                for houses in 1..=MAX_HOUSES {
                    for total in [0, 1, 48, 127, 128, MAX_SEEDS as u16] {
                        let rules = KalahRules { capture, ..rules };
                        let variant = Variant::new(total, houses, &rules);
                        assert_eq!((variant.total(), variant.houses(), variant.rules()), (total, houses, rules));
                        assert_eq!(variant.is_small(), houses <= 6 && total <= 127);
                    }
                }
            }
        }
    }
}
