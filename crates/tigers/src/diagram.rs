//! Board diagram, and moves in words.

use alloc::format;
use alloc::string::{String, ToString};

use plyground_game::diagram::{Diagram, Ink};
use plyground_game::{Outcome, Position};

use crate::{Jump, MoveKind, Point, Step, Tigers, TigersMove};

/// Width of a point with the line to its right neighbour.
const CELL: usize = 8;

/// Lines from the apex to its four neighbours.
const FAN: [&str; 3] =
    ["                 _,-'/  \\'-,_", "             _,-'   /    \\   '-,_", "          ,-'      /      \\      '-,"];
const SIX: &str = "  |       |       |       |       |       |";
const FOUR: &str = "          |       |       |       |";

/// Rows: the indentation of the first point, its number, the number of points, and the lines below the row.
const ROWS: [(usize, usize, usize, &[&str]); 5] =
    [(22, 0, 1, &FAN), (2, 1, 6, &[SIX]), (2, 7, 6, &[SIX]), (2, 13, 6, &[FOUR]), (10, 19, 4, &[])];

impl Tigers {
    /// Draws the board with lines, numbers and pieces, followed by the side to move and the number of goats. `T3` is a
    /// tiger on 3, `G9` a goat on 9; an empty point shows only its number.
    pub(crate) fn draw(&self) -> Diagram {
        let mut diagram = Diagram::default();
        for (indent, first, count, lines_below) in ROWS {
            diagram.put(Ink::Dim, " ".repeat(indent));
            for (place, &point) in Point::ALL[first..first + count].iter().enumerate() {
                let (ink, label) = label(self, point);
                let width = label.len();
                diagram.put(ink, label);
                if place + 1 < count {
                    diagram.put(Ink::Dim, format!(" {} ", "-".repeat(CELL - width - 2)));
                }
            }
            diagram.end_line();
            for &line in lines_below {
                diagram.put(Ink::Dim, line).end_line();
            }
        }
        diagram.end_line();
        let side = self.side_to_move();
        match (self.outcome().and_then(Outcome::winner), self.outcome_reason()) {
            (Some(winner), Some(reason)) => {
                diagram.put(winner.into(), format!("{} have won", Tigers::side_name(winner)));
                diagram.put(Ink::Plain, format!(": {reason}"));
            }
            _ => _ = diagram.put(side.into(), format!("{} to move", Tigers::side_name(side))),
        }
        diagram.put(Ink::Plain, format!("; {}", goats_in_words(self))).end_line();
        diagram
    }

    /// Describes a move in words.
    pub(crate) fn describe_move(&self, mv: TigersMove) -> String {
        match mv.kind() {
            MoveKind::Place(point) => format!("a goat enters on {point}"),
            MoveKind::Step(Step { from, to }) => {
                let piece = if self.tigers_to_move() { "tiger" } else { "goat" };
                format!("a {piece} steps from {from} to {to}")
            }
            MoveKind::Jump(Jump { from, over, to }) => {
                format!("a tiger jumps from {from} over {over} to {to} and takes the goat")
            }
        }
    }
}

fn label(pos: &Tigers, point: Point) -> (Ink, String) {
    if pos.tigers().contains(point) {
        (Ink::Second, format!("T{point}"))
    } else if pos.goats().contains(point) {
        (Ink::First, format!("G{point}"))
    } else {
        (Ink::Dim, point.to_string())
    }
}

fn goats_in_words(pos: &Tigers) -> String {
    let need = match pos.captures_left() {
        0 => String::new(),
        left => format!("; tigers need {left} more"),
    };
    format!("goats: {} outside, {} on the board, {} taken{need}", pos.outside(), pos.goats().len(), pos.captured())
}
