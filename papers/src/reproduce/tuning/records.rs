//! Records of long experiments under version control: the folder of a run in one compressed file, from which a later run resumes.
//!
//! A file holds the names of the folder's files and their texts as one JSON object, compressed by gzip. The same folder gives the
//! same bytes.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

/// Returns the archive of a run in a folder of archives.
pub(super) fn archive(store: &str, name: &str) -> PathBuf {
    Path::new(store).join(format!("{name}.json.gz"))
}

/// Unpacks the run of an archive into `folder`, unless the folder has a run already or there is no archive.
///
/// # Errors
/// When the archive cannot be read, or a file cannot be written.
pub(super) fn restore(archive: &Path, folder: &Path) -> Result<(), String> {
    if folder.join("settings.json").exists() || !archive.exists() {
        return Ok(());
    }
    let files = read(archive)?;
    // The settings are written last, because they mark the folder as a run.
    let (last, first): (Vec<_>, Vec<_>) = files.into_iter().partition(|(name, _)| name == "settings.json");
    for (name, text) in first.into_iter().chain(last) {
        let path = folder.join(name);
        let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, text));
        written.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// Returns the names and texts of the files of an archive.
///
/// # Errors
/// When the archive cannot be read.
pub(super) fn read(archive: &Path) -> Result<BTreeMap<String, String>, String> {
    let damaged = |error: &dyn std::fmt::Display| format!("{}: not an archive of a run: {error}", archive.display());
    let mut text = String::new();
    let file = File::open(archive).map_err(|error| format!("{}: {error}", archive.display()))?;
    GzDecoder::new(file).read_to_string(&mut text).map_err(|error| damaged(&error))?;
    let files: BTreeMap<String, String> = serde_json::from_str(&text).map_err(|error| damaged(&error))?;
    if let Some(name) = files.keys().find(|name| name.split('/').any(|part| part == "..") || name.starts_with('/')) {
        return Err(damaged(&format!("`{name}` leads out of the folder")));
    }
    Ok(files)
}

/// Packs the run of `folder` into an archive. An existing archive is replaced.
///
/// # Errors
/// When a file cannot be read or written.
pub(super) fn store(folder: &Path, archive: &Path) -> Result<(), String> {
    let mut files = BTreeMap::new();
    collect(folder, "", &mut files)?;
    let text = serde_json::to_string(&files).expect("texts can always be written");
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    let packed = packer.write_all(text.as_bytes()).and_then(|()| packer.finish());
    let packed = packed.map_err(|error| format!("{}: {error}", archive.display()))?;
    let begun = archive.with_extension("begun");
    let written = archive.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&begun, packed));
    written.and_then(|()| fs::rename(&begun, archive)).map_err(|error| format!("{}: {error}", archive.display()))
}

/// Collects the settings and the records of a run. All its other files are rebuilt from those.
fn collect(folder: &Path, prefix: &str, files: &mut BTreeMap<String, String>) -> Result<(), String> {
    let fault = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(fault)? {
        let entry = entry.map_err(fault)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type().map_err(fault)?.is_dir() {
            collect(&entry.path(), &format!("{prefix}{name}/"), files)?;
        } else if name == "settings.json" || name.ends_with(".jsonl") && name != "log.jsonl" {
            files.insert(format!("{prefix}{name}"), fs::read_to_string(entry.path()).map_err(fault)?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_comes_back_from_its_archive() {
        let base = std::env::temp_dir().join(format!("plyground-records-{}", std::process::id()));
        let (one, other, archive) = (base.join("one"), base.join("other"), base.join("store/run.json.gz"));
        fs::create_dir_all(one.join("games")).unwrap();
        for (name, text) in
            [("settings.json", "{}\n"), ("games/00001.jsonl", "{\"a\":1}\n"), ("log.jsonl", "x"), ("weights.toml", "x")]
        {
            fs::write(one.join(name), text).unwrap();
        }
        assert_eq!(restore(&archive, &other), Ok(()), "nothing to restore");
        store(&one, &archive).unwrap();
        let packed = fs::read(&archive).unwrap();
        store(&one, &archive).unwrap();
        assert_eq!(packed, fs::read(&archive).unwrap(), "the same folder, the same bytes");
        restore(&archive, &other).unwrap();
        assert_eq!(fs::read_to_string(other.join("games/00001.jsonl")).unwrap(), "{\"a\":1}\n");
        assert!(
            other.join("settings.json").exists()
                && !other.join("log.jsonl").exists()
                && !other.join("weights.toml").exists()
        );
        // A run in progress is not overwritten.
        fs::write(other.join("games/00001.jsonl"), "more").unwrap();
        restore(&archive, &other).unwrap();
        assert_eq!(fs::read_to_string(other.join("games/00001.jsonl")).unwrap(), "more");
        fs::write(&archive, "no archive").unwrap();
        let fault = restore(&archive, &base.join("third")).unwrap_err();
        assert!(fault.contains("not an archive of a run") && !fault.contains('\n'), "{fault}");
        fs::remove_dir_all(&base).unwrap();
    }
}
