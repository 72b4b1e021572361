//! Reads and writes files that a user names: complete files only, never foreign ones, and of bounded size.
//!
//! [`write_text`] creates a file under a temporary name, synchronises it and renames it. After a crash, a full disk or
//! a second writer, the path has the old file or the whole new one. [`Existing`] determines which existing files may be
//! replaced. [`read`] refuses devices and pipes, which may never end.
//!
//! ```
//! use plyground_play::files::{Existing, read_text, write_text};
//!
//! let folder = std::env::temp_dir().join(format!("plyground-files-{}", std::process::id()));
//! std::fs::create_dir_all(&folder)?;
//! let path = folder.join("weights.toml");
//! write_text(&path, Existing::Keep, "game = \"kalah\"\n")?;
//! assert!(write_text(&path, Existing::Keep, "lost").is_err());
//! write_text(&path, Existing::Ours(b"game = "), "game = \"khet\"\n")?;
//! assert_eq!(read_text(&path, 1 << 20)?, "game = \"khet\"\n");
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! A process locks its temporary file while it writes. A later writer of the same file removes the temporary files of
//! killed processes, which are not locked.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Suffix of the names of temporary files.
const PART: &str = ".part";
/// Number of random letters and digits before the suffix.
const DRAWN: usize = 6;
/// Bytes of the longest name of common file systems.
const LONGEST_NAME: usize = 255;
/// Characters of a name that remain in a shortened one.
const SHORT_NAME: usize = 40;

/// Opens a regular file. Folders, devices and pipes are refused: some never end, and a pipe may wait forever for its
/// writer.
///
/// # Errors
/// Returns an error if the path cannot be opened or is not a regular file.
pub fn open(path: &Path) -> io::Result<File> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if !kind.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "a device or a pipe, expected a file"));
    }
    File::open(path)
}

/// Returns all bytes of a file of at most `most` bytes.
///
/// # Errors
/// Returns an error if the file cannot be read, is not a regular file, or is larger.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::new(ErrorKind::FileTooLarge, format!("more than {most} bytes")));
    }
    Ok(bytes)
}

/// Returns the text of a file of at most `most` bytes, without the byte order mark that some editors write at its
/// start.
///
/// # Errors
/// Returns the errors of [`read`], and an error if the file is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let mut text = String::from_utf8(read(path, most)?).map_err(|error| {
        let fault = error.utf8_error();
        let line = error.as_bytes()[..fault.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() + 1;
        io::Error::new(ErrorKind::InvalidData, format!("no text: line {line} is not UTF-8: {fault}"))
    })?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}

/// Returns whether a file can be one that starts with `mark`. It either starts with `mark` or is a prefix of `mark`,
/// like a file whose writer was killed.
///
/// # Errors
/// Returns an error if the file cannot be read or is not a regular file.
pub fn may_begin_with(path: &Path, mark: &[u8]) -> io::Result<bool> {
    Ok(mark.starts_with(&head(path, mark.len())?))
}

/// Returns the first `most` bytes of a file, or the whole file if it is shorter.
fn head(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut first = Vec::new();
    open(path)?.take(most as u64).read_to_end(&mut first)?;
    Ok(first)
}

/// Treatment of an existing file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// The file is preserved, and nothing is written.
    Keep,
    /// The file is replaced if it starts with these bytes, which mark its kind. Otherwise it is preserved.
    Ours(&'static [u8]),
    /// The file is replaced, as the user requested.
    Replace,
}

/// Writes a file atomically. `make` writes the content.
///
/// # Errors
/// Returns an error if the file exists and may not be replaced, or cannot be written.
pub fn write(path: &Path, existing: Existing, make: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    refuse_foreign(path, existing)?;
    // A link still points to its file, and an existing file preserves its permissions.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        // Devices and pipes cannot be replaced, so the content is written to them.
        refuse_named_pipe(&target)?;
        return make(&mut OpenOptions::new().write(true).open(&target)?);
    }
    let mut part = temporary(&target)?;
    make(part.as_file_mut())?;
    if let Some(old) = old {
        // If the permissions cannot be set, the new file has the usual ones.
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

/// Writes a text atomically: after any failure, the path has the old file or the whole new one.
///
/// # Errors
/// Returns [`ErrorKind::AlreadyExists`] for a file that must not be replaced; otherwise the error of the system.
pub fn write_text(path: &Path, existing: Existing, text: &str) -> io::Result<()> {
    write(path, existing, |file| file.write_all(text.as_bytes()))
}

/// Checks that a file can be written, so that a long computation does not fail at its end. Nothing changes.
///
/// # Errors
/// Returns the error that [`write_text`] would return.
pub fn can_write(path: &Path, existing: Existing) -> io::Result<()> {
    refuse_foreign(path, existing)?;
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&target) {
        Ok(old) if old.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(old) if !old.is_file() => refuse_named_pipe(&target),
        Ok(_) | Err(_) => temporary(&target).map(drop),
    }
}

/// Opens a file to append to it. A new file begins with `mark`; a file without it is foreign.
///
/// # Errors
/// Returns [`ErrorKind::AlreadyExists`] for a foreign file, device or pipe; otherwise the error of the system.
pub fn append(path: &Path, mark: &'static str) -> io::Result<File> {
    match write_text(path, Existing::Keep, mark) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
        Ok(()) | Err(_) => refuse_foreign(path, Existing::Ours(mark.as_bytes()))?,
    }
    File::options().append(true).open(path)
}

/// Refuses to overwrite a foreign file.
fn refuse_foreign(path: &Path, existing: Existing) -> io::Result<()> {
    let is_there = || fs::symlink_metadata(path).is_ok();
    let is_ours = match existing {
        Existing::Keep => !is_there(),
        Existing::Ours(mark) => !is_there() || head(path, mark.len()).is_ok_and(|first| first == mark),
        Existing::Replace => true,
    };
    if is_ours { Ok(()) } else { Err(ErrorKind::AlreadyExists.into()) }
}

/// Refuses a named pipe: to open it waits for a reader, perhaps forever. The pipe of a shell, as `/dev/stdout`, has one.
fn refuse_named_pipe(target: &Path) -> io::Result<()> {
    if is_named_pipe(target) {
        return Err(io::Error::new(ErrorKind::InvalidInput, "a named pipe, expected a file"));
    }
    Ok(())
}

#[cfg(unix)]
fn is_named_pipe(target: &Path) -> bool {
    fs::symlink_metadata(target).is_ok_and(|old| std::os::unix::fs::FileTypeExt::is_fifo(&old.file_type()))
}

#[cfg(not(unix))]
fn is_named_pipe(_target: &Path) -> bool {
    false
}

/// Returns a new locked file with a unique name in the folder of its target.
fn temporary(target: &Path) -> io::Result<NamedTempFile> {
    let folder = folder_of(target);
    let mut builder = Builder::new();
    let first = prefix_of(target);
    remove_left(folder, &first);
    builder.prefix(&first).rand_bytes(DRAWN).suffix(PART);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let part = builder.tempfile_in(folder)?;
        // On a system without locks, no process can detect the file as used, and none removes it.
        let _ = part.as_file().lock();
        // Before it is locked, another process may remove the file as abandoned.
        if is_at(part.as_file(), part.path()) {
            return Ok(part);
        }
    }
}

/// Removes the temporary files of a file whose writers have ended.
pub fn remove_abandoned(path: &Path) {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    remove_left(folder_of(&target), &prefix_of(&target));
}

/// Returns the prefix of the names of a target's temporary files.
fn prefix_of(target: &Path) -> OsString {
    fitted(".", target.file_name().unwrap_or_default(), ".", DRAWN + PART.len())
}

/// Returns the path of a file that belongs to another: its name between `first` and `last`, shortened if it were too long
/// for a file system.
#[must_use]
pub fn companion(path: &Path, first: &str, last: &str) -> PathBuf {
    path.with_file_name(fitted(first, path.file_name().unwrap_or_default(), last, 0))
}

/// Returns a name with a beginning and an end that has room for `rest` more bytes. A long name is replaced by its beginning
/// and its hash.
fn fitted(first: &str, name: &OsStr, last: &str, rest: usize) -> OsString {
    let mut fitted = OsString::from(first);
    if first.len() + name.len() + last.len() + rest <= LONGEST_NAME {
        fitted.push(name);
    } else {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        fitted.push(name.to_string_lossy().chars().take(SHORT_NAME).collect::<String>());
        fitted.push(format!("~{:016x}", hasher.finish()));
    }
    fitted.push(last);
    fitted
}

/// Removes the temporary files of this target whose processes have ended.
fn remove_left(folder: &Path, first: &OsStr) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let (name, first) = (name.as_encoded_bytes(), first.as_encoded_bytes());
        let drawn = name.strip_prefix(first).and_then(|rest| rest.strip_suffix(PART.as_bytes()));
        // The name must match the generated form: `.a.notes-of-mine.part` belongs to the user.
        let is_part = drawn.is_some_and(|drawn| drawn.len() == DRAWN && drawn.iter().all(u8::is_ascii_alphanumeric));
        if is_part
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = OpenOptions::new().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            // A finished file has been renamed in the meantime.
            if is_at(&file, &entry.path()) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Returns the folder of a file.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes the rename durable. A system whose folders cannot be opened as files does this itself.
fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(folder_of(path)).map_or(Ok(()), |folder| folder.sync_all().or(Ok(())))
}

/// Checks that a path still names the file that its writer has open, and that the file has as many bytes as the writer
/// has put there. A run checks this before it adds to its file and before it claims success.
///
/// # Errors
/// Returns an error if another process removed, replaced, emptied or shortened the file, or added to it.
pub fn check_owned(file: &File, path: &Path, length: u64) -> io::Result<()> {
    let found = file.metadata()?.len();
    let change = if !is_at(file, path) {
        "removed or replaced by another process".to_owned()
    } else if found != length {
        format!("changed by another process: found {found} bytes, expected {length}")
    } else {
        return Ok(());
    };
    Err(io::Error::other(format!("{change}, while this run wrote to it; a new run is needed")))
}

/// Returns whether a path still refers to this file.
#[cfg(unix)]
#[must_use]
pub fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |metadata: io::Result<fs::Metadata>| metadata.map(|data| (data.dev(), data.ino())).ok();
    let here = number(file.metadata());
    // The user may name a link to the file.
    here.is_some() && here == number(fs::metadata(path))
}

/// Returns whether a file exists at this path. This system does not remove open files.
#[cfg(not(unix))]
#[must_use]
pub fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
#[path = "files_tests.rs"]
mod tests;
