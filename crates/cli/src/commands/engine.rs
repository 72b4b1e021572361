//! `ply engine`: the text protocol on standard input and output.

use std::io::{stdin, stdout};

use plyground_catalog::{Catalog, serve_engine};

use crate::failure::Done;

#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  ply engine\n  ply engine khet --agent best:threads=2")]
pub(crate) struct Args {
    /// The game; can also be set by the protocol
    game: Option<String>,
    /// Who thinks
    #[arg(long, value_name = "SPEC", default_value = "best")]
    agent: String,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    match &args.game {
        Some(name) => catalog.agent(&**catalog.game(name)?, &args.agent).map(|_| ())?,
        // The game is said later; some game has to have the agent.
        None => {
            let mut tried = catalog.games().iter().map(|game| catalog.agent(&**game, &args.agent));
            if let Some(Err(error)) = tried.next()
                && !tried.any(|agent| agent.is_ok())
            {
                return Err(error.into());
            }
        }
    }
    leave_when_nobody_reads();
    Ok(serve_engine(catalog, args.game.as_deref(), &args.agent, stdin().lock(), stdout())?)
}

/// Ends the program as soon as the other end of standard output is closed: nobody can be answered any more, and a search must not
/// outlive whoever has asked for it.
#[cfg(unix)]
fn leave_when_nobody_reads() {
    use rustix::event::{PollFd, PollFlags, poll};
    let watch = || {
        let output = stdout();
        let mut watched = [PollFd::new(&output, PollFlags::empty())];
        // Errors and the end are always told, whatever is asked for; a file has neither.
        while poll(&mut watched, None).is_err() {}
        std::process::exit(0);
    };
    // Without the thread a search ends with the next line that it cannot write.
    _ = std::thread::Builder::new().name("output".into()).stack_size(1 << 16).spawn(watch);
}

#[cfg(not(unix))]
fn leave_when_nobody_reads() {}
