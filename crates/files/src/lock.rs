//! Work that two processes must not do at the same time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::name::{beside, is_at};

/// Held as long as the work lasts; the system takes it back when the process dies, however that is.
#[derive(Debug)]
pub struct Lock {
    /// The file that carries the lock, beside the one that it guards; `None` where the system has no locks.
    held: Option<(PathBuf, File)>,
}

impl Lock {
    /// Takes the lock of a file, which need not be there; `None` when another process holds it.
    ///
    /// # Errors
    /// When no file can be made beside it, or there is one that is no lock.
    pub fn take(path: &Path) -> io::Result<Option<Lock>> {
        let name = beside(path, "lock");
        loop {
            refuse_foreign(&name)?;
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(&name)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                    return Ok(Some(Lock { held: None }));
                }
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // The former holder has removed the file when it was opened here: then another file counts by now.
            if is_at(&file, &name) {
                return Ok(Some(Lock { held: Some((name, file)) }));
            }
        }
    }
}

/// Refuses a file that no lock has made: one of ours is empty, and removed with the lock.
fn refuse_foreign(name: &Path) -> io::Result<()> {
    match fs::symlink_metadata(name) {
        Ok(data) if !data.is_file() || data.len() > 0 => {
            let message = format!("`{}` is there already, and no lock: expected to make it", name.display());
            Err(io::Error::new(ErrorKind::AlreadyExists, message))
        }
        _ => Ok(()),
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
