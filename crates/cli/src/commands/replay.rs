//! `ply replay`: steps through a recorded game.

use std::io::{BufRead, IsTerminal, stdin, stdout};

use plyground_catalog::{Catalog, Step};

use crate::failure::Done;
use crate::out::{say, say_json, say_part};
use crate::paint::{self, DIM, STRONG};
use crate::recorded::RecordedArgs;

#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  ply replay games.jsonl\n  ply replay games.jsonl --game 3 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    recorded: RecordedArgs,
    /// Print the record as JSON
    #[arg(long)]
    json: bool,
    /// Show the games on the web board instead
    #[cfg(feature = "web")]
    #[arg(long, conflicts_with = "json")]
    web: bool,
    #[cfg(feature = "web")]
    #[command(flatten)]
    serve: super::serve::Args,
}

/// Enter for the next move on a terminal, all at once elsewhere.
pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let records = args.recorded.all()?;
    let record = args.recorded.chosen(&records)?;
    #[cfg(feature = "web")]
    if args.web {
        let title = args.recorded.file.display().to_string();
        let shown = super::serve::Recorded { title, game: args.recorded.game.unwrap_or(1), records };
        return super::serve::run(&args.serve, catalog, Some(shown));
    }
    if args.json {
        say_json(record);
        return Ok(());
    }
    let game = catalog.game(&record.game)?;
    let steps = game.steps(record)?;
    let waits = stdout().is_terminal() && stdin().is_terminal();
    say!("{STRONG}{}{STRONG:#}: {} against {}", record.id, record.agents[0], record.agents[1]);
    let mut lines = stdin().lock().lines();
    for (number, Step { told, diagram }) in steps.iter().enumerate() {
        say!("\n{DIM}{number:>3}.{DIM:#} {told}");
        say_part!("{}", paint::diagram(diagram, game.info().palette));
        let last = number + 1 == steps.len();
        if waits && !last && lines.next().is_none_or(|line| line.is_ok_and(|line| line.trim() == "q")) {
            return Ok(());
        }
    }
    say!("\n{}", record.cause);
    Ok(())
}
