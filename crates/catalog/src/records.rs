//! Recorded games: files are read, and every game is checked by its rules.
//!
//! ```
//! use plyground_arena::Record;
//! use plyground_catalog::{Catalog, Contest};
//!
//! let catalog = Catalog::standard();
//! let kalah = catalog.game("kalah")?;
//! let agents = vec![kalah.agent("greedy")?, kalah.agent("random")?];
//! let end = kalah.contest(&Contest::new(agents), None, &Default::default(), &mut |_| {})?;
//! let mut record: Record = end.records[0].clone();
//! assert_eq!(catalog.check_record(&record), Ok(()));
//!
//! record.moves.truncate(record.moves.len() - 2);
//! assert!(catalog.check_record(&record).unwrap_err().starts_with("found nodes of"));
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use plyground_arena::{Record, read_checked_lines, read_checked_records};
use plyground_game::notation::quote;

use crate::catalog::Catalog;
use crate::error::CatalogError;

impl Catalog {
    /// Checks a record by the rules of its game, see [`Record::check`].
    ///
    /// # Errors
    /// Returns the first contradiction in words, such as a game that the catalog does not have.
    pub fn check_record(&self, record: &Record) -> Result<(), String> {
        let game = self.game(&record.game);
        let game = game.map_err(|error| format!("{error} (`plyground.read_records` reads games in Python)"))?;
        game.check_record(record)
    }

    /// Reads a file of records and checks each game.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or a line is not a record of a possible game.
    pub fn records(&self, path: &Path) -> Result<Vec<Record>, CatalogError> {
        Ok(read_checked_records(path, &mut |record| self.check_record(record))?)
    }

    /// Reads the text of a record file and checks each game.
    ///
    /// # Errors
    /// Fails if a line is not a record of a possible game.
    pub fn records_of_text(&self, name: &Path, text: &[u8]) -> Result<Vec<Record>, CatalogError> {
        Ok(read_checked_lines(name, text, &mut |record| self.check_record(record))?)
    }

    /// Reads record files and checks each game. A game may occur in only one of them.
    ///
    /// # Errors
    /// Fails like [`Catalog::records`], and if a game occurs twice.
    pub fn records_of(&self, paths: &[PathBuf]) -> Result<Vec<(PathBuf, Vec<Record>)>, CatalogError> {
        let mut seen: HashMap<String, &Path> = HashMap::new();
        let mut files = Vec::new();
        for path in paths {
            let records = read_checked_records(path, &mut |record| {
                self.check_record(record)?;
                match seen.insert(record.id.clone(), path) {
                    Some(other) => {
                        Err(format!("found game {}, which `{}` has too", quote(&record.id), other.display()))
                    }
                    None => Ok(()),
                }
            })?;
            files.push((path.clone(), records));
        }
        Ok(files)
    }
}
