//! Files of records that survive being killed at any byte.
//!
//! A record is one line, written by one call and flushed. A process that dies leaves whole lines and at most one torn one at
//! the end; a reader leaves that out, and whoever goes on writing cuts it off first: only what begins as a record does is
//! one, and a file of somebody else stays as it is. The file is locked while it is written, so that two runs cannot mix.
//!
//! Records stand in the order of their numbers, whatever the number of threads, so that equal runs leave equal files. A game that
//! ends before an earlier one waits in a second file, `FILE.early`, which is gone when nothing waits: no finished game
//! is lost, not even one that waits.
//!
//! ```no_run
//! use std::path::Path;
//! use plyground_arena::{Journal, read_records};
//!
//! let (journal, stored) = Journal::open(Path::new("games.jsonl"), "8f0c6b1d2e3a4f50")?;
//! assert_eq!(read_records(Path::new("games.jsonl"))?, stored.written);
//! # drop(journal);
//! # Ok::<(), plyground_arena::JournalError>(())
//! ```

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::record::{Record, Versions};

/// Why a file of records cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The system refuses.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A whole line is no record.
    #[error("{}:{line}: no record of a game: {problem}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The file belongs to another run.
    #[error(
        "{}: holds games of run {found}, but this is run {expected} (other players, weights, tables, limits, rules, openings or seed): choose \
         another file",
        path.display()
    )]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// The run of its records.
        found: String,
        /// The run that wants to write.
        expected: String,
    },
    /// The file belongs to another version of this program, whose players may play otherwise.
    #[error(
        "{}: holds games of version {found}, but this is version {expected}: choose another file, or go on with version {found}",
        path.display()
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// The version of its records.
        found: String,
        /// This version.
        expected: String,
    },
    /// Another process is writing.
    #[error("{}: another run is writing to it", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
}

/// Reads all whole records of a file, in its order.
///
/// # Errors
/// When the file cannot be read, or a whole line is no record.
pub fn read_records(path: &Path) -> Result<Vec<Record>, JournalError> {
    let text = plyground_files::read(path, u64::MAX).map_err(|error| JournalError::Io { path: path.into(), error })?;
    Ok(parse(path, &text)?.records)
}

/// The records of a file, and how far they reach.
struct Parsed {
    records: Vec<Record>,
    /// Bytes of whole lines.
    whole: u64,
    /// Whether the last of them lacks only its end of line.
    unended: bool,
}

/// How every record begins, see [`Record::line`].
const MARK: &str = "{\"id\":\"";

/// Whether this can be what is left of a line that begins with `mark`.
fn is_part_of(line: &[u8], mark: &str) -> bool {
    line.iter().zip(mark.as_bytes()).all(|(one, other)| one == other)
}

fn parse(path: &Path, text: &[u8]) -> Result<Parsed, JournalError> {
    let mut parsed = Parsed { records: Vec::new(), whole: 0, unended: false };
    for (index, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let ended = line.last() == Some(&b'\n');
        match parse_line(line) {
            Ok(record) => {
                parsed.unended = !ended && record.is_some();
                parsed.records.extend(record);
            }
            // Torn: the process died while it wrote this line.
            Err(_) if !ended && is_part_of(line, MARK) => break,
            Err(problem) => return Err(JournalError::Damaged { path: path.into(), line: index + 1, problem }),
        }
        parsed.whole += line.len() as u64;
    }
    Ok(parsed)
}

/// The record of a line; `None` for an empty one.
fn parse_line(line: &[u8]) -> Result<Option<Record>, String> {
    let line = std::str::from_utf8(line).map_err(|error| error.to_string())?;
    if line.trim().is_empty() { Ok(None) } else { Record::parse(line).map(Some) }
}

/// The games of a run that are in its files already.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Stored {
    /// Those in the file, by number.
    pub written: Vec<Record>,
    /// Those that waited for earlier ones when the run was killed.
    pub waiting: Vec<Record>,
}

/// A file that records are appended to.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    early_path: PathBuf,
    early_file: Option<File>,
}

impl Journal {
    /// Opens or makes a file for a run, cuts a torn line off, and returns the games that are there.
    ///
    /// # Errors
    /// When the file cannot be used, is damaged, belongs to another run, or is being written by another process.
    pub fn open(path: &Path, run: &str) -> Result<(Journal, Stored), JournalError> {
        let io = |error| JournalError::Io { path: path.into(), error };
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Err(JournalError::Locked { path: path.into() }),
            Err(fs::TryLockError::Error(error)) => return Err(io(error)),
        }
        if !file.metadata().map_err(io)?.is_file() {
            return Err(io(io::Error::new(io::ErrorKind::InvalidInput, "a device or a pipe, expected a file")));
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(io)?;
        let Parsed { mut records, whole, unended } = parse(path, &text)?;
        let early_path = early_path(path);
        let mut waiting = read_early(&early_path)?;
        if let Some(other) = records.iter().chain(&waiting).find(|record| record.run != run) {
            let (found, expected) = (other.run.clone(), run.to_owned());
            return Err(JournalError::OtherRun { path: path.into(), found, expected });
        }
        let present = Versions::present().plyground;
        if let Some(other) = records.iter().chain(&waiting).find(|record| record.versions.plyground != present) {
            let found = other.versions.plyground.clone();
            return Err(JournalError::OtherVersion { path: path.into(), found, expected: present });
        }
        if !is_part_of(&text[whole as usize..], &format!("{MARK}{run}-")) {
            let problem = "a torn line, which is of another run".into();
            return Err(JournalError::Damaged { path: path.into(), line: records.len() + 1, problem });
        }
        file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(io)?;
        if unended {
            file.write_all(b"\n").map_err(io)?;
        }
        for games in [&mut records, &mut waiting] {
            games.sort_by_key(|record| record.number);
            games.dedup_by_key(|record| record.number);
        }
        // Killed after a game was moved to the file and before the other file was removed.
        waiting.retain(|early| records.binary_search_by_key(&early.number, |record| record.number).is_err());
        let journal = Journal { path: path.into(), file, early_path, early_file: None };
        Ok((journal, Stored { written: records, waiting }))
    }

    /// Writes the record that comes next.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn append(&mut self, record: &Record) -> Result<(), JournalError> {
        let line = record.line() + "\n";
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }

    /// Keeps a record that has to wait for earlier ones.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn hold(&mut self, record: &Record) -> Result<(), JournalError> {
        let io = |error| JournalError::Io { path: self.early_path.clone(), error };
        let file = match &mut self.early_file {
            Some(file) => file,
            none => {
                let file = OpenOptions::new().create(true).append(true).open(&self.early_path).map_err(io)?;
                none.insert(file)
            }
        };
        // A torn line of an earlier run must not swallow this one.
        let written = file.write_all(format!("\n{}\n", record.line()).as_bytes()).and_then(|()| file.flush());
        written.map_err(|error| JournalError::Io { path: self.early_path.clone(), error })
    }

    /// Says that no record waits any more.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn none_waits(&mut self) -> Result<(), JournalError> {
        self.early_file = None;
        match fs::remove_file(&self.early_path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(JournalError::Io { path: self.early_path.clone(), error })
            }
            _ => Ok(()),
        }
    }
}

/// The games that wait. Lines of several runs may have been torn here; whatever is whole counts.
fn read_early(path: &Path) -> Result<Vec<Record>, JournalError> {
    let text = match plyground_files::read(path, u64::MAX) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(JournalError::Io { path: path.into(), error }),
    };
    let mut records = Vec::new();
    for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
        match parse_line(line) {
            Ok(record) => records.extend(record),
            Err(_) if is_part_of(line, MARK) => {}
            Err(problem) => return Err(JournalError::Damaged { path: path.into(), line: index + 1, problem }),
        }
    }
    Ok(records)
}

fn early_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".early");
    name.into()
}

#[cfg(test)]
#[path = "journal_tests.rs"]
mod tests;
