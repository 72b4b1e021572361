//! Hidden names beside a file, and whether they still lead to the file that was opened.

use std::fs::File;
use std::path::{Path, PathBuf};

/// The hidden name beside a file that ends like this: `.kalah.table.lock`.
pub(crate) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".");
    name.push(end);
    path.with_file_name(name)
}

/// Whether a file is still the one at this path.
#[cfg(unix)]
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |metadata: std::io::Result<std::fs::Metadata>| metadata.map(|data| (data.dev(), data.ino())).ok();
    let here = number(file.metadata());
    here.is_some() && here == number(std::fs::symlink_metadata(path))
}

/// Open files cannot be removed there.
#[cfg(not(unix))]
pub(crate) fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}
