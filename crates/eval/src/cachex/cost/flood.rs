//! The cost to win by a search over sets of cells: all cells of one distance at once.
//!
//! The board is two bitboards, so a step of all reached cells in all six directions is a few shifts. A round of the search either
//! expands through own stones at cost 0, or steps onto empty cells at cost 1. A loop over both
//! sides at once has as many rounds as the slower side and took 1.7 times the instructions.

use plyground_cachex::{Cachex, words};
use plyground_game::Side;

/// Returns the costs to win of both sides; `None` without a path.
//
// Compiled in this crate: inlined into an evaluation, the loops would share registers with the surrounding code.
pub fn flood_costs(pos: &Cachex) -> [Option<u32>; 2] {
    match pos.size().get() {
        ..=8 => Side::ALL.map(|side| search::<2>(pos, side)),
        9..=12 => Side::ALL.map(|side| search::<3>(pos, side)),
        13.. => Side::ALL.map(|side| search::<4>(pos, side)),
    }
}

#[inline(always)]
fn search<const W: usize>(pos: &Cachex, side: Side) -> Option<u32> {
    if pos.winner() == Some(!side) {
        // Two paths from edge to edge would cross.
        return None;
    }
    let (own, empty) = (pos.stones(side).low::<W>(), pos.empty().low::<W>());
    let [from, to] = pos.size().edges(side).map(|edge| edge.low::<W>());
    let mut reached: [u64; W] = std::array::from_fn(|word| from[word] & own[word]);
    let mut cost = 0;
    while (0..W).fold(0, |bits, word| bits | reached[word] & to[word]) == 0 {
        let beside = words::neighbours(&reached);
        let near: [u64; W] = std::array::from_fn(|word| beside[word] | from[word]);
        // Own stones come first: only without a new one, the path steps onto empty cells.
        let joined: [u64; W] = std::array::from_fn(|word| reached[word] | near[word] & own[word]);
        if joined == reached {
            cost += 1;
            reached = std::array::from_fn(|word| reached[word] | near[word] & empty[word]);
        } else {
            reached = joined;
        }
    }
    Some(cost)
}
