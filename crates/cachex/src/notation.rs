//! Positions and moves as text.
//!
//! A position such as `5 ...../..rb./.b.r./.rb../..... r 6` has four parts: the board size, the rows from row 0 on, the side to
//! move (`r` or `b`), and the number of actions played. Each row has one character per cell in column order (`.` empty, `r` red,
//! `b` blue). Any arrangement is accepted. A side that has already joined its edges has won. Both sides cannot have won in any
//! arrangement, because two such chains would have to cross.

use alloc::format;
use core::fmt;

use plyground_game::notation::{Fault, Reader};
use plyground_game::{Position as _, Side};

use crate::position::MAX_TURN;
use crate::{BoardSize, Cachex, CachexMove, CachexRules, Cell, Cells};

/// The letters of the two colours.
pub(crate) const LETTERS: [char; 2] = ['r', 'b'];

impl Cachex {
    /// Reads a position.
    pub(crate) fn read(text: &str, rules: &CachexRules) -> Result<Cachex, Fault> {
        let mut reader = Reader::new(text);
        let size = BoardSize::read(&mut reader)?;
        reader.expect(" ")?;
        let stones = read_rows(&mut reader, size)?;
        reader.expect(" ")?;
        let side = match reader.peek() {
            Some('r') => Side::First,
            Some('b') => Side::Second,
            _ => return Err(reader.fault("the side to move, `r` or `b`")),
        };
        reader.next_char();
        reader.expect(" ")?;
        let turn = reader.number("the number of actions played", 0..=MAX_TURN)?;
        reader.end()?;
        Ok(Cachex::from_parts(size, stones, side, turn, rules))
    }
}

fn read_rows(reader: &mut Reader<'_>, size: BoardSize) -> Result<[Cells; 2], Fault> {
    let mut stones = [Cells::EMPTY; 2];
    for row in 0..size.get() {
        if row > 0 && !reader.take("/") {
            return Err(reader.fault(format!("`/`, then row {row} of {size}")));
        }
        for column in 0..size.get() {
            let cell = Cell::new(row, column).expect("rows and columns are below the board size");
            match reader.peek() {
                Some('.') => {}
                Some('r') => stones[0].insert(cell),
                Some('b') => stones[1].insert(cell),
                _ => return Err(reader.fault(format!("`.`, `r` or `b` for cell {cell}"))),
            }
            reader.next_char();
        }
    }
    Ok(stones)
}

impl CachexMove {
    /// Reads a move on a board of this size.
    pub(crate) fn read(text: &str, size: BoardSize) -> Result<CachexMove, Fault> {
        if text.eq_ignore_ascii_case("steal") {
            return Ok(CachexMove::Steal);
        }
        if !text.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(Reader::new(text).fault("`row,column` or `steal`"));
        }
        let last = u32::from(size.get()) - 1;
        let mut reader = Reader::new(text);
        let row = reader.number("a row", 0..=last)?;
        reader.expect(",")?;
        let column = reader.number("a column", 0..=last)?;
        reader.end()?;
        let cell = Cell::new(row as u8, column as u8).expect("the numbers are below the board size");
        Ok(CachexMove::Place(cell))
    }
}

impl fmt::Display for Cachex {
    /// Writes the notation that [`Position::parse`](plyground_game::Position::parse) reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.size())?;
        for row in 0..self.size().get() {
            if row > 0 {
                write!(f, "/")?;
            }
            for column in 0..self.size().get() {
                let cell = Cell::new(row, column).expect("rows and columns are below the board size");
                write!(f, "{}", self.stone_at(cell).map_or('.', |side| LETTERS[side.index()]))?;
            }
        }
        write!(f, " {} {}", LETTERS[self.side_to_move().index()], self.turn())
    }
}
