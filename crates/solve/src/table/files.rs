//! The file of a table: written in one piece, by one process at a time.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use plyground_play::files::{self, Existing};

use super::MAGIC;

/// A table is replaced, and nothing else.
const TABLE: Existing = Existing::Ours(MAGIC);

/// The right to write a table. The system takes it back when the process ends, however that happens.
#[derive(Debug)]
pub(super) struct Lock {
    /// The file that carries the lock, beside the table; `None` where the system has no locks.
    held: Option<(PathBuf, File)>,
}

impl Lock {
    /// Takes the lock of a table, which need not exist, and removes what killed writers of it have left; `None` when another
    /// process holds the lock.
    ///
    /// # Errors
    /// When no file can be made beside the table, or there is one that no lock has made.
    pub(super) fn take(path: &Path) -> io::Result<Option<Lock>> {
        let name = lock_name(path);
        loop {
            refuse_foreign_lock(&name)?;
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(&name)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                    return Ok(Some(Lock { held: None }));
                }
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // The former holder may have removed the file after it was opened here: then another file counts.
            if files::is_at(&file, &name) {
                files::remove_abandoned(path);
                return Ok(Some(Lock { held: Some((name, file)) }));
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some((name, _file)) = &self.held {
            // Before the lock is given back: no other process can hold this file now.
            let _ = fs::remove_file(name);
        }
    }
}

/// Writes a table in one piece: whatever happens, the old table is there or all of the new one. `make` writes its content. A file
/// that is no table stays.
pub(super) fn write(path: &Path, make: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    // Held by the caller or, for a table that is written at once, here.
    let _lock = Lock::take(path)?;
    files::write(path, TABLE, make)
}

/// Checks that a table can be written, before the hours of work that fill it.
pub(super) fn can_write(path: &Path) -> io::Result<()> {
    files::can_write(path, TABLE)
}

/// Refuses a file that no lock has made: the file of a lock is empty, and removed with it.
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
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".lock");
    path.with_file_name(name)
}

#[cfg(test)]
#[path = "files_tests.rs"]
mod tests;
