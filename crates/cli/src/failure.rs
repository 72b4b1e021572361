//! Failures of commands and their exit status.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use plyground_catalog::{CatalogError, ErrorKind};
use plyground_game::notation::escaped;

use crate::out::{fill_to_terminal as fill, note};
use crate::paint;

/// The result of a command.
pub(crate) type Done = Result<(), Failure>;

/// The exit status of an interrupted program.
pub(crate) const INTERRUPTED: u8 = 130;

/// The failure of a command, in one line.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The task failed: status 1.
    Undone(String),
    /// Bad usage or bad input: status 2.
    Input(String),
    /// Interrupted by Ctrl-C: status [`INTERRUPTED`]. Finished work is stored and printed.
    Stopped(String),
}

impl Failure {
    /// Prints the message on standard error.
    pub(crate) fn report(&self) -> ExitCode {
        let (message, status) = match self {
            Failure::Undone(message) => (message, 1),
            Failure::Input(message) => (message, 2),
            Failure::Stopped(message) => (message, INTERRUPTED),
        };
        // The message may quote input, which must not control the terminal.
        let message = escaped(message);
        let message = if io::stderr().is_terminal() { fill(&message) } else { message };
        match self {
            // An interrupt is no error.
            Failure::Stopped(_) => note!("{message}"),
            _ => note!("{}error:{} {message}", paint::ERROR.render(), paint::ERROR.render_reset()),
        }
        ExitCode::from(status)
    }
}

impl From<CatalogError> for Failure {
    fn from(error: CatalogError) -> Failure {
        let with = |sign: &str| match error.hint() {
            Some(hint) => format!("{error}{sign} {hint}"),
            None => error.to_string(),
        };
        match error.kind() {
            ErrorKind::Failed => Failure::Undone(with(":")),
            ErrorKind::Input => Failure::Input(with(":")),
            ErrorKind::Stopped => Failure::Stopped(with(";")),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Undone(error.to_string())
    }
}
