//! Draws the board as a slanted rhombus of text and describes moves in words.
//!
//! Rows are drawn from the top down to row 0, each half a cell to the left of the row above. So the six neighbours of a cell are
//! the adjacent ones in its row and the two touching cells above and below. Each edge has the colour of its owner.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use plyground_game::diagram::{Diagram, Ink};
use plyground_game::{Position, Side};

use crate::opening::Opening;
use crate::{Cachex, CachexMove, Cell};

/// The letters of the stones in a diagram.
const STONES: [&str; 2] = ["R", "B"];
/// Text columns before column 0 in row 0: a word, a number and the edge.
const MARGIN: usize = 10;

impl Cachex {
    /// Draws the board with its edges, and the side to move below it.
    pub(crate) fn draw(&self) -> Diagram {
        let size = usize::from(self.size().get());
        let mut diagram = Diagram::default();
        let red_edge = format!("{:=^1$}", " red ", 2 * size - 1);
        diagram.put(Ink::Plain, " ".repeat(MARGIN + size)).put(Ink::First, &red_edge).end_line();
        for row in (0..self.size().get()).rev() {
            draw_row(&mut diagram, self, row);
        }
        diagram.put(Ink::Plain, " ".repeat(MARGIN - 1)).put(Ink::First, &red_edge).end_line();
        // Two-digit numbers run down the slant.
        let digits = |digit: fn(usize) -> String| (0..size).map(digit).collect::<Vec<_>>().join(" ");
        let upper = digits(|column| column.to_string()[..1].into());
        diagram.put(Ink::Dim, format!("{}{upper}", " ".repeat(MARGIN - 2))).end_line();
        if size > 10 {
            let lower =
                digits(|column| column.to_string().get(1..).filter(|rest| !rest.is_empty()).unwrap_or(" ").into());
            diagram.put(Ink::Dim, format!("{}{lower}", " ".repeat(MARGIN - 3))).end_line();
        }
        draw_state(&mut diagram, self);
        diagram
    }

    /// Describes a legal move in words.
    pub(crate) fn describe_move(&self, mv: CachexMove) -> String {
        let side = self.side_to_move();
        let name = Cachex::side_name(side);
        let cell = match mv {
            CachexMove::Place(cell) => cell,
            CachexMove::Steal => {
                let Some(stolen) = self.stones(!side).first() else { return format!("{name} steals") };
                return format!("{name} steals the stone on {stolen}: it becomes {name} on {}", stolen.transposed());
            }
        };
        let mut text = format!("{name} places {cell}");
        let taken: Vec<String> = self.captures(mv).iter().map(|cell| cell.to_string()).collect();
        if let Some((last, others)) = taken.split_last() {
            // A capture takes at least two stones.
            text += &format!(" and takes {} and {last}", others.join(", "));
        }
        if self.wins(mv) {
            let [from, to] = match side {
                Side::First => ["bottom", "top"],
                Side::Second => ["left", "right"],
            };
            text += &format!(" and wins, joining {from} and {to}");
        }
        text
    }
}

fn draw_row(diagram: &mut Diagram, pos: &Cachex, row: u8) {
    let size = pos.size().get();
    let (left, right) = if row == size / 2 { ("blue ", " blue") } else { ("     ", "") };
    diagram.put(Ink::Plain, " ".repeat(usize::from(row)));
    diagram.put(Ink::Second, left).put(Ink::Dim, format!("{row:>2} ")).put(Ink::Second, "/");
    for column in 0..size {
        let cell = Cell::new(row, column).expect("rows and columns are below the board size");
        diagram.put(Ink::Plain, " ");
        match pos.stone_at(cell) {
            Some(side) => diagram.put(side.into(), STONES[side.index()]),
            None => diagram.put(Ink::Dim, "."),
        };
    }
    diagram.put(Ink::Second, format!(" /{right}")).end_line();
}

fn draw_state(diagram: &mut Diagram, pos: &Cachex) {
    let turn = pos.turn();
    let state = match pos.outcome_reason() {
        Some(reason) => format!("turn {turn}: {reason}"),
        None => {
            let barred =
                pos.size().centre().map_or(String::new(), |centre| format!(", but not on the centre {centre}"));
            let rule = match pos.opening() {
                Opening::Over | Opening::StealAhead => "",
                Opening::CentreBarred | Opening::CentreBarredAndStealAhead => &barred,
                Opening::Steal => " and may steal",
            };
            format!("turn {turn}: {} to move{rule}", Cachex::side_name(pos.side_to_move()))
        }
    };
    diagram.put(Ink::Plain, state).end_line();
}
