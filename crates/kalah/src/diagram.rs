//! Text diagram: North's houses above from right to left, South's below from left to right, the stores at the ends.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use plyground_game::diagram::{Diagram, Ink};
use plyground_game::{Position, Side};

use crate::moves::House;
use crate::position::Kalah;

impl Kalah {
    /// Returns the board as a diagram.
    pub(crate) fn draw(&self) -> Diagram {
        let m = self.houses();
        let width = self.total().to_string().len().max(2);
        let margin = " ".repeat(width + 4);
        let rule = format!("{margin}+{}", format!("{}+", "-".repeat(width + 2)).repeat(m));
        let north: Vec<usize> = (0..m).rev().collect();
        let south: Vec<usize> = (0..m).collect();
        let mut diagram = Diagram::default();

        let title = |diagram: &mut Diagram, side: Side| {
            let name = if side == Side::First { "South" } else { "North" };
            let centre = margin.len() + (m * (width + 3)).saturating_sub(name.len()) / 2 + 1;
            diagram.put(Ink::Plain, " ".repeat(centre)).put(side.into(), name);
            if self.outcome().is_none() && self.side_to_move() == side {
                diagram.put(Ink::Plain, ", to move");
            }
            diagram.end_line();
        };
        let numbers = |diagram: &mut Diagram, lanes: &[usize]| {
            diagram.put(Ink::Plain, format!("{margin} "));
            for &lane in lanes {
                diagram.put(Ink::Dim, format!("{:^1$} ", lane + 1, width + 2));
            }
            diagram.end_line();
        };
        let row = |diagram: &mut Diagram, side: Side, lanes: &[usize]| {
            diagram.put(Ink::Dim, format!("{margin}|"));
            for &lane in lanes {
                let seeds = self.seeds(side, House::from_index(lane));
                let ink = if seeds == 0 { Ink::Dim } else { side.into() };
                diagram.put(ink, format!(" {seeds:>width$} ")).put(Ink::Dim, "|");
            }
            diagram.end_line();
        };

        title(&mut diagram, Side::Second);
        numbers(&mut diagram, &north);
        diagram.put(Ink::Dim, rule.clone()).end_line();
        row(&mut diagram, Side::Second, &north);
        // The stores are printed on the line of the middle rule.
        diagram
            .put(Side::Second.into(), format!("  {:>width$}  ", self.store(Side::Second)))
            .put(Ink::Dim, rule.trim_start())
            .put(Side::First.into(), format!("  {:<width$}", self.store(Side::First)))
            .end_line();
        row(&mut diagram, Side::First, &south);
        diagram.put(Ink::Dim, rule).end_line();
        numbers(&mut diagram, &south);
        title(&mut diagram, Side::First);
        diagram
    }
}
