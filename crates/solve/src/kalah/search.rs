//! Null-window alpha-beta to the end of the game, from houses alone.
//!
//! The value of houses, relative to the stores, has the parity of the seeds in them: all seeds end up in a store. So
//! windows are asked two apart. Before a move is searched, what is known of all moves is looked up: in the
//! database, in the table of bounds, and in the seeds that are left (nobody can win more than those). One good enough
//! cuts the node off \[Plaat1995\]; one that cannot be good enough is not searched.

use plyground_search::StopFlag;

use super::database::Database;
use super::houses::{After, Board, Houses, MAX_HOUSES};
use super::memory::{Bounds, Memory, Slot};
use super::rank::Ranking;

/// The search was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

/// How often the search looks whether it is to stop, in nodes.
const LOOK: u64 = 1 << 12;

pub(super) struct Search<'a> {
    board: &'a Board,
    ranking: &'a Ranking,
    memory: &'a Memory,
    /// By number; those with at most `stored` seeds.
    values: &'a [i8],
    stored: u32,
    stop: &'a StopFlag,
    /// Moves that were made.
    pub(super) nodes: u64,
}

/// A move that is to be searched.
#[derive(Clone, Copy)]
struct Child {
    houses: Houses,
    slot: Slot,
    first: u64,
    gained: i32,
    again: bool,
    house: u8,
    /// What is known of the position after the move, for its side to move.
    bounds: Bounds,
    order: i32,
}

impl<'a> Search<'a> {
    pub(super) fn new(database: &'a Database, memory: &'a Memory, stop: &'a StopFlag) -> Search<'a> {
        let (board, ranking) = database.parts();
        let values = database.values().unwrap_or_default();
        let stored = if values.is_empty() { 0 } else { database.seeds() as u32 };
        Search { board, ranking, memory, values, stored, stop, nodes: 0 }
    }

    /// The exact value, beginning with a guess [Plaat1996].
    pub(super) fn value(&mut self, houses: Houses, guess: i32) -> Result<i32, Stopped> {
        if let Some(value) = self.board.finished(houses) {
            return Ok(value);
        }
        let seeds = houses.seeds();
        if seeds <= self.stored {
            return Ok(self.values[self.ranking.rank(houses) as usize].into());
        }
        let seeds = seeds as i32;
        let (mut lower, mut upper) = (-seeds, seeds);
        let slot = self.memory.slot(self.ranking.rank(houses));
        // The next bound to try has the parity of the value.
        let mut at = (guess + ((guess + seeds) & 1)).clamp(-seeds + 2, seeds);
        while lower < upper {
            let known = self.memory.get(slot, self.memory.first(slot)).unwrap_or(Bounds::none(seeds));
            let value = self.test(houses, seeds as u32, at, slot, known)?;
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

    /// Whether the value reaches `at`: a lower bound if it does, else an upper bound below. `at` has the parity of `seeds`,
    /// and lies between the known bounds.
    fn test(&mut self, houses: Houses, seeds: u32, at: i32, slot: Slot, known: Bounds) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) && self.stop.is_stopped() {
            return Err(Stopped);
        }
        let before = self.nodes;
        let cut = |value: i32, house: u8| Bounds { lower: value as i8, best: house, ..known };
        // All loads first, then all that depends on them: so the processor waits for memory once, not for each move.
        let mut children = [Child::NONE; MAX_HOUSES];
        let (mut open, mut stored) = (0, 0);
        let mut values = [(0, 0); MAX_HOUSES];
        for house in (0..self.board.houses()).rev() {
            if houses.own_house(house) == 0 {
                continue;
            }
            let (child, gained, again) = match self.board.after(houses, house) {
                After::Over(value) => {
                    values[stored] = (value, house as u8);
                    stored += 1;
                    continue;
                }
                After::On { houses, gained, again } => (houses, gained, again),
            };
            let left = seeds as i32 - gained;
            let rank = self.ranking.rank(child);
            if left <= self.stored as i32 {
                let value = i32::from(self.values[rank as usize]);
                values[stored] = (if again { gained + value } else { gained - value }, house as u8);
                stored += 1;
            } else if gained + left < at {
                values[stored] = (gained + left, house as u8);
                stored += 1;
            } else {
                let slot = self.memory.slot(rank);
                let first = self.memory.first(slot);
                children[open] = Child { houses: child, slot, first, gained, again, house: house as u8, ..Child::NONE };
                open += 1;
            }
        }
        // The most that any move can still bring.
        let mut upper = i32::MIN;
        for &(value, house) in &values[..stored] {
            if value >= at {
                self.keep(slot, cut(value, house), before);
                return Ok(value);
            }
            upper = upper.max(value);
        }
        let mut left_open = 0;
        for index in 0..open {
            let mut child = children[index];
            let gained = child.gained;
            child.bounds = self.memory.get(child.slot, child.first).unwrap_or(Bounds::none(seeds as i32 - gained));
            let (low, high) = (i32::from(child.bounds.lower), i32::from(child.bounds.upper));
            let (low, high) = if child.again { (gained + low, gained + high) } else { (gained - high, gained - low) };
            if low >= at {
                self.keep(slot, cut(low, child.house), before);
                return Ok(low);
            }
            if high < at {
                upper = upper.max(high);
                continue;
            }
            child.order = if child.house == known.best {
                i32::MAX
            } else {
                gained + i32::from(child.house) + if child.again { 4 } else { 0 }
            };
            let mut place = left_open;
            while place > 0 && children[place - 1].order < child.order {
                children[place] = children[place - 1];
                place -= 1;
            }
            children[place] = child;
            left_open += 1;
        }
        for child in &children[..left_open] {
            let left = (seeds as i32 - child.gained) as u32;
            let value = if child.again {
                child.gained + self.test(child.houses, left, at - child.gained, child.slot, child.bounds)?
            } else {
                child.gained - self.test(child.houses, left, child.gained - at + 2, child.slot, child.bounds)?
            };
            if value >= at {
                self.keep(slot, cut(value, child.house), before);
                return Ok(value);
            }
            upper = upper.max(value);
        }
        self.keep(slot, Bounds { upper: upper as i8, ..known }, before);
        Ok(upper)
    }

    fn keep(&self, slot: Slot, bounds: Bounds, before: u64) {
        self.memory.put(slot, bounds, self.nodes - before);
    }
}

impl Child {
    const NONE: Child = Child { houses: Houses { own: 0, other: 0 }, slot: Slot::NONE, first: 0, gained: 0, again: false, house: 0, bounds: Bounds::none(0), order: 0 };
}

impl Bounds {
    /// What the seeds alone say.
    const fn none(seeds: i32) -> Bounds {
        Bounds { lower: -seeds as i8, upper: seeds as i8, best: 7 }
    }
}
