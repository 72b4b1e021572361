//! Two-distance: the distance of a side from a win if the opponent takes the best cell at each step.
//!
//! The plain distance counts a single path, which the opponent can block. In two-distance, a cell is one step farther than the
//! *second* nearest of its neighbours, because the opponent takes the nearest. Cells that touch the same own group are neighbours
//! through it, and cells at the edge are at distance 1. The two-distance of a side is the least sum of an empty cell's distances
//! to its two edges \[Rijswijck2000\]. Captures are ignored.

use plyground_cachex::{Cachex, Cell, Cells, flood};
use plyground_game::{Position, Side};

/// Returns the two-distance of a side: 0 if its edges are joined, otherwise at least 2. The maximum is twice the board size, as
/// for the cost to win; it also stands for a position in which no cell has a distance to both edges.
///
/// ```
/// use plyground_cachex::Cachex;
/// use plyground_eval::cachex::two_distance;
/// use plyground_game::{Position, Side};
///
/// let one_stone = Cachex::parse("3 .../.r./... b 3", &Default::default())?;
/// // A cell of the top row is at distance 1 from the top edge. Through the stone it has two neighbours in the
/// // bottom row. Blue can take one of them, so its distance to the bottom edge is 2.
/// assert_eq!(two_distance(&one_stone, Side::First), 3);
/// # Ok::<(), plyground_game::notation::ParsePositionError>(())
/// ```
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

/// Returns the two-distance of each empty cell to an edge; `u16::MAX` for an unreachable cell.
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

/// Returns whether a set has at least two cells. This is cheaper than counting them.
#[inline]
fn has_two(cells: Cells) -> bool {
    let words = cells.words();
    let filled: u32 = words.iter().map(|&word| u32::from(word != 0)).sum();
    filled > 1 || words.iter().any(|word| word & word.wrapping_sub(1) != 0)
}
