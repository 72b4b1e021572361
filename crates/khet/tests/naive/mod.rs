//! A second, naive implementation of Khet: an array of men, moves as text, and a beam that moves one square at a time.
//!
//! It is written from the rules alone and shares no code with the crate, so that it can disagree with the crate.

#![allow(clippy::match_same_arms, reason = "one line for each line of the rules")]
#![allow(clippy::unwrap_used, reason = "a program that stumbles is a failed test")]

use plyground_game::random::Random;

/// A man on the board: colour, letter, and the digit of its facing (0 for a pharaoh).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Man {
    pub(crate) silver: bool,
    pub(crate) letter: char,
    pub(crate) facing: u8,
}

/// The options by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    pub(crate) pharaoh_turns: bool,
    pub(crate) scarab_both_turns: bool,
    pub(crate) strict_swap: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Oracle {
    /// `board[x][y]`, from a1.
    pub(crate) board: [[Option<Man>; 8]; 10],
    pub(crate) silver_to_move: bool,
    pub(crate) options: Options,
}

const AROUND: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// Reserved squares, from the rules: Eye of Horus a1-a8, i1, i8 for red; Ankh j1-j8, b1, b8 for silver.
pub(crate) fn allowed(silver: bool, x: i32, y: i32) -> bool {
    let name = format!("{}{}", (b'a' + x as u8) as char, y + 1);
    let red_only = name.starts_with('a') || name == "i1" || name == "i8";
    let silver_only = name.starts_with('j') || name == "b1" || name == "b8";
    if silver { !red_only } else { !silver_only }
}

impl Oracle {
    /// Reads a well-formed Khet string.
    pub(crate) fn read(text: &str, options: Options) -> Oracle {
        let (ranks, side) = text.split_once(' ').unwrap();
        let mut board = [[None; 8]; 10];
        for (row, rank) in ranks.split('/').enumerate() {
            let mut x = 0;
            let mut characters = rank.chars();
            while let Some(c) = characters.next() {
                if let Some(run) = c.to_digit(10) {
                    x += run as usize;
                    continue;
                }
                let letter = c.to_ascii_uppercase();
                let mut facing = 0;
                if letter != 'K' {
                    facing = characters.next().unwrap().to_digit(10).unwrap() as u8;
                    if letter == 'S' {
                        facing = if facing % 2 == 1 { 1 } else { 2 };
                    }
                }
                board[x][7 - row] = Some(Man { silver: c.is_ascii_uppercase(), letter, facing });
                x += 1;
            }
        }
        Oracle { board, silver_to_move: side == "0", options }
    }

    pub(crate) fn write(&self) -> String {
        let mut ranks = Vec::new();
        for y in (0..8).rev() {
            let mut rank = String::new();
            let mut empty = 0;
            for x in 0..10 {
                match self.board[x][y] {
                    None => empty += 1,
                    Some(man) => {
                        if empty > 0 {
                            rank += &empty.to_string();
                        }
                        empty = 0;
                        rank.push(if man.silver { man.letter } else { man.letter.to_ascii_lowercase() });
                        if man.facing > 0 {
                            rank += &man.facing.to_string();
                        }
                    }
                }
            }
            if empty > 0 && empty < 10 {
                rank += &empty.to_string();
            }
            ranks.push(rank);
        }
        format!("{} {}", ranks.join("/"), if self.silver_to_move { 0 } else { 1 })
    }

    pub(crate) fn has_pharaoh(&self, silver: bool) -> bool {
        self.board.iter().flatten().flatten().any(|man| man.letter == 'K' && man.silver == silver)
    }

    pub(crate) fn finished(&self) -> bool {
        !self.has_pharaoh(true) || !self.has_pharaoh(false)
    }

    fn at(&self, x: i32, y: i32) -> Option<Man> {
        self.board[x as usize][y as usize]
    }

    /// Returns the legal moves of a side as text, whichever side is to move.
    pub(crate) fn moves(&self, silver: bool) -> Vec<String> {
        let mut moves = Vec::new();
        if self.finished() {
            return moves;
        }
        for x in 0..10 {
            for y in 0..8 {
                let Some(man) = self.at(x, y).filter(|man| man.silver == silver) else { continue };
                let here = format!("{}{}", (b'a' + x as u8) as char, y + 1);
                if man.letter == 'X' {
                    moves.push(match man.facing {
                        1 => format!("{here}-"), // north to west
                        4 => format!("{here}+"),
                        3 => format!("{here}-"), // south to east
                        2 => format!("{here}+"),
                        _ => unreachable!(),
                    });
                    continue;
                }
                match man.letter {
                    'K' if !self.options.pharaoh_turns => {}
                    'S' if !self.options.scarab_both_turns => moves.push(format!("{here}+")),
                    _ => moves.extend([format!("{here}+"), format!("{here}-")]),
                }
                for (dx, dy) in AROUND {
                    let (to_x, to_y) = (x + dx, y + dy);
                    if !(0..10).contains(&to_x) || !(0..8).contains(&to_y) || !allowed(silver, to_x, to_y) {
                        continue;
                    }
                    let fine = match self.at(to_x, to_y) {
                        None => true,
                        Some(other) => {
                            man.letter == 'S'
                                && (other.letter == 'P' || other.letter == 'A')
                                && (!self.options.strict_swap || allowed(other.silver, x, y))
                        }
                    };
                    if fine {
                        moves.push(format!("{here}{}{}", (b'a' + to_x as u8) as char, to_y + 1));
                    }
                }
            }
        }
        moves
    }

    /// Plays a legal move and returns the square of the destroyed man, if any.
    pub(crate) fn play(&mut self, mv: &str) -> Option<(usize, usize)> {
        let bytes = mv.as_bytes();
        let (x, y) = ((bytes[0] - b'a') as usize, (bytes[1] - b'1') as usize);
        if bytes.len() == 3 {
            let man = self.board[x][y].as_mut().unwrap();
            if man.letter == 'S' {
                man.facing = 3 - man.facing;
            } else if man.letter != 'K' {
                man.facing = match (bytes[2], man.facing) {
                    (b'+', 4) => 1,
                    (b'+', f) => f + 1,
                    (_, 1) => 4,
                    (_, f) => f - 1,
                };
            }
        } else {
            let (to_x, to_y) = ((bytes[2] - b'a') as usize, (bytes[3] - b'1') as usize);
            let man = self.board[x][y];
            self.board[x][y] = self.board[to_x][to_y];
            self.board[to_x][to_y] = man;
        }
        let hit = self.fire(self.silver_to_move);
        if let Some((x, y)) = hit {
            self.board[x][y] = None;
        }
        self.silver_to_move = !self.silver_to_move;
        hit
    }

    /// Returns the man that a side's laser destroys on the board as it is.
    pub(crate) fn fire(&self, silver: bool) -> Option<(usize, usize)> {
        let (mut x, mut y) = if silver { (9, 0) } else { (0, 7) };
        let sphinx = self.at(x, y).unwrap();
        let mut travel = ['N', 'E', 'S', 'W'][sphinx.facing as usize - 1];
        loop {
            let (dx, dy) = match travel {
                'N' => (0, 1),
                'E' => (1, 0),
                'S' => (0, -1),
                _ => (-1, 0),
            };
            x += dx;
            y += dy;
            if !(0..10).contains(&x) || !(0..8).contains(&y) {
                return None;
            }
            let Some(man) = self.at(x, y) else { continue };
            let hit = Some((x as usize, y as usize));
            travel = match (man.letter, man.facing, travel) {
                // The list of the rules, by direction of travel.
                ('P', 1, 'S') | ('P', 2, 'N') => 'E',
                ('P', 1, 'W') | ('P', 4, 'E') => 'N',
                ('P', 2, 'W') | ('P', 3, 'E') => 'S',
                ('P', 3, 'N') | ('P', 4, 'S') => 'W',
                ('P', ..) => return hit,
                ('S', 1, 'N') | ('S', 2, 'S') => 'W',
                ('S', 1, 'W') | ('S', 2, 'E') => 'N',
                ('S', 1, 'S') | ('S', 2, 'N') => 'E',
                ('S', 1, 'E') | ('S', 2, 'W') => 'S',
                // An anubis that faces the beam.
                ('A', 1, 'S') | ('A', 2, 'W') | ('A', 3, 'N') | ('A', 4, 'E') => return None,
                ('A', ..) | ('K', ..) => return hit,
                ('X', ..) => return None,
                other => panic!("no such man: {other:?}"),
            };
        }
    }

    /// Counts the move sequences of exactly `depth` plies, and the shorter ones that ended the game.
    pub(crate) fn perft(&self, depth: u32) -> (u64, u64) {
        if depth == 0 {
            return (1, 0);
        }
        if self.finished() {
            return (0, 1);
        }
        if depth == 1 {
            return (self.moves(self.silver_to_move).len() as u64, 0);
        }
        let mut sum = (0, 0);
        for mv in self.moves(self.silver_to_move) {
            let mut next = self.clone();
            next.play(&mv);
            let (nodes, finished) = next.perft(depth - 1);
            sum = (sum.0 + nodes, sum.1 + finished);
        }
        sum
    }
}

/// Returns a board with random men on random squares that the rules allow.
pub(crate) fn random_board(random: &mut Random, options: Options) -> Oracle {
    let mut board = [[None; 8]; 10];
    board[9][0] = Some(Man { silver: true, letter: 'X', facing: [1, 4][random.below(2)] });
    board[0][7] = Some(Man { silver: false, letter: 'X', facing: [2, 3][random.below(2)] });
    for silver in [true, false] {
        // One side in forty has no pharaoh.
        let pharaohs = usize::from(random.below(40) > 0);
        for (letter, most) in [('K', pharaohs), ('P', 7), ('S', 2), ('A', 2)] {
            let count = if letter == 'K' { most } else { random.below(most + 1) };
            for _ in 0..count {
                loop {
                    let (x, y) = (random.below(10), random.below(8));
                    // With lax swaps, pyramids and anubises of the other side can be left on reserved squares.
                    let anywhere = !options.strict_swap && "PA".contains(letter);
                    if board[x][y].is_none() && (anywhere || allowed(silver, x as i32, y as i32)) {
                        let facing = match letter {
                            'K' => 0,
                            'S' => 1 + random.below(2),
                            _ => 1 + random.below(4),
                        };
                        board[x][y] = Some(Man { silver, letter, facing: facing as u8 });
                        break;
                    }
                }
            }
        }
    }
    Oracle { board, silver_to_move: random.below(2) == 0, options }
}
