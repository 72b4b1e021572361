//! The report's searches for the cost to win: a search between a guessed start and goal, and the repaired search that corrects
//! the guess.

use std::collections::BTreeSet;

use plyground_cachex::{Cachex, Cell};
use plyground_game::Side;

/// End of the repaired search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    /// When it expands the guessed goal: "goal test is performed upon node expansion".
    UntilGoal,
    /// When no cell is left: "we can extract the goal with the minimum cost after the search".
    ToTheEnd,
}

/// A board from the point of view of a side whose path crosses the rows.
pub(super) struct Board {
    n: usize,
    /// By row and column: empty, own, or the opponent's.
    cells: Vec<Vec<Option<bool>>>,
}

impl Board {
    pub(super) fn new(pos: &Cachex, side: Side) -> Board {
        let n = usize::from(pos.size().get());
        let cell = |row: usize, column: usize| {
            // Blue joins the columns, so rows and columns are swapped for Blue. Adjacency stays the same.
            let (row, column) = if side == Side::First { (row, column) } else { (column, row) };
            let cell = Cell::new(row as u8, column as u8).expect("boards are small");
            [side, !side].iter().position(|&owner| pos.stones(owner).contains(cell)).map(|place| place == 0)
        };
        Board { n, cells: (0..n).map(|row| (0..n).map(|column| cell(row, column)).collect()).collect() }
    }

    fn free(&self, row: usize, column: usize) -> bool {
        self.cells[row][column] != Some(false)
    }

    fn stones_in_column(&self, column: usize) -> usize {
        (0..self.n).filter(|&row| self.cells[row][column] == Some(true)).count()
    }

    /// Returns the report's guess at an edge row: an own stone there, or otherwise the free cell nearest to the nearest own
    /// stone. Among equals, it is the one whose column has more stones.
    pub(super) fn guess(&self, edge: usize) -> Option<(usize, usize)> {
        let columns = || (0..self.n).filter(|&column| self.free(edge, column));
        let on_edge = columns().filter(|&column| self.cells[edge][column] == Some(true));
        if let Some(column) = on_edge.max_by_key(|&column| self.stones_in_column(column)) {
            return Some((edge, column));
        }
        let cells = (0..self.n * self.n).map(|at| (at / self.n, at % self.n));
        let own: Vec<_> = cells.filter(|&(row, column)| self.cells[row][column] == Some(true)).collect();
        let nearest = own.iter().map(|stone| stone.0.abs_diff(edge)).min();
        let stones: Vec<_> = own.into_iter().filter(|stone| Some(stone.0.abs_diff(edge)) == nearest).collect();
        let best = columns().min_by_key(|&column| {
            let way = stones.iter().map(|&stone| distance(stone, (edge, column))).min().unwrap_or(0);
            (way, self.n - self.stones_in_column(column))
        });
        best.map(|column| (edge, column))
    }

    /// Returns the cost of a cell of a path. Own stones cost nothing.
    fn price(&self, (row, column): (usize, usize)) -> u32 {
        u32::from(self.cells[row][column].is_none())
    }

    /// Returns the cost of the cheapest path between two cells, including both.
    pub(super) fn path(&self, start: (usize, usize), goal: (usize, usize)) -> Option<u32> {
        let mut closed = BTreeSet::new();
        let mut queue = BTreeSet::from([(self.price(start), start)]);
        while let Some((cost, at)) = queue.pop_first() {
            if at == goal {
                return Some(cost);
            }
            if closed.insert(at) {
                queue.extend(self.neighbours(at).map(|next| (cost + self.price(next), next)));
            }
        }
        None
    }

    /// Runs the report's repaired search: A\* from the guessed start by f = cost so far + distance to the goal - own stones +
    /// row. Every other cell of the first row that it reaches is another start. The cheapest visited cell of the last row is the
    /// goal.
    pub(super) fn repaired(&self, reading: Reading) -> Option<u32> {
        self.search(reading, true)
    }

    /// Runs the repaired search with or without the row in f.
    fn search(&self, reading: Reading, adds_row: bool) -> Option<u32> {
        let (start, goal) = (self.guess(0)?, self.guess(self.n - 1)?);
        let mut costs = vec![vec![u32::MAX; self.n]; self.n];
        let mut closed = vec![vec![false; self.n]; self.n];
        let mut queue = BTreeSet::new();
        let rank = |cost: u32, at: (usize, usize)| {
            i64::from(cost) + self.estimate(at, goal) + if adds_row { at.0 as i64 } else { 0 }
        };
        costs[start.0][start.1] = self.price(start);
        queue.insert((rank(self.price(start), start), start));
        let mut goals = Vec::new();
        while let Some((_, at)) = queue.pop_first() {
            if closed[at.0][at.1] {
                continue;
            }
            closed[at.0][at.1] = true;
            if at.0 == self.n - 1 {
                goals.push(costs[at.0][at.1]);
            }
            if at == goal && reading == Reading::UntilGoal {
                break;
            }
            for next in self.neighbours(at) {
                let through = costs[at.0][at.1] + self.price(next);
                let there = if next.0 == 0 { through.min(self.price(next)) } else { through };
                if there < costs[next.0][next.1] {
                    costs[next.0][next.1] = there;
                    closed[next.0][next.1] = false;
                    queue.insert((rank(there, next), next));
                }
            }
        }
        goals.into_iter().min()
    }

    /// Returns the report's estimate: the distance minus the number of all own stones.
    fn estimate(&self, at: (usize, usize), goal: (usize, usize)) -> i64 {
        let stones = self.cells.iter().flatten().filter(|cell| **cell == Some(true)).count();
        distance(at, goal) as i64 - stones as i64
    }

    /// Returns the free neighbours of a cell.
    fn neighbours(&self, at: (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
        let steps = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
        let beside = steps.map(|(up, right)| (at.0.wrapping_add_signed(up), at.1.wrapping_add_signed(right)));
        beside.into_iter().filter(|&(row, column)| row < self.n && column < self.n && self.free(row, column))
    }
}

/// Returns the number of steps between two cells of a hexagonal board.
fn distance(one: (usize, usize), other: (usize, usize)) -> usize {
    let (rows, columns) = (one.0 as isize - other.0 as isize, one.1 as isize - other.1 as isize);
    ((rows.abs() + columns.abs() + (rows + columns).abs()) / 2) as usize
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use plyground_cachex::CachexRules;
    use plyground_eval::cachex::cost_to_win;
    use plyground_game::Position as _;
    use plyground_game::random::Random;

    /// Parses a board drawn from its highest row down, as in the report's figures. The game's notation begins with the lowest
    /// row.
    fn board(rows: &str) -> Cachex {
        let rows: Vec<String> = rows.split('/').rev().map(|row| row.replace(' ', "")).collect();
        let text = format!("{} {} r 9", rows.len(), rows.join("/"));
        Cachex::parse(&text, &CachexRules::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Returns Red's costs: exact, by the guess, and by the repaired search in both readings.
    fn costs(pos: &Cachex) -> (u32, Option<u32>, [Option<u32>; 2]) {
        let board = Board::new(pos, Side::First);
        let guess = board.guess(0).zip(board.guess(board.n - 1)).and_then(|(start, goal)| board.path(start, goal));
        let repaired = [Reading::UntilGoal, Reading::ToTheEnd].map(|reading| board.repaired(reading));
        (cost_to_win(pos, Side::First), guess, repaired)
    }

    /// Figure 4: three chains of 3, 4 and 1 stones; the longest has 4.
    #[test]
    fn figure_4_the_longest_of_three_chains_is_measured() {
        let pos = board("..... / .rr.. / r.r.. / r..r. / r.r..");
        let chains = pos.largest_group(Side::First);
        let other = board("..... / .rr.. / ..r.. / r...r / r.r.r");
        assert_eq!((pos.stone_count(Side::First), chains), (8, 4), "3, 4 and 1");
        assert_eq!(other.largest_group(Side::First), 3);
    }

    /// Returns the longest chain by the pseudocode of Figure 4, and the number of cells that it takes from its queue.
    fn longest_by_the_report(pos: &Cachex) -> (usize, usize) {
        let board = Board::new(pos, Side::First);
        let is_own = |at: &(usize, usize)| board.cells[at.0][at.1] == Some(true);
        let mut cells: Vec<_> = (0..board.n * board.n).map(|at| (at / board.n, at % board.n)).filter(is_own).collect();
        let (mut longest, mut steps) = (0, 0);
        while !cells.is_empty() {
            let mut queue = VecDeque::from([cells.remove(0)]);
            let mut length = 0;
            while let Some(at) = queue.pop_front() {
                (steps, length) = (steps + 1, length + 1);
                let beside: Vec<_> = board.neighbours(at).filter(|at| cells.contains(at)).collect();
                cells.retain(|cell| !beside.contains(cell));
                queue.extend(beside);
            }
            longest = longest.max(length);
        }
        (longest, steps)
    }

    /// "O(H * (6^N))": each stone leaves the list of cells when it enters the queue, so there is one step per stone.
    #[test]
    fn figure_4_takes_each_stone_from_its_queue_once() {
        for n in [3, 9, 15] {
            let rows = vec!["r".repeat(n); n].join("/");
            assert_eq!(longest_by_the_report(&board(&rows)), (n * n, n * n));
        }
        let pos = board("..... / .rr.. / r.r.. / r..r. / r.r..");
        assert_eq!(longest_by_the_report(&pos), (4, 8));
    }

    /// Figure 5, left: a stone on the edge is the goal. At the other edge, the cell nearest to the nearest stone is the start, or
    /// the next one if Blue occupies it. There is no start if Blue occupies the whole edge.
    #[test]
    fn figure_5_start_and_goal_are_guessed_by_three_rules() {
        let guess = |rows: &str, edge: usize| Board::new(&board(rows), Side::First).guess(edge);
        let open = "r.... / ..... / ..r.. / ..r.. / .....";
        assert_eq!((guess(open, 4), guess(open, 0)), (Some((4, 0)), Some((0, 2))));
        assert_eq!(guess("r.... / ..... / ..r.. / ..r.. / ..b..", 0), Some((0, 3)), "(1, d) is the next optimal one");
        assert_eq!(guess("r.... / ..... / ..r.. / ..r.. / ..bb.", 0), Some((0, 1)), "then (1, b)");
        assert_eq!(guess("..... / ..... / ..r.. / ..... / bbbbb", 0), None);
        // Right: of equally near cells, the one whose column has more stones is chosen. It costs 2, and the other costs 3.
        let tie = "..... / ...r. / ...r. / .r.r. / .....";
        assert_eq!(guess(tie, 0), Some((0, 3)));
        let [other, chosen] = [(0, 1), (0, 3)].map(|start| {
            let board = Board::new(&board(tie), Side::First);
            board.path(start, board.guess(4).unwrap()).unwrap()
        });
        assert_eq!((other, chosen), (3, 2), "columns b and d, as the report says");
    }

    /// Runs A\* between two cells by the estimate of Part A: the distance minus a number of stones.
    fn a_star(board: &Board, start: (usize, usize), goal: (usize, usize), stones: i64) -> Option<u32> {
        let price = |at| board.price(at);
        let rank = |cost: u32, at| i64::from(cost) + (distance(at, goal) as i64 - stones).max(0);
        let mut closed = BTreeSet::new();
        let mut queue = BTreeSet::from([(rank(price(start), start), price(start), start)]);
        while let Some((_, cost, at)) = queue.pop_first() {
            if at == goal {
                return Some(cost);
            }
            if closed.insert(at) {
                let next = board.neighbours(at).map(|next| (cost + price(next), next));
                queue.extend(next.map(|(cost, next)| (rank(cost, next), cost, next)));
            }
        }
        None
    }

    /// Figure 6: own stones cost nothing, so the distance overestimates the remaining cost, and a detour along them is missed.
    #[test]
    fn figure_6_the_distance_alone_misses_a_detour_along_stones() {
        let pos = board("rr... / r.... / ..... / r.... / rr...");
        let (board, start, goal) = (Board::new(&pos, Side::First), (0, 2), (4, 2));
        assert_eq!(board.path(start, goal), Some(3), "both ends and the gap in the middle");
        assert_eq!(a_star(&board, start, goal, 0), Some(5), "straight up");
        assert_eq!(a_star(&board, start, goal, 6), Some(3), "six stones are not more than the distance overestimates");
    }

    /// "It cannot be greater than the true cost so that it is admissible": on random boards, from every cell to every other.
    #[test]
    fn the_distance_less_the_stones_is_no_greater_than_the_cost() {
        let mut random = Random::new(4);
        let mut compared = 0;
        for n in [3_u64, 5, 7] {
            for _ in 0..40 {
                let cell = |random: &mut Random| ['r', 'r', 'b', '.', '.'][random.below(5)];
                let row = |random: &mut Random| (0..n).map(|_| cell(random)).collect::<String>();
                let rows: Vec<String> = (0..n).map(|_| row(&mut random)).collect();
                let board = Board::new(&board(&rows.join("/")), Side::First);
                let cells = || (0..board.n * board.n).map(|at| (at / board.n, at % board.n));
                let free = |&(row, column): &(usize, usize)| board.free(row, column);
                for (start, goal) in
                    cells().filter(free).flat_map(|start| cells().filter(free).map(move |goal| (start, goal)))
                {
                    let Some(cost) = board.path(start, goal) else { continue };
                    // The remaining cost at the start excludes its own cell.
                    let left = i64::from(cost) - i64::from(board.cells[start.0][start.1].is_none());
                    assert!(board.estimate(start, goal) <= left, "{start:?} to {goal:?}: {}", rows.join("/"));
                    compared += 1;
                }
            }
        }
        assert!(compared > 10_000, "{compared}");
    }

    /// Figure 7 has five red stones. The picture shows the board, and the text its numbers. (1, a) is guessed and (1, c) is best:
    /// f is 0 + 4 - 5 there and 2 + 1 - 5 at (4, b), so (1, c) is skipped. In Figure 8, the row in f corrects that.
    #[test]
    fn figures_7_and_8_a_guess_that_misses_is_mended() {
        let pos = board("..... / .r... / r.... / .r... / r.r..");
        let found = Board::new(&pos, Side::First);
        let (guessed, best, later, goal) = ((0, 0), (0, 2), (3, 1), (4, 0));
        assert_eq!((found.guess(0), found.guess(4)), (Some(guessed), Some(goal)));
        assert_eq!(found.estimate(best, goal), 4 - 5);
        assert_eq!(
            found.path(guessed, later).map(|cost| i64::from(cost) + found.estimate(later, goal)),
            Some(2 + 1 - 5)
        );
        let from = |start| found.path(start, goal);
        assert_eq!((from(guessed), from(best)), (Some(3), Some(2)), "(1, c) results in the least winning cost");
        assert_eq!(found.search(Reading::UntilGoal, false), Some(3), "without the row the optimal path is skipped");
        assert_eq!(found.search(Reading::ToTheEnd, false), Some(2), "a search to its end needs no layer");
        assert_eq!(costs(&pos), (2, Some(3), [Some(2); 2]));
        // Without obstacles, all costs agree.
        assert_eq!(costs(&board("..... / ..... / ..r.. / ..... / .....")), (4, Some(4), [Some(4); 2]));
    }

    /// "The min win cost is ensured to be optimal" is wrong if a stone near the guessed start leads the search to a more
    /// expensive goal. It is wrong even for a search to the end if Blue encloses the guessed start.
    #[test]
    fn the_repaired_search_is_not_always_optimal() {
        let pos = board("...r. / ..... / r.... / ..... / ..r..");
        assert_eq!(costs(&pos), (3, Some(4), [Some(4), Some(3)]));
        let shut_in = board("..... / ..... / ..... / b.... / rb...");
        assert_eq!(costs(&shut_in), (5, None, [None; 2]));
    }
}
