//! Alpha-beta for Kalah(6, n) under the rules `standard`, optimised for this program alone.
//!
//! It is not generic and shares nothing with the crates of rules and search: it has its own board, sowing and search.
//!
//! It can be stopped by a number of moves, by a clock, and from another thread, because the generic search does this work as
//! well. A counter counts down, and the other limits are only checked when it is 0. This is the cheapest known way: one
//! instruction per move more than counting alone.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Above all values.
pub(crate) const INFINITY: i32 = 2_000_000_001;
/// Value of a game that is won at the root.
pub(crate) const WIN: i32 = 2_000_000_000;

const HOUSES: usize = 6;
const LAP: usize = 2 * HOUSES + 1;
/// One seed in each of the six houses.
const ONES: u64 = 0x0101_0101_0101;
/// All bits of the six houses.
const ROW: u64 = 0xffff_ffff_ffff;
/// Bit of the store, above the houses.
const STORE: u32 = 48;

/// Seeds added by sowing.
#[derive(Clone, Copy)]
struct Sown {
    own: u64,
    other: u64,
    last: u32,
    mirror: u32,
}

static SOWN: [[Sown; HOUSES]; 256] = {
    let mut table = [[Sown { own: 0, other: 0, last: 0, mirror: 0 }; HOUSES]; 256];
    let mut house = 0;
    while house < HOUSES {
        let (mut own, mut other) = (0_u64, 0_u64);
        let mut place = house;
        let mut seeds = 1;
        while seeds < 256 {
            place = (place + 1) % LAP;
            if place <= HOUSES {
                own = own.wrapping_add(1 << (8 * place));
            } else {
                other = other.wrapping_add(1 << (8 * (place - HOUSES - 1)));
            }
            // A last seed in the opponent's houses reads the lane that is always empty.
            let last = if place < HOUSES {
                8 * place
            } else if place == HOUSES {
                48
            } else {
                56
            };
            let mirror = if place < HOUSES { 8 * (HOUSES - 1 - place) } else { 56 };
            table[seeds][house] = Sown { own, other, last: last as u32, mirror: mirror as u32 };
            seeds += 1;
        }
        house += 1;
    }
    table
};

/// Result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The value for the side to move.
    pub value: i32,
    /// Moves made.
    pub nodes: u64,
    /// Positions evaluated.
    pub leaves: u64,
}

/// A position from the view of the side to move: houses in the lower six bytes, the store in the seventh.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    pub(crate) own: u64,
    pub(crate) other: u64,
}

impl Board {
    /// Creates a board from the seeds of both sides, houses in sowing order, then the store; the side to move first.
    #[must_use]
    pub fn new(own: [u8; 7], other: [u8; 7]) -> Board {
        let side = |seeds: [u8; 7]| (0..7).map(|lane| u64::from(seeds[lane]) << (8 * lane)).sum();
        Board { own: side(own), other: side(other) }
    }

    /// Searches to `depth` plies with an open window.
    #[must_use]
    pub fn search(self, depth: u32) -> Found {
        self.search_within(depth, &Limits::default()).expect("nothing stops a search without limits")
    }

    /// Searches to `depth` plies with an open window. Returns `None` if a limit was reached.
    #[must_use]
    pub fn search_within(self, depth: u32, limits: &Limits) -> Option<Found> {
        let mut search = Search { left: 0, next_check: 0, leaves: 0, depth, stopped: false, limits };
        let value = match result(self.own, self.other) {
            Some(value) => value,
            None if depth == 0 => difference(self.own, self.other),
            None => search.node(self.own, self.other, depth, -INFINITY, INFINITY),
        };
        let nodes = search.next_check - search.left;
        (!search.stopped).then_some(Found { value, nodes, leaves: search.leaves })
    }
}

/// Limits of a search.
#[derive(Debug)]
pub struct Limits {
    /// Maximum moves to make.
    pub nodes: u64,
    /// Time at which to stop.
    pub deadline: Option<Instant>,
    /// Flag that stops the search.
    pub stop: AtomicBool,
}

impl Default for Limits {
    /// Returns no limits.
    fn default() -> Limits {
        Limits { nodes: u64::MAX, deadline: None, stop: AtomicBool::new(false) }
    }
}

/// Moves between two checks of clock and flag.
const CHECK_EVERY: u64 = 1024;

pub(crate) fn difference(own: u64, other: u64) -> i32 {
    (own >> STORE) as i32 - (other >> STORE) as i32
}

fn sum(side: u64) -> i32 {
    (0..7).map(|lane| (side >> (8 * lane) & 0xff) as i32).sum()
}

/// Returns the highest bit of each non-empty house.
#[inline(always)]
pub(crate) fn filled(own: u64) -> u64 {
    const LOW: u64 = ONES * 0x7f;
    (((own & LOW) + LOW) | own) & (ONES << 7)
}

/// Sows the seeds of a house. Returns both sides, and whether the same side moves again.
#[inline(always)]
pub(crate) fn sow(own: u64, other: u64, lane: u32) -> (u64, u64, bool) {
    let seeds = own >> (8 * lane) & 0xff;
    let sown = &SOWN[seeds as usize][lane as usize];
    let mut a = own - (seeds << (8 * lane)) + sown.own;
    let mut b = other + sown.other;
    if a >> sown.last & 0xff == 1 {
        let taken = b >> sown.mirror & 0xff;
        if taken > 0 {
            a = a - (1 << sown.last) + ((taken + 1) << STORE);
            b -= taken << sown.mirror;
        }
    }
    (a, b, sown.last == STORE)
}

/// Returns the value of a finished game for the first side, as a game won at the root.
#[inline(always)]
pub(crate) fn result(own: u64, other: u64) -> Option<i32> {
    (own & ROW == 0 || other & ROW == 0).then(|| (sum(own) - sum(other)).signum() * WIN)
}

struct Search<'a> {
    /// Moves until the next check of the limits.
    left: u64,
    /// Number of moves at the next check.
    next_check: u64,
    leaves: u64,
    depth: u32,
    stopped: bool,
    limits: &'a Limits,
}

impl Search<'_> {
    /// Checks the limits and counts a move. Returns whether to continue.
    #[cold]
    #[inline(never)]
    fn check(&mut self) -> bool {
        let nodes = self.next_check;
        let late = self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.stopped || late || nodes >= self.limits.nodes || self.limits.stop.load(Ordering::Relaxed) {
            // The counter stays at 0, so that no caller makes another move.
            (self.left, self.stopped) = (0, true);
            return false;
        }
        self.next_check = (nodes + CHECK_EVERY).min(self.limits.nodes);
        self.left = self.next_check - nodes - 1;
        true
    }

    fn node(&mut self, own: u64, other: u64, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        let mut best = -INFINITY;
        let mut marks = filled(own);
        while marks != 0 {
            let lane = marks.trailing_zeros() >> 3;
            marks &= marks - 1;
            let none_left;
            (self.left, none_left) = self.left.overflowing_sub(1);
            if none_left && !self.check() {
                break;
            }
            let (a, b, again) = sow(own, other, lane);
            let value = if a & ROW == 0 || b & ROW == 0 {
                self.leaves += 1;
                let ply = self.depth - depth + 1;
                (sum(a) - sum(b)).signum() * (WIN - ply as i32)
            } else if depth == 1 {
                self.leaves += 1;
                difference(a, b)
            } else if again {
                self.node(a, b, depth - 1, alpha, beta)
            } else {
                -self.node(b, a, depth - 1, -beta, -alpha)
            };
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        best
    }
}
