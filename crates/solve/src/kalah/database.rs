//! Endgame databases: the values of all positions with up to a number of seeds in the houses.
//!
//! A value is the best further difference of the stores for the side to move; the seeds in the stores do not change the
//! best move. The idea is that of \[Irving2000\]. With 6 houses per side there are 30 million positions up to 16 seeds
//! and 226 million up to 20, by their [numbers](super::rank). A file stores one byte per position, and memory [four
//! bits](super::packed).

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use plyground_game::Position;
use plyground_kalah::{Capture, End, Kalah, KalahRules};

use super::build::Build;
use super::houses::{Board, Houses, MAX_HOUSES, MAX_SEEDS};
use super::packed::Packed;
use super::rank::{Ranking, below};
use super::{lead, split};
use crate::table::{self, Description, TableError, TableFile, try_folder};

/// Maximum number of positions of a database: 16 GiB at four bits each.
const MOST: u64 = 1 << 35;

/// Values of all positions with few seeds in the houses, for one board size and one rule set.
#[derive(Debug)]
pub struct Database {
    pub(super) board: Board,
    pub(super) ranking: Ranking,
    rules: KalahRules,
    seeds: usize,
    values: Values,
}

#[derive(Debug)]
enum Values {
    Memory(Packed),
    File(Box<TableFile>),
}

/// Returns the rules without the majority rule, which depends on the stores and not on the houses.
fn without_majority(rules: &KalahRules) -> KalahRules {
    KalahRules { majority: false, sweep: false, ..*rules }
}

impl Database {
    /// Computes the values of all positions with up to `seeds` seeds in `houses` houses per side. `each` is called
    /// before every layer and may stop the work.
    ///
    /// Returns `None` if the work is stopped, and for more than 8 houses or 2^35 positions.
    #[must_use]
    pub fn build(
        houses: usize,
        rules: &KalahRules,
        seeds: usize,
        threads: usize,
        mut each: impl FnMut(usize) -> ControlFlow<()>,
    ) -> Option<Database> {
        Database::size(houses, seeds)?;
        let (board, ranking) = (Board::new(houses, rules), Ranking::new(houses));
        let mut build = Build::new(&board, &ranking, seeds);
        for layer in 0..=seeds {
            if each(layer).is_break() {
                return None;
            }
            build.layer(layer, threads);
        }
        let values = Values::Memory(build.finish());
        Some(Database { board, ranking, rules: without_majority(rules), seeds, values })
    }

    /// Returns the number of positions of a database, each a byte of its file and half a byte of memory; `None` if
    /// there cannot be such a database.
    #[must_use]
    pub fn size(houses: usize, seeds: usize) -> Option<u64> {
        if !(1..=MAX_HOUSES).contains(&houses) || seeds > MAX_SEEDS {
            return None;
        }
        below(houses, seeds + 1).filter(|&size| size <= MOST)
    }

    /// Returns the maximum number of seeds in houses.
    #[must_use]
    pub fn seeds(&self) -> usize {
        self.seeds
    }

    /// Returns the number of houses per side.
    #[must_use]
    pub fn houses(&self) -> usize {
        self.board.houses()
    }

    /// Returns the rules, without the majority rule.
    #[must_use]
    pub fn rules(&self) -> KalahRules {
        self.rules
    }

    /// Returns the final store difference for the side to move; `None` for a position that the database does not
    /// contain: too many seeds in the houses, another board, other rules, or the majority rule.
    ///
    /// # Errors
    /// Returns an error if the file is damaged or cannot be read.
    pub fn probe(&self, pos: &Kalah) -> Result<Option<i32>, TableError> {
        // Without the majority rule, sweeping has no effect.
        if pos.houses() != self.houses() || (KalahRules { sweep: false, ..pos.rules() }) != self.rules {
            return Ok(None);
        }
        let side = pos.side_to_move();
        if let Some(margin) = pos.final_margin(side) {
            return Ok(Some(margin));
        }
        let Some(houses) = split(pos).filter(|houses| houses.seeds() as usize <= self.seeds) else { return Ok(None) };
        Ok(Some(lead(pos) + self.value(houses)?))
    }

    fn value(&self, houses: Houses) -> Result<i32, TableError> {
        let (rank, seeds) = self.ranking.rank_and_seeds(houses);
        Ok(match &self.values {
            Values::Memory(values) => values.get(rank, seeds),
            Values::File(file) => self.checked(file, rank, file.byte(rank)?)?.into(),
        })
    }

    /// Returns a value of the file, or an error if it exceeds the number of seeds.
    fn checked(&self, file: &TableFile, place: u64, byte: u8) -> Result<i8, TableError> {
        let value = byte.cast_signed();
        if usize::from(value.unsigned_abs()) <= self.seeds {
            return Ok(value);
        }
        let seeds = self.seeds;
        Err(file.impossible(place, value, &format!("-{seeds} to {seeds}")))
    }

    /// Returns the values by number, if they are in memory.
    pub(super) fn values(&self) -> Option<&Packed> {
        match &self.values {
            Values::Memory(values) => Some(values),
            Values::File(_) => None,
        }
    }

    /// Creates the folder of a new database, checks that it is writable, and returns the path of the database.
    ///
    /// # Errors
    /// Returns an error if the folder is not writable.
    pub(super) fn prepare(folder: &Path, houses: usize, rules: &KalahRules) -> Result<PathBuf, TableError> {
        let path = path(folder, houses, &without_majority(rules));
        try_folder(folder, &path)?;
        Ok(path)
    }

    /// Writes the folder's database for this board and these rules.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written or read.
    pub fn save(&self, folder: &Path) -> Result<(), TableError> {
        std::fs::create_dir_all(folder).map_err(|source| TableError::Io { path: folder.to_owned(), source })?;
        // A database that was opened from a file is stored already.
        let Values::Memory(values) = &self.values else { return Ok(()) };
        let path = path(folder, self.houses(), &self.rules);
        let mut description = description(self.houses(), &self.rules);
        description.facts.push((SEEDS.into(), self.seeds.to_string()));
        table::write_with(&path, &description, values.len(), |write| values.visit(&self.ranking, self.seeds, write))
    }

    /// Opens the folder's database for a board and rules; `None` if there is none. Values are read on demand; see
    /// [`Database::load`].
    ///
    /// # Errors
    /// Returns an error if the file is damaged or belongs to another game or board.
    pub fn open(folder: &Path, houses: usize, rules: &KalahRules) -> Result<Option<Database>, TableError> {
        if !(1..=MAX_HOUSES).contains(&houses) {
            return Ok(None);
        }
        let rules = without_majority(rules);
        let Some(file) = TableFile::open(&path(folder, houses, &rules))? else { return Ok(None) };
        let Description { game, rules: name, layer, .. } = description(houses, &rules);
        file.expect(&game, &name, &layer)?;
        let fact = file.description().fact(SEEDS).unwrap_or_default();
        let seeds = fact.parse().ok().filter(|&seeds| Database::size(houses, seeds) == Some(file.length()));
        let Some(seeds) = seeds else {
            return Err(file.other(SEEDS, fact, &format!("the most whose positions are {}", file.length())));
        };
        let (board, ranking) = (Board::new(houses, &rules), Ranking::new(houses));
        Ok(Some(Database { board, ranking, rules, seeds, values: Values::File(Box::new(file)) }))
    }

    /// Checks that the folder still has the database of at least this many seeds, after work that stored or loaded it.
    ///
    /// # Errors
    /// Returns an error if another process has removed it, or replaced it by anything else.
    pub(super) fn check_owned(folder: &Path, pos: &Kalah, seeds: usize) -> Result<(), TableError> {
        let path = || path(folder, pos.houses(), &without_majority(&pos.rules()));
        let found = Database::open(folder, pos.houses(), &pos.rules())?.ok_or_else(|| TableError::removed(path()))?;
        if found.seeds < seeds {
            let (what, found, expected) = (SEEDS, found.seeds.to_string(), format!("{seeds}, as stored before"));
            return Err(TableError::Other { path: path(), what, found, expected });
        }
        Ok(())
    }

    /// Reads all values into memory, where a solver needs them.
    ///
    /// # Errors
    /// Returns an error if the file is damaged or cannot be read.
    pub fn load(self) -> Result<Database, TableError> {
        let Values::File(file) = &self.values else { return Ok(self) };
        let mut values = Packed::with_capacity(file.length());
        let ends: Vec<u64> = (0..=self.seeds).filter_map(|seeds| self.ranking.below(seeds + 1)).collect();
        let (mut layer, mut seeds, mut place, mut wrong) = (Vec::new(), 0, 0, None);
        file.read_blocks(|block| {
            for &byte in block {
                let checked = self.checked(file, place, byte);
                layer.push(checked.unwrap_or_else(|error| {
                    wrong.get_or_insert(error);
                    0
                }));
                place += 1;
                if ends.get(seeds) == Some(&place) {
                    values.push_layer(&self.ranking, seeds, &layer);
                    layer.clear();
                    seeds += 1;
                }
            }
        })?;
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        Ok(Database { values: Values::Memory(values), ..self })
    }
}

/// Name of the header fact with the maximum number of seeds.
const SEEDS: &str = "seeds";

fn path(folder: &Path, houses: usize, rules: &KalahRules) -> PathBuf {
    let capture = match rules.capture {
        Capture::None => "none",
        Capture::Standard => "standard",
        Capture::Empty => "empty",
    };
    let end = match rules.end {
        End::Either => "either",
        End::Mover => "mover",
    };
    folder.join(format!("kalah-{houses}-{capture}-{end}.table"))
}

fn description(houses: usize, rules: &KalahRules) -> Description {
    describe(rules, format!("{houses} houses, by sides"))
}

/// Returns the description of a file of this game.
pub(super) fn describe(rules: &KalahRules, layer: String) -> Description {
    Description { game: Kalah::NAME.into(), rules: rules.to_string(), layer, facts: Vec::new() }
}
