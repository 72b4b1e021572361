//! Writing a file in one piece: under a name of its own beside the target, then renamed.
//!
//! The temporary file is locked while a process writes to it. A later writer of the same target thus recognises the files of processes
//! that were killed, which are not locked, and removes them.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use crate::name::{beside, is_at};
use crate::read::begins_with;

/// How names of temporary files end.
const PART: &str = ".part";
/// Random letters and digits before that.
const DRAWN: usize = 6;

/// What happens to a file that is there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// It stays, and nothing is written.
    Keep,
    /// It is replaced when it begins with these bytes, which say that it is of the same kind; else it stays.
    Ours(&'static [u8]),
    /// It is replaced, as the user asked.
    Replace,
}

/// Writes a file in one piece: whatever happens, the old one is there or all of the new one. `make` writes what is to be in it.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] when there is a file that must not be replaced; else when `make` fails or the system refuses.
pub fn write(path: &Path, existing: Existing, make: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    refuse_foreign(path, existing)?;
    // A link keeps leading to its file, and what stands there keeps its rights.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        // Devices and pipes cannot be replaced; a user who names one wants it written to.
        return make(&mut OpenOptions::new().write(true).open(&target)?);
    }
    let mut part = temporary(&target)?;
    make(part.as_file_mut())?;
    if let Some(old) = old {
        // Without the right to do so the new file just has the usual rights.
        let _ = part.as_file().set_permissions(old.permissions());
    }
    part.as_file().sync_all()?;
    match existing {
        Existing::Keep => part.persist_noclobber(&target),
        Existing::Ours(_) | Existing::Replace => part.persist(&target),
    }
    .map_err(|error| error.error)?;
    sync_folder(&target)
}

/// Writes a text in one piece; see [`write()`].
///
/// # Errors
/// As for [`write()`].
pub fn write_text(path: &Path, existing: Existing, text: &str) -> io::Result<()> {
    write(path, existing, |file| file.write_all(text.as_bytes()))
}

/// Finds out whether a file can be written, before hours of work end with the news that it cannot. Nothing is changed.
///
/// # Errors
/// What [`write()`] would say.
pub fn can_write(path: &Path, existing: Existing) -> io::Result<()> {
    refuse_foreign(path, existing)?;
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&target) {
        Ok(old) if old.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(old) if !old.is_file() => Ok(()),
        Ok(_) | Err(_) => temporary(&target).map(drop),
    }
}

/// Refuses to overwrite a foreign file.
fn refuse_foreign(path: &Path, existing: Existing) -> io::Result<()> {
    let is_there = || fs::symlink_metadata(path).is_ok();
    let is_ours = match existing {
        Existing::Keep => !is_there(),
        Existing::Ours(mark) => !is_there() || begins_with(path, mark).unwrap_or(false),
        Existing::Replace => true,
    };
    if is_ours { Ok(()) } else { Err(ErrorKind::AlreadyExists.into()) }
}

/// A new file in the folder of its target, with a unique name, and locked.
fn temporary(target: &Path) -> io::Result<NamedTempFile> {
    let folder = folder_of(target);
    let mut builder = Builder::new();
    let first = beside(target, "");
    let first = first.file_name().unwrap_or_default();
    remove_left(folder, first);
    builder.prefix(first).rand_bytes(DRAWN).suffix(PART);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let part = builder.tempfile_in(folder)?;
        // Without locks no process can see that it is in use, and none removes it.
        let _ = part.as_file().lock();
        // Between being made and being locked it looks like one that was left.
        if is_at(part.as_file(), part.path()) {
            return Ok(part);
        }
    }
}

/// Removes the temporary files of this target that were left by processes that are gone.
fn remove_left(folder: &Path, first: &std::ffi::OsStr) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let (name, first) = (name.as_encoded_bytes(), first.as_encoded_bytes());
        let drawn = name.strip_prefix(first).and_then(|rest| rest.strip_suffix(PART.as_bytes()));
        // Only a name as they are drawn: `.a.notes-of-mine.part` belongs to the user.
        let is_part = drawn.is_some_and(|drawn| drawn.len() == DRAWN && drawn.iter().all(u8::is_ascii_alphanumeric));
        if is_part
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = OpenOptions::new().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            // One that is finished has got its own name meanwhile.
            if is_at(&file, &entry.path()) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes the new name lasting. Where folders cannot be opened as files, the system sees to it itself.
fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(folder_of(path)).map_or(Ok(()), |folder| folder.sync_all().or(Ok(())))
}

#[cfg(test)]
#[path = "write_tests.rs"]
mod tests;
