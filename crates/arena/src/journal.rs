//! Files of records that survive being killed at any byte.
//!
//! A record is one line, written by one call and flushed. A process that is killed leaves whole lines and at most one torn line
//! at the end. A reader ignores the torn line, and a resumed run first cuts it off. A whole line that was changed, moved or
//! duplicated is an error that names the line. A file that does not begin like a record is left unchanged. The file is locked
//! while it is written, so that two runs cannot mix.
//!
//! Records are in the order of their numbers for any number of threads, so that equal runs write equal files. A game that ends
//! before an earlier one waits in a second file, `FILE.early`, so that no finished game is lost. That file is removed when no
//! game waits. While other workers replay the games of a forger, `FILE.doubted` contains the number of the first of them. If the
//! run is killed then and resumed, it removes these games from its file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use plyground_game::notation::quote;
use plyground_play::files::{self, Existing};
use thiserror::Error;

use crate::record::{Record, Versions};
use crate::record_index::{MARK, RecordIndex, is_part_of, is_torn, parse_line};
use crate::sequence::Sequence;

/// Maximum length of a line in bytes: a hundred times the record of the longest game.
const LONGEST_LINE: u64 = 64 << 20;

/// Byte order mark, which some editors write at the start of a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Reason why a file of records cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// An operation of the system failed.
    #[error("{}: {error}", path.display())]
    Io {
        /// Path of the file.
        path: PathBuf,
        /// Error of the system.
        error: io::Error,
    },
    /// A whole line is not a record.
    #[error("{}:{line}: no record of a game: {problem}", path.display())]
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// Fault of the line.
        problem: String,
    },
    /// A line is a record of a game that is impossible, or in the wrong place.
    #[error("{}:{line}: game refused: {problem}", path.display())]
    Refused {
        /// Path of the file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// Contradiction in the record.
        problem: String,
    },
    /// The file belongs to another run.
    #[error(
        "{}: contains games of run {found}, but this is run {expected} (other players, weights, tables, limits, rules, openings or seed): choose \
         another file",
        path.display()
    )]
    OtherRun {
        /// Path of the file.
        path: PathBuf,
        /// Run of the records in the file.
        found: String,
        /// Run that opens the file.
        expected: String,
    },
    /// The file belongs to another version of this program, whose players may play differently.
    #[error(
        "{}: contains games of version {found}, but this is version {expected}: choose another file, or use version {found}",
        path.display()
    )]
    OtherVersion {
        /// Path of the file.
        path: PathBuf,
        /// Version of the records in the file.
        found: String,
        /// Version of this program.
        expected: String,
    },
    /// Another process is writing to the file.
    #[error("{}: another run is writing to it", path.display())]
    Locked {
        /// Path of the file.
        path: PathBuf,
    },
}

impl JournalError {
    /// Reports whether the cause is the system or another process, and not the content of the file.
    #[must_use]
    pub const fn is_of_system(&self) -> bool {
        matches!(self, JournalError::Io { .. } | JournalError::Locked { .. })
    }
}

/// Reads all whole records of a file, in file order. The checksum of each line must match, and the games of a run must be unique
/// and in order. Whether the games are possible is not checked.
///
/// # Errors
/// When the file cannot be read, or a whole line is not a record or cannot follow the records before it.
pub fn read_records(path: &Path) -> Result<Vec<Record>, JournalError> {
    let mut sequence = Sequence::default();
    read(path, &mut |record| sequence.admit(record))
}

/// Reads records as [`read_records`] does, and passes each to `check`, such as [`Record::check`]. The games of a run must have
/// the same rules, and the games of a pair must have the same opening and players.
///
/// # Errors
/// As [`read_records`], and when a check fails.
pub fn read_checked_records(path: &Path, check: &mut CheckRecord<'_>) -> Result<Vec<Record>, JournalError> {
    let mut sequence = Sequence::default();
    read(path, &mut |record| sequence.admit_alike(record).and_then(|()| check(record)))
}

/// Reads the text of a file of records as [`read_checked_records`] does. Errors report `name` as its path.
///
/// # Errors
/// As [`read_checked_records`].
pub fn read_checked_lines(name: &Path, text: &[u8], check: &mut CheckRecord<'_>) -> Result<Vec<Record>, JournalError> {
    let mut sequence = Sequence::default();
    read_from(name, &mut &*text, &mut |record| sequence.admit_alike(record).and_then(|()| check(record)))
}

fn read(path: &Path, check: &mut CheckRecord<'_>) -> Result<Vec<Record>, JournalError> {
    let file = files::open(path).map_err(|error| JournalError::Io { path: path.into(), error })?;
    read_from(path, &mut BufReader::new(file), check)
}

fn read_from(path: &Path, file: &mut dyn BufRead, check: &mut CheckRecord<'_>) -> Result<Vec<Record>, JournalError> {
    let mut records = Vec::new();
    scan(path, file, &mut |record, place| {
        place.believe(path, check(&record))?;
        records.push(record);
        Ok(())
    })?;
    Ok(records)
}

/// Check of a record, which returns a description of the first fault.
pub type CheckRecord<'a> = dyn FnMut(&Record) -> Result<(), String> + 'a;

/// Position of a record in its file.
#[derive(Clone, Copy)]
struct Place {
    /// Offset in bytes.
    offset: u64,
    /// Number of the line, from 1.
    line: usize,
}

impl Place {
    /// Adds the place to the error of a check.
    fn believe(self, path: &Path, checked: Result<(), String>) -> Result<(), JournalError> {
        checked.map_err(|problem| JournalError::Refused { path: path.into(), line: self.line, problem })
    }
}

/// Extent of the records in a file.
struct Scanned {
    /// Bytes of whole lines.
    whole: u64,
    lines: usize,
    /// Whether the last line is a record without an end of line.
    unended: bool,
    /// Partial line after the whole ones, left by a killed process.
    torn: Vec<u8>,
}

/// Callback that receives each record.
type Each<'a> = dyn FnMut(Record, Place) -> Result<(), JournalError> + 'a;

/// Reads the lines of a file, one at a time.
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
        // An editor may have written a byte order mark before the first record.
        let mark = if scanned.lines == 0 && line.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        match parse_line(&line[mark..]) {
            Ok(record) => {
                scanned.unended = !ended && record.is_some();
                if let Some(record) = record {
                    each(record, Place { offset: scanned.whole + mark as u64, line: scanned.lines + 1 })?;
                }
            }
            // Torn: the process died while it wrote this line.
            Err(_) if !ended && is_torn(&line) => {
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

/// File of records that can be appended to.
///
/// ```no_run
/// use std::path::Path;
/// use plyground_arena::{Journal, read_records};
///
/// let journal = Journal::open(Path::new("games.jsonl"), "8f0c6b1d2e3a4f50")?;
/// assert_eq!(read_records(Path::new("games.jsonl"))?.len(), journal.written().count());
/// # drop(journal);
/// # Ok::<(), plyground_arena::JournalError>(())
/// ```
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Length of the file in bytes as far as this run has written it.
    length: u64,
    written: RecordIndex,
    early_path: PathBuf,
    early_file: Option<File>,
    /// Whether the second file may exist.
    has_early: bool,
    early: RecordIndex,
}

/// Maximum number of attempts to lock a file, 10 ms apart.
const LOCK_ATTEMPTS: u32 = 20;

/// Locks a file. A process that starts a child shares its locks with it for a moment, so the lock is retried.
fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    for attempt in 1.. {
        match file.try_lock() {
            Ok(()) => break,
            Err(fs::TryLockError::WouldBlock) if attempt < LOCK_ATTEMPTS => thread::sleep(Duration::from_millis(10)),
            Err(fs::TryLockError::WouldBlock) => return Err(JournalError::Locked { path: path.into() }),
            Err(fs::TryLockError::Error(error)) => return Err(JournalError::Io { path: path.into(), error }),
        }
    }
    Ok(())
}

impl Journal {
    /// Opens or creates a file for a run, cuts off a torn line, and indexes the games in it.
    ///
    /// # Errors
    /// When the file cannot be used, is damaged, belongs to another run, or is written by another process.
    pub fn open(path: &Path, run: &str) -> Result<Journal, JournalError> {
        Journal::open_checked(path, run, &mut |_| Ok(()))
    }

    /// Opens a file as [`Journal::open`] does, and checks each game in it. The games must be in order, without gaps.
    ///
    /// # Errors
    /// As [`Journal::open`], and when a check fails.
    pub fn open_checked(path: &Path, run: &str, check: &mut CheckRecord<'_>) -> Result<Journal, JournalError> {
        let io = |error| JournalError::Io { path: path.into(), error };
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        lock(&file, path)?;
        if !file.metadata().map_err(io)?.is_file() {
            return Err(io(io::Error::new(io::ErrorKind::InvalidInput, "a device or a pipe, expected a file")));
        }
        let (mut written, mut early, mut sequence) =
            (RecordIndex::default(), RecordIndex::default(), Sequence::default());
        let (mut next, mut cut) = (0, None);
        let doubted = read_doubted(&doubted_path(path), run)?;
        let scanned = scan(path, &mut BufReader::new(&file), &mut |record, place| {
            is_of(path, &record, run, place)?;
            if doubted.is_some_and(|doubted| record.number >= doubted) {
                cut.get_or_insert(place.offset);
                return Ok(());
            }
            let in_order = if record.number == next {
                sequence.admit(&record)
            } else {
                Err(format!("found game {}, expected game {next}: each game once and in order", record.number))
            };
            place.believe(path, in_order.and_then(|()| check(&record)))?;
            next += 1;
            written.put(record.number, place.offset);
            Ok(())
        })?;
        let early_path = early_path(path);
        if doubted.is_some() {
            remove(&early_path)?;
        }
        let has_early = read_early(&early_path, &mut |record, place| {
            is_of(&early_path, &record, run, place)?;
            place.believe(&early_path, check(&record))?;
            // The process was killed after it moved a game to the main file and before it removed the other file.
            if written.contains(record.number) {
                early.interrupt();
            } else if early.contains(record.number) {
                return place.believe(&early_path, Err(format!("found game {} twice", record.number)));
            } else {
                early.put(record.number, place.offset);
            }
            Ok(())
        })?;
        early.interrupt();
        if !is_part_of(&scanned.torn, &format!("{MARK}{run}-")) {
            let problem = "a torn line, which is of another run".into();
            return Err(JournalError::Damaged { path: path.into(), line: scanned.lines + 1, problem });
        }
        let mut length = cut.unwrap_or(scanned.whole);
        file.set_len(length).and_then(|()| file.seek(SeekFrom::End(0))).map_err(io)?;
        if scanned.unended && cut.is_none() {
            file.write_all(b"\n").map_err(io)?;
            length += 1;
        }
        remove(&doubted_path(path))?;
        Ok(Journal { path: path.into(), file, length, written, early_path, early_file: None, has_early, early })
    }

    /// Returns the mark that makes a resumed run remove its doubted games.
    pub(crate) fn doubt_mark(&self, run: &str) -> DoubtMark {
        DoubtMark { path: doubted_path(&self.path), run: run.to_owned() }
    }

    /// Returns the numbers of the games in the file.
    pub fn written(&self) -> impl Iterator<Item = u64> {
        self.written.numbers().flatten()
    }

    /// Returns the numbers of the games that wait for earlier ones.
    pub fn waiting(&self) -> impl Iterator<Item = u64> {
        self.early.numbers().flatten()
    }

    /// Returns the numbers of all games, written or waiting, as sorted ranges.
    pub(crate) fn known(&self) -> Vec<Range<u64>> {
        let mut known: Vec<Range<u64>> = self.written.numbers().chain(self.early.numbers()).collect();
        known.sort_by_key(|numbers| numbers.start);
        known
    }

    /// Reports whether a game is written or waiting and was not forgotten.
    pub(crate) fn has(&self, number: u64) -> bool {
        self.written.contains(number) || self.early.contains(number)
    }

    /// Reports whether games wait for earlier ones.
    pub(crate) fn has_waiting(&self) -> bool {
        !self.early.is_empty()
    }

    /// Reads a game of the file. It and all earlier ones may then be forgotten.
    pub(crate) fn take_written(&mut self, number: u64) -> Result<Option<Record>, JournalError> {
        let file = &self.file;
        let read = self.written.read(number, || file.try_clone());
        self.written.forget(number);
        read.map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }

    /// Reads a game that waits for an earlier one.
    pub(crate) fn read_waiting(&mut self, number: u64) -> Result<Option<Record>, JournalError> {
        let path = &self.early_path;
        let read = self.early.read(number, || File::open(path));
        read.map_err(|error| JournalError::Io { path: path.clone(), error })
    }

    /// Checks that the path of the run still names its file with all games in it.
    ///
    /// # Errors
    /// When another process has removed, replaced or changed the file.
    pub fn check_owned(&self) -> Result<(), JournalError> {
        files::check_owned(&self.file, &self.path, self.length)
            .map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }

    /// Appends the next record, and forgets it among the waiting ones.
    ///
    /// # Errors
    /// When the file cannot be written, or another process has changed it.
    pub fn append(&mut self, record: &Record) -> Result<(), JournalError> {
        self.check_owned()?;
        // The reader shares the file position with the writer.
        self.written.close();
        let line = record.line() + "\n";
        let file = &mut self.file;
        let written = file.seek(SeekFrom::End(0)).and_then(|_| file.write_all(line.as_bytes()));
        let written = written.and_then(|()| file.flush());
        self.length += line.len() as u64;
        self.early.forget(record.number);
        written.map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }

    /// Stores a record that must wait for earlier ones.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn hold(&mut self, record: &Record) -> Result<(), JournalError> {
        let written = self.write_early(record);
        written.map_err(|error| JournalError::Io { path: self.early_path.clone(), error })
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
        // A torn line of an earlier run must not merge with this one.
        file.write_all(format!("\n{}\n", record.line()).as_bytes())?;
        file.flush()?;
        self.early.put(record.number, offset + 1);
        Ok(())
    }

    /// Removes the game of this number and all later games from the file, for a run that plays them again.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn cut_from(mut self, number: u64) -> Result<(), JournalError> {
        let io = |error| JournalError::Io { path: self.path.clone(), error };
        let mut first = None;
        let mut file = BufReader::new(File::open(&self.path).map_err(io)?);
        scan(&self.path, &mut file, &mut |record, place| {
            if record.number >= number && first.is_none() {
                first = Some(place.offset);
            }
            Ok(())
        })?;
        if let Some(length) = first {
            self.file.set_len(length).map_err(io)?;
        }
        self.none_waits()?;
        remove(&doubted_path(&self.path))
    }

    /// Removes the second file, because no record waits any more.
    ///
    /// # Errors
    /// When the file cannot be removed.
    pub fn none_waits(&mut self) -> Result<(), JournalError> {
        if !std::mem::take(&mut self.has_early) {
            return Ok(());
        }
        self.early_file = None;
        self.early = RecordIndex::default();
        remove(&self.early_path)
    }
}

/// Checks that a record is of this run and this version. A mismatch in the first line means that the file belongs to another run;
/// a mismatch in a later line is a fault of that line.
fn is_of(path: &Path, record: &Record, run: &str, place: Place) -> Result<(), JournalError> {
    let is_first = place.line == 1;
    if record.run != run {
        let (found, expected) = (record.run.clone(), run.to_owned());
        if !is_first {
            return place.believe(path, Err(format!("found a game of run {}, expected run {expected}", quote(&found))));
        }
        return Err(JournalError::OtherRun { path: path.into(), found, expected });
    }
    let (found, expected) = (record.versions.plyground.clone(), Versions::present().plyground);
    if found == expected {
        Ok(())
    } else if is_first {
        Err(JournalError::OtherVersion { path: path.into(), found, expected })
    } else {
        place.believe(path, Err(format!("found a game of version {}, expected {expected}", quote(&found))))
    }
}

/// Reads the waiting games; returns whether their file exists. Several runs may have left torn lines in it, so every whole line
/// counts.
fn read_early(path: &Path, each: &mut Each<'_>) -> Result<bool, JournalError> {
    let io = |error| JournalError::Io { path: path.into(), error };
    let mut file = match files::open(path) {
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
            Ok(Some(record)) => each(record, Place { offset, line: number })?,
            Ok(None) => {}
            Err(_) if is_torn(&line) => {}
            Err(problem) => return Err(JournalError::Damaged { path: path.into(), line: number, problem }),
        }
        offset += read as u64;
    }
    Ok(true)
}

fn early_path(path: &Path) -> PathBuf {
    files::companion(path, "", ".early")
}

fn doubted_path(path: &Path) -> PathBuf {
    files::companion(path, "", ".doubted")
}

/// Removes a file if it exists.
fn remove(path: &Path) -> Result<(), JournalError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(JournalError::Io { path: path.into(), error }),
        _ => Ok(()),
    }
}

/// First word of a `.doubted` file.
const DOUBTED: &str = "plyground-doubted";

/// File that names the first doubted game of a run.
#[derive(Clone, Debug)]
pub(crate) struct DoubtMark {
    path: PathBuf,
    run: String,
}

impl DoubtMark {
    /// Writes the mark.
    pub(crate) fn set(&self, game: u64) -> io::Result<()> {
        let text = format!("{DOUBTED} {} {game}\n", self.run);
        files::write_text(&self.path, Existing::Ours(DOUBTED.as_bytes()), &text)
    }

    /// Removes the mark if it exists.
    pub(crate) fn clear(&self) -> Result<(), JournalError> {
        remove(&self.path)
    }
}

/// Reads the first doubted game of a run from its mark; `None` without a mark.
fn read_doubted(path: &Path, run: &str) -> Result<Option<u64>, JournalError> {
    let text = match files::read_text(path, 1_000) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(JournalError::Io { path: path.into(), error }),
    };
    let game = text.trim_end().strip_prefix(&format!("{DOUBTED} {run} ")).and_then(|game| game.parse().ok());
    let problem = || format!("expected `{DOUBTED} {run} GAME`");
    game.map(Some).ok_or_else(|| JournalError::Damaged { path: path.into(), line: 1, problem: problem() })
}

#[cfg(test)]
#[path = "journal_tests.rs"]
mod tests;
