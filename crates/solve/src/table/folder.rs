//! Summary of the tables of a folder.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::{TableError, TableFile};

/// Returns an identification of the tables of a game in a folder, one line per file; a player that uses tables plays
/// differently when they change. The checksum of a header covers all data of its file, so this takes little time.
#[must_use]
pub fn contents(folder: &Path, game: &str) -> String {
    let is_table = |name: &String| name.starts_with(&format!("{game}-")) && name.ends_with(".table");
    let names = match file_names(folder) {
        Ok(names) => names,
        Err(error) => return format!("{error}\n"),
    };
    let line = |name: &String| match TableFile::open(&folder.join(name)) {
        Ok(Some(table)) => format!("{name} {:08x} {}\n", table.checksum(), table.length()),
        Ok(None) => String::new(),
        Err(error) => format!("{name} {error}\n"),
    };
    names.iter().filter(|name| is_table(name)).map(line).collect()
}

/// Returns the names of the files of a folder, sorted; none if there is no folder.
pub(crate) fn file_names(folder: &Path) -> Result<Vec<String>, TableError> {
    let entries = match fs::read_dir(folder) {
        // A browser has no files.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::Unsupported) => return Ok(Vec::new()),
        read => read.and_then(|entries| entries.collect::<Result<Vec<_>, _>>()),
    };
    let entries = entries.map_err(|source| TableError::Io { path: folder.to_owned(), source })?;
    // A name that is not UTF-8 is none of a table.
    let mut names: Vec<String> = entries.into_iter().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    Ok(names)
}
