//! `ply replay`, `ply export` and `ply results`: recorded games.

use std::io::{BufRead, IsTerminal};
use std::path::Path;

use plyground_catalog::{OVERVIEW, ask};
use plyground_catalog::{Record, export, steps};

use crate::Failure;
use crate::args::{ExportArgs, ReplayArgs, ResultsArgs};
use crate::contest::read;
use crate::out::{say, say_part};
use crate::paint::{self, DIM, STRONG};

/// Steps through a game: Enter for the next move on a terminal, all at once elsewhere.
pub(crate) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    let records = read(&args.file)?;
    let record = choose(&records, &args.file, args.game)?;
    #[cfg(feature = "web")]
    if args.web {
        let show =
            crate::serve::Recorded { title: args.file.display().to_string(), game: args.game.unwrap_or(1), records };
        return crate::serve::run(&args.serve, Some(show));
    }
    if args.json {
        say!("{}", serde_json::to_string(record).expect("plain data can be written"));
        return Ok(());
    }
    let steps = steps(record)?;
    let waits = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
    say!("{STRONG}{}{STRONG:#}: {} against {}", record.id, record.agents[0], record.agents[1]);
    let mut lines = std::io::stdin().lock().lines();
    for (number, (told, diagram)) in steps.iter().enumerate() {
        say!("\n{DIM}{number:>3}.{DIM:#} {told}");
        say_part!("{}", paint::diagram(diagram));
        let last = number + 1 == steps.len();
        if waits && !last && lines.next().is_none_or(|line| line.is_ok_and(|line| line.trim() == "q")) {
            return Ok(());
        }
    }
    say!("\n{}", record.cause);
    Ok(())
}

/// Prints games as the text that `ply play --load` reads.
pub(crate) fn run_export(args: &ExportArgs) -> Result<(), Failure> {
    let records = read(&args.file)?;
    match args.game {
        Some(_) => say_part!("{}", export(choose(&records, &args.file, args.game)?)?),
        None => {
            for record in &records {
                say_part!("{}", export(record)?);
                say!("");
            }
        }
    }
    Ok(())
}

/// Answers a question over many files.
pub(crate) fn run_results(args: &ResultsArgs) -> Result<(), Failure> {
    let answer = ask(&args.files, args.query.as_deref().unwrap_or(OVERVIEW))?;
    if args.json {
        say!("{}", serde_json::to_string(&answer).expect("plain data can be written"));
    } else {
        say_part!("{answer}");
    }
    Ok(())
}

fn choose<'a>(records: &'a [Record], file: &Path, number: Option<u32>) -> Result<&'a Record, Failure> {
    let number = number.unwrap_or(1);
    let found = (number as usize).checked_sub(1).and_then(|index| records.get(index));
    found.ok_or_else(|| {
        let count = records.len();
        Failure::Input(format!("no game {number} in `{}`: expected 1 to {count}", file.display()))
    })
}
