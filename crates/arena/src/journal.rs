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
//! let journal = Journal::open(Path::new("games.jsonl"), "8f0c6b1d2e3a4f50")?;
//! assert_eq!(read_records(Path::new("games.jsonl"))?.len(), journal.written().count());
//! # drop(journal);
//! # Ok::<(), plyground_arena::JournalError>(())
//! ```

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::record::{Record, Versions};
use crate::shelf::{MARK, Shelf, is_part_of, parse_line};

/// Bytes of the longest line that is read: a hundred times the record of the longest game.
const LONGEST_LINE: u64 = 64 << 20;

/// What some editors put before a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

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
    let file = plyground_files::open(path).map_err(|error| JournalError::Io { path: path.into(), error })?;
    let mut records = Vec::new();
    scan(path, &mut BufReader::new(file), &mut |record, _| {
        records.push(record);
        Ok(())
    })?;
    Ok(records)
}

/// How far the records of a file reach.
struct Scanned {
    /// Bytes of whole lines.
    whole: u64,
    lines: usize,
    /// Whether the last of them lacks only its end of line.
    unended: bool,
    /// The line after them, which the process wrote when it died.
    torn: Vec<u8>,
}

/// What is done with a record that begins at so many bytes.
type Each<'a> = dyn FnMut(Record, u64) -> Result<(), JournalError> + 'a;

/// Goes through the lines of a file, one at a time.
fn scan(path: &Path, file: &mut dyn BufRead, each: &mut Each<'_>) -> Result<Scanned, JournalError> {
    let mut scanned = Scanned { whole: 0, lines: 0, unended: false, torn: Vec::new() };
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = Read::take(&mut *file, LONGEST_LINE).read_until(b'\n', &mut line);
        let read = read.map_err(|error| JournalError::Io { path: path.into(), error })?;
        if read == 0 {
            return Ok(scanned);
        }
        if read as u64 == LONGEST_LINE {
            let problem = format!("a line of more than {LONGEST_LINE} bytes");
            return Err(JournalError::Damaged { path: path.into(), line: scanned.lines + 1, problem });
        }
        let ended = line.last() == Some(&b'\n');
        // An editor may have put a byte order mark before the first record.
        let mark = if scanned.lines == 0 && line.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        match parse_line(&line[mark..]) {
            Ok(record) => {
                scanned.unended = !ended && record.is_some();
                if let Some(record) = record {
                    each(record, scanned.whole + mark as u64)?;
                }
            }
            // Torn: the process died while it wrote this line.
            Err(_) if !ended && is_part_of(&line, MARK) => {
                scanned.torn = line;
                return Ok(scanned);
            }
            Err(problem) => {
                return Err(JournalError::Damaged { path: path.into(), line: scanned.lines + 1, problem });
            }
        }
        scanned.whole += read as u64;
        scanned.lines += 1;
    }
}

/// A file that records are appended to, with those that are in it already.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    written: Shelf,
    early_path: PathBuf,
    early_file: Option<File>,
    /// Whether the second file may be there.
    has_early: bool,
    early: Shelf,
}

impl Journal {
    /// Opens or makes a file for a run, cuts a torn line off, and finds the games that are there.
    ///
    /// # Errors
    /// When the file cannot be used, is damaged, belongs to another run, or is being written by another process.
    pub fn open(path: &Path, run: &str) -> Result<Journal, JournalError> {
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
        let (mut written, mut early) = (Shelf::default(), Shelf::default());
        let scanned = scan(path, &mut BufReader::new(&file), &mut |record, offset| {
            written.put(record.number, offset);
            is_of(path, &record, run)
        })?;
        let early_path = early_path(path);
        let has_early = read_early(&early_path, &mut |record, offset| {
            is_of(path, &record, run)?;
            // Killed after a game was moved to the file and before the other file was removed.
            if written.contains(record.number) {
                early.interrupt();
            } else {
                early.put(record.number, offset);
            }
            Ok(())
        })?;
        early.interrupt();
        if !is_part_of(&scanned.torn, &format!("{MARK}{run}-")) {
            let problem = "a torn line, which is of another run".into();
            return Err(JournalError::Damaged { path: path.into(), line: scanned.lines + 1, problem });
        }
        file.set_len(scanned.whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(io)?;
        if scanned.unended {
            file.write_all(b"\n").map_err(io)?;
        }
        Ok(Journal { path: path.into(), file, written, early_path, early_file: None, has_early, early })
    }

    /// The numbers of the games in the file.
    pub fn written(&self) -> impl Iterator<Item = u64> {
        self.written.numbers().flatten()
    }

    /// The numbers of the games that wait for earlier ones.
    pub fn waiting(&self) -> impl Iterator<Item = u64> {
        self.early.numbers().flatten()
    }

    /// The numbers of all these games.
    pub(crate) fn known(&self) -> Vec<Range<u64>> {
        let mut known: Vec<Range<u64>> = self.written.numbers().chain(self.early.numbers()).collect();
        known.sort_by_key(|numbers| numbers.start);
        known
    }

    /// Whether a game is there, of those that were not forgotten.
    pub(crate) fn has(&self, number: u64) -> bool {
        self.written.contains(number) || self.early.contains(number)
    }

    /// Whether games wait.
    pub(crate) fn has_waiting(&self) -> bool {
        !self.early.is_empty()
    }

    /// A game of the file; all before it are forgotten.
    pub(crate) fn take_written(&mut self, number: u64) -> Result<Option<Record>, JournalError> {
        let file = &self.file;
        let read = self.written.read(number, || file.try_clone());
        self.written.forget(number);
        read.map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }

    /// A game that waits.
    pub(crate) fn read_waiting(&mut self, number: u64) -> Result<Option<Record>, JournalError> {
        let path = &self.early_path;
        let read = self.early.read(number, || File::open(path));
        read.map_err(|error| JournalError::Io { path: path.clone(), error })
    }

    /// Writes the record that comes next; it does not wait any more.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn append(&mut self, record: &Record) -> Result<(), JournalError> {
        // Whoever reads has the same place in the file.
        self.written.close();
        let line = record.line() + "\n";
        let file = &mut self.file;
        let written = file.seek(SeekFrom::End(0)).and_then(|_| file.write_all(line.as_bytes()));
        let written = written.and_then(|()| file.flush());
        self.early.forget(record.number);
        written.map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }

    /// Keeps a record that has to wait for earlier ones.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn hold(&mut self, record: &Record) -> Result<(), JournalError> {
        let held = self.write_early(record);
        held.map_err(|error| JournalError::Io { path: self.early_path.clone(), error })
    }

    fn write_early(&mut self, record: &Record) -> io::Result<()> {
        let file = match &mut self.early_file {
            Some(file) => file,
            none => {
                let file = OpenOptions::new().create(true).append(true).open(&self.early_path)?;
                none.insert(file)
            }
        };
        self.has_early = true;
        let offset = file.seek(SeekFrom::End(0))?;
        // A torn line of an earlier run must not swallow this one.
        file.write_all(format!("\n{}\n", record.line()).as_bytes())?;
        file.flush()?;
        self.early.put(record.number, offset + 1);
        Ok(())
    }

    /// Says that no record waits any more.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn none_waits(&mut self) -> Result<(), JournalError> {
        if !std::mem::take(&mut self.has_early) {
            return Ok(());
        }
        self.early_file = None;
        self.early = Shelf::default();
        match fs::remove_file(&self.early_path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(JournalError::Io { path: self.early_path.clone(), error })
            }
            _ => Ok(()),
        }
    }
}

/// Whether a record is of this run and this version.
fn is_of(path: &Path, record: &Record, run: &str) -> Result<(), JournalError> {
    if record.run != run {
        let (found, expected) = (record.run.clone(), run.to_owned());
        return Err(JournalError::OtherRun { path: path.into(), found, expected });
    }
    let present = Versions::present().plyground;
    if record.versions.plyground != present {
        let found = record.versions.plyground.clone();
        return Err(JournalError::OtherVersion { path: path.into(), found, expected: present });
    }
    Ok(())
}

/// The games that wait, if there is a file of them. Lines of several runs may have been torn here; whatever is whole counts.
fn read_early(path: &Path, each: &mut Each<'_>) -> Result<bool, JournalError> {
    let io = |error| JournalError::Io { path: path.into(), error };
    let mut file = match plyground_files::open(path) {
        Ok(file) => BufReader::new(file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(io(error)),
    };
    let (mut line, mut offset) = (Vec::new(), 0);
    for number in 1.. {
        line.clear();
        let read = file.read_until(b'\n', &mut line).map_err(io)?;
        if read == 0 {
            break;
        }
        match parse_line(&line) {
            Ok(Some(record)) => each(record, offset)?,
            Ok(None) => {}
            Err(_) if is_part_of(&line, MARK) => {}
            Err(problem) => return Err(JournalError::Damaged { path: path.into(), line: number, problem }),
        }
        offset += read as u64;
    }
    Ok(true)
}

fn early_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".early");
    name.into()
}

#[cfg(test)]
#[path = "journal_tests.rs"]
mod tests;
