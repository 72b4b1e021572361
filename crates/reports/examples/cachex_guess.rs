//! How often the Cachex report's guess of start and goal misses the cost to win: `cachex_guess N POSITIONS`.
//!
//! The report picks one start and one goal by three rules and searches the cheapest path between them. Here both sides'
//! costs of random positions are compared with the exact ones; prints one JSON object.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::collections::VecDeque;

use plyground_cachex::{Cachex, Cell};
use plyground_eval::cachex::cost_to_win;
use plyground_game::random::Random;
use plyground_game::{Game, Position, Side};

/// A board seen by the side whose path goes up the rows.
struct Board {
    n: usize,
    /// By row and column: empty, own, or the opponent's.
    cells: Vec<Vec<Option<bool>>>,
}

impl Board {
    fn new(pos: &Cachex, side: Side) -> Board {
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
    fn guess(&self, edge: usize) -> Option<(usize, usize)> {
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
    fn path(&self, start: (usize, usize), goal: (usize, usize)) -> Option<u32> {
        let mut cost = vec![vec![u32::MAX; self.n]; self.n];
        let price = |(row, column): (usize, usize)| u32::from(self.cells[row][column].is_none());
        cost[start.0][start.1] = price(start);
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            for (up, right) in [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)] {
                let (row, column) = (at.0.wrapping_add_signed(up), at.1.wrapping_add_signed(right));
                if row >= self.n || column >= self.n || !self.free(row, column) {
                    continue;
                }
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
}

/// Steps between two cells of a board of hexagons.
fn distance(one: (usize, usize), other: (usize, usize)) -> usize {
    let (rows, columns) = (one.0 as isize - other.0 as isize, one.1 as isize - other.1 as isize);
    ((rows.abs() + columns.abs() + (rows + columns).abs()) / 2) as usize
}

fn main() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let mut number = |name: &str| {
        let given = args.next().and_then(|text| text.parse::<usize>().ok());
        given.ok_or_else(|| format!("expected {name}: cachex_guess N POSITIONS"))
    };
    let (n, positions) = (number("a board size")?, number("a number of positions")?);
    let setup = n.to_string().parse().map_err(|error| format!("{error}"))?;
    let mut random = Random::new(1);
    let (mut costs, mut wrong, mut missed, mut excess) = (0_u64, 0_u64, 0_u64, 0_u64);
    let mut seen = 0;
    while seen < positions {
        let mut game = Game::<Cachex>::new(&setup, &Default::default());
        for _ in 0..2 + random.below(n * n * 2 / 3) {
            if game.ending().is_some() {
                break;
            }
            let moves = game.position().legal_moves();
            game.play(moves[random.below(moves.len())]).map_err(|error| error.to_string())?;
        }
        if game.ending().is_some() {
            continue;
        }
        seen += 1;
        for side in [Side::First, Side::Second] {
            let exact = cost_to_win(game.position(), side);
            let board = Board::new(game.position(), side);
            let guess = board.guess(0).zip(board.guess(n - 1)).and_then(|(start, goal)| board.path(start, goal));
            costs += 1;
            match guess {
                Some(cost) if cost == exact => {}
                Some(cost) => {
                    assert!(cost > exact, "a path between two edges costs no less than the cheapest");
                    wrong += 1;
                    excess += u64::from(cost - exact);
                }
                // Without a path there is no cost: twice the size, as for the exact one.
                None if exact == 2 * n as u32 => {}
                None => {
                    wrong += 1;
                    missed += 1;
                }
            }
        }
    }
    let mean_excess = excess as f64 / (wrong - missed).max(1) as f64;
    println!("{{\"costs\":{costs},\"wrong\":{wrong},\"missed\":{missed},\"mean_excess\":{mean_excess}}}");
    Ok(())
}
