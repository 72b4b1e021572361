//! A second, naive implementation of Cachex: boards of characters, lists of neighbours, diamonds by their definition, and groups
//! by search. It is slow and shares no code with the crate under test, which is compared with it everywhere.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashMap;
use std::rc::Rc;

use plyground_game::random::Random;

/// A cell `(r, q)`.
pub(crate) type At = (usize, usize);

/// Tables that depend on the board size alone.
pub(crate) struct Geometry {
    pub(crate) n: usize,
    pub(crate) neighbours: HashMap<At, Vec<At>>,
    /// Two pairs of opposite cells each: `[b, c]` adjacent, `[a, d]` adjacent to both.
    pub(crate) diamonds: Vec<[[At; 2]; 2]>,
    /// The diamonds through each cell.
    through: HashMap<At, Vec<[[At; 2]; 2]>>,
}

impl Geometry {
    pub(crate) fn new(n: usize) -> Rc<Geometry> {
        let cells: Vec<At> = (0..n).flat_map(|r| (0..n).map(move |q| (r, q))).collect();
        let adjacent = |x: At, y: At| {
            let (dr, dq) = (x.0 as i32 - y.0 as i32, x.1 as i32 - y.1 as i32);
            matches!((dr, dq), (1, -1) | (1, 0) | (0, 1) | (-1, 1) | (-1, 0) | (0, -1))
        };
        let neighbours: HashMap<At, Vec<At>> =
            cells.iter().map(|&x| (x, cells.iter().copied().filter(|&y| adjacent(x, y)).collect())).collect();
        let mut diamonds = Vec::new();
        let mut through: HashMap<At, Vec<_>> = HashMap::new();
        for &b in &cells {
            for &c in neighbours[&b].iter().filter(|&&c| b < c) {
                let both: Vec<At> = neighbours[&b].iter().copied().filter(|&x| adjacent(x, c)).collect();
                if let [a, d] = both[..] {
                    let diamond = [[b, c], [a, d]];
                    diamonds.push(diamond);
                    for cell in [a, b, c, d] {
                        through.entry(cell).or_default().push(diamond);
                    }
                }
            }
        }
        Rc::new(Geometry { n, neighbours, diamonds, through })
    }
}

/// A position and the options that determine moves.
#[derive(Clone)]
pub(crate) struct Oracle {
    pub(crate) geometry: Rc<Geometry>,
    pub(crate) board: Vec<Vec<char>>,
    pub(crate) side: char,
    pub(crate) turn: u32,
    pub(crate) steal: bool,
    pub(crate) centre_ban: bool,
}

pub(crate) fn other(side: char) -> char {
    if side == 'r' { 'b' } else { 'r' }
}

impl Oracle {
    pub(crate) fn new(geometry: &Rc<Geometry>, steal: bool, centre_ban: bool) -> Oracle {
        let board = vec![vec!['.'; geometry.n]; geometry.n];
        Oracle { geometry: geometry.clone(), board, side: 'r', turn: 0, steal, centre_ban }
    }

    /// Reads a valid text of `text`.
    pub(crate) fn parse(text: &str, steal: bool, centre_ban: bool) -> Oracle {
        let words: Vec<&str> = text.split(' ').collect();
        let geometry = Geometry::new(words[0].parse().unwrap());
        let board = words[1].split('/').map(|row| row.chars().collect()).collect();
        let (side, turn) = (words[2].parse().unwrap(), words[3].parse().unwrap());
        Oracle { geometry, board, side, turn, steal, centre_ban }
    }

    /// Returns a random arrangement with a stone on `density` percent of the cells.
    pub(crate) fn random(geometry: &Rc<Geometry>, density: usize, random: &mut Random) -> Oracle {
        let mut oracle = Oracle::new(geometry, random.below(2) == 0, random.below(2) == 0);
        for cell in oracle.board.iter_mut().flatten() {
            if random.below(100) < density {
                *cell = ['r', 'b'][random.below(2)];
            }
        }
        oracle.side = ['r', 'b'][random.below(2)];
        oracle.turn = random.below(5) as u32;
        oracle
    }

    pub(crate) fn text(&self) -> String {
        let rows: Vec<String> = self.board.iter().map(|row| row.iter().collect()).collect();
        format!("{} {} {} {}", self.geometry.n, rows.join("/"), self.side, self.turn)
    }

    pub(crate) fn rules_text(&self) -> String {
        let on = |on| if on { "on" } else { "off" };
        format!("standard,steal={},centre_ban={}", on(self.steal), on(self.centre_ban))
    }

    fn at(&self, cell: At) -> char {
        self.board[cell.0][cell.1]
    }

    pub(crate) fn stones(&self, side: char) -> Vec<At> {
        let mut cells: Vec<At> = self.geometry.neighbours.keys().copied().filter(|&x| self.at(x) == side).collect();
        cells.sort_unstable();
        cells
    }

    /// Returns the stones connected with the one on `start`.
    pub(crate) fn group(&self, start: At) -> Vec<At> {
        let mut group = vec![start];
        let mut next = 0;
        while let Some(&cell) = group.get(next) {
            next += 1;
            for &neighbour in &self.geometry.neighbours[&cell] {
                if self.at(neighbour) == self.at(start) && !group.contains(&neighbour) {
                    group.push(neighbour);
                }
            }
        }
        group
    }

    pub(crate) fn has_joined(&self, side: char) -> bool {
        let line = |cell: At| if side == 'r' { cell.0 } else { cell.1 };
        let starts: Vec<At> = self.stones(side).into_iter().filter(|&cell| line(cell) == 0).collect();
        starts.iter().any(|&start| self.group(start).iter().any(|&cell| line(cell) == self.geometry.n - 1))
    }

    pub(crate) fn winner(&self) -> Option<char> {
        ['r', 'b'].into_iter().find(|&side| self.has_joined(side))
    }

    /// Returns the moves as texts, in the order of rows and columns, `steal` last.
    pub(crate) fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.winner().is_some() {
            return moves;
        }
        let n = self.geometry.n;
        let only_one = self.stones('.').len() == 1;
        for r in 0..n {
            for q in 0..n {
                let barred = self.turn == 0 && !only_one && self.centre_ban && 2 * r == n - 1 && 2 * q == n - 1;
                if self.board[r][q] == '.' && !barred {
                    moves.push(format!("{r},{q}"));
                }
            }
        }
        let stones = [self.stones(self.side).len(), self.stones(other(self.side)).len()];
        if self.turn == 1 && self.steal && stones == [0, 1] {
            moves.push("steal".into());
        }
        moves
    }

    /// Plays a move given as text, and returns the captured cells, sorted.
    pub(crate) fn play(&mut self, mv: &str) -> Vec<At> {
        let mut taken = Vec::new();
        if mv == "steal" {
            let (r, q) = self.stones(other(self.side))[0];
            self.board[r][q] = '.';
            self.board[q][r] = self.side;
        } else {
            let (r, q) = mv.split_once(',').unwrap();
            let x: At = (r.parse().unwrap(), q.parse().unwrap());
            self.board[x.0][x.1] = self.side;
            for [one, two] in &self.geometry.through[&x] {
                let (mine, theirs) = if one.contains(&x) { (one, two) } else { (two, one) };
                let is_mine = mine.iter().all(|&cell| self.at(cell) == self.side);
                if is_mine && theirs.iter().all(|&cell| self.at(cell) == other(self.side)) {
                    taken.extend(theirs);
                }
            }
            taken.sort_unstable();
            taken.dedup();
            for &(r, q) in &taken {
                self.board[r][q] = '.';
            }
        }
        self.side = other(self.side);
        self.turn += 1;
        taken
    }

    /// Returns whether two stones of each colour are opposite each other in a diamond.
    pub(crate) fn holds_a_full_diamond(&self) -> bool {
        self.geometry.diamonds.iter().any(|[one, two]| {
            let [a, b, c, d] = [one[0], one[1], two[0], two[1]].map(|cell| self.at(cell));
            a == b && c == d && a != c && a != '.' && c != '.'
        })
    }

    /// Counts the sequences of exactly `depth` actions, and the shorter ones that ended the game.
    pub(crate) fn perft(&self, depth: u32) -> (u64, u64) {
        if depth == 0 {
            return (1, 0);
        }
        let moves = self.legal();
        if moves.is_empty() {
            return (0, 1);
        }
        if depth == 1 {
            return (moves.len() as u64, 0);
        }
        moves.iter().fold((0, 0), |sum, mv| {
            let mut next = self.clone();
            next.play(mv);
            let part = next.perft(depth - 1);
            (sum.0 + part.0, sum.1 + part.1)
        })
    }
}
