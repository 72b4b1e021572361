//! `ply engine`: the text protocol on standard input and output.

use std::io::{stdin, stdout};

use plyground_arena::engine::{EngineCommand, Finding, ParseCommandError, check_engine};
use plyground_catalog::{Catalog, Start, State, serve_engine};

use crate::failure::{Done, Failure};
use crate::out::print_line;
use crate::watch::Watch;
use crate::words::counted;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  ply engine\n  ply engine khet --agent best:threads=2\n  ply engine kalah --check 'python3 my_engine.py'"
)]
pub(crate) struct Args {
    /// Game to play [default: as the protocol sets it]
    game: Option<String>,
    /// Agent that searches
    #[arg(long, value_name = "SPEC", default_value = "best")]
    agent: String,
    /// Check another engine by the protocol, instead of being one: a command, as in `engine:COMMAND`
    #[arg(long, value_name = "COMMAND", requires = "game", conflicts_with = "agent")]
    check: Option<String>,
    /// Rules of the check [default: those of the game]
    #[arg(long, value_name = "NAME[,KEY=VALUE…]", requires = "check")]
    rules: Option<String>,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    if let (Some(command), Some(game)) = (&args.check, &args.game) {
        return check(command, catalog.game(game)?.state(&Start::of_setup(None, args.rules.as_deref()))?.as_ref());
    }
    match &args.game {
        Some(name) => catalog.agent(&**catalog.game(name)?, &args.agent).map(|_| ())?,
        // The protocol sets the game later; at least one game must have the agent.
        None => {
            let mut tried = catalog.games().iter().map(|game| catalog.agent(&**game, &args.agent));
            if let Some(Err(error)) = tried.next()
                && !tried.any(|agent| agent.is_ok())
            {
                return Err(error.into());
            }
        }
    }
    exit_when_output_closes();
    Ok(serve_engine(catalog, args.game.as_deref(), &args.agent, stdin().lock(), stdout())?)
}

/// Checks another engine, and prints each finding.
fn check(command: &str, start: &dyn State) -> Done {
    let command: EngineCommand = command
        .strip_prefix("engine:")
        .unwrap_or(command)
        .parse()
        .map_err(|error: ParseCommandError| Failure::Input(error.to_string()))?;
    let watch = Watch::spinner("{spinner} {elapsed}", false);
    let (mut parts, mut faults) = (0, 0);
    check_engine(command, start, watch.stop(), &mut |Finding { part, fault, remark }| {
        parts += 1;
        faults += u64::from(fault.is_some());
        watch.aside(|| match (fault, remark) {
            (Some(fault), _) => print_line!("fault   {part}: {fault}"),
            (None, Some(remark)) => print_line!("remark  {part}: {remark}"),
            (None, None) => print_line!("ok      {part}"),
        });
    });
    match faults {
        _ if watch.is_stopped() => Err(Failure::Stopped(format!("interrupted after {parts} checks"))),
        0 => Ok(()),
        faults => {
            Err(Failure::Undone(format!("the engine would lose games by {}", counted(faults, "fault", "faults"))))
        }
    }
}

/// Ends the program when the reader of standard output closes it: a search must not outlive its client.
#[cfg(unix)]
fn exit_when_output_closes() {
    use rustix::event::{PollFd, PollFlags, poll};
    let watch = || {
        let output = stdout();
        let mut watched = [PollFd::new(&output, PollFlags::empty())];
        // Errors and the end are always reported, whatever events are requested; a file has neither.
        while poll(&mut watched, None).is_err() {}
        std::process::exit(0);
    };
    // Without the thread, a search ends with the next line that it cannot write.
    _ = std::thread::Builder::new().name("output".into()).stack_size(1 << 16).spawn(watch);
}

#[cfg(not(unix))]
fn exit_when_output_closes() {}
