//! Building a database: layer by layer of seeds, and within a layer in an order in which all successors are known.
//!
//! A sowing that reaches a store or captures leads to a finished layer. A sowing that moves seeds only within the own
//! houses stays in its layer and keeps the number of seeds of each side, and the [number](super::rank) of its side
//! decreases. A row of the richer side therefore needs only rows before it, and then the row of the poorer side needs
//! only what precedes it in the row of the richer one.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicI8, Ordering};

use super::houses::{After, Board, Houses};
use super::packed::Packed;
use super::rank::Ranking;
use crate::parallel;

/// Computes the values of the positions of a board, by number.
pub(super) struct Build<'a> {
    board: &'a Board,
    ranking: &'a Ranking,
    /// Values of all finished layers.
    done: Packed,
    /// Values of the current layer, and the number of its first position.
    // Threads compute groups of a layer in parallel, because groups do not depend on each other.
    layer: Vec<AtomicI8>,
    first: u64,
    /// All sides by their seeds and numbers.
    sides: Vec<Vec<u64>>,
}

impl<'a> Build<'a> {
    /// Creates a build for all positions with up to `seeds` seeds in the houses, which must fit in memory.
    pub(super) fn new(board: &'a Board, ranking: &'a Ranking, seeds: usize) -> Build<'a> {
        let len = ranking.below(seeds + 1).expect("what fits in memory can be counted");
        let sides = (0..=seeds).map(|seeds| ranking.sides(seeds)).collect();
        Build { board, ranking, done: Packed::with_capacity(len), layer: Vec::new(), first: 0, sides }
    }

    /// Computes the values of all positions with exactly `seeds` seeds; the layers below must be finished.
    pub(super) fn layer(&mut self, seeds: usize, threads: usize) {
        self.first = self.done.len();
        let len = self.ranking.below(seeds + 1).map_or(0, |end| end - self.first);
        self.layer = Vec::with_capacity(len as usize);
        plyground_memory::advise_huge_pages(self.layer.spare_capacity_mut());
        self.layer.resize_with(len as usize, || AtomicI8::new(0));
        let mut groups: Vec<usize> = (0..=seeds / 2).collect();
        // Large groups come first, so that the threads end at about the same time.
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

    /// Computes the values of the positions with `rich` seeds on one side and `poor`, not more, on the other.
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

/// Houses of a side with its number and seeds.
#[derive(Clone, Copy)]
struct Side {
    houses: u64,
    number: (u64, usize),
}
