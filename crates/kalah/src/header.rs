//! Everything about a position but where its seeds lie, in one word: side to move, size, rules, and what follows from them.

use plyground_game::Side;

use crate::half::{SMALL_HOUSES, SMALL_TOTAL};
use crate::rules::{Capture, End, KalahRules};
use crate::table;

/// Side to move, size, seeds, rules, and three facts that moves ask for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Header(u64);

/// Where the sowings from this position are listed, or [`UNLISTED`].
const LIST: u64 = 0xffff;
/// Above every place of the table: no sowing is found.
const UNLISTED: u64 = 0x8000;
/// The most seeds that a store of a small board can hold while the game goes on.
const ENOUGH: u32 = 16;
const SECOND: u64 = 1 << 24;
const OVER: u64 = 1 << 25;
const TAKES_SEEDS: u64 = 1 << 26;
const TAKES_NOTHING: u64 = 1 << 27;
const MOVER_ENDS: u64 = 1 << 28;
const MAJORITY: u64 = 1 << 29;
const SWEEP: u64 = 1 << 30;
const HOUSES: u32 = 32;
const TOTAL: u32 = 48;

impl Header {
    /// The header of a board with `total` seeds, at most [`MAX_SEEDS`](crate::MAX_SEEDS), and `houses` a side.
    pub(crate) const fn new(total: u16, houses: usize, rules: &KalahRules) -> Header {
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
        let half = if total > SMALL_TOTAL { SMALL_TOTAL } else { total } / 2;
        let enough = if rules.majority { half } else { SMALL_TOTAL };
        Header(
            (total as u64) << TOTAL
                | (houses as u64) << HOUSES
                | capture
                | end
                | majority
                | sweep
                | (enough as u64) << ENOUGH
                | UNLISTED,
        )
    }

    /// The same board and rules with this side to move, in a game that goes on or is over. With `listed`, which only small
    /// boards can be, the table of sowings is asked for moves.
    pub(crate) const fn at(self, side: Side, over: bool, listed: bool) -> Header {
        let list = if listed { table::begin(self.houses()) as u64 } else { UNLISTED };
        let side = match side {
            Side::First => 0,
            Side::Second => SECOND,
        };
        let over = if over { OVER } else { 0 };
        Header(self.0 & !(LIST | SECOND | OVER) | list | side | over)
    }

    /// The same with the other side to move.
    #[inline(always)]
    pub(crate) const fn passed(self) -> Header {
        Header(self.0 ^ SECOND)
    }

    #[inline(always)]
    pub(crate) const fn side(self) -> Side {
        if self.0 & SECOND == 0 { Side::First } else { Side::Second }
    }

    #[inline(always)]
    pub(crate) const fn is_over(self) -> bool {
        self.0 & OVER != 0
    }

    /// Where the table lists the sowings; beyond its end if they must be worked out.
    #[inline(always)]
    pub(crate) const fn list(self) -> usize {
        (self.0 & LIST) as usize
    }

    /// The most seeds that a store of a small board can hold while the game goes on.
    #[inline(always)]
    pub(crate) const fn enough(self) -> u16 {
        (self.0 >> ENOUGH) as u8 as u16
    }

    /// All seeds, in houses and stores.
    #[inline]
    pub(crate) const fn total(self) -> u16 {
        (self.0 >> TOTAL) as u16
    }

    /// Houses a side.
    #[inline]
    pub(crate) const fn houses(self) -> usize {
        (self.0 >> HOUSES & 0xf) as usize
    }

    /// Whether stores and houses fit into [halves](crate::half).
    #[inline]
    pub(crate) const fn is_small(self) -> bool {
        self.houses() <= SMALL_HOUSES && self.total() <= SMALL_TOTAL
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
                    for total in [0, 1, 48, 255, 256, MAX_SEEDS as u16] {
                        let rules = KalahRules { capture, ..rules };
                        let header = Header::new(total, houses, &rules);
                        assert_eq!((header.total(), header.houses(), header.rules()), (total, houses, rules));
                        assert_eq!(header.is_small(), houses <= 6 && total <= 255);
                        for (side, over) in [(Side::First, true), (Side::Second, false)] {
                            let there = header.at(Side::Second, false, header.is_small()).at(side, over, false);
                            assert_eq!((there.side(), there.is_over(), there.rules()), (side, over, rules));
                            assert_eq!((there.passed().side(), there.passed().passed()), (!side, there));
                        }
                    }
                }
            }
        }
    }
}
