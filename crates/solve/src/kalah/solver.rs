//! Exact values of positions.

use plyground_game::Position;
use plyground_kalah::Kalah;
use plyground_search::StopFlag;

use super::database::Database;
use super::memory::Memory;
use super::search::Search;
use super::{split, stores};

/// Solves positions of one board and rule set.
#[derive(Debug)]
pub struct Solver {
    database: Database,
    memory: Memory,
    nodes: u64,
}

impl Solver {
    /// new
    #[must_use]
    pub fn new(database: Database, mebibytes: usize) -> Solver {
        Solver { database, memory: Memory::new(mebibytes), nodes: 0 }
    }

    /// value
    pub fn value(&mut self, pos: &Kalah, guess: i32, stop: &StopFlag) -> Option<i32> {
        let side = pos.side_to_move();
        if let Some(margin) = pos.final_margin(side) {
            return Some(margin);
        }
        let houses = split(pos)?;
        let mut search = Search::new(&self.database, &self.memory, stop);
        let value = search.value(houses, guess - stores(pos));
        self.nodes += search.nodes;
        value.ok().map(|value| stores(pos) + value)
    }

    /// nodes
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}
