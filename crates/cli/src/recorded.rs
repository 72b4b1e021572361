//! Options of commands that read recorded games.

use std::path::{Path, PathBuf};

use plyground_arena::Record;
use plyground_catalog::{Catalog, CatalogError};

use crate::failure::Failure;
use crate::values::number;

/// A file of records, and one of its games.
#[derive(clap::Args, Debug)]
pub(crate) struct RecordedArgs {
    /// File of records
    pub(crate) file: PathBuf,
    /// Number of the game, from 1 [default: 1]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = number::<1, { u32::MAX }>)]
    pub(crate) game: Option<u32>,
}

impl RecordedArgs {
    /// Reads all games of the file.
    pub(crate) fn all(&self, catalog: &Catalog) -> Result<Vec<Record>, CatalogError> {
        catalog.records(&self.file)
    }

    /// Returns the requested game, the first by default.
    pub(crate) fn chosen<'a>(&self, records: &'a [Record]) -> Result<&'a Record, Failure> {
        nth(records, self.game.unwrap_or(1), &self.file)
    }
}

/// Returns a game of a file by its number, from 1.
pub(crate) fn nth<'a, T>(games: &'a [T], number: u32, file: &Path) -> Result<&'a T, Failure> {
    let found = (number as usize).checked_sub(1).and_then(|index| games.get(index));
    found.ok_or_else(|| {
        let count = games.len();
        let expected = if count == 0 { "a file with games".to_owned() } else { format!("1 to {count}") };
        Failure::Input(format!("no game {number} in `{}`: expected {expected}", file.display()))
    })
}
