//! The cost to win by a search over sets of cells: all cells of one distance at once.
//!
//! The board is two bitboards, so a step of all reached cells in all six directions is a few shifts. A round of the search either
//! expands through own stones at cost 0, or steps onto empty cells at cost 1. Red and Blue search in the same loop: each word is
//! a pair with one half per side. Such a pair fits the vector registers of every 64-bit machine.

use plyground_cachex::{BoardSize, Cachex, Cells, words};
use plyground_game::Side;

/// One word per side.
type Pair = [u64; 2];

/// Returns the costs to win of both sides; `None` without a path.
//
// Compiled in this crate: inlined into an evaluation, the loops would share registers with the surrounding code.
pub fn flood_costs(pos: &Cachex) -> [Option<u32>; 2] {
    match pos.size().get() {
        ..=8 => search::<2>(pos),
        9..=12 => search::<3>(pos),
        13.. => search::<4>(pos),
    }
}

/// Returns the words of both sets, paired.
#[inline(always)]
fn pairs<const W: usize>(sets: [Cells; 2]) -> [Pair; W] {
    let [red, blue] = sets.map(Cells::low::<W>);
    std::array::from_fn(|word| [red[word], blue[word]])
}

#[inline(always)]
fn map<const W: usize>(f: impl Fn(usize, usize) -> u64) -> [Pair; W] {
    std::array::from_fn(|word| std::array::from_fn(|side| f(word, side)))
}

/// Returns, for each side, whether any bit is set.
#[inline(always)]
fn any<const W: usize>(f: impl Fn(usize, usize) -> u64) -> [bool; 2] {
    std::array::from_fn(|side| (0..W).fold(0, |bits, word| bits | f(word, side)) != 0)
}

#[inline(always)]
fn search<const W: usize>(pos: &Cachex) -> [Option<u32>; 2] {
    let size: BoardSize = pos.size();
    let empty = pos.empty();
    let [bottom, top] = size.edges(Side::First);
    let [left, right] = size.edges(Side::Second);
    let own = pairs::<W>(Side::ALL.map(|side| pos.stones(side)));
    let empty = pairs::<W>([empty; 2]);
    let (from, to) = (pairs::<W>([bottom, left]), pairs::<W>([top, right]));

    let mut reached = map::<W>(|word, side| from[word][side] & own[word][side]);
    let mut costs = [None; 2];
    let mut steps = [0; 2];
    let mut open = [true; 2];
    loop {
        let arrived = any::<W>(|word, side| reached[word][side] & to[word][side]);
        let beside = words::neighbours(&reached);
        let near = map::<W>(|word, side| (beside[word][side] | from[word][side]) & !reached[word][side]);
        let free = any::<W>(|word, side| near[word][side] & own[word][side]);
        let dear = any::<W>(|word, side| near[word][side] & empty[word][side]);
        for side in 0..2 {
            if open[side] && arrived[side] {
                costs[side] = Some(steps[side]);
            }
            open[side] &= !arrived[side] && (free[side] || dear[side]);
            steps[side] += u32::from(!free[side]);
        }
        if !open[0] && !open[1] {
            return costs;
        }
        // Own stones come first: only a side without a reachable own stone steps onto empty cells.
        let choice: Pair = std::array::from_fn(|side| if free[side] { 0 } else { u64::MAX });
        reached = map::<W>(|word, side| {
            reached[word][side] | near[word][side] & (own[word][side] | empty[word][side] & choice[side])
        });
    }
}
