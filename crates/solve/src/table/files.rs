//! The file of a table: written in one piece, by one process at a time.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::MAGIC;

/// The end of the names of temporary files.
const PART: &str = ".part";

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
        let name = hidden(path, "lock");
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
            if is_at(&file, &name) {
                remove_left(path);
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

/// Opens a table. Folders, devices and pipes are none: a pipe may wait for its writer for ever.
pub(super) fn open(path: &Path) -> io::Result<File> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if !kind.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "a device or a pipe, expected a file"));
    }
    File::open(path)
}

/// Writes a table in one piece: whatever happens, the old table is there or all of the new one. `make` writes its content. A file
/// that is no table stays.
pub(super) fn write(path: &Path, make: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    refuse_foreign(path)?;
    // Held by the caller or, for a table that is written at once, here.
    let _lock = Lock::take(path)?;
    // A link keeps leading to its file.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut part = temporary(&target)?;
    make(part.as_file_mut())?;
    part.as_file().sync_all()?;
    part.persist(&target).map_err(|error| error.error)?;
    // Makes the new name lasting. Where folders cannot be opened as files, the system does it itself.
    File::open(folder_of(&target)).map_or(Ok(()), |folder| folder.sync_all().or(Ok(())))
}

/// Checks that a table can be written, before the hours of work that fill it.
pub(super) fn can_write(path: &Path) -> io::Result<()> {
    refuse_foreign(path)?;
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if target.is_dir() { Err(ErrorKind::IsADirectory.into()) } else { temporary(&target).map(drop) }
}

/// Refuses to replace anything but a table.
fn refuse_foreign(path: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    let mut first = Vec::new();
    let read = open(path).and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut first));
    if read.is_ok() && first == MAGIC { Ok(()) } else { Err(ErrorKind::AlreadyExists.into()) }
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

/// Creates a file with a unique name in the folder of its target.
fn temporary(target: &Path) -> io::Result<NamedTempFile> {
    let prefix = hidden(target, "");
    let mut builder = Builder::new();
    builder.prefix(prefix.file_name().unwrap_or_default()).suffix(PART);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder_of(target))
}

/// Removes the temporary files of a table; the caller holds its lock.
fn remove_left(path: &Path) {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let prefix = hidden(&target, "");
    let prefix = prefix.file_name().unwrap_or_default().as_encoded_bytes();
    for entry in fs::read_dir(folder_of(&target)).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let drawn = name.as_encoded_bytes().strip_prefix(prefix).and_then(|rest| rest.strip_suffix(PART.as_bytes()));
        // Only a name as `tempfile` draws it: `.a.notes-of-mine.part` belongs to the user.
        if drawn.is_some_and(|drawn| drawn.len() == 6 && drawn.iter().all(u8::is_ascii_alphanumeric)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The hidden name beside a file that ends like this: `.kalah.table.lock`.
fn hidden(path: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".");
    name.push(end);
    path.with_file_name(name)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether a file is still the one at this path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |metadata: io::Result<fs::Metadata>| metadata.map(|data| (data.dev(), data.ino())).ok();
    let here = number(file.metadata());
    here.is_some() && here == number(fs::symlink_metadata(path))
}

/// Open files cannot be removed there.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
#[path = "files_tests.rs"]
mod tests;
