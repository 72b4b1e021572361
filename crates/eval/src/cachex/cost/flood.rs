//! The cost to win by a search over whole sets of cells: all cells of one distance at once.
//!
//! The board is two sets of bits, and a step in all six directions of all cells reached so far is a handful of shifts. A
//! round of the search either grows through own stones, for nothing, or takes one step onto empty cells, for 1. Red and Blue
//! search in the same loop: each word is a pair, one half for each side, and such pairs fit the vector registers that
//! every 64-bit machine has.

use plyground_cachex::{BoardSize, Cachex, Cells, words};
use plyground_game::Side;

/// A word for each side.
type Pair = [u64; 2];

/// The costs to win of both sides; `None` where there is no path.
//
// Compiled here and once: put into an evaluation, its loops share their registers with what stands around them.
pub fn flood_costs(pos: &Cachex) -> [Option<u32>; 2] {
    match pos.size().get() {
        ..=8 => search::<2>(pos),
        9..=12 => search::<3>(pos),
        13.. => search::<4>(pos),
    }
}

/// The words of a set for Red and another for Blue.
#[inline(always)]
fn pairs<const W: usize>(sets: [Cells; 2]) -> [Pair; W] {
    let [red, blue] = sets.map(Cells::low::<W>);
    std::array::from_fn(|word| [red[word], blue[word]])
}

#[inline(always)]
fn map<const W: usize>(f: impl Fn(usize, usize) -> u64) -> [Pair; W] {
    std::array::from_fn(|word| std::array::from_fn(|side| f(word, side)))
}

/// For each side whether any bit is set.
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
        // Own stones first; only a side that has none beside it steps onto empty cells.
        let choice: Pair = std::array::from_fn(|side| if free[side] { 0 } else { u64::MAX });
        reached = map::<W>(|word, side| {
            reached[word][side] | near[word][side] & (own[word][side] | empty[word][side] & choice[side])
        });
    }
}
