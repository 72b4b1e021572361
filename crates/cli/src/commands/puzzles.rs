//! `ply puzzles`: positions with one right move.

use std::fmt::Write;
use std::path::PathBuf;

use plyground_catalog::{Catalog, Puzzle, PuzzleSearch};
use plyground_solve::SolveOptions;

use crate::args::{GameArgs, JsonArgs, TablesArgs};
use crate::failure::{Done, Failure};
use crate::files;
use crate::out::{say, say_json, say_words};
use crate::paint::{DIM, STRONG};
use crate::values::{large, number};
use crate::watch::Watch;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Games between weak players are gone through. Khet and Cachex give wins that can be forced, Kalah and Tigers and Goats \
                  only moves by exact values, for which Tigers and Goats needs the tables of `ply solve tigers`.\n\n\
                  Examples:\n  ply puzzles khet --count 5\n  ply puzzles kalah --seed 7 --out kalah.jsonl\n  ply puzzles tigers --tables tables --json"
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How many to look for
    #[arg(long, value_name = "N", default_value_t = 10, allow_hyphen_values = true, value_parser = number::<1, 10_000>)]
    count: u32,
    /// Fixes the games that they come from
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true, value_parser = large)]
    seed: u64,
    /// Also write them to this file, one JSON object a line; an existing file is kept unless `--force`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    tables: TablesArgs,
    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let game = args.game.find(catalog)?;
    let existing = files::forced(args.force);
    if let Some(path) = &args.out {
        files::try_write(path, existing)?;
    }
    let watch = Watch::bar("{bar:20} {pos}/{len} puzzles  {elapsed}", args.json.json);
    let search = PuzzleSearch {
        setup: args.game.setup.clone(),
        rules: args.game.rules.clone(),
        count: args.count as usize,
        seed: args.seed,
        solve: SolveOptions { stop: watch.stop().clone(), ..args.tables.options() },
    };
    let (mut found, mut text) = (0, String::new());
    watch.show(0, u64::from(args.count));
    let done = game.find_puzzles(&search, &mut |puzzle| {
        found += 1;
        watch.show(found, u64::from(args.count));
        let line = serde_json::to_string(puzzle).expect("plain data can be written");
        writeln!(text, "{line}").expect("a string takes all");
        watch.aside(|| print(found, puzzle, args.json.json));
    });
    let is_stopped = watch.is_stopped();
    drop(watch);
    // What was found before a stop or a fault is kept.
    if let Some(path) = args.out.as_ref().filter(|_| found > 0) {
        files::write(path, &text, existing)?;
    }
    done?;
    if is_stopped {
        return Err(Failure::Stopped(format!("stopped with {found} of {} puzzles", args.count)));
    }
    if found < u64::from(args.count) {
        anstream::eprintln!("{found} of {} puzzles: more games would be needed, or another set-up or seed", args.count);
    }
    Ok(())
}

fn print(number: u64, puzzle: &Puzzle, json: bool) {
    if json {
        say_json(puzzle);
        return;
    }
    say_words!("{STRONG}{number}. {}{STRONG:#}", puzzle.task());
    say!("   {}", puzzle.position);
    say!("   {DIM}{}{DIM:#}", puzzle.line.join(" "));
}
