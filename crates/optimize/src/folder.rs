//! The folder of a run that may take hours: what was asked for, every game, and a log of every generation.
//!
//! | file | what it holds |
//! |---|---|
//! | `settings.json` | what defines the run; another run is refused |
//! | `games/00001.jsonl` | the records of a generation, written after every game |
//! | `log.jsonl` | one JSON object a generation |
//!
//! No other state is kept, because none is needed: an optimiser that receives the same results goes the same way. A run
//! that is resumed begins again, and takes every recorded game instead of playing it, so that it cannot matter at
//! which moment it was killed.
//!
//! ```no_run
//! use std::path::Path;
//! use plyground_optimize::Folder;
//!
//! let folder = Folder::open(Path::new("tuned"), "{\"seed\":1}", true)?;
//! assert!(folder.games_of(3).ends_with("games/00003.jsonl"));
//! # Ok::<(), plyground_optimize::FolderError>(())
//! ```

use std::cell::RefCell;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use plyground_arena::files::{Existing, write_text};
use serde::Serialize;
use thiserror::Error;

/// Why a folder cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// The system refuses.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// There is a file instead of a folder.
    #[error("`{}` is no folder: expected a new folder, or that of an earlier run", path.display())]
    NoFolder {
        /// The file.
        path: PathBuf,
    },
    /// A run is there already.
    #[error("`{}` holds a run already: expected `--resume` to go on with it, or another folder", path.display())]
    Taken {
        /// The folder.
        path: PathBuf,
    },
    /// A foreign file stands where the run would write.
    #[error("`{}` is there already, and of no run: expected another folder", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Another run is there.
    #[error(
        "`{}` holds a run with other settings: found {found}, expected {expected}; choose another folder, or the same settings",
        path.display()
    )]
    OtherRun {
        /// The folder.
        path: PathBuf,
        /// The first setting that differs, as it is there.
        found: String,
        /// As it was asked for.
        expected: String,
    },
    /// Another process is at work there.
    #[error("`{}`: another run is writing to it", path.display())]
    Locked {
        /// The folder.
        path: PathBuf,
    },
}

/// What a run writes beside its settings.
const FILES: [&str; 7] = ["games", "matches", "log.jsonl", "weights.toml", "progress.svg", "result.json", "learn.json"];

/// How every line of a log begins, see [`Generation`].
const LOG_MARK: &[u8] = b"{\"generation\":";

/// Bytes of the largest settings that are read.
const LARGEST: u64 = 64 << 20;

/// The folder of a run; locked as long as it is held.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Held for its lock.
    _settings: File,
    log: RefCell<File>,
}

impl Folder {
    /// Opens or makes the folder of the run that `settings` define, a JSON object on one line. With `resume`, the run may
    /// have been begun before. What lies in the folder and is of no run stays as it is.
    ///
    /// # Errors
    /// When the folder cannot be used, holds a run and is not to be resumed, or holds another run.
    pub fn open(path: &Path, settings: &str, resume: bool) -> Result<Folder, FolderError> {
        let folder = Folder::open_beside(path, settings, resume)?;
        // The log is written again from the start: the recorded games give every line again.
        folder.log.borrow_mut().set_len(0).map_err(|error| FolderError::Io { path: path.join("log.jsonl"), error })?;
        Ok(folder)
    }

    /// Opens or makes the folder as [`Folder::open`] does, and leaves the log of an earlier run as it is.
    ///
    /// # Errors
    /// As for [`Folder::open`].
    pub fn open_beside(path: &Path, settings: &str, resume: bool) -> Result<Folder, FolderError> {
        let io = |path: &Path| {
            let path = path.to_owned();
            move |error| FolderError::Io { path, error }
        };
        if path.exists() && !path.is_dir() {
            return Err(FolderError::NoFolder { path: path.into() });
        }
        let games = path.join("games");
        let name = path.join("settings.json");
        if !name.exists() {
            if let Some(path) = FILES.iter().map(|file| path.join(file)).find(|path| path.exists()) {
                return Err(FolderError::Foreign { path });
            }
            fs::create_dir_all(path).map_err(io(path))?;
            // In one piece: a run is there as soon as its settings are.
            match write_text(&name, Existing::Keep, &format!("{settings}\n")) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    return Err(FolderError::Locked { path: path.into() });
                }
                written => written.map_err(io(&name))?,
            }
        } else if !resume {
            return Err(FolderError::Taken { path: path.into() });
        }
        // A pipe or a device would be read without end.
        drop(plyground_arena::files::open(&name).map_err(io(&name))?);
        let mut file = OpenOptions::new().read(true).write(true).open(&name).map_err(io(&name))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::Locked { path: path.into() }),
            Err(TryLockError::Error(error)) => return Err(io(&name)(error)),
        }
        let mut text = String::new();
        (&mut file).take(LARGEST).read_to_string(&mut text).map_err(io(&name))?;
        let found = text.strip_suffix('\n').unwrap_or(&text);
        if found != settings {
            let (found, expected) = difference(found, settings);
            return Err(FolderError::OtherRun { path: path.into(), found, expected });
        }
        fs::create_dir_all(&games).map_err(io(&games))?;
        let log = path.join("log.jsonl");
        match plyground_arena::files::may_begin_with(&log, LOG_MARK) {
            Ok(true) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Ok(false) => return Err(FolderError::Foreign { path: log }),
            Err(error) => return Err(io(&log)(error)),
        }
        let log = OpenOptions::new().create(true).append(true).open(&log).map_err(io(&log))?;
        Ok(Folder { path: path.into(), _settings: file, log: RefCell::new(log) })
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file of a generation's games.
    #[must_use]
    pub fn games_of(&self, generation: u64) -> PathBuf {
        self.path.join("games").join(format!("{generation:05}.jsonl"))
    }

    /// Makes a folder in the folder, if it is not there.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn make(&self, name: &str) -> Result<(), FolderError> {
        let path = self.path.join(name);
        fs::create_dir_all(&path).map_err(|error| FolderError::Io { path, error })
    }

    /// Adds a generation to the log: a [`Generation`](crate::Generation), or another object whose first key is `generation`.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn log(&self, generation: &impl Serialize) -> Result<(), FolderError> {
        let line = serde_json::to_string(generation).expect("numbers and strings can always be written") + "\n";
        let mut log = self.log.borrow_mut();
        log.write_all(line.as_bytes())
            .and_then(|()| log.flush())
            .map_err(|error| FolderError::Io { path: self.path.join("log.jsonl"), error })
    }

    /// Writes a file of the folder in one piece: it is whole or not there, whenever the run is killed.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn write(&self, name: &str, text: &str) -> Result<PathBuf, FolderError> {
        let path = self.path.join(name);
        write_text(&path, Existing::Replace, text).map_err(|error| FolderError::Io { path: path.clone(), error })?;
        Ok(path)
    }
}

/// The first setting that two runs do not share; the whole texts where keys do not distinguish them.
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
    fn a_log_of_no_run_stays_as_it_is() {
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

    #[test]
    fn the_difference_names_a_setting() {
        let (found, expected) = difference(r#"{"seed":1,"kids":3}"#, r#"{"seed":1,"kids":4}"#);
        assert_eq!((found.as_str(), expected.as_str()), ("`kids` 3", "`kids` 4"));
        assert_eq!(difference("{}", r#"{"seed":1}"#).0, "no `seed`");
        assert_eq!(difference("x", "y").0, "x");
    }
}
