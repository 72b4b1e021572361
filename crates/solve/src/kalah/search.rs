//! Null-window alpha-beta to the end of the game, from houses alone.
//!
//! The value of houses, relative to the stores, has the parity of the seeds in them: all seeds end up in a store. So
//! windows are asked two apart. Before a move is searched, what is known of all moves is looked up: in the
//! database, in the table of bounds, and in the seeds that are left, for nobody can win more than those
//! \[Irving2000\]. One that is good enough cuts the node off; one that cannot be good enough is not searched
//! \[Plaat1996\].

use plyground_search::StopFlag;

use super::database::Database;
use super::houses::{After, Board, Houses, MAX_HOUSES, sum};
use super::memory::{Bounds, Memory, Slot};
use super::rank::Ranking;

/// The search was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

/// How often the search looks whether it is to stop, in nodes.
const LOOK: u64 = 1 << 12;

/// A search with what it looks things up in.
pub(super) struct Search<'a> {
    board: &'a Board,
    ranking: &'a Ranking,
    memory: &'a Memory,
    /// By number: those with at most `stored` seeds.
    values: &'a [i8],
    stored: i32,
    stop: &'a StopFlag,
    /// Positions whose moves were looked at.
    pub(super) nodes: u64,
}

/// A move that has to be searched, unless the table knows better.
#[derive(Clone, Copy)]
struct Child {
    houses: Houses,
    slot: Slot,
    /// The first word where the table may know it.
    first: u64,
    gained: i32,
    again: bool,
    house: u8,
    /// What is known of the position after the move, for its side to move.
    bounds: Bounds,
    order: i32,
}

const NO_CHILD: Child = Child {
    houses: Houses { own: 0, other: 0 },
    slot: Slot::NONE,
    first: 0,
    gained: 0,
    again: false,
    house: 0,
    bounds: Bounds::of_seeds(0),
    order: 0,
};

/// The moves of a position.
struct Children {
    /// Values, or upper bounds that are too low, by house.
    known: [(i32, u8); MAX_HOUSES],
    known_count: usize,
    open: [Child; MAX_HOUSES],
    open_count: usize,
}

impl Bounds {
    /// What the number of seeds in houses alone says.
    const fn of_seeds(seeds: i32) -> Bounds {
        Bounds { lower: -seeds as i8, upper: seeds as i8, best: Bounds::NO_HOUSE }
    }
}

impl Child {
    /// A value after the move as the mover sees it.
    fn value(&self, value: i32) -> i32 {
        if self.again { self.gained + value } else { self.gained - value }
    }

    /// Where the move stands before others: extra turns first, from the house nearest to the store, then what brings
    /// seeds. Seeds are better kept on the own side. The weights were found by counting nodes on small boards.
    fn order(&self) -> i32 {
        let balance = sum(self.houses.own) as i32 - sum(self.houses.other) as i32;
        let order = 17 * self.gained + 16 * i32::from(self.house);
        if self.again { order + balance + 128 } else { order - balance }
    }
}

impl<'a> Search<'a> {
    /// The database must be in memory; without, nothing is looked up there.
    pub(super) fn new(database: &'a Database, memory: &'a Memory, stop: &'a StopFlag) -> Search<'a> {
        let (board, ranking) = database.parts();
        let values = database.values().unwrap_or_default();
        let stored = if values.is_empty() { 0 } else { database.seeds() as i32 };
        Search { board, ranking, memory, values, stored, stop, nodes: 0 }
    }

    /// The exact value, by null windows from a guess on \[Plaat1996\].
    pub(super) fn value(&mut self, houses: Houses, guess: i32) -> Result<i32, Stopped> {
        if let Some(value) = self.board.finished(houses) {
            return Ok(value);
        }
        let seeds = houses.seeds() as i32;
        let rank = self.ranking.rank(houses);
        if seeds <= self.stored {
            return Ok(self.values[rank as usize].into());
        }
        let slot = self.memory.slot(rank);
        let (mut lower, mut upper) = (-seeds, seeds);
        // The lowest value passes every test at it: the first test is above.
        let mut at = (guess + (guess + seeds).rem_euclid(2)).clamp(-seeds + 2, seeds);
        while lower < upper {
            let known = self.memory.get(slot, self.memory.first(slot)).unwrap_or(Bounds::of_seeds(seeds));
            let value = self.test(houses, seeds, at, slot, known)?;
            if value >= at {
                lower = value;
                at = value + 2;
            } else {
                upper = value;
                at = value;
            }
        }
        Ok(lower)
    }

    /// Whether the value reaches `at`: a lower bound if it does, else an upper bound, which is below. `at` has the parity of
    /// `seeds` and lies above the known lower bound, and not above the upper.
    fn test(&mut self, houses: Houses, seeds: i32, at: i32, slot: Slot, known: Bounds) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) && self.stop.is_stopped() {
            return Err(Stopped);
        }
        let before = self.nodes;
        let cut = |value: i32, house: u8| Bounds { lower: value as i8, best: house, ..known };
        let Children { known: values, known_count, mut open, open_count } = self.children(houses, seeds);
        // The most that any move can still bring.
        let mut upper = i32::MIN;
        for &(value, house) in &values[..known_count] {
            if value >= at {
                self.keep(slot, cut(value, house), before);
                return Ok(value);
            }
            upper = upper.max(value);
        }
        let mut left = 0;
        for index in 0..open_count {
            let mut child = open[index];
            let seeds = seeds - child.gained;
            child.bounds = self.memory.get(child.slot, child.first).unwrap_or(Bounds::of_seeds(seeds));
            let (low, high) = (child.value(child.bounds.lower.into()), child.value(child.bounds.upper.into()));
            let (low, high) = (low.min(high), low.max(high));
            if low >= at {
                self.keep(slot, cut(low, child.house), before);
                return Ok(low);
            }
            if high < at {
                upper = upper.max(high);
                continue;
            }
            child.order = if child.house == known.best { i32::MAX } else { child.order() };
            let place = open[..left].partition_point(|other| other.order >= child.order);
            open.copy_within(place..left, place + 1);
            open[place] = child;
            left += 1;
        }
        for child in &open[..left] {
            let seeds = seeds - child.gained;
            // For the other side it is a question whether this one stays below.
            let at_child = if child.again { at - child.gained } else { child.gained - at + 2 };
            let value = child.value(self.test(child.houses, seeds, at_child, child.slot, child.bounds)?);
            if value >= at {
                self.keep(slot, cut(value, child.house), before);
                return Ok(value);
            }
            upper = upper.max(value);
        }
        self.keep(slot, Bounds { upper: upper as i8, ..known }, before);
        Ok(upper)
    }

    /// The moves, with the values that need no table.
    //
    // All loads come first, and all that depends on them after: so the processor waits for memory once, not once a move.
    #[inline(always)]
    fn children(&self, houses: Houses, seeds: i32) -> Children {
        let mut children =
            Children { known: [(0, 0); MAX_HOUSES], known_count: 0, open: [NO_CHILD; MAX_HOUSES], open_count: 0 };
        for house in (0..self.board.houses()).rev().filter(|&house| houses.own_house(house) > 0) {
            let value = match self.board.after(houses, house) {
                After::Over(value) => value,
                After::On { houses, gained, again } => {
                    let rank = self.ranking.rank(houses);
                    if seeds - gained <= self.stored {
                        let value = i32::from(self.values[rank as usize]);
                        if again { gained + value } else { gained - value }
                    } else {
                        let slot = self.memory.slot(rank);
                        let first = self.memory.first(slot);
                        let house = house as u8;
                        children.open[children.open_count] =
                            Child { houses, slot, first, gained, again, house, ..NO_CHILD };
                        children.open_count += 1;
                        continue;
                    }
                }
            };
            children.known[children.known_count] = (value, house as u8);
            children.known_count += 1;
        }
        children
    }

    fn keep(&self, slot: Slot, bounds: Bounds, before: u64) {
        self.memory.put(slot, bounds, self.nodes - before);
    }
}
