//! Errors of tables.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Reason why a table cannot be written, opened or read. Every message names the file and the remedy.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The operating system reported an error.
    #[error("{}: {source}", path.display())]
    Io {
        /// File or folder.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// The file is not a table.
    #[error("{}: not a table: it does not begin with `plytable`", .0.display())]
    Foreign(PathBuf),
    /// The table was written by another version of this program.
    #[error("{}: format version {found}, expected {expected}: solve again", path.display())]
    Version {
        /// Path of the file.
        path: PathBuf,
        /// Version in the file.
        found: u32,
        /// Version that this program reads.
        expected: u32,
    },
    /// The table has too few or too many bytes.
    #[error("{}: {found} bytes, expected {expected}: the file is cut short or was changed; delete it and solve again", path.display())]
    Length {
        /// Path of the file.
        path: PathBuf,
        /// Length in bytes.
        found: u64,
        /// Length according to the header.
        expected: u64,
    },
    /// The header does not match its checksum.
    #[error("{}: the header is damaged (wrong checksum); delete the file and solve again", .0.display())]
    Header(PathBuf),
    /// The data do not match their checksum.
    #[error("{}: damaged in the block at byte {offset} (wrong checksum); delete the file and solve again", path.display())]
    Block {
        /// Path of the file.
        path: PathBuf,
        /// Offset of the block in the file.
        offset: u64,
    },
    /// A value is impossible, although its checksum is correct.
    #[error("{}: the value {found} at byte {place} of the data, expected {expected}; delete the file and solve again", path.display())]
    Value {
        /// Path of the file.
        path: PathBuf,
        /// Offset in the data.
        place: u64,
        /// Value found.
        found: i64,
        /// Possible values.
        expected: String,
    },
    /// Another process is writing the table.
    #[error("{}: another run is writing to it", .0.display())]
    Locked(PathBuf),
    /// The table is complete but belongs to another game, rule set or layer.
    #[error("{}: {what} `{found}`, expected `{expected}`", path.display())]
    Other {
        /// Path of the file.
        path: PathBuf,
        /// Differing property: game, rules, layer.
        what: &'static str,
        /// Value in the header.
        found: String,
        /// Expected value.
        expected: String,
    },
}

impl TableError {
    /// Returns the error of a table that another process removed after this one had written or found it.
    pub(crate) fn removed(path: PathBuf) -> TableError {
        let source = io::Error::new(io::ErrorKind::NotFound, "removed by another process while this run needed it");
        TableError::Io { path, source }
    }

    /// Converts an error of writing a table.
    pub(crate) fn of_write(path: &Path, source: io::Error) -> TableError {
        match source.kind() {
            io::ErrorKind::AlreadyExists => TableError::Foreign(path.to_owned()),
            _ => TableError::Io { path: path.to_owned(), source },
        }
    }
}
