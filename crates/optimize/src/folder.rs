//! The folder of a run that may take hours: its settings, every game, and a log of every generation.
//!
//! | file | content |
//! |---|---|
//! | `settings.json` | settings that define the run; a run with other settings is refused |
//! | `games/00001.jsonl` | records of a generation, written after every game |
//! | `log.jsonl` | one JSON object per generation |
//!
//! No other state is stored, because the settings and the results determine an optimiser. A resumed run starts again
//! and uses the recorded games instead of playing them, so that it can be killed at any moment.

use std::cell::RefCell;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use plyground_arena::files::{Existing, check_owned, write_text};
use serde::Serialize;
use thiserror::Error;

/// The reason why a folder cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// The system returned an error.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Error of the system.
        #[source]
        error: io::Error,
    },
    /// The path is a file and not a folder.
    #[error("`{}` is not a folder: expected a new folder, or that of an earlier run", path.display())]
    NoFolder {
        /// The file.
        path: PathBuf,
    },
    /// The folder already contains a run.
    #[error("`{}` contains a run already: expected `--resume` to continue it, or another folder", path.display())]
    Taken {
        /// The folder.
        path: PathBuf,
    },
    /// A foreign file has the name of a file of the run.
    #[error("`{}` exists and is not a run: expected another folder", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The folder contains another run.
    #[error(
        "`{}` holds a run with other settings: found {found}, expected {expected}; choose another folder, or the same settings",
        path.display()
    )]
    OtherRun {
        /// The folder.
        path: PathBuf,
        /// First setting that differs, as found.
        found: String,
        /// The same setting, as requested.
        expected: String,
    },
    /// A line of the log of an earlier run is not what its recorded games give.
    #[error("{}: line {line} differs from what the recorded games give: expected the line of the run, or no file", path.display())]
    OtherLine {
        /// The log.
        path: PathBuf,
        /// Number of the line.
        line: u64,
    },
    /// Another process is using the folder.
    #[error("`{}`: another run is writing to it", path.display())]
    Locked {
        /// The folder.
        path: PathBuf,
    },
}

impl FolderError {
    /// Returns a function that makes an error of the system one of a file or folder.
    pub(crate) fn at(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> FolderError {
        let path = path.into();
        move |error| FolderError::Io { path, error }
    }
}

/// Files that a run writes besides its settings.
const FILES: [&str; 9] =
    ["games", "matches", "lines", "fits", "log.jsonl", "weights.toml", "progress.svg", "result.json", "learn.json"];

/// Start of every line of a log: see [`Generation`](crate::Generation).
const LOG_MARK: &[u8] = b"{\"generation\":";

/// Maximum size of the settings in bytes.
const LARGEST: u64 = 64 << 20;
/// Maximum size of another file in bytes.
const LARGEST_FILE: u64 = 1 << 32;

/// The folder of a run. It is locked until it is dropped.
///
/// ```no_run
/// use std::path::Path;
/// use plyground_optimize::Folder;
///
/// let folder = Folder::open(Path::new("tuned"), "{\"seed\":1}", true)?;
/// assert!(folder.games_of(3).ends_with("games/00003.jsonl"));
/// # Ok::<(), plyground_optimize::FolderError>(())
/// ```
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Open for its lock.
    settings: File,
    settings_length: u64,
    log: RefCell<Log>,
}

/// Log of a run.
#[derive(Debug)]
struct Log {
    path: PathBuf,
    file: File,
    /// Length in bytes as far as this run has written it.
    length: u64,
}

impl Log {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.length = length;
        self.file.set_len(length)
    }

    fn check_owned(&self) -> io::Result<()> {
        check_owned(&self.file, &self.path, self.length)
    }

    fn append(&mut self, line: &str) -> io::Result<()> {
        self.check_owned()?;
        self.length += line.len() as u64;
        self.file.write_all(line.as_bytes())
    }
}

impl Folder {
    /// Opens or creates the folder of the run that `settings` define, a JSON object on one line. With `resume`, the
    /// folder may contain the run. Foreign files in the folder are preserved.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be used, contains a run without `resume`, or contains another run.
    pub fn open(path: &Path, settings: &str, resume: bool) -> Result<Folder, FolderError> {
        let folder = Folder::open_beside(path, settings, resume, &[])?;
        // The log is written again from the start, because the recorded games reproduce every line.
        folder.log.borrow_mut().cut(0).map_err(FolderError::at(path.join("log.jsonl")))?;
        Ok(folder)
    }

    /// Opens or creates the folder as [`Folder::open`] does, with these folders in it, and preserves the log of an earlier run.
    ///
    /// # Errors
    /// Returns the errors of [`Folder::open`].
    pub fn open_beside(path: &Path, settings: &str, resume: bool, folders: &[&str]) -> Result<Folder, FolderError> {
        if path.exists() && !path.is_dir() {
            return Err(FolderError::NoFolder { path: path.into() });
        }
        let name = path.join("settings.json");
        if !name.exists() {
            if let Some(path) = FILES.iter().map(|file| path.join(file)).find(|path| path.exists()) {
                return Err(FolderError::Foreign { path });
            }
            fs::create_dir_all(path).map_err(FolderError::at(path))?;
            // Written atomically: a run exists as soon as its settings do.
            match write_text(&name, Existing::Keep, &format!("{settings}\n")) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    return Err(FolderError::Locked { path: path.into() });
                }
                written => written.map_err(FolderError::at(&name))?,
            }
        } else if !resume {
            return Err(FolderError::Taken { path: path.into() });
        }
        // A pipe or a device might never end.
        drop(plyground_arena::files::open(&name).map_err(FolderError::at(&name))?);
        let mut file = OpenOptions::new().read(true).write(true).open(&name).map_err(FolderError::at(&name))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::Locked { path: path.into() }),
            Err(TryLockError::Error(error)) => return Err(FolderError::at(&name)(error)),
        }
        let mut text = String::new();
        (&mut file).take(LARGEST).read_to_string(&mut text).map_err(FolderError::at(&name))?;
        let found = text.strip_suffix('\n').unwrap_or(&text);
        if found != settings {
            let (found, expected) = difference(found, settings);
            return Err(FolderError::OtherRun { path: path.into(), found, expected });
        }
        for folder in ["games"].iter().chain(folders).map(|name| path.join(name)) {
            fs::create_dir_all(&folder).map_err(FolderError::at(&folder))?;
        }
        let log = path.join("log.jsonl");
        match plyground_arena::files::may_begin_with(&log, LOG_MARK) {
            Ok(true) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Ok(false) => return Err(FolderError::Foreign { path: log }),
            Err(error) => return Err(FolderError::at(&log)(error)),
        }
        let opened = OpenOptions::new().create(true).append(true).open(&log).map_err(FolderError::at(&log))?;
        let length = opened.metadata().map_err(FolderError::at(&log))?.len();
        let log = RefCell::new(Log { path: log, file: opened, length });
        Ok(Folder { path: path.into(), settings: file, settings_length: text.len() as u64, log })
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of a generation's games.
    #[must_use]
    pub fn games_of(&self, generation: u64) -> PathBuf {
        self.path.join("games").join(format!("{generation:05}.jsonl"))
    }

    /// Returns the line of a generation in the log.
    #[must_use]
    pub fn line(generation: &impl Serialize) -> String {
        serde_json::to_string(generation).expect("numbers and strings can always be written")
    }

    /// Appends a generation to the log: a [`Generation`](crate::Generation), or another object whose first key is
    /// `generation`.
    ///
    /// # Errors
    /// Returns the error of the system.
    pub fn log(&self, generation: &impl Serialize) -> Result<(), FolderError> {
        let line = Folder::line(generation) + "\n";
        let written = self.log.borrow_mut().append(&line);
        written.map_err(FolderError::at(self.path.join("log.jsonl")))
    }

    /// Returns the lines of the log of an earlier run, and removes a line that was cut off.
    ///
    /// # Errors
    /// Returns the error of the system.
    pub fn logged(&self) -> Result<Vec<String>, FolderError> {
        let path = self.path.join("log.jsonl");
        let whole = || -> io::Result<Vec<String>> {
            let text = fs::read(&path)?;
            let end = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
            self.log.borrow_mut().cut(end as u64)?;
            Ok(String::from_utf8_lossy(&text[..end]).lines().map(str::to_owned).collect())
        };
        whole().map_err(FolderError::at(&path))
    }

    /// Checks that the folder still has the settings, the log and these other files of the run.
    ///
    /// # Errors
    /// Returns an error if another process has removed, replaced or changed one of them.
    pub fn check_owned(&self, others: &[PathBuf]) -> Result<(), FolderError> {
        let settings = self.path.join("settings.json");
        check_owned(&self.settings, &settings, self.settings_length).map_err(FolderError::at(&settings))?;
        let log = self.log.borrow();
        log.check_owned().map_err(FolderError::at(&log.path))?;
        others.iter().try_for_each(|path| fs::metadata(path).map(drop).map_err(FolderError::at(path)))
    }

    /// Writes a result as JSON.
    ///
    /// # Errors
    /// Returns the error of the system.
    pub fn write_json(&self, name: &str, result: &impl Serialize) -> Result<PathBuf, FolderError> {
        self.write(name, &(serde_json::to_string_pretty(result).expect("plain data can be written") + "\n"))
    }

    /// Writes a file of the folder atomically, so that it is complete or absent whenever the run is killed.
    ///
    /// # Errors
    /// Returns the error of the system.
    pub fn write(&self, name: &str, text: &str) -> Result<PathBuf, FolderError> {
        let path = self.path.join(name);
        write_text(&path, Existing::Replace, text).map_err(FolderError::at(&path))?;
        Ok(path)
    }
}

/// Reads a file of a run.
pub(crate) fn read(path: &Path) -> Result<String, FolderError> {
    plyground_arena::files::read_text(path, LARGEST_FILE).map_err(FolderError::at(path))
}

/// Returns the first setting that differs between two runs, or the whole texts if all keys are equal.
fn difference(found: &str, expected: &str) -> (String, String) {
    let parse = |text| serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(text).ok();
    if let (Some(there), Some(here)) = (parse(found), parse(expected)) {
        for key in here.keys().chain(there.keys()) {
            let shown = |value: Option<&serde_json::Value>| {
                value.map_or_else(|| format!("no `{key}`"), |value| format!("`{key}` {value}"))
            };
            if here.get(key) != there.get(key) {
                return (shown(there.get(key)), shown(here.get(key)));
            }
        }
    }
    (found.to_owned(), expected.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foreign_log_is_preserved() {
        let folder = tempfile::tempdir().unwrap();
        drop(Folder::open(folder.path(), "{}", false).unwrap());
        let log = folder.path().join("log.jsonl");
        for (text, is_ours) in [("", true), ("{\"gen", true), ("{\"generation\":1}\n", true), ("my thesis", false)] {
            fs::write(&log, text).unwrap();
            let opened = Folder::open(folder.path(), "{}", true);
            assert_eq!(opened.is_ok(), is_ours, "{text}");
            assert_eq!(fs::read_to_string(&log).unwrap(), if is_ours { "" } else { text });
        }
    }

    /// Regression: only the files of a tuning run were known, and a learning run replaced its foreign files.
    #[test]
    fn a_folder_with_a_foreign_file_is_refused() {
        for name in FILES {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join(name);
            fs::write(&path, "my thesis").unwrap();
            let refused = Folder::open_beside(folder.path(), "{}", false, &[]);
            assert!(matches!(refused, Err(FolderError::Foreign { path: named }) if named == path), "{name}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{name}");
        }
    }

    #[test]
    fn the_difference_names_a_setting() {
        let (found, expected) = difference(r#"{"seed":1,"kids":3}"#, r#"{"seed":1,"kids":4}"#);
        assert_eq!((found.as_str(), expected.as_str()), ("`kids` 3", "`kids` 4"));
        assert_eq!(difference("{}", r#"{"seed":1}"#).0, "no `seed`");
        assert_eq!(difference("x", "y").0, "x");
    }
}
