//! A second, naive implementation of Connect Four: an array of stones.
#![allow(dead_code, reason = "not every test needs all of it")]

use std::collections::HashMap;

/// Cells by column and row: 0 for empty, 1 and 2 for the sides.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Plain {
    cells: Vec<Vec<u8>>,
    side: u8,
    over: bool,
}

impl Plain {
    pub fn new(columns: usize, rows: usize) -> Plain {
        Plain { cells: vec![vec![0; rows]; columns], side: 1, over: false }
    }

    /// Returns the playable columns.
    pub fn moves(&self) -> Vec<usize> {
        let is_open = |&column: &usize| !self.over && self.cells[column].contains(&0);
        (0..self.cells.len()).filter(is_open).collect()
    }

    pub fn after(&self, column: usize) -> Plain {
        let mut next = self.clone();
        let row = next.cells[column].iter().position(|&stone| stone == 0).unwrap();
        next.cells[column][row] = self.side;
        next.side = 3 - self.side;
        next.over = [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(across, up)| {
            let run = |sign: isize| {
                (1..).take_while(|&far| next.is(column, row, sign * across * far, sign * up * far, self.side)).count()
            };
            run(1) + run(-1) >= 3
        });
        next
    }

    fn is(&self, column: usize, row: usize, across: isize, up: isize, side: u8) -> bool {
        let place = column.checked_add_signed(across).zip(row.checked_add_signed(up));
        place.and_then(|(column, row)| self.cells.get(column)?.get(row)) == Some(&side)
    }

    /// Returns the number of games of this many plies.
    pub fn games(&self, plies: u32) -> u64 {
        if plies == 0 { 1 } else { self.moves().into_iter().map(|mv| self.after(mv).games(plies - 1)).sum() }
    }

    /// Returns the value for the side to move: 1, 0 or -1, by plain minimax. `known` caches all evaluated positions.
    pub fn value(&self, known: &mut HashMap<Plain, i32>) -> i32 {
        if let Some(&value) = known.get(self) {
            return value;
        }
        // The side to move has lost to four in a row, or the board is full.
        let ended = if self.over { -1 } else { 0 };
        let value = self.moves().into_iter().map(|mv| -self.after(mv).value(known)).max().unwrap_or(ended);
        known.insert(self.clone(), value);
        value
    }

    /// Returns the value by alpha-beta: exact between `alpha` and `beta`, else a bound. `known` caches the bounds of all
    /// positions.
    pub fn alpha_beta(&self, alpha: i32, beta: i32, known: &mut HashMap<Plain, (i32, i32)>) -> i32 {
        let (least, most) = known.get(self).copied().unwrap_or((-1, 1));
        if least >= beta || least == most {
            return least;
        }
        if most <= alpha {
            return most;
        }
        let moves = self.moves();
        let mut best = if !moves.is_empty() || self.over { -1 } else { 0 };
        for mv in moves {
            best = best.max(-self.after(mv).alpha_beta(-beta, -alpha.max(best), known));
            if best >= beta {
                break;
            }
        }
        let bounds = if best >= beta {
            (best, most)
        } else if best <= alpha {
            (least, best)
        } else {
            (best, best)
        };
        known.insert(self.clone(), bounds);
        best
    }
}
