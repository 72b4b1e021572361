//! Summary of the tables of a folder.

use std::path::Path;

use super::TableFile;

/// Returns an identification of the tables of a game in a folder, one line per file; a player that uses tables plays
/// differently when they change. The checksum of a header covers all data of its file, so this takes little time.
#[must_use]
pub fn contents(folder: &Path, game: &str) -> String {
    let is_table = |name: &str| name.starts_with(&format!("{game}-")) && name.ends_with(".table");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.retain(|name| is_table(name));
    names.sort();
    let line = |name: &String| match TableFile::open(&folder.join(name)) {
        Ok(Some(table)) => format!("{name} {:08x} {}\n", table.checksum(), table.length()),
        Ok(None) => String::new(),
        Err(error) => format!("{name} {error}\n"),
    };
    names.iter().map(line).collect()
}
