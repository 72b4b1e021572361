//! Kalah: seeds in houses and stores.

use plyground_game::Side;
use plyground_kalah::{Kalah, MAX_SEEDS};

use crate::{Arranged, Brush, Placed};

impl Arranged for Kalah {
    fn brushes() -> Vec<Brush> {
        let by = |name: &str, adds| Brush { name: name.to_owned(), piece: None, turns: 1, adds };
        vec![by("one seed more", 1), by("one seed less", -1), by("four seeds more", 4), Brush::nothing()]
    }

    fn arranged(&self, pieces: &[Placed], to_move: Side, _: &[u32]) -> String {
        let houses = self.houses();
        let stores = ["south-store", "north-store"].map(str::to_owned);
        let row = |letter: char| (1..=houses).map(move |house| format!("{letter}{house}"));
        let places = stores.into_iter().chain(row('S')).chain(row('N'));
        let counts: Vec<String> = places.map(|place| Placed::count_on(pieces, &place).to_string()).collect();
        format!("<{houses},{}> {}", counts.join(","), ["S", "N"][to_move.index()])
    }

    fn problem(&self, pieces: &[Placed], _: Side, _: &[u32]) -> Option<String> {
        let seeds: u32 = pieces.iter().map(|piece| u32::from(piece.count.unwrap_or(0))).sum();
        (seeds > MAX_SEEDS).then(|| format!("A board holds at most {MAX_SEEDS} seeds, and here are {seeds}."))
    }
}
