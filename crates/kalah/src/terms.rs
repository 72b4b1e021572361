//! What stays the same throughout a game, in one small number: size, seeds and rules.

use crate::lanes::NARROW;
use crate::rules::{Capture, End, KalahRules};
use crate::table::ROOM;

/// Seeds (16 bits), houses a side (4 bits, where they count table entries), and the rule switches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Terms(u32);

const SIZE: u32 = 0xf * ROOM as u32;
const TAKES_SEEDS: u32 = 1 << 12;
const TAKES_NOTHING: u32 = 1 << 13;
const MOVER_ENDS: u32 = 1 << 14;
const MAJORITY: u32 = 1 << 15;
const SWEEP: u32 = 1;
const WIDE: u32 = 2;
const TOTAL: u32 = 16;

const _: () = assert!(SIZE & (TAKES_SEEDS | TAKES_NOTHING | MOVER_ENDS | MAJORITY | SWEEP | WIDE) == 0);

impl Terms {
    /// `total` seeds, at most [`MAX_SEEDS`](crate::MAX_SEEDS), and `houses` a side.
    pub(crate) const fn new(total: u16, houses: usize, rules: &KalahRules) -> Terms {
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
        let wide = if houses > NARROW { WIDE } else { 0 };
        Terms((total as u32) << TOTAL | (houses * ROOM) as u32 | capture | end | majority | sweep | wide)
    }

    /// All seeds, in houses and stores.
    #[inline]
    pub(crate) const fn total(self) -> u16 {
        (self.0 >> TOTAL) as u16
    }

    /// Houses a side.
    #[inline]
    pub(crate) const fn houses(self) -> usize {
        self.size() / ROOM
    }

    /// Whether a side has more houses than fit into 64 bits.
    #[inline]
    pub(crate) const fn is_wide(self) -> bool {
        self.0 & WIDE != 0
    }

    /// Houses a side, times [`ROOM`].
    #[inline]
    pub(crate) const fn size(self) -> usize {
        (self.0 & SIZE) as usize
    }

    /// Whether a last seed alone in an own house captures, with seeds opposite or without.
    #[inline]
    pub(crate) const fn captures(self, seeds_opposite: bool) -> bool {
        self.0 & (if seeds_opposite { TAKES_SEEDS } else { TAKES_NOTHING }) != 0
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
                    for total in [0, 1, 48, MAX_SEEDS as u16] {
                        let rules = KalahRules { capture, ..rules };
                        let terms = Terms::new(total, houses, &rules);
                        assert_eq!((terms.total(), terms.houses(), terms.rules()), (total, houses, rules));
                    }
                }
            }
        }
    }
}
