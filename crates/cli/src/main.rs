//! `ply`: the command line of Plyground. It parses, calls the catalog, and prints; everything else is in the libraries.

mod analyse;

mod args;
mod compare;
mod contest;
mod engine;
mod games;
mod kgp;
mod out;
mod paint;
mod path;
mod perft;
mod play;
mod replay;
#[cfg(feature = "web")]
mod serve;
mod show;
mod solve;
mod tune;

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use clap::error::ErrorKind as ClapErrorKind;
use clap::{CommandFactory, Parser};
use plyground_catalog::CatalogError;

use args::{Args, Command};
use out::say_part;

/// Why a command ended without success; the exit status follows from it.
#[derive(Debug)]
enum Failure {
    /// Bad usage or bad input: status 2.
    Input(String),
    /// It could not be done: status 1.
    Undone(String),
}

impl From<CatalogError> for Failure {
    fn from(error: CatalogError) -> Failure {
        match error {
            CatalogError::Undone(message) => Failure::Undone(message),
            CatalogError::AgentFailed(_) => Failure::Undone(error.to_string()),
            _ => Failure::Input(error.to_string()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Undone(error.to_string())
    }
}

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return usage(&error),
    };
    let done = match args.command {
        Command::Games(args) => games::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Path(args) => path::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Match(args) => contest::run_match(&args),
        Command::Tournament(args) => contest::run_tournament(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Export(args) => replay::run_export(&args),
        Command::Results(args) => replay::run_results(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Probe(args) => solve::run_probe(&args),
        Command::Engine(args) => engine::run(&args),
        Command::Kgp(args) => kgp::run(&args),
        #[cfg(feature = "web")]
        Command::Serve(args) => serve::run(&args, None),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "ply", &mut script);
            say_part!("{}", String::from_utf8_lossy(&script));
            Ok(())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Input(message)) => fail(&message, 2),
        Err(Failure::Undone(message)) => fail(&message, 1),
    }
}

fn fail(message: &str, status: u8) -> ExitCode {
    anstream::eprintln!("{}error:{} {message}", paint::ERROR.render(), paint::ERROR.render_reset());
    ExitCode::from(status)
}

/// Help and version go out as they are; complaints are cut to one line.
fn usage(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ClapErrorKind::DisplayHelp | ClapErrorKind::DisplayVersion) {
        return match error.print() {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => ExitCode::from(1),
            _ => ExitCode::SUCCESS,
        };
    }
    if error.kind() == ClapErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return fail("no command was given: expected one, such as `ply analyse kalah`; `ply help` lists them", 2);
    }
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    // The first paragraph says what is wrong, tips what would be right; usage and pointers to help follow.
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let kept = lines
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.starts_with("tip: to pass"));
    let mut message = kept.collect::<Vec<_>>().join(" ");
    if error.kind() == ClapErrorKind::InvalidSubcommand && !message.contains("tip:") {
        let names = Args::command().get_subcommands().map(|command| command.get_name().to_owned()).collect::<Vec<_>>();
        message += &format!(": expected one of {}", names.join(", "));
    }
    if error.kind() == ClapErrorKind::UnknownArgument && !message.contains("tip:") {
        message += ": expected an option that the command's `--help` lists";
    }
    // What was typed is quoted as it came; nothing in it may move the cursor or colour the terminal.
    fail(&message.replace(char::is_control, "\u{fffd}"), 2)
}
