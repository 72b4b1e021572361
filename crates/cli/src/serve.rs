//! `ply serve` and `ply replay --web`: the web board.

use std::process::{Command, Stdio};

use plyground_catalog::Record;
use plyground_web::{Options, ServeError, Server};

use crate::Failure;
use crate::args::ServeArgs;
use crate::out::say;

/// Recorded games to show.
pub(crate) struct Recorded {
    pub(crate) title: String,
    /// The game to open first, from 1.
    pub(crate) game: u32,
    pub(crate) records: Vec<Record>,
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Failure {
        Failure::Undone(error.to_string())
    }
}

/// Serves until it is interrupted.
pub(crate) fn run(args: &ServeArgs, recorded: Option<Recorded>) -> Result<(), Failure> {
    let place = recorded.as_ref().map_or_else(String::new, |recorded| format!("#match=1&game={}", recorded.game));
    let records = recorded.map(|recorded| (recorded.title, recorded.records));
    let server = Server::bind(Options { port: args.port, records, tables: args.tables.tables.clone() })?;
    let url = server.url() + &place;
    say!("the board is at {url}");
    anstream::eprintln!("Ctrl-C ends it");
    if args.open && !open(&url) {
        anstream::eprintln!("no browser could be opened: open {url} yourself");
    }
    Ok(server.run()?)
}

/// Asks the system to open a page; whether it knows how.
fn open(url: &str) -> bool {
    let (program, first): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(first).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
