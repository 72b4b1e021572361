//! Two-distance: how far a side is from winning when the opponent takes the best cell at each step.
//!
//! With the plain distance one way is enough; the opponent blocks it. In two-distance a cell is one step farther than
//! the *second* nearest of its neighbours, because the opponent takes the nearest; cells that an own group touches are
//! neighbours through it, and cells at the edge are at distance 1. The value of a side is the least sum of an empty cell's two
//! distances to its edges \[Rijswijck2000\]. Captures are not thought of.
//!
//! ```
//! use plyground_cachex::Cachex;
//! use plyground_eval::cachex::two_distance;
//! use plyground_game::{Position, Side};
//!
//! let one_stone = Cachex::parse("3 .../.r./... b 3", &Default::default())?;
//! // A cell of the top row is at distance 1 from there. Through the stone it has two neighbours in the bottom row, of
//! // which Blue can take one: distance 2.
//! assert_eq!(two_distance(&one_stone, Side::First), 3);
//! # Ok::<(), plyground_game::notation::ParsePositionError>(())
//! ```

use plyground_cachex::{Cachex, Cell, Cells, flood};
use plyground_game::{Position, Side};

/// The two-distance of a side: 0 when its edges are joined, at least 2 otherwise, and twice the number of cells in
/// a row, as for the cost to win, where no cell has a distance to both edges, or a larger one.
#[must_use]
pub fn two_distance(pos: &Cachex, side: Side) -> u32 {
    let size = pos.size();
    let (own, empty) = (pos.stones(side), pos.empty());
    let edges = size.edges(side);
    let cap = 2 * u32::from(size.get());
    if pos.outcome().is_some() && flood(edges[0], own).meets(edges[1]) {
        return 0;
    }
    let mut beside = [Cells::EMPTY; Cell::INDICES];
    for cell in empty {
        beside[cell.index()] = Cells::from(cell).neighbours(size) & empty;
    }
    let mut rest = own;
    while let Some(stone) = rest.first() {
        let group = flood(Cells::from(stone), rest);
        rest = rest - group;
        let touched = group.neighbours(size) & empty;
        for cell in touched {
            beside[cell.index()] |= touched;
        }
    }
    for cell in empty {
        beside[cell.index()].remove(cell);
    }
    let [near, far] = edges.map(|edge| distances(edge, own, empty, &beside, pos));
    let sums = empty.iter().map(|cell| near[cell.index()].saturating_add(far[cell.index()]));
    sums.min().map_or(cap, |sum| u32::from(sum).min(cap))
}

/// The two-distance of each empty cell to an edge; the largest number where there is none.
fn distances(
    edge: Cells,
    own: Cells,
    empty: Cells,
    beside: &[Cells; Cell::INDICES],
    pos: &Cachex,
) -> [u16; Cell::INDICES] {
    let mut distances = [u16::MAX; Cell::INDICES];
    let mut reached = (edge | flood(edge, own).neighbours(pos.size())) & empty;
    let mut front = reached;
    for distance in 1.. {
        for cell in front {
            distances[cell.index()] = distance;
        }
        front = (empty - reached).iter().filter(|cell| has_two(beside[cell.index()] & reached)).collect();
        if front.is_empty() {
            break;
        }
        reached |= front;
    }
    distances
}

/// Whether at least two cells are in a set; cheaper than counting them.
#[inline]
fn has_two(cells: Cells) -> bool {
    let words = cells.words();
    let filled: u32 = words.iter().map(|&word| u32::from(word != 0)).sum();
    filled > 1 || words.iter().any(|word| word & word.wrapping_sub(1) != 0)
}
