//! Reads files that a user has named, and nothing without an end.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Opens a file. Folders, devices and pipes are none: some never end, and a pipe may wait for ever for its writer.
///
/// # Errors
/// When it cannot be opened, or is no file.
pub fn open(path: &Path) -> io::Result<File> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if !kind.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "a device or a pipe, expected a file"));
    }
    File::open(path)
}

/// All bytes of a file, which has no more than `most`.
///
/// # Errors
/// When it cannot be read, is no file, or is larger.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::new(ErrorKind::FileTooLarge, format!("more than {most} bytes")));
    }
    Ok(bytes)
}

/// The text of a file, which has no more than `most` bytes, without the byte order mark that some editors put before it.
///
/// # Errors
/// As for [`read`], and when it is no text.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let mut text = String::from_utf8(read(path, most)?).map_err(|error| {
        let fault = error.utf8_error();
        let line = error.as_bytes()[..fault.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() + 1;
        io::Error::new(ErrorKind::InvalidData, format!("no text: line {line} is not UTF-8: {fault}"))
    })?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}

/// Whether a file can be one that begins with these bytes: it does, or it breaks off before their end, as a file does whose writer
/// was killed.
///
/// # Errors
/// When it cannot be read, or is no file.
pub fn may_begin_with(path: &Path, mark: &[u8]) -> io::Result<bool> {
    let mut first = Vec::new();
    open(path)?.take(mark.len() as u64).read_to_end(&mut first)?;
    Ok(mark.starts_with(&first))
}

/// Whether the first bytes of a file are these.
///
/// # Errors
/// When it cannot be read, or is no file.
pub fn begins_with(path: &Path, mark: &[u8]) -> io::Result<bool> {
    let mut first = Vec::new();
    open(path)?.take(mark.len() as u64).read_to_end(&mut first)?;
    Ok(first == mark)
}
