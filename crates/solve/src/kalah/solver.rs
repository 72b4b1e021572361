//! Exact values of positions with any number of seeds.

use plyground_game::Position;
use plyground_kalah::{House, Kalah, KalahRules};
use plyground_search::StopFlag;

use super::database::Database;
use super::memory::{Memory, NUMBERS};
use super::rank::Ranking;
use super::search::Search;
use super::{split, stores};

/// Solves positions of one size of board under one rule set. What it has found stays in its table: later positions of the
/// same game are quicker.
#[derive(Debug)]
pub struct Solver {
    database: Database,
    memory: Memory,
    mebibytes: usize,
    nodes: u64,
}

impl Solver {
    /// For the board and the rules of a database, which has to be [in memory](Database::load) to be of use, with a table
    /// of at most so many MiB.
    #[must_use]
    pub fn new(database: Database, mebibytes: usize) -> Solver {
        Solver { database, memory: Memory::new(1, 0), mebibytes, nodes: 0 }
    }

    /// Whether positions like this one can be solved at all, with a database for its board and rules: at most 6 houses a
    /// side, at most 2^48 positions with so many seeds (78 with 6 houses), and no majority rule.
    #[must_use]
    pub fn takes(pos: &Kalah) -> bool {
        let seeds = split(pos).map(|houses| houses.seeds() as usize);
        let numbers = seeds.and_then(|seeds| Ranking::new(pos.houses()).below(seeds + 1));
        !pos.rules().majority && numbers.is_some_and(|numbers| numbers <= NUMBERS)
    }

    /// The number of seeds up to which a database helps to solve a position more than it takes to build.
    #[must_use]
    pub fn suited_database(pos: &Kalah) -> usize {
        // Found by timing: 14 for the start of Kalah(6,4), 18 for that of Kalah(6,5).
        const LARGEST: u64 = 100_000_000;
        let seeds = split(pos).map_or(0, |houses| houses.seeds() as usize);
        let most = 1u64.checked_shl(seeds as u32 / 2).unwrap_or(LARGEST).min(LARGEST);
        let fits = |seeds: &usize| Database::size(pos.houses(), *seeds).is_some_and(|size| size <= most);
        (0..=seeds).take_while(fits).last().unwrap_or(0)
    }

    /// The final store difference for the side to move, with best play of both sides; a good `guess` saves time.
    ///
    /// `None` when it was stopped, and for a position that it does not [take](Solver::takes), or of another board or rule
    /// set than the database's.
    pub fn value(&mut self, pos: &Kalah, guess: i32, stop: &StopFlag) -> Option<i32> {
        if let Some(margin) = pos.final_margin(pos.side_to_move()) {
            return Some(margin);
        }
        let KalahRules { capture, end, .. } = self.database.rules();
        let rules = pos.rules();
        if (rules.capture, rules.end, pos.houses()) != (capture, end, self.database.houses()) || !Solver::takes(pos) {
            return None;
        }
        let houses = split(pos)?;
        let positions = Ranking::new(pos.houses()).below(houses.seeds() as usize + 1)?;
        if Memory::size(self.mebibytes, positions) > self.memory.len() {
            self.memory = Memory::new(self.mebibytes, positions);
        }
        let mut search = Search::new(&self.database, &self.memory, stop);
        let value = search.value(houses, guess - stores(pos));
        self.nodes += search.nodes;
        value.ok().map(|value| stores(pos) + value)
    }

    /// The value of each legal move for the side that makes it, in the order of the houses from the one next to the store;
    /// `each` is told of a move before it is searched. `None` as for [`Solver::value`].
    pub fn moves(&mut self, pos: &Kalah, stop: &StopFlag, mut each: impl FnMut(House)) -> Option<Vec<(House, i32)>> {
        let mut values = Vec::new();
        let mut guess = stores(pos);
        for &mv in pos.legal_moves().iter().rev() {
            each(mv);
            let after = pos.after(mv);
            let sign = if after.side_to_move() == pos.side_to_move() { 1 } else { -1 };
            let value = sign * self.value(&after, sign * guess, stop)?;
            guess = value;
            values.push((mv, value));
        }
        Some(values)
    }

    /// Positions searched since it was made.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}
