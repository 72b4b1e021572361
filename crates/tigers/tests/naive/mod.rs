//! Second program for the same rules: plain, slow arrays and lists, built from the ten lines.
//!
//! It shares only the text of positions and moves with the crate.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::BTreeSet;
use std::sync::LazyLock;

const LINES: [&[usize]; 10] = [
    &[0, 2, 8, 14, 19],
    &[0, 3, 9, 15, 20],
    &[0, 4, 10, 16, 21],
    &[0, 5, 11, 17, 22],
    &[1, 7, 13],
    &[6, 12, 18],
    &[1, 2, 3, 4, 5, 6],
    &[7, 8, 9, 10, 11, 12],
    &[13, 14, 15, 16, 17, 18],
    &[19, 20, 21, 22],
];

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Oracle {
    pub(crate) board: [char; 23],
    pub(crate) outside: usize,
    /// `g` or `t`.
    pub(crate) mover: char,
    pub(crate) captures_to_win: usize,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Result {
    GoatsWin,
    TigersWin,
    Open,
}

/// Neighbours of each point.
static NEIGHBOURS: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| {
    let next = |one: usize, other: usize| {
        LINES.iter().any(|line| line.windows(2).any(|pair| pair == [one, other] || pair == [other, one]))
    };
    (0..23).map(|one| (0..23).filter(|&other| next(one, other)).collect()).collect()
});

/// Pairs `(over, to)` of each point such that the three are consecutive on a line.
static ROWS: LazyLock<Vec<Vec<(usize, usize)>>> = LazyLock::new(|| {
    let mut rows = vec![Vec::new(); 23];
    for three in LINES.iter().flat_map(|line| line.windows(3)) {
        rows[three[0]].push((three[1], three[2]));
        rows[three[2]].push((three[1], three[0]));
    }
    rows
});

pub(crate) fn neighbours(point: usize) -> &'static [usize] {
    &NEIGHBOURS[point]
}

/// Returns the point between the ends of a jump.
fn between(from: usize, to: usize) -> usize {
    ROWS[from].iter().find(|row| row.1 == to).unwrap().0
}

impl Oracle {
    pub(crate) fn read(text: &str, captures_to_win: usize) -> Oracle {
        let fields: Vec<&str> = text.split(' ').collect();
        let board: Vec<char> = fields[0].chars().collect();
        Oracle {
            board: board.try_into().unwrap(),
            outside: fields[1].parse().unwrap(),
            mover: fields[2].chars().next().unwrap(),
            captures_to_win,
        }
    }

    pub(crate) fn text(&self) -> String {
        format!("{} {} {}", self.board.iter().collect::<String>(), self.outside, self.mover)
    }

    fn count(&self, piece: char) -> usize {
        self.board.iter().filter(|&&there| there == piece).count()
    }

    pub(crate) fn captured(&self) -> usize {
        15 - self.outside - self.count('G')
    }

    /// Returns the moves of `mover` if the game were not over.
    fn moves_of(&self, mover: char) -> Vec<String> {
        let mut moves = Vec::new();
        let piece = if mover == 'g' { 'G' } else { 'T' };
        if mover == 'g' && self.outside > 0 {
            return (0..23).filter(|&to| self.board[to] == '.').map(|to| format!("@{to}")).collect();
        }
        for from in (0..23).filter(|&from| self.board[from] == piece) {
            for &to in neighbours(from) {
                if self.board[to] == '.' {
                    moves.push(format!("{from}-{to}"));
                }
            }
            for &(over, to) in &ROWS[from] {
                if mover == 't' && self.board[over] == 'G' && self.board[to] == '.' {
                    moves.push(format!("{from}x{to}"));
                }
            }
        }
        moves
    }

    pub(crate) fn moves(&self) -> Vec<String> {
        if self.captured() >= self.captures_to_win { Vec::new() } else { self.moves_of(self.mover) }
    }

    pub(crate) fn result(&self) -> Result {
        if self.captured() >= self.captures_to_win {
            Result::TigersWin
        } else if !self.moves_of(self.mover).is_empty() {
            Result::Open
        } else if self.mover == 't' {
            Result::GoatsWin
        } else {
            Result::TigersWin
        }
    }

    pub(crate) fn play(&mut self, mv: &str) {
        if let Some(point) = mv.strip_prefix('@') {
            self.board[point.parse::<usize>().unwrap()] = 'G';
            self.outside -= 1;
        } else {
            let (from, to) = mv.split_once(['-', 'x']).unwrap();
            let (from, to): (usize, usize) = (from.parse().unwrap(), to.parse().unwrap());
            self.board[to] = self.board[from];
            self.board[from] = '.';
            if mv.contains('x') {
                let over = between(from, to);
                assert_eq!(self.board[over], 'G');
                self.board[over] = '.';
            }
        }
        self.mover = if self.mover == 'g' { 't' } else { 'g' };
    }

    pub(crate) fn after(&self, mv: &str) -> Oracle {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// Counts the sequences of exactly `depth` moves, and the shorter ones that end the game.
    pub(crate) fn perft(&self, depth: u32) -> (u64, u64) {
        let moves = self.moves();
        match (depth, moves.len()) {
            (0, _) => (1, 0),
            (_, 0) => (0, 1),
            (1, count) => (count as u64, 0),
            _ => moves
                .iter()
                .map(|mv| self.after(mv).perft(depth - 1))
                .fold((0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1)),
        }
    }

    // Features of the board, as if the tigers were to move.

    pub(crate) fn tiger_moves(&self) -> Vec<String> {
        self.moves_of('t')
    }

    pub(crate) fn goat_steps(&self) -> usize {
        Oracle { outside: 0, ..self.clone() }.moves_of('g').len()
    }

    pub(crate) fn trapped(&self) -> BTreeSet<usize> {
        let free: BTreeSet<usize> =
            self.tiger_moves().iter().map(|mv| mv.split(['-', 'x']).next().unwrap().parse().unwrap()).collect();
        (0..23).filter(|point| self.board[*point] == 'T' && !free.contains(point)).collect()
    }

    pub(crate) fn threatened(&self) -> BTreeSet<usize> {
        let jumps = self.tiger_moves().into_iter().filter(|mv| mv.contains('x'));
        jumps
            .map(|mv| {
                let (from, to) = mv.split_once('x').unwrap();
                between(from.parse().unwrap(), to.parse().unwrap())
            })
            .collect()
    }

    /// Returns the empty points that some tiger can reach while goats do not move and are not captured.
    pub(crate) fn reach(&self) -> BTreeSet<usize> {
        let mut reach = BTreeSet::new();
        let mut todo: Vec<usize> = (0..23).filter(|&point| self.board[point] == 'T').collect();
        while let Some(from) = todo.pop() {
            let jumps = ROWS[from].iter().filter(|row| self.board[row.0] == 'G').map(|row| row.1);
            for to in neighbours(from).iter().copied().chain(jumps) {
                if self.board[to] == '.' && reach.insert(to) {
                    todo.push(to);
                }
            }
        }
        reach
    }
}
