//! Lock for building a table. One process builds it, and the others wait and then use it.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use plyground_search::StopFlag;

use super::TableError;
use super::files::{Lock, can_write};
use crate::{OnProgress, SolveError, SolveProgress};

/// Interval between two attempts of a waiting process.
const RETRY_INTERVAL: Duration = Duration::from_millis(100);

/// Right to build a table, which lasts as long as this value.
#[derive(Debug)]
pub(crate) struct Turn {
    _lock: Lock,
}

impl Turn {
    /// Waits until no other process builds this table, which may then exist.
    pub(crate) fn wait(path: &Path, stop: &StopFlag, progress: OnProgress<'_>) -> Result<Turn, SolveError> {
        let mut reported = false;
        loop {
            if let Some(turn) = Turn::take(path)? {
                return Ok(turn);
            }
            if !reported {
                progress(&SolveProgress::stage("another process is making it: waiting"));
                reported = true;
            }
            if stop.is_stopped() {
                return Err(SolveError::Stopped { before: "another process had made the table" });
            }
            sleep(RETRY_INTERVAL);
        }
    }

    /// Acquires the right without waiting; `None` if another process has it.
    pub(crate) fn take(path: &Path) -> Result<Option<Turn>, TableError> {
        let lock = Lock::take(path).map_err(|source| TableError::of_write(path, source))?;
        Ok(lock.map(|lock| Turn { _lock: lock }))
    }
}

/// Creates a folder and checks that a table can be written there, before the work to compute it.
pub(crate) fn try_folder(folder: &Path, path: &Path) -> Result<(), TableError> {
    fs::create_dir_all(folder).map_err(|source| TableError::Io { path: folder.to_owned(), source })?;
    can_write(path).map_err(|source| TableError::of_write(path, source))
}
