//! Tigers and Goats: animals on points, and the number of goats outside.

use plyground_game::Side;
use plyground_tigers::{Point, Tigers};

use crate::{Arranged, Brush, Number, Placed};

impl Arranged for Tigers {
    fn brushes() -> Vec<Brush> {
        vec![
            Brush::piece("goat".to_owned(), "goat", Side::First, 1),
            Brush::piece("tiger".to_owned(), "tiger", Side::Second, 1),
            Brush::nothing(),
        ]
    }

    fn numbers(&self) -> Vec<Number> {
        vec![Number { name: "goats outside", value: u32::from(self.outside()) }]
    }

    fn arranged(&self, pieces: &[Placed], to_move: Side, numbers: &[u32]) -> String {
        let animal = |point: Point| match Placed::on(pieces, &point.to_string()) {
            Some(piece) if piece.side == 0 => 'G',
            Some(_) => 'T',
            None => '.',
        };
        let points: String = Point::ALL.into_iter().map(animal).collect();
        format!("{points} {} {}", numbers.first().unwrap_or(&0), ["g", "t"][to_move.index()])
    }

    fn problem(&self, pieces: &[Placed], _: Side, numbers: &[u32]) -> Option<String> {
        let [goats, tigers] = [0, 1].map(|side| pieces.iter().filter(|piece| piece.side == side).count());
        let outside = numbers.first().copied().unwrap_or(0) as usize;
        if tigers != 3 {
            return Some(format!("There are always three tigers on the board, and here are {tigers}."));
        }
        let all = goats.saturating_add(outside);
        (all > 15).then(|| {
            format!("There are fifteen goats at most, and here are {all}: {goats} on the board, {outside} outside.")
        })
    }
}
