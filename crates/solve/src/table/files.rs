//! File of a table: written atomically, by one process at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use plyground_play::files::{self, Existing};

use super::MAGIC;

/// Kind of files that may be replaced: only tables.
const TABLE: Existing = Existing::Ours(MAGIC);

/// Lock for writing a table. The system releases it when the process ends, for whatever reason.
#[derive(Debug)]
pub(super) struct Lock {
    /// Lock file, beside the table; `None` if the system has no locks.
    file: Option<(PathBuf, File)>,
}

impl Lock {
    /// Acquires the lock of a table, which need not exist, and removes the files of killed writers; `None` if another
    /// process has the lock.
    ///
    /// # Errors
    /// Returns an error if no file can be created beside the table, or if there is a file that is not a lock.
    pub(super) fn take(path: &Path) -> io::Result<Option<Lock>> {
        let name = lock_name(path);
        loop {
            refuse_foreign_lock(&name)?;
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(&name)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                    return Ok(Some(Lock { file: None }));
                }
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // The former owner may have removed the file after it was opened here; then another file is the lock.
            if files::is_at(&file, &name) {
                files::remove_abandoned(path);
                return Ok(Some(Lock { file: Some((name, file)) }));
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some((name, _file)) = &self.file {
            // The file is removed before the lock is released, so no other process can have it locked.
            let _ = fs::remove_file(name);
        }
    }
}

/// Writes a table atomically: there is always the complete old or the complete new table. `make` writes its content. A
/// file that is not a table is not replaced.
pub(super) fn write(path: &Path, make: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    // The caller has the lock, or it is acquired here for a table that is written at once.
    let _lock = Lock::take(path)?;
    files::write(path, TABLE, make)
}

/// Checks that a table can be written, before the hours of work to compute it.
pub(super) fn can_write(path: &Path) -> io::Result<()> {
    files::can_write(path, TABLE)
}

/// Returns an error for a file that is not a lock: a lock file is empty and is removed with the lock.
fn refuse_foreign_lock(name: &Path) -> io::Result<()> {
    match fs::symlink_metadata(name) {
        Ok(data) if !data.is_file() || data.len() > 0 => {
            let message = format!("`{}` is there already, and no lock: expected to make it", name.display());
            Err(io::Error::new(ErrorKind::AlreadyExists, message))
        }
        _ => Ok(()),
    }
}

/// Returns the name of the lock beside a table: `.kalah.table.lock`.
fn lock_name(path: &Path) -> PathBuf {
    files::companion(path, ".", ".lock")
}

#[cfg(test)]
#[path = "files_tests.rs"]
mod tests;
