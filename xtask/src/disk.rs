//! Files and folders, with errors that name them.

use std::fs;
use std::io;

use camino::{Utf8Path, Utf8PathBuf};

/// Adds the path to an I/O error.
fn at<T>(path: &Utf8Path, done: io::Result<T>) -> Result<T, String> {
    done.map_err(|error| format!("{path}: {error}"))
}

/// Reads a text file.
pub(crate) fn read(path: &Utf8Path) -> Result<String, String> {
    at(path, fs::read_to_string(path))
}

/// Writes a file and creates its folder.
pub(crate) fn write(path: &Utf8Path, content: impl AsRef<[u8]>) -> Result<(), String> {
    make_folder(path.parent().expect("a file is in a folder"))?;
    at(path, fs::write(path, content))
}

/// Copies a file with its rights, and makes its folder.
pub(crate) fn copy(from: &Utf8Path, to: &Utf8Path) -> Result<(), String> {
    make_folder(to.parent().expect("a file is in a folder"))?;
    at(from, fs::copy(from, to)).map(drop)
}

/// Checks that a file has at most this many bytes, and returns its size.
pub(crate) fn check_size(path: &Utf8Path, most: u64) -> Result<u64, String> {
    let bytes = at(path, fs::metadata(path))?.len();
    check_bytes(path.as_str(), bytes, most).map(|()| bytes)
}

/// Checks that something has at most this many bytes.
pub(crate) fn check_bytes(name: &str, bytes: u64, most: u64) -> Result<(), String> {
    if bytes > most { Err(format!("{name} has {bytes} bytes: expected at most {most}")) } else { Ok(()) }
}

/// Creates a folder and its parents.
pub(crate) fn make_folder(path: &Utf8Path) -> Result<(), String> {
    at(path, fs::create_dir_all(path))
}

/// Removes a folder with its content if it exists.
pub(crate) fn remove_folder(path: &Utf8Path) -> Result<(), String> {
    if path.exists() { at(path, fs::remove_dir_all(path)) } else { Ok(()) }
}

/// Returns the entries of a folder, sorted.
pub(crate) fn list(folder: &Utf8Path) -> Result<Vec<Utf8PathBuf>, String> {
    let entries = at(folder, folder.read_dir_utf8())?;
    let mut paths = at(folder, entries.map(|entry| Ok(entry?.into_path())).collect::<io::Result<Vec<_>>>())?;
    paths.sort();
    Ok(paths)
}

/// Returns all files below a folder, sorted.
pub(crate) fn files_below(folder: &Utf8Path) -> Result<Vec<Utf8PathBuf>, String> {
    let mut files = Vec::new();
    for path in list(folder)? {
        if path.is_dir() { files.extend(files_below(&path)?) } else { files.push(path) }
    }
    Ok(files)
}
