//! The shortest path between two cells: Part A of the course that Cachex comes from \[Chen2022\].
//!
//! Stones are obstacles. In the challenge form, the stones of one colour are free: a path may cross them at no cost. The cost of
//! a path is the number of its cells, including both ends, without free stones. A path from an empty cell to itself costs 1.
//!
//! The search is A\* \[Hart1968\] with a consistent heuristic. Rows, columns and the diagonals of equal row + column are straight
//! lines of hexagons, and a step stays on its line or goes to the next one. So for each of these three kinds, every line between
//! a cell and the goal costs one cell unless a free stone lies on it. The heuristic is the largest of the three costs. Without
//! free stones, it is the distance on an empty board.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use plyground_cachex::{Cachex, Cell, Cells};
use plyground_game::Side;

/// A shortest path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// Number of cells without free stones.
    pub cost: u32,
    /// All cells from the start to the goal.
    pub cells: Vec<Cell>,
}

/// Returns a shortest path from `from` to `to`; `None` without a path, and if an end is off the board or an obstacle.
///
/// `free` is the colour whose stones are free, if any. The side to move does not matter. Among equally short paths, the choice is
/// deterministic.
///
/// ```
/// use plyground_cachex::{Cachex, CachexRules, Cell};
/// use plyground_eval::cachex::shortest_path;
/// use plyground_game::{Position, Side};
///
/// let pos = Cachex::parse("3 .../bb./r.. r 3", &CachexRules::default())?;
/// let cell = |row, column| Cell::new(row, column).expect("a cell");
/// let path = shortest_path(&pos, cell(0, 0), cell(2, 1), None).expect("a way round the end of the wall");
/// assert_eq!(path.cost, 5);
/// assert_eq!(path.cells.iter().map(ToString::to_string).collect::<Vec<_>>(), ["0,0", "0,1", "0,2", "1,2", "2,1"]);
/// assert_eq!(shortest_path(&pos, cell(0, 0), cell(2, 1), Some(Side::Second)).map(|path| path.cost), Some(2));
/// assert_eq!(shortest_path(&pos, cell(0, 0), cell(2, 0), None), None, "a stone is no goal");
/// # Ok::<(), plyground_game::notation::ParsePositionError>(())
/// ```
#[must_use]
pub fn shortest_path(pos: &Cachex, from: Cell, to: Cell, free: Option<Side>) -> Option<Path> {
    let size = pos.size();
    let free = free.map_or(Cells::EMPTY, |side| pos.stones(side));
    let passable = pos.empty() | free;
    if !passable.contains(from) || !passable.contains(to) {
        return None;
    }
    let price = |cell| u32::from(!free.contains(cell));
    let lines = Lines::new(free);
    let mut costs = [u32::MAX; Cell::INDICES];
    let mut came_from = [None; Cell::INDICES];
    let mut closed = Cells::EMPTY;
    // By estimate; among equal estimates by distance travelled, longest first, then by cell.
    let mut queue = BinaryHeap::new();
    costs[from.index()] = price(from);
    queue.push((Reverse(price(from) + lines.between(from, to, price(to))), price(from), Reverse(from)));
    while let Some((_, cost, Reverse(cell))) = queue.pop() {
        if cell == to {
            let mut cells: Vec<Cell> = std::iter::successors(Some(to), |cell| came_from[cell.index()]).collect();
            cells.reverse();
            return Some(Path { cost, cells });
        }
        if closed.contains(cell) {
            continue;
        }
        closed.insert(cell);
        for next in cell.neighbours(size).filter(|&next| passable.contains(next)) {
            let through = cost + price(next);
            if through < costs[next.index()] {
                costs[next.index()] = through;
                came_from[next.index()] = Some(cell);
                queue.push((Reverse(through + lines.between(next, to, price(to))), through, Reverse(next)));
            }
        }
    }
    None
}

/// Prefix sums, for each kind of line, of the lines without a free stone.
struct Lines {
    rows: [u32; 32],
    columns: [u32; 32],
    diagonals: [u32; 32],
}

impl Lines {
    fn new(free: Cells) -> Lines {
        let sums = |line: fn(Cell) -> usize| {
            let mut dear = [1; 32];
            for cell in free {
                dear[line(cell)] = 0;
            }
            let mut sum = 0;
            dear.map(|line| {
                sum += line;
                sum
            })
        };
        Lines {
            rows: sums(|cell| usize::from(cell.row())),
            columns: sums(|cell| usize::from(cell.column())),
            diagonals: sums(|cell| usize::from(cell.row() + cell.column())),
        }
    }

    /// Returns a lower bound of the cost of a path from `cell` to `to`; `cell` is already paid for.
    fn between(&self, cell: Cell, to: Cell, price_of_goal: u32) -> u32 {
        if cell == to {
            return 0;
        }
        // Counts the lines strictly between; the goal is added at the end.
        let stretch = |sums: &[u32; 32], one: u8, other: u8| {
            let (low, high) = (usize::from(one.min(other)), usize::from(one.max(other)));
            if high > low { sums[high - 1] - sums[low] } else { 0 }
        };
        let rows = stretch(&self.rows, cell.row(), to.row());
        let columns = stretch(&self.columns, cell.column(), to.column());
        let diagonals = stretch(&self.diagonals, cell.row() + cell.column(), to.row() + to.column());
        price_of_goal + rows.max(columns).max(diagonals)
    }
}
