//! The board as text: pieces, lines and coordinates.

use plyground::game::diagram::{Diagram, Ink};
use plyground::game::{Outcome, Position};

use crate::board::Point;
use crate::position::BaghChal;

/// The lines below a rank, by the parity of its number from 0. Below a strong point of file `a`, the first diagonal leads down.
const BETWEEN: [&str; 2] = ["  | \\ | / | \\ | / |", "  | / | \\ | / | \\ |"];

impl BaghChal {
    /// Draws the board with `T` for tigers, `G` for goats and a dot for empty points, and the state of the game below.
    pub(crate) fn draw_diagram(&self) -> Diagram {
        let mut diagram = Diagram::default();
        for rank in (0..5).rev() {
            diagram.put(Ink::Dim, format!("{} ", rank + 1));
            for file in 0..5 {
                let point = Point::at(file, rank).expect("files and ranks are 0 to 4");
                match (self.tigers.contains(point), self.goats.contains(point)) {
                    (true, _) => diagram.put(Ink::Second, "T"),
                    (_, true) => diagram.put(Ink::First, "G"),
                    _ => diagram.put(Ink::Dim, "."),
                };
                diagram.put(Ink::Dim, if file < 4 { " - " } else { "" });
            }
            diagram.end_line();
            if rank > 0 {
                diagram.put(Ink::Dim, BETWEEN[rank % 2]).end_line();
            }
        }
        diagram.put(Ink::Dim, "  a   b   c   d   e").end_line();
        diagram.end_line();
        match (self.outcome(), self.outcome_reason()) {
            (Some(Outcome::Win(winner)), Some(reason)) => {
                diagram.put(winner.into(), format!("{} have won", BaghChal::side_name(winner)));
                diagram.put(Ink::Plain, format!(": {reason}"));
            }
            (Some(Outcome::Draw), Some(reason)) => _ = diagram.put(Ink::Plain, format!("a draw: {reason}")),
            _ => _ = diagram.put(self.side.into(), format!("{} to move", BaghChal::side_name(self.side))),
        }
        let (board, captured) = (self.goats.len(), self.captured());
        let state = format!("; goats: {} in hand, {board} on the board, {captured} captured", self.in_hand);
        diagram.put(Ink::Plain, state).end_line();
        diagram
    }
}
