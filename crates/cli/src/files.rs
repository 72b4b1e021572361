//! Files that commands read and write.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use crate::failure::{Done, Failure};

/// The text of a file that somebody has named.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| Failure::Input(format!("cannot read `{}`: {error}", path.display())))
}

/// Writes a file that must not be there yet.
pub(crate) fn write_new(path: &Path, text: &str) -> io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}

/// Writes a file. One that is there already is only replaced when `option`, which allows that, was `given`.
pub(crate) fn write(path: &Path, text: &str, option: &str, given: bool) -> Done {
    let written = if given { fs::write(path, text) } else { write_new(path, text) };
    written.map_err(|error| {
        let path = path.display();
        Failure::Undone(match error.kind() {
            ErrorKind::AlreadyExists => format!("{path} exists already: expected a new file, or `{option}`"),
            _ => format!("{path} cannot be written: {error}"),
        })
    })
}
