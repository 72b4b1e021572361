//! Cachex: stones on cells. The number of actions is written as the number of stones, because only the second action is special.

use plyground_cachex::Cachex;
use plyground_game::{Position, Side};

use crate::{Arranged, Brush, Placed};

impl Arranged for Cachex {
    fn brushes() -> Vec<Brush> {
        let stone = |side: Side| {
            Brush::piece(
                format!("{} stone", Cachex::side_name(side)),
                ["stone-first", "stone-second"][side.index()],
                side,
                1,
            )
        };
        Side::ALL.map(stone).into_iter().chain([Brush::nothing()]).collect()
    }

    fn arranged(&self, pieces: &[Placed], to_move: Side, _: &[u32]) -> String {
        let size = self.size().get();
        let letter = |side: usize| if side == 0 { 'r' } else { 'b' };
        let cell = |row: u8, column: u8| {
            Placed::on(pieces, &format!("{row},{column}")).map_or('.', |stone| letter(stone.side))
        };
        let rows: Vec<String> = (0..size).map(|row| (0..size).map(|column| cell(row, column)).collect()).collect();
        format!("{size} {} {} {}", rows.join("/"), letter(to_move.index()), pieces.len())
    }
}
