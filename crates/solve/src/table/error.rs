//! What can be wrong with a table.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a table cannot be written, opened or read. Every message names the file and what to do.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The operating system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// No table at all.
    #[error("{}: not a table: it does not begin with `plytable`", .0.display())]
    Foreign(PathBuf),
    /// A table of another version of this program.
    #[error("{}: format version {found}, expected {expected}: solve again", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version in the file.
        found: u32,
        /// The version that is read.
        expected: u32,
    },
    /// A table with too few bytes, or too many.
    #[error("{}: {found} bytes, expected {expected}: the file is cut short or was changed; delete it and solve again", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// Its length in bytes.
        found: u64,
        /// The length that its header promises.
        expected: u64,
    },
    /// A header that does not fit its checksum.
    #[error("{}: the header is damaged (wrong checksum); delete the file and solve again", .0.display())]
    Header(PathBuf),
    /// Data that do not fit their checksum.
    #[error("{}: damaged in the block at byte {offset} (wrong checksum); delete the file and solve again", path.display())]
    Block {
        /// The file.
        path: PathBuf,
        /// Where the block begins in the file.
        offset: u64,
    },
    /// A value that no position has, under a checksum that fits it.
    #[error("{}: the value {found} at byte {place} of the data, expected {expected}; delete the file and solve again", path.display())]
    Value {
        /// The file.
        path: PathBuf,
        /// Where in the data.
        place: u64,
        /// What is there.
        found: i64,
        /// What can be there.
        expected: String,
    },
    /// Another process is writing.
    #[error("{}: another run is writing to it", .0.display())]
    Locked(PathBuf),
    /// A whole table of something else.
    #[error("{}: {what} `{found}`, expected `{expected}`", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs: game, rules, layer.
        what: &'static str,
        /// What the header says.
        found: String,
        /// What was asked for.
        expected: String,
    },
}

impl TableError {
    /// Why a table could not be written.
    pub(crate) fn of_write(path: &Path, source: io::Error) -> TableError {
        match source.kind() {
            io::ErrorKind::AlreadyExists => TableError::Foreign(path.to_owned()),
            _ => TableError::Io { path: path.to_owned(), source },
        }
    }
}
