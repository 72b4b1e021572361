//! Persistence of a solver's table, so that work of hours can resume after an interruption.
//!
//! Only the table of bounds is stored: bounds are always valid, and the root is among them. It is written atomically
//! while the search runs, so a killed run loses only the results since the last write. Two runs with one file would
//! overwrite each other's results, so the second is refused.

use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use plyground_search::StopFlag;

use super::database::{Database, describe};
use super::memory::Memory;
use crate::table::{self, Description, TableError, TableFile, Turn};

/// File and interval for storing the table of a solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keep {
    /// Path of the file, which becomes as large as the solver's table.
    pub path: PathBuf,
    /// Interval between two writes.
    pub every: Duration,
}

/// Number of bytes of an entry.
const ENTRY: usize = size_of::<u64>();
/// Name of the header fact with the version of the numbering: which position an entry of the file belongs to.
const NUMBERING: &str = "numbering";
/// The numbering of [`super::rank`] and [`super::memory`].
const CURRENT: &str = "1";

impl Keep {
    /// Loads the entries of the file, if it exists.
    pub(super) fn read(&self, database: &Database, memory: &Memory) -> Result<(), TableError> {
        let Some(file) = TableFile::open(&self.path)? else { return Ok(()) };
        let Description { game, rules, layer, .. } = description(database);
        file.expect(&game, &rules, &layer)?;
        // Earlier versions wrote no numbering, and theirs was the first.
        let numbering = file.description().fact(NUMBERING).unwrap_or("1");
        if numbering != CURRENT {
            return Err(file.other(NUMBERING, numbering, CURRENT));
        }
        let len = file.length() / ENTRY as u64;
        if !len.is_power_of_two() || len < Memory::SMALLEST || !file.length().is_multiple_of(ENTRY as u64) {
            return Err(file.other("number of entries", &len.to_string(), "a power of two"));
        }
        let (mut place, mut wrong) = (0, None);
        file.read_blocks(|block| {
            for &bytes in block.as_chunks().0 {
                let entry = u64::from_le_bytes(bytes);
                if !memory.adopt(place, entry, len) {
                    wrong.get_or_insert((place, entry));
                }
                place += 1;
            }
        })?;
        let expected = "a lower bound that is not above the upper";
        wrong.map_or(Ok(()), |(place, entry)| Err(file.impossible(place * ENTRY as u64, entry.cast_signed(), expected)))
    }

    /// Acquires the lock of the file.
    pub(super) fn turn(&self) -> Result<Turn, TableError> {
        Turn::take(&self.path)?.ok_or_else(|| TableError::Locked(self.path.clone()))
    }

    fn write(&self, database: &Database, memory: &Memory) -> Result<(), TableError> {
        table::write_with(&self.path, &description(database), memory.len() * ENTRY as u64, |write| {
            memory.entries().try_for_each(|entry| write(&entry.to_le_bytes()))
        })
    }

    /// Runs the work, and writes the file at intervals and at the end.
    pub(super) fn during<T>(
        &self,
        database: &Database,
        memory: &Memory,
        stop: &StopFlag,
        work: impl FnOnce() -> T,
    ) -> Result<T, TableError> {
        thread::scope(|scope| {
            let (working, ended) = mpsc::channel::<()>();
            let write = move || -> Result<(), TableError> {
                loop {
                    let is_last = ended.recv_timeout(self.every) != Err(RecvTimeoutError::Timeout);
                    if let Err(error) = self.write(database, memory) {
                        stop.stop();
                        return Err(error);
                    }
                    if is_last {
                        return Ok(());
                    }
                }
            };
            let writer = thread::Builder::new().spawn_scoped(scope, write);
            let writer = writer.map_err(|source| TableError::Io { path: self.path.clone(), source })?;
            let found = work();
            drop(working);
            match writer.join() {
                Ok(written) => written.map(|()| found),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    }
}

fn description(database: &Database) -> Description {
    let mut description = describe(&database.rules(), format!("{} houses, bounds", database.houses()));
    description.facts.push((NUMBERING.into(), CURRENT.into()));
    description
}

#[cfg(test)]
mod tests {
    use super::super::houses::Houses;
    use super::super::rank::Ranking;
    use super::*;

    /// A change of a place needs another number of the numbering, or stored bounds would belong to other positions.
    #[test]
    fn positions_have_the_places_of_the_current_numbering() {
        let place = |houses: usize| {
            let side = u64::from_le_bytes([1, 4, 0, 2, 3, 0, 4, 1]) & u64::MAX >> (64 - 8 * houses);
            let rank =
                Ranking::new(houses).rank(Houses { own: side, other: side << 8 & u64::MAX >> (64 - 8 * houses) });
            (rank, Memory::new(houses, 1, u64::MAX).slot(rank))
        };
        assert_eq!(CURRENT, "1");
        let found = [6, 7, 8].map(|houses| format!("{:?}", place(houses)));
        let expected = [
            "(223571188, Slot { bucket: 29119, tag: 2098865065 })",
            "(8148990441, Slot { bucket: 31287, tag: 7128558061 })",
            "(626683024623, Slot { bucket: 18370, tag: 13011410915 })",
        ];
        assert_eq!(found, expected);
    }
}
