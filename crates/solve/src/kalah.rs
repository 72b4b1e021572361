//! Exact solution of Kalah: endgame databases, and a search from any position to the end of the game \[Irving2000\].
//!
//! The best move does not depend on the seeds in the stores, unless a majority in a store ends the game. A position is
//! therefore its houses, and its value is the best further difference of the stores:
//!
//! - [`Database`]: the values of all positions with few seeds in the houses, in a file or in memory.
//! - [`Solver`]: the value of any position that is not too large, with a database at the end of its lines.
//! - [`fair_starts`], [`displaced`] and [`Solver::sign`]: starts that are draws with best play.
//! - [`ExactKalah`]: every position, with these or by a search with the stores.
//! - [`OpeningBook`]: the first plies of Kalah(6,4), whose values the library includes.
//! - [`EndgameAgent`]: a player that solves late positions within the limits of a move.
//! - [`KnownEndings`]: an evaluation by the expected final margin, with the exact margins of a small database.
//!
//! ```
//! use plyground_game::Position;
//! use plyground_kalah::{Kalah, KalahRules, KalahSetup};
//! use plyground_search::StopFlag;
//! use plyground_solve::kalah::{Database, Solver};
//! use std::ops::ControlFlow;
//!
//! let rules: KalahRules = "empty-capture".parse()?;
//! let database = Database::build(4, &rules, 6, 1, |_| ControlFlow::Continue(())).expect("it is small");
//! let setup = KalahSetup::new(4, 2).expect("a board");
//! let start = Kalah::new(&setup, &rules);
//! let mut solver = Solver::new(database, 1);
//! // The value published in 2000.
//! assert_eq!(solver.value(&start, None, &StopFlag::default()), Some(6));
//! # Ok::<(), plyground_game::notation::ParseRulesError>(())
//! ```

mod build;
mod database;
mod endgame;
mod exact;
mod fair;
mod guess;
mod houses;
mod keep;
mod known_endings;
mod memory;
mod openings;
mod packed;
mod rank;
mod search;
mod shared;
mod solver;
#[cfg(test)]
mod tests;
mod with_stores;

use plyground_game::{Position, Side};
use plyground_kalah::{House, Kalah};

pub use database::Database;
pub use endgame::EndgameAgent;
pub use exact::ExactKalah;
pub use fair::{displaced, fair_starts};
pub use keep::Keep;
pub use known_endings::KnownEndings;
pub use openings::{OpeningBook, openings};
pub use solver::{Bounds, Rung, Solver};

use houses::{Houses, MAX_HOUSES, MAX_SEEDS};

/// Returns the houses from the view of the side to move; `None` if there are too many houses or seeds.
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

/// Returns the store difference for the side to move.
fn lead(pos: &Kalah) -> i32 {
    let side = pos.side_to_move();
    i32::from(pos.store(side)) - i32::from(pos.store(!side))
}
