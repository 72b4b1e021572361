//! What the tables of a folder hold, in a few words.

use std::path::Path;

use super::TableFile;

/// What identifies the tables of a game in a folder, one line a file: a player from tables plays otherwise when they
/// change. The checksum of a header stands for all data of its file, so this takes no time.
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
