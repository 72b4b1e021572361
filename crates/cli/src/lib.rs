//! Implements the command line `ply` for a catalog of games.
//!
//! The crate parses arguments, calls the catalog and prints; other crates do everything else.
//! Each command is a file in `commands`, with its options beside its code; `args` has options that commands share.
//!
//! ```
//! use plyground_catalog::Catalog;
//!
//! // The `main` of a program is `fn main() -> ExitCode { plyground_cli::main(Catalog::standard()) }`.
//! let status = plyground_cli::run(&Catalog::standard(), ["ply", "perft", "kalah", "--setup", "3x3", "--depth", "6"]);
//! assert_eq!(status, std::process::ExitCode::SUCCESS);
//! ```

mod args;
mod cluster;
mod commands;
mod cost;
mod failure;
mod files;
mod out;
mod paint;
mod prompt;
mod puzzle_session;
#[cfg(feature = "web")]
mod qr;
mod recorded;
mod replayed;
mod terminal;
mod typed;
mod usage;
mod values;
mod verdict;
mod watch;
mod words;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;
use plyground_catalog::Catalog;
use plyground_game::thread_context::has_refused;
use plyground_solve::SolveOptions;

use crate::out::note;

/// Runs the command of this program's arguments with the games of a catalog: the whole of a `main`.
#[expect(
    clippy::needless_pass_by_value,
    reason = "a program that ends with this call has no other use for its catalog"
)]
#[must_use]
pub fn main(catalog: Catalog) -> ExitCode {
    run(&catalog, std::env::args_os())
}

/// Runs the command of any arguments, of which the first is the name of the program.
#[must_use]
pub fn run(catalog: &Catalog, arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    if let Some(folder) = SolveOptions::named_folder() {
        catalog.use_tables(&folder);
    }
    // Before anything is printed, errors in the arguments included.
    paint::choose(paint::asked(&arguments));
    let arguments = with_picture_last(arguments, catalog);
    let done = match commands::Ply::try_parse_from(&arguments) {
        Ok(ply) => {
            let done = ply.run(catalog);
            if has_refused() {
                note!("warning: the system refused some of the threads that were asked for; fewer did the work");
            }
            done
        }
        Err(error) => return usage::report(&error, catalog, &arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Moves `--svg` without a file behind the game that follows it, which would be read as its file: in earlier versions, `ply trace`
/// had no file there.
fn with_picture_last(mut arguments: Vec<OsString>, catalog: &Catalog) -> Vec<OsString> {
    let is_game = |argument: &OsString| argument.to_str().is_some_and(|name| catalog.game(name).is_ok());
    if arguments.get(1).is_some_and(|command| command == "trace")
        && let Some(place) = arguments.windows(2).position(|pair| pair[0] == "--svg" && is_game(&pair[1]))
    {
        let option = arguments.remove(place);
        arguments.push(option);
    }
    arguments
}
