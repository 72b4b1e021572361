//! `ply engine`: the text protocol on standard input and output.

use std::io::{stdin, stdout};

use plyground_catalog::{Catalog, serve_engine};

use crate::failure::Done;

#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  ply engine\n  ply engine khet --agent best:threads=2")]
pub(crate) struct Args {
    /// Game to play [default: as the protocol sets it]
    game: Option<String>,
    /// Agent that searches
    #[arg(long, value_name = "SPEC", default_value = "best")]
    agent: String,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
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
