//! A second, naive implementation of the rules from their text: an array of letters and lists of texts. It shares only the text
//! of positions and moves with the crate.
#![allow(dead_code, reason = "not every test needs all of it")]

#[derive(Clone, PartialEq, Debug)]
pub struct Naive {
    /// `board[rank][file]`, each `T`, `G` or `.`.
    board: [[char; 5]; 5],
    /// `g` or `t`.
    pub side: char,
    in_hand: u32,
    captured: u32,
    captures: u32,
    stuck_draws: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum End {
    Goats,
    Tigers,
    Draw,
}

fn name(file: i32, rank: i32) -> String {
    format!("{}{}", ["a", "b", "c", "d", "e"][file as usize], rank + 1)
}

impl Naive {
    pub fn read(text: &str, captures: u32, stuck_draws: bool) -> Naive {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut board = [['.'; 5]; 5];
        for (place, rank) in fields[0].split('/').enumerate() {
            let letters = rank.chars().flat_map(|letter| match letter.to_digit(10) {
                Some(run) => vec!['.'; run as usize],
                None => vec![letter],
            });
            for (file, letter) in letters.enumerate() {
                board[4 - place][file] = letter;
            }
        }
        let number = |field: &str| field.parse().unwrap();
        let side = fields[1].chars().next().unwrap();
        Naive { board, side, in_hand: number(fields[2]), captured: number(fields[3]), captures, stuck_draws }
    }

    fn letter(&self, file: i32, rank: i32) -> Option<char> {
        self.board.get(usize::try_from(rank).ok()?)?.get(usize::try_from(file).ok()?).copied()
    }

    /// Returns the moves of the side to move, even in a finished game.
    fn possible(&self) -> Vec<String> {
        let points = || (0..5).flat_map(|rank| (0..5).map(move |file| (file, rank)));
        if self.side == 'g' && self.in_hand > 0 {
            let empty = points().filter(|&(file, rank)| self.letter(file, rank) == Some('.'));
            return empty.map(|(file, rank)| name(file, rank)).collect();
        }
        let piece = self.side.to_ascii_uppercase();
        let mut moves = Vec::new();
        for (file, rank) in points().filter(|&(file, rank)| self.letter(file, rank) == Some(piece)) {
            for (right, up) in (-1..=1).flat_map(|right| (-1..=1).map(move |up| (right, up))) {
                let is_diagonal = right != 0 && up != 0;
                if (right, up) == (0, 0) || is_diagonal && (file + rank) % 2 == 1 {
                    continue;
                }
                let (near, far) = ((file + right, rank + up), (file + 2 * right, rank + 2 * up));
                if self.letter(near.0, near.1) == Some('.') {
                    moves.push(format!("{}-{}", name(file, rank), name(near.0, near.1)));
                }
                if self.side == 't'
                    && self.letter(near.0, near.1) == Some('G')
                    && self.letter(far.0, far.1) == Some('.')
                {
                    moves.push(format!("{}x{}", name(file, rank), name(far.0, far.1)));
                }
            }
        }
        moves
    }

    pub fn end(&self) -> Option<End> {
        if self.captured >= self.captures {
            Some(End::Tigers)
        } else if !self.possible().is_empty() {
            None
        } else if self.side == 't' {
            Some(End::Goats)
        } else if self.stuck_draws {
            Some(End::Draw)
        } else {
            Some(End::Tigers)
        }
    }

    pub fn moves(&self) -> Vec<String> {
        if self.captured >= self.captures { Vec::new() } else { self.possible() }
    }

    pub fn after(&self, mv: &str) -> Naive {
        let mut next = self.clone();
        let point = |text: &str| {
            let bytes = text.as_bytes();
            (usize::from(bytes[1] - b'1'), usize::from(bytes[0] - b'a'))
        };
        if let Some((from, to)) = mv.split_once(['-', 'x']) {
            let (from, to) = (point(from), point(to));
            next.board[to.0][to.1] = next.board[from.0][from.1];
            next.board[from.0][from.1] = '.';
            if mv.contains('x') {
                next.board[(from.0 + to.0) / 2][(from.1 + to.1) / 2] = '.';
                next.captured += 1;
            }
        } else {
            let (rank, file) = point(mv);
            next.board[rank][file] = 'G';
            next.in_hand -= 1;
        }
        next.side = if self.side == 'g' { 't' } else { 'g' };
        next
    }

    pub fn text(&self) -> String {
        let rank = |letters: &[char; 5]| {
            let text: String = letters.iter().collect();
            (1..=5).rev().fold(text, |text, run| text.replace(&".".repeat(run), &run.to_string()))
        };
        let board: Vec<String> = self.board.iter().rev().map(rank).collect();
        format!("{} {} {} {}", board.join("/"), self.side, self.in_hand, self.captured)
    }

    /// Counts sequences of exactly `depth` moves, and shorter ones that end the game.
    pub fn perft(&self, depth: u32) -> (u64, u64) {
        let moves = self.moves();
        match (depth, moves.len()) {
            (0, _) => (1, 0),
            (_, 0) => (0, 1),
            _ => moves.iter().map(|mv| self.after(mv).perft(depth - 1)).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1)),
        }
    }
}
