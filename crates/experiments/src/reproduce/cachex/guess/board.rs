//! The report's searches for the cost to win: a guessed start and goal with one search between them, and the search that mends the
//! guess.

use std::collections::{BTreeSet, VecDeque};

use plyground_cachex::{Cachex, Cell};
use plyground_game::Side;

/// A board seen by the side whose path goes up the rows.
pub(super) struct Board {
    n: usize,
    /// By row and column: empty, own, or the opponent's.
    cells: Vec<Vec<Option<bool>>>,
}

impl Board {
    pub(super) fn new(pos: &Cachex, side: Side) -> Board {
        let n = usize::from(pos.size().get());
        let cell = |row: usize, column: usize| {
            // Blue joins the columns, so for Blue rows and columns change places; adjacency stays the same.
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

    /// The report's guess at an edge row: an own stone there; else the free cell nearest to the nearest own stone; among
    /// equals the one whose column has more stones.
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

    /// The cheapest path between two cells, both counted; own stones cost nothing.
    pub(super) fn path(&self, start: (usize, usize), goal: (usize, usize)) -> Option<u32> {
        let mut cost = vec![vec![u32::MAX; self.n]; self.n];
        let price = |(row, column): (usize, usize)| u32::from(self.cells[row][column].is_none());
        cost[start.0][start.1] = price(start);
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            for (row, column) in self.neighbours(at) {
                let there = cost[at.0][at.1] + price((row, column));
                if there < cost[row][column] {
                    cost[row][column] = there;
                    if price((row, column)) == 0 {
                        queue.push_front((row, column));
                    } else {
                        queue.push_back((row, column));
                    }
                }
            }
        }
        Some(cost[goal.0][goal.1]).filter(|&cost| cost < u32::MAX)
    }

    /// The report's mended search: A* from the guessed start by f = cost so far + distance to the goal - own stones + row. Every other cell of the
    /// first row that it comes to is a start of its own, and of all cells of the last row that it visits the cheapest counts.
    pub(super) fn mended(&self) -> Option<u32> {
        let (start, goal) = (self.guess(0)?, self.guess(self.n - 1)?);
        let stones = self.cells.iter().flatten().filter(|cell| **cell == Some(true)).count() as i64;
        let price = |(row, column): (usize, usize)| u32::from(self.cells[row][column].is_none());
        let mut costs = vec![vec![u32::MAX; self.n]; self.n];
        let mut closed = vec![vec![false; self.n]; self.n];
        let mut queue = BTreeSet::new();
        let rank = |cost: u32, at: (usize, usize)| i64::from(cost) + distance(at, goal) as i64 - stones + at.0 as i64;
        costs[start.0][start.1] = price(start);
        queue.insert((rank(price(start), start), start));
        let mut goals = Vec::new();
        while let Some((_, at)) = queue.pop_first() {
            if closed[at.0][at.1] {
                continue;
            }
            closed[at.0][at.1] = true;
            if at.0 == self.n - 1 {
                goals.push(costs[at.0][at.1]);
            }
            // The goal is tested when it is expanded.
            if at == goal {
                break;
            }
            for next in self.neighbours(at) {
                let through = costs[at.0][at.1] + price(next);
                let there = if next.0 == 0 { through.min(price(next)) } else { through };
                if there < costs[next.0][next.1] {
                    costs[next.0][next.1] = there;
                    closed[next.0][next.1] = false;
                    queue.insert((rank(there, next), next));
                }
            }
        }
        goals.into_iter().min()
    }

    /// The free cells beside one.
    fn neighbours(&self, at: (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
        let steps = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
        let beside = steps.map(|(up, right)| (at.0.wrapping_add_signed(up), at.1.wrapping_add_signed(right)));
        beside.into_iter().filter(|&(row, column)| row < self.n && column < self.n && self.free(row, column))
    }
}

/// Steps between two cells of a board of hexagons.
fn distance(one: (usize, usize), other: (usize, usize)) -> usize {
    let (rows, columns) = (one.0 as isize - other.0 as isize, one.1 as isize - other.1 as isize);
    ((rows.abs() + columns.abs() + (rows + columns).abs()) / 2) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_cachex::CachexRules;
    use plyground_eval::cachex::cost_to_win;
    use plyground_game::Position as _;

    /// A board drawn from its highest row down, as in the report's figures; its text begins with the lowest.
    fn board(rows: &str) -> Cachex {
        let rows: Vec<String> = rows.split('/').rev().map(|row| row.replace(' ', "")).collect();
        let text = format!("{} {} r 9", rows.len(), rows.join("/"));
        Cachex::parse(&text, &CachexRules::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Red's costs: exact, by the guess, by the mended search.
    fn costs(pos: &Cachex) -> (u32, Option<u32>, Option<u32>) {
        let board = Board::new(pos, Side::First);
        let guess = board.guess(0).zip(board.guess(board.n - 1)).and_then(|(start, goal)| board.path(start, goal));
        (cost_to_win(pos, Side::First), guess, board.mended())
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

    /// Figure 5, left: a stone on the edge is the goal; at the other edge the cell nearest to the nearest stone is the start, or the
    /// next one where Blue has taken it, and there is none where Blue has taken all.
    #[test]
    fn figure_5_start_and_goal_are_guessed_by_three_rules() {
        let guess = |rows: &str, edge: usize| Board::new(&board(rows), Side::First).guess(edge);
        let open = "r.... / ..... / ..r.. / ..r.. / .....";
        assert_eq!((guess(open, 4), guess(open, 0)), (Some((4, 0)), Some((0, 2))));
        let taken = guess("r.... / ..... / ..r.. / ..r.. / ..b..", 0);
        assert_eq!(taken, Some((0, 3)), "(1, d), and (1, b) where that is taken, too");
        assert_eq!(guess("r.... / ..... / ..r.. / ..r.. / ..bb.", 0), Some((0, 1)));
        assert_eq!(guess("..... / ..... / ..r.. / ..... / bbbbb", 0), None);
        // Right: of equally near cells the one whose column has more stones; it costs 2 where the other costs 3.
        let tie = "..... / ...r. / ...r. / .r.r. / .....";
        assert_eq!(guess(tie, 0), Some((0, 3)));
        let [other, chosen] = [(0, 1), (0, 3)].map(|start| {
            let board = Board::new(&board(tie), Side::First);
            board.path(start, board.guess(4).unwrap()).unwrap()
        });
        assert_eq!((other, chosen), (3, 2), "columns b and d, as the report says");
    }

    /// A* between two cells by the estimate of Part A: the distance less a number of stones.
    fn a_star(board: &Board, start: (usize, usize), goal: (usize, usize), stones: i64) -> Option<u32> {
        let price = |(row, column): (usize, usize)| u32::from(board.cells[row][column].is_none());
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

    /// Figure 6: own stones cost nothing, so that the distance overestimates what is left, and a detour along them is missed.
    #[test]
    fn figure_6_the_distance_alone_misses_a_detour_along_stones() {
        let pos = board("rr... / r.... / ..... / r.... / rr...");
        let (board, start, goal) = (Board::new(&pos, Side::First), (0, 2), (4, 2));
        assert_eq!(board.path(start, goal), Some(3), "both ends and the gap in the middle");
        assert_eq!(a_star(&board, start, goal, 0), Some(5), "straight up");
        assert_eq!(a_star(&board, start, goal, 6), Some(3), "six stones are not more than the distance overestimates");
    }

    /// "It cannot be greater than the true cost so that it is admissible": with all own stones subtracted, A* finds each cheapest path.
    #[test]
    fn the_distance_less_the_stones_is_admissible() {
        let mut random = plyground_game::random::Random::new(3);
        let mut missed = 0;
        for _ in 0..400 {
            let rows: Vec<String> =
                (0..5).map(|_| (0..5).map(|_| ['.', '.', 'r', 'b'][random.below(4)]).collect()).collect();
            let board = Board::new(&board(&rows.join("/")), Side::First);
            let stones = board.cells.iter().flatten().filter(|cell| **cell == Some(true)).count() as i64;
            let [start, goal] = [0, 4].map(|row| (row, random.below(5)));
            if !board.free(start.0, start.1) || !board.free(goal.0, goal.1) {
                continue;
            }
            let cheapest = board.path(start, goal);
            assert_eq!(a_star(&board, start, goal, stones), cheapest, "{rows:?}");
            missed += u32::from(a_star(&board, start, goal, 0) != cheapest);
        }
        assert!(missed > 0, "the distance alone misses none");
    }

    /// Figure 7: the guessed start misses the cheapest path. Figure 8: the mended search finds it there.
    #[test]
    fn figures_7_and_8_a_guess_that_misses_is_mended() {
        let pos = board("....r / ....r / ....r / ....r / r....");
        assert_eq!(
            costs(&pos),
            (1, Some(4), Some(1)),
            "a stone on the edge is taken for the start, far from the others"
        );
        // Where nothing is in the way all three agree.
        assert_eq!(costs(&board("..... / ..... / ..r.. / ..... / .....")), (4, Some(4), Some(4)));
    }
}
