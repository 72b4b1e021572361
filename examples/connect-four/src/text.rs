//! Positions as text, `...../...../..y../..r..` with the top row first, and as a diagram.

use std::fmt;

use plyground::game::diagram::{Diagram, Ink};
use plyground::game::notation::{Fault, Reader};
use plyground::game::{Position, Side};

use crate::board::Board;
use crate::position::{ConnectFour, has_four};

impl fmt::Display for ConnectFour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.board.rows).rev() {
            for column in 0..self.board.columns {
                f.write_str(match self.stone(column, row) {
                    None => ".",
                    Some(Side::First) => "r",
                    Some(Side::Second) => "y",
                })?;
            }
            f.write_str(if row > 0 { "/" } else { "" })?;
        }
        Ok(())
    }
}

impl ConnectFour {
    fn stone(&self, column: u32, row: u32) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.of(side) >> (8 * column + row) & 1 == 1)
    }

    /// Reads the output of `Display`. The number and the length of the rows decide the size of the board.
    pub(crate) fn read(text: &str) -> Result<ConnectFour, Fault> {
        let lines: Vec<&str> = text.split('/').collect();
        let (columns, rows) = (lines[0].chars().count(), lines.len());
        let small = Board::new(columns.min(99) as u32, rows.min(99) as u32);
        let found = || Fault::whole(text, format!("{columns} columns, {rows} rows"), "4 to 8 columns, 4 to 7 rows");
        let board = small.ok_or_else(found)?;
        let mut pos = ConnectFour { board, stones: [0, 0] };
        let mut reader = Reader::new(text);
        for row in (0..board.rows).rev() {
            for column in 0..board.columns {
                let cell = 1 << (8 * column + row);
                match reader.peek() {
                    Some('r') => pos.stones[0] |= cell,
                    Some('y') => pos.stones[1] |= cell,
                    Some('.') => {}
                    _ => return Err(reader.fault("`r`, `y` or `.`")),
                }
                reader.next_char();
            }
            if row > 0 {
                reader.expect("/")?;
            }
        }
        reader.end()?;
        pos.check().map_err(|(found, expected)| Fault::whole(text, found, expected))?;
        Ok(pos)
    }

    /// Returns the fault of an impossible position, and what is expected.
    fn check(&self) -> Result<(), (String, &'static str)> {
        let [red, yellow] = self.stones.map(u64::count_ones);
        let all = self.stones[0] | self.stones[1];
        if red.wrapping_sub(yellow) > 1 {
            return Err((format!("{red} red and {yellow} yellow stones"), "as many, or one more that is red"));
        }
        // Adding 1 to a column clears all its bits if and only if they begin at the bottom without a gap.
        if all & (all + self.board.bottom()) != 0 {
            return Err(("a stone above an empty cell".into(), "columns filled from the bottom"));
        }
        if has_four(self.of(self.side_to_move())) {
            return Err(("four in a row of the side to move".into(), "a game that ended with the last move"));
        }
        Ok(())
    }

    pub(crate) fn draw(&self) -> Diagram {
        let mut diagram = Diagram::default();
        for row in (0..self.board.rows).rev() {
            for column in 0..self.board.columns {
                diagram.put(Ink::Plain, " ");
                match self.stone(column, row) {
                    None => diagram.put(Ink::Dim, "."),
                    Some(Side::First) => diagram.put(Ink::First, "R"),
                    Some(Side::Second) => diagram.put(Ink::Second, "Y"),
                };
            }
            diagram.end_line();
        }
        for column in 1..=self.board.columns {
            diagram.put(Ink::Dim, format!(" {column}"));
        }
        diagram.end_line();
        let state = match self.outcome_reason() {
            Some(reason) => reason,
            None => format!("{} to move", Self::side_name(self.side_to_move())),
        };
        diagram.put(Ink::Plain, state).end_line();
        diagram
    }
}
