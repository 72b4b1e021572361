//! One process at a time makes a table; the others wait, and then find it there.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use plyground_search::StopFlag;

use super::TableError;
use super::files::{Lock, can_write};
use crate::{OnProgress, SolveError, SolveProgress};

/// How often a waiting process looks again.
const GLANCE: Duration = Duration::from_millis(100);

/// The right to make a table, as long as it is held.
#[derive(Debug)]
pub(crate) struct Turn {
    _lock: Lock,
}

impl Turn {
    /// Waits until no other process makes this table, which may be there then.
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
            sleep(GLANCE);
        }
    }

    /// Takes the right without waiting; `None` when another process has it.
    pub(crate) fn take(path: &Path) -> Result<Option<Turn>, TableError> {
        let lock = Lock::take(path).map_err(|source| TableError::of_write(path, source))?;
        Ok(lock.map(|lock| Turn { _lock: lock }))
    }
}

/// Makes a folder, and finds out whether a table can be written there, before the work that fills it.
pub(crate) fn try_folder(folder: &Path, path: &Path) -> Result<(), TableError> {
    fs::create_dir_all(folder).map_err(|source| TableError::Io { path: folder.to_owned(), source })?;
    can_write(path).map_err(|source| TableError::of_write(path, source))
}
