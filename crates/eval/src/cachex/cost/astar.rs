//! The cost to win by A\* from all start cells at once \[Hart1968\].
//!
//! The heuristic of a cell is the number of rows still to reach that hold no own stone: each of them costs at least one empty
//! cell. The heuristic is consistent: a step changes it by at most one row, and a row without own stones is entered on an empty
//! cell, which costs 1. So the cost of an expanded cell is final, and f = cost + heuristic grows by 0, 1 or 2 with each step:
//! three sets of cells form the whole queue. Among equal f, the highest row is expanded first, which leads straight to the goal
//! on a clear path. Blue's search is Red's search on the transposed board.

use plyground_cachex::{BoardSize, Cachex, Cell};
use plyground_game::Side;

/// Returns the cost to win of a side; `None` without a path.
pub fn astar_cost(pos: &Cachex, side: Side) -> Option<u32> {
    let (own, empty) = (pos.stones(side), pos.empty());
    let size = pos.size();
    let (own, empty) = match side {
        Side::First => (own, empty),
        Side::Second => (own.transposed(), empty.transposed()),
    };
    match size.get() {
        ..=8 => search::<2>(size, own.low(), empty.low()),
        9..=12 => search::<3>(size, own.low(), empty.low()),
        13.. => search::<4>(size, own.low(), empty.low()),
    }
}

/// A board of `W` words.
type Words<const W: usize> = [u64; W];

#[inline(always)]
fn has<const W: usize>(set: &Words<W>, cell: u8) -> bool {
    let word = usize::from(cell / 64);
    // A step over the side of the board can lead outside the words, where there is no cell.
    word < W && set[word] >> (cell % 64) & 1 != 0
}

fn search<const W: usize>(size: BoardSize, own: Words<W>, empty: Words<W>) -> Option<u32> {
    let last = usize::from(size.get()) - 1;
    // For each row, the number of rows above it that hold no own stone.
    let mut to_go = [0_u8; 17];
    for row in (0..last).rev() {
        let above = own[(row + 1) / 4] >> (16 * ((row + 1) % 4)) & 0xffff;
        to_go[row] = to_go[row + 1] + u8::from(above == 0);
    }
    let mut costs = [u8::MAX; 256];
    let mut closed: Words<W> = [0; W];
    // Open cells by f modulo 3.
    let mut queue: [Words<W>; 3] = [[0; W]; 3];
    let [start] = size.edges(Side::First)[0].low();
    let (free, dear) = (start & own[0], start & empty[0]);
    let least = to_go[0];
    for (cells, cost) in [(free, 0), (dear, 1)] {
        queue[usize::from((least + cost) % 3)][0] |= cells;
        let mut cells = cells;
        while cells != 0 {
            costs[cells.trailing_zeros() as usize] = cost;
            cells &= cells - 1;
        }
    }
    let mut f = usize::from(least);
    // After three empty sets in a row, the queue is empty.
    let mut without = 0;
    while without < 3 {
        let bucket = &mut queue[f % 3];
        let Some(word) = (0..W).rev().find(|&word| bucket[word] & !closed[word] != 0) else {
            *bucket = [0; W];
            f += 1;
            without += 1;
            continue;
        };
        without = 0;
        let bit = 63 - (bucket[word] & !closed[word]).leading_zeros();
        closed[word] |= 1 << bit;
        let cell = (word * 64) as u8 + bit as u8;
        let (cost, row) = (costs[usize::from(cell)], usize::from(cell / 16));
        if row == last {
            return Some(u32::from(cost));
        }
        for step in Cell::STEPS {
            let next = cell.wrapping_add_signed(step);
            let price = match (has(&own, next), has(&empty, next)) {
                (true, _) => 0,
                (_, true) => 1,
                _ => continue,
            };
            let through = cost + price;
            if through < costs[usize::from(next)] {
                costs[usize::from(next)] = through;
                let f = through + to_go[usize::from(next / 16)];
                queue[usize::from(f % 3)][usize::from(next / 64)] |= 1 << (next % 64);
            }
        }
    }
    None
}
