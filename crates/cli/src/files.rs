//! Files that commands read and write.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use plyground_arena::files::{Existing, can_write, folder_of, read_text, write_text};

use crate::failure::{Done, Failure};

/// Size limit in bytes of a file that is read as a whole: a book of openings, a recorded game.
const LARGEST: u64 = 64 << 20;

/// Reads the text of a file that the user names.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    read_text(path, LARGEST).map_err(|error| Failure::Input(format!("cannot read `{}`: {error}", path.display())))
}

/// Writes a new file.
pub(crate) fn write_new(path: &Path, text: &str) -> io::Result<()> {
    write_text(path, Existing::Keep, text)
}

/// Writes a file; `existing` decides whether an existing one is replaced.
pub(crate) fn write(path: &Path, text: &str, existing: Existing) -> Done {
    write_text(path, existing, text).map_err(|error| refused(path, &error))
}

/// Checks that a file can be written, before the work whose result it gets.
pub(crate) fn try_write(path: &Path, existing: Existing) -> Done {
    can_write(path, existing).map_err(|error| refused(path, &error))
}

/// Returns the absolute path of a file, which need not exist yet, without links; `None` if it has no folder.
fn place(path: &Path) -> Option<PathBuf> {
    // A link may lead to a file that does not exist yet.
    let path = fs::read_link(path).map_or_else(|_| path.to_owned(), |to| folder_of(path).join(to));
    fs::canonicalize(&path).ok().or_else(|| Some(fs::canonicalize(folder_of(&path)).ok()?.join(path.file_name()?)))
}

/// Returns whether two paths name the same file.
fn is_same(one: &Path, other: &Path) -> bool {
    place(one).is_some_and(|one| Some(one) == place(other))
}

/// Returns whether a file lies in a folder.
pub(crate) fn is_inside(file: &Path, folder: &Path) -> bool {
    place(file).zip(place(folder)).is_some_and(|(file, folder)| file.starts_with(folder))
}

/// Refuses an output that would overwrite a file of the same run; both are named by their options or in words.
pub(crate) fn apart((option, output): (&str, &Path), others: &[(&str, &Path)]) -> Done {
    match others.iter().find(|(_, other)| is_same(output, other)) {
        Some((what, _)) => {
            Err(Failure::Input(format!("`{}` is the file {what}: expected another `{option}`", output.display())))
        }
        None => Ok(()),
    }
}

/// Returns what `--force` means for an existing file.
pub(crate) fn forced(force: bool) -> Existing {
    if force { Existing::Replace } else { Existing::Keep }
}

fn refused(path: &Path, error: &io::Error) -> Failure {
    let path = path.display();
    Failure::Undone(match error.kind() {
        ErrorKind::AlreadyExists => format!("{path} exists already: expected a new file, or `--force`"),
        _ => format!("{path} cannot be written: {error}"),
    })
}
