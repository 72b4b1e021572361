//! Making a database: layer by layer of seeds, and in a layer in an order in which all that follows is known.
//!
//! A sowing that reaches a store, or captures, leads to a layer that is done. One that only moves seeds within the own
//! houses stays in its layer, and among the positions with as many seeds on each side; its side's
//! [number](super::rank) gets smaller. So a row of the richer side needs rows that come before it, then the row of the
//! poorer side needs what stands before it in the row of the richer one, and nothing is ever asked for before its turn.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicI8, Ordering};

use super::houses::{After, Board, Houses};
use super::packed::Packed;
use super::rank::Ranking;
use crate::parallel;

/// Values positions of a board by their numbers.
pub(super) struct Build<'a> {
    board: &'a Board,
    ranking: &'a Ranking,
    /// The values of all layers that are done.
    done: Packed,
    /// The values of the present layer, and the number of its first position.
    // Threads make groups of a layer at the same time, which do not depend on each other.
    layer: Vec<AtomicI8>,
    first: u64,
    /// All sides by their seeds and numbers.
    sides: Vec<Vec<u64>>,
}

impl<'a> Build<'a> {
    /// For all positions with up to `seeds` seeds in the houses, which must fit in memory.
    pub(super) fn new(board: &'a Board, ranking: &'a Ranking, seeds: usize) -> Build<'a> {
        let len = ranking.below(seeds + 1).expect("what fits in memory can be counted");
        let sides = (0..=seeds).map(|seeds| ranking.sides(seeds)).collect();
        Build { board, ranking, done: Packed::with_capacity(len), layer: Vec::new(), first: 0, sides }
    }

    /// Values all positions with exactly so many seeds; those with fewer must be valued.
    pub(super) fn layer(&mut self, seeds: usize, threads: usize) {
        self.first = self.done.len();
        let len = self.ranking.below(seeds + 1).map_or(0, |end| end - self.first);
        self.layer = (0..len).map(|_| AtomicI8::new(0)).collect();
        let mut groups: Vec<usize> = (0..=seeds / 2).collect();
        // The large ones first, so that the threads end at about the same time.
        groups.sort_by_key(|&poor| Reverse(self.sides[poor].len() * self.sides[seeds - poor].len()));
        let state = &*self;
        parallel::for_each(threads, groups.into_iter(), || (), |(), poor| state.group(seeds - poor, poor));
        let layer: Vec<i8> = std::mem::take(&mut self.layer).into_iter().map(AtomicI8::into_inner).collect();
        self.done.push_layer(self.ranking, seeds, &layer);
    }

    /// Returns the values by number.
    pub(super) fn finish(self) -> Packed {
        self.done
    }

    /// Values the positions with so many seeds on one side, and so many, not more, on the other.
    fn group(&self, rich: usize, poor: usize) {
        let side =
            |number: usize, seeds: usize| Side { houses: self.sides[seeds][number], number: (number as u64, seeds) };
        let (rich_count, poor_count) = (self.sides[rich].len(), self.sides[poor].len());
        if rich == poor {
            for at in 0..rich_count {
                for before in 0..at {
                    self.value(side(at, rich), side(before, rich));
                    self.value(side(before, rich), side(at, rich));
                }
                self.value(side(at, rich), side(at, rich));
            }
            return;
        }
        for row in 0..rich_count {
            let rich = side(row, rich);
            for number in 0..poor_count {
                self.value(rich, side(number, poor));
            }
            for number in 0..poor_count {
                self.value(side(number, poor), rich);
            }
        }
    }

    #[inline(always)]
    fn value(&self, own: Side, other: Side) {
        let houses = Houses { own: own.houses, other: other.houses };
        let value = self.board.finished(houses).unwrap_or_else(|| self.best(houses, other));
        let rank = self.ranking.join(own.number, other.number);
        self.layer[(rank - self.first) as usize].store(value as i8, Ordering::Relaxed);
    }

    #[inline(always)]
    fn best(&self, before: Houses, other: Side) -> i32 {
        let mut best = i32::MIN;
        for house in 0..self.board.houses() {
            if before.own_house(house) == 0 {
                continue;
            }
            let value = match self.board.after(before, house) {
                After::Over(value) => value,
                After::On { houses, gained, again } => {
                    let (mine, theirs) = if again { (houses.own, houses.other) } else { (houses.other, houses.own) };
                    let mine = self.ranking.side(mine);
                    // Most sowings do not reach the other side.
                    let theirs = if theirs == other.houses { other.number } else { self.ranking.side(theirs) };
                    let (own, other) = if again { (mine, theirs) } else { (theirs, mine) };
                    let rank = self.ranking.join(own, other);
                    let value = if rank >= self.first {
                        self.layer[(rank - self.first) as usize].load(Ordering::Relaxed).into()
                    } else {
                        self.done.get(rank, (own.1, other.1))
                    };
                    if again { gained + value } else { gained - value }
                }
            };
            best = best.max(value);
        }
        best
    }
}

/// The houses of a side with its number and seeds.
#[derive(Clone, Copy)]
struct Side {
    houses: u64,
    number: (u64, usize),
}
