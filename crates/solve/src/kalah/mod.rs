//! Kalah, exactly.

mod build;
mod database;
mod houses;
mod memory;
mod rank;
mod search;
mod solver;

use plyground_game::{Position, Side};
use plyground_kalah::{House, Kalah};

pub use database::Database;
pub use solver::Solver;

use houses::{Houses, MAX_HOUSES, MAX_SEEDS};

/// The houses of a position as its side to move sees them; `None` when there are too many houses or seeds.
fn split(pos: &Kalah) -> Option<Houses> {
    let seeds: u32 = Side::ALL.into_iter().map(|side| u32::from(pos.seeds_in_houses(side))).sum();
    if pos.houses() > MAX_HOUSES || seeds as usize > MAX_SEEDS {
        return None;
    }
    let houses = |side| {
        let houses = (1..=pos.houses()).filter_map(House::new);
        houses.fold(0, |all, house| all | u64::from(pos.seeds(side, house)) << (8 * (house.number() - 1)))
    };
    let side = pos.side_to_move();
    Some(Houses { own: houses(side), other: houses(!side) })
}

/// The store difference for the side to move.
fn stores(pos: &Kalah) -> i32 {
    let side = pos.side_to_move();
    i32::from(pos.store(side)) - i32::from(pos.store(!side))
}
