//! The position and its moves.
//!
//! ```
//! use plyground_game::{Outcome, Position, Side};
//! use plyground_kalah::{House, Kalah, KalahRules};
//!
//! let pos = Kalah::parse("<3,5,4,0,0,1,2,0,6> S", &KalahRules::default())?;
//! assert_eq!(pos.store(Side::First), 5);
//! assert_eq!(pos.seeds(Side::Second, House::new(3).expect("a house of a board with 3")), 6);
//!
//! // South's last seed: her houses are empty, and what North still holds is North's.
//! let end = pos.after(pos.legal_moves()[0]);
//! assert_eq!(end.to_string(), "<3,6,12,0,0,0,0,0,0> S");
//! assert_eq!(end.outcome(), Some(Outcome::Win(Side::Second)));
//! # Ok::<(), plyground_game::notation::ParsePositionError>(())
//! ```

use std::fmt;
use std::ops::ControlFlow;

use plyground_game::diagram::Diagram;
use plyground_game::notation::{ParseMoveError, ParsePositionError};
use plyground_game::{Class, Move, Outcome, Position, Side, Symmetric};

use crate::lanes::{self, Row};
use crate::rules::{Capture, KalahRules};
use crate::setup::KalahSetup;
use crate::{MAX_HOUSES, MAX_SEEDS};

/// A house of either side, and the move that sows from it. Printed as its number, 1 is the farthest from the own store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct House(u8);

impl House {
    /// The house with this number, 1 to 12.
    #[must_use]
    pub const fn new(number: usize) -> Option<House> {
        if number >= 1 && number <= MAX_HOUSES { Some(House(number as u8 - 1)) } else { None }
    }

    /// The number, from 1.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    pub(crate) const fn from_lane(lane: usize) -> House {
        House(lane as u8)
    }

    #[inline]
    pub(crate) const fn lane(self) -> usize {
        self.0 as usize
    }
}

impl Move for House {
    const COUNT: usize = MAX_HOUSES;

    #[inline]
    fn index(self) -> usize {
        self.lane()
    }

    fn from_index(index: usize) -> Option<House> {
        House::new(index + 1)
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// A position of Kalah. South is the first side, North the second.
///
/// When a move ends the game for want of seeds, the seeds left are put into their owners' stores at once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Kalah {
    rows: [Row; 2],
    stores: [u16; 2],
    /// All seeds, in houses and stores.
    total: u16,
    m: u8,
    side: Side,
    rules: KalahRules,
}

// One cache line holds a position of any size.
const _: () = assert!(size_of::<Kalah>() <= 64);

impl Kalah {
    /// Houses a side, `m`.
    #[inline]
    #[must_use]
    pub const fn houses(&self) -> usize {
        self.m as usize
    }

    /// The seeds in a side's store.
    #[inline]
    #[must_use]
    pub const fn store(&self, side: Side) -> u16 {
        self.stores[side.index()]
    }

    /// The seeds in a side's house; 0 for a house that the board does not have.
    #[inline]
    #[must_use]
    pub const fn seeds(&self, side: Side, house: House) -> u16 {
        self.rows[side.index()].get(house.lane())
    }

    /// The seeds in all houses of a side.
    #[must_use]
    pub const fn seeds_in_houses(&self, side: Side) -> u16 {
        self.rows[side.index()].sum()
    }

    /// All seeds, in houses and stores; the same throughout a game.
    #[inline]
    #[must_use]
    pub const fn total(&self) -> u16 {
        self.total
    }

    /// The rules that the position is played by.
    #[inline]
    #[must_use]
    pub const fn rules(&self) -> KalahRules {
        self.rules
    }

    /// The seeds that each side has at the end, `[south, north]`; `None` while the game goes on. After an end by
    /// majority without sweeping they are what the stores hold: the winner is decided, the margin is not played out.
    #[must_use]
    pub fn final_seeds(&self) -> Option<[u16; 2]> {
        let swept = Side::ALL.map(|side| self.store(side) + self.seeds_in_houses(side));
        match () {
            () if self.is_out_of_seeds() => Some(swept),
            () if self.is_decided() => Some(if self.rules.sweep { swept } else { self.stores }),
            () => None,
        }
    }

    /// The difference of the two sides' final seeds, seen by `side`; `None` while the game goes on.
    #[must_use]
    pub fn final_margin(&self, side: Side) -> Option<i32> {
        let seeds = self.final_seeds()?.map(i32::from);
        Some(seeds[side.index()] - seeds[(!side).index()])
    }

    /// A position from its parts; `None` when there are too many houses or seeds. Houses of both sides in their own
    /// sowing order.
    #[must_use]
    pub fn from_parts(houses: [&[u16]; 2], stores: [u16; 2], side: Side, rules: &KalahRules) -> Option<Kalah> {
        let m = houses[0].len();
        let all = houses[0].iter().chain(houses[1]).chain(&stores);
        let total: u32 = all.map(|&seeds| u32::from(seeds)).sum();
        if m == 0 || m > MAX_HOUSES || houses[1].len() != m || total > MAX_SEEDS {
            return None;
        }
        let rows = houses
            .map(|row| row.iter().enumerate().fold(Row::EMPTY, |sum, (lane, &seeds)| sum + Row::with(lane, seeds)));
        Some(Kalah { rows, stores, total: total as u16, m: m as u8, side, rules: *rules })
    }

    #[inline]
    pub(crate) const fn row(&self, side: Side) -> Row {
        self.rows[side.index()]
    }

    /// Whether a store holds more than half of all seeds and the rules end the game by that.
    #[inline]
    pub(crate) fn is_decided(&self) -> bool {
        self.rules.majority && 2 * self.stores[0].max(self.stores[1]) > self.total
    }

    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.is_out_of_seeds() || self.is_decided()
    }

    /// The position after sowing and capture, before the end of the game is looked at.
    #[inline]
    pub(crate) fn sown(&self, mv: House) -> Kalah {
        let mut next = self.clone();
        next.sow(mv);
        next
    }

    #[inline]
    fn sow(&mut self, mv: House) {
        let (own, other) = (self.side.index(), (!self.side).index());
        let (m, from) = (self.houses(), mv.lane());
        let sown = lanes::sown(m, from, self.rows[own].get(from));
        self.rows[own].clear(from);
        self.rows[own] += sown.own;
        self.rows[other] += sown.other;
        self.stores[own] += sown.store;
        let last = usize::from(sown.last);
        if last == m {
            return;
        }
        if last < m && self.rules.capture != Capture::None && self.rows[own].get(last) == 1 {
            let opposite = m - 1 - last;
            let taken = self.rows[other].get(opposite);
            if taken > 0 || self.rules.capture == Capture::Empty {
                self.rows[own].clear(last);
                self.rows[other].clear(opposite);
                self.stores[own] += taken + 1;
            }
        }
        self.side = !self.side;
    }

    /// Puts the seeds that are left into their owners' stores.
    #[cold]
    fn sweep(&mut self) {
        for side in 0..2 {
            self.stores[side] += self.rows[side].sum();
            self.rows[side] = Row::EMPTY;
        }
    }
}

impl Position for Kalah {
    type Move = House;
    type Setup = KalahSetup;
    type Rules = KalahRules;

    const NAME: &'static str = "kalah";
    const SIDES: [&'static str; 2] = ["south", "north"];
    // Seeds only move forward: no position repeats, and no rule limits the turns.
    const HAS_HISTORY: bool = false;

    fn new(setup: &KalahSetup, rules: &KalahRules) -> Kalah {
        let row = [setup.seeds(); MAX_HOUSES];
        let row = &row[..setup.houses()];
        Kalah::from_parts([row, row], [0, 0], Side::First, rules).expect("a set-up is a board that fits")
    }

    fn parse(text: &str, rules: &KalahRules) -> Result<Kalah, ParsePositionError> {
        crate::notation::parse(text, rules)
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let [south, north] = self.final_seeds()?;
        Some(match south.cmp(&north) {
            std::cmp::Ordering::Greater => Outcome::Win(Side::First),
            std::cmp::Ordering::Less => Outcome::Win(Side::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    fn outcome_reason(&self) -> Option<String> {
        let [south, north] = self.final_seeds()?;
        let empty = Side::ALL.map(|side| self.row(side).is_empty());
        let cause = match (self.is_out_of_seeds(), empty) {
            (false, _) => "a store holds more than half of all seeds",
            (true, [true, true]) => "the houses are empty",
            (true, [true, false]) => "south's houses are empty",
            (true, [false, _]) => "north's houses are empty",
        };
        Some(format!("{cause}, {south} seeds to {north}"))
    }

    #[inline]
    fn visit_moves<B>(&self, class: Class, mut visit: impl FnMut(House) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        for lane in self.row(self.side).occupied() {
            let mv = House::from_lane(lane);
            if class == Class::All || class.wants(self.is_noisy(mv)) {
                visit(mv)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play_unchecked(&mut self, mv: House) {
        self.sow(mv);
        if self.is_out_of_seeds() || (self.rules.sweep && self.is_decided()) {
            self.sweep();
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        // Two folded multiplications, as in wyhash; for up to six houses the second words are zero.
        let [south, north] = self.rows.map(Row::words);
        let rules = self.rules;
        let rest = u64::from(self.stores[0])
            | u64::from(self.stores[1]) << 10
            | u64::from(self.m) << 20
            | (rules.capture as u64) << 24
            | (rules.end as u64) << 26
            | u64::from(rules.majority) << 27
            | u64::from(rules.sweep) << 28
            | (self.side as u64) << 29;
        let low = fold(south[0] ^ 0xa076_1d64_78bd_642f, north[0] ^ 0xe703_7ed1_a0b4_28db);
        fold(south[1] ^ low, north[1] ^ rest.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn parse_move(&self, text: &str) -> Result<House, ParseMoveError> {
        crate::notation::parse_move(self, text)
    }

    fn move_text(&self, mv: House) -> String {
        mv.to_string()
    }

    fn diagram(&self) -> Diagram {
        crate::diagram::draw(self)
    }

    fn describe(&self, mv: House) -> String {
        self.tell(mv)
    }

    #[inline]
    fn is_irreversible(&self, _mv: House) -> bool {
        true
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.is_over() { 0 } else { u64::from(self.row(self.side).count_occupied()) }
    }

    #[inline]
    fn is_legal(&self, mv: House) -> bool {
        !self.is_over() && self.seeds(self.side, mv) > 0
    }
}

/// The two halves of a product of 128 bits, folded into one.
#[inline]
const fn fold(one: u64, other: u64) -> u64 {
    let product = one as u128 * other as u128;
    product as u64 ^ (product >> 64) as u64
}

/// The one symmetry of Kalah: the board turned round, South and North exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turned;

impl Symmetric for Kalah {
    type Symmetry = Turned;

    fn symmetries(&self) -> &'static [Turned] {
        &[Turned]
    }

    fn swaps_sides(Turned: Turned) -> bool {
        true
    }

    fn map(&self, Turned: Turned) -> Kalah {
        let ([south, north], [south_store, north_store]) = (self.rows, self.stores);
        Kalah { rows: [north, south], stores: [north_store, south_store], side: !self.side, ..self.clone() }
    }

    fn map_move(&self, Turned: Turned, mv: House) -> House {
        mv
    }
}
