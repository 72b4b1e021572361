//! Files of records that survive being killed at any byte.
//!
//! A record is one line, written by one call and flushed. A process that dies leaves whole lines and at most one torn one at
//! the end. A reader leaves that out, and a run that is resumed cuts it off first. A whole line that was changed, moved or doubled
//! is refused with its number, and a file that begins otherwise than records do stays as it is. The file is locked while it is written, so that two runs cannot mix.
//!
//! Records stand in the order of their numbers, whatever the number of threads, so that equal runs leave equal files. A game that
//! ends before an earlier one waits in a second file, `FILE.early`, which is gone when nothing waits: no finished game
//! is lost, not even one that waits. While other workers play the games of a forger again, `FILE.doubted` names the first of them:
//! a run that is killed then and resumed takes these games out of its file.
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
use std::thread;
use std::time::Duration;

use plyground_game::notation::quote;
use plyground_play::files::{self, Existing};
use thiserror::Error;

use crate::record::{Record, Versions};
use crate::record_index::{MARK, RecordIndex, is_part_of, is_torn, parse_line};
use crate::sequence::Sequence;

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
    /// A line is a record, but of a game that cannot have been played so, or in another place.
    #[error("{}:{line}: game refused: {problem}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What contradicts the rest.
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

impl JournalError {
    /// Reports whether the system or another process is in the way, and not what the file holds.
    #[must_use]
    pub const fn is_of_system(&self) -> bool {
        matches!(self, JournalError::Io { .. } | JournalError::Locked { .. })
    }
}

/// Reads all whole records of a file, in its order. The checksum of each line fits, and each game of a run stands there once, in order;
/// whether the games are possible is not checked.
///
/// # Errors
/// When the file cannot be read, or a whole line is no record, or one that cannot follow those before.
pub fn read_records(path: &Path) -> Result<Vec<Record>, JournalError> {
    let mut sequence = Sequence::default();
    read(path, &mut |record| sequence.admit(record))
}

/// Reads records as [`read_records`] does, and checks each, such as by [`Record::check`]. The games of a run have the same rules, and
/// those of a pair the same opening and players.
///
/// # Errors
/// As [`read_records`], and when a check fails.
pub fn read_checked_records(path: &Path, check: &mut CheckRecord<'_>) -> Result<Vec<Record>, JournalError> {
    let mut sequence = Sequence::default();
    read(path, &mut |record| sequence.admit_alike(record).and_then(|()| check(record)))
}

/// Reads the text of a file of records as [`read_checked_records`] does; `name` stands for its path in what is reported.
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

/// Checks a record, and reports what is wrong in words.
pub type CheckRecord<'a> = dyn FnMut(&Record) -> Result<(), String> + 'a;

/// Where a record stands in its file.
#[derive(Clone, Copy)]
struct Place {
    /// In bytes.
    offset: u64,
    /// From 1.
    line: usize,
}

impl Place {
    /// Adds the place to what is wrong with a record.
    fn believe(self, path: &Path, checked: Result<(), String>) -> Result<(), JournalError> {
        checked.map_err(|problem| JournalError::Refused { path: path.into(), line: self.line, problem })
    }
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

/// What is done with a record.
type Each<'a> = dyn FnMut(Record, Place) -> Result<(), JournalError> + 'a;

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

/// A file that records are appended to, with those that are in it already.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    written: RecordIndex,
    early_path: PathBuf,
    early_file: Option<File>,
    /// Whether the second file may be there.
    has_early: bool,
    early: RecordIndex,
}

/// How often a locked file is tried, every ten milliseconds.
const LOCK_ATTEMPTS: u32 = 20;

/// Locks a file. A process that starts another program holds the locks of both for a moment, so a locked file is tried again.
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
    /// Opens or makes a file for a run, cuts a torn line off, and finds the games that are there.
    ///
    /// # Errors
    /// When the file cannot be used, is damaged, belongs to another run, or is being written by another process.
    pub fn open(path: &Path, run: &str) -> Result<Journal, JournalError> {
        Journal::open_checked(path, run, &mut |_| Ok(()))
    }

    /// Opens a file as [`Journal::open`] does, and checks each game in it. The games stand there in order, without gaps.
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
            // Killed after a game was moved to the file and before the other file was removed.
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
        file.set_len(cut.unwrap_or(scanned.whole)).and_then(|()| file.seek(SeekFrom::End(0))).map_err(io)?;
        if scanned.unended && cut.is_none() {
            file.write_all(b"\n").map_err(io)?;
        }
        remove(&doubted_path(path))?;
        Ok(Journal { path: path.into(), file, written, early_path, early_file: None, has_early, early })
    }

    /// Returns the mark by which a run that is killed leaves its doubted games out when it is resumed.
    pub(crate) fn doubt_mark(&self, run: &str) -> DoubtMark {
        DoubtMark { path: doubted_path(&self.path), run: run.to_owned() }
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
        // A reader has the same place in the file.
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

    /// Takes the game of this number and all later games out of the file, for a run that plays them again.
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

    /// Says that no record waits any more.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn none_waits(&mut self) -> Result<(), JournalError> {
        if !std::mem::take(&mut self.has_early) {
            return Ok(());
        }
        self.early_file = None;
        self.early = RecordIndex::default();
        remove(&self.early_path)
    }
}

/// Checks that a record is of this run and this version. The first line shows whose file it is; a later one of another run was put there.
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

/// The games that wait, if there is a file of them. Lines of several runs may have been torn here; whatever is whole counts.
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
    companion(path, ".early")
}

fn doubted_path(path: &Path) -> PathBuf {
    companion(path, ".doubted")
}

fn companion(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Removes a file, if it is there.
fn remove(path: &Path) -> Result<(), JournalError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(JournalError::Io { path: path.into(), error }),
        _ => Ok(()),
    }
}

/// The first word of a `.doubted` file.
const DOUBTED: &str = "plyground-doubted";

/// Writes the first doubted game of a run beside its file.
#[derive(Clone, Debug)]
pub(crate) struct DoubtMark {
    path: PathBuf,
    run: String,
}

impl DoubtMark {
    /// Sets the mark.
    pub(crate) fn set(&self, game: u64) -> io::Result<()> {
        let text = format!("{DOUBTED} {} {game}\n", self.run);
        files::write_text(&self.path, Existing::Ours(DOUBTED.as_bytes()), &text)
    }

    /// Removes the mark, if it is set.
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
