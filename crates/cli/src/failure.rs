//! Why a command ended without success, and the exit status that follows from it.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use plyground_catalog::{CatalogError, ErrorKind};
use plyground_game::notation::escaped;

use crate::out::fill_to_terminal as fill;
use crate::paint;

/// What a command comes to.
pub(crate) type Done = Result<(), Failure>;

/// Why a command ended without success, in one line.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It could not be done: status 1.
    Undone(String),
    /// Bad usage or bad input: status 2.
    Input(String),
    /// Somebody pressed Ctrl-C: status 130. What was done until then is kept and has been said.
    Stopped(String),
}

impl Failure {
    /// Says why, on standard error.
    pub(crate) fn report(&self) -> ExitCode {
        let (message, status) = match self {
            Failure::Undone(message) => (message, 1),
            Failure::Input(message) => (message, 2),
            Failure::Stopped(message) => (message, 130),
        };
        // What was typed may be quoted in it; nothing of that may move the cursor or colour the terminal.
        let message = escaped(message);
        let message = if io::stderr().is_terminal() { fill(&message) } else { message };
        match self {
            // It was asked for, so it is no error.
            Failure::Stopped(_) => anstream::eprintln!("{message}"),
            _ => anstream::eprintln!("{}error:{} {message}", paint::ERROR.render(), paint::ERROR.render_reset()),
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
