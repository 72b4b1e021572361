//! `ply solve`: the exact value of a position and of its moves.

#![expect(clippy::disallowed_methods, reason = "it prints how long it took")]

use std::path::PathBuf;
use std::time::Instant;

use plyground_catalog::{Catalog, GameRef, Solution};
use plyground_solve::{ExactValue, SolveOptions};

use crate::args::{JsonArgs, StartArgs, TablesArgs};
use crate::failure::Done;
use crate::out::{fill, say, say_json, say_words};
use crate::paint::{DIM, STRONG};
use crate::values::number;
use crate::watch::Watch;
use crate::words::{counted, plies, wins};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  ply solve kalah --setup 4x3 --value-only\n  ply solve tigers --tables tables --threads 4\n  ply solve khet --moves \"d1e2\" --mate-in 2"
)]
pub(crate) struct Args {
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    tables: TablesArgs,
    /// Look for the shortest forced win of the side to move within so many of its moves instead
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = number::<1, 100>)]
    mate_in: Option<u32>,
    /// Kalah: make an endgame database of all positions with up to so many seeds in the houses, and keep it
    #[arg(long, value_name = "SEEDS", allow_hyphen_values = true, value_parser = number::<0, 127>)]
    database: Option<u32>,
    /// Only the value, not that of each move: a small part of the work for Kalah
    #[arg(long, conflicts_with = "mate_in")]
    value_only: bool,
    /// Kalah: keep what is found in this file every five minutes and at the end, and go on from it
    #[arg(long, value_name = "FILE", requires = "value_only")]
    keep: Option<PathBuf>,
    /// Threads for making tables, and for solving Kalah
    #[arg(long, value_name = "T", default_value_t = 2, allow_hyphen_values = true, value_parser = number::<1, 256>)]
    threads: u32,
    /// MiB of transposition table for solving by search
    #[arg(long, value_name = "MIB", default_value_t = 512, allow_hyphen_values = true, value_parser = number::<1, 65536>)]
    table: u32,
    #[command(flatten)]
    json: JsonArgs,
}

/// Work of which the share that is done is known.
const COUNTED: &str = "{bar:20} {percent}%  {elapsed}  {left}\n{wide_msg}";
/// Work of which it is not.
const SEARCHING: &str = "{spinner} {elapsed}, {wide_msg}";

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let game = args.start.game.find(catalog)?;
    if args.mate_in.is_none()
        && let Some(cost) = game.solve_cost(&args.start.start(), &args.tables.options())?
    {
        anstream::eprintln!("{}", fill(&cost));
    }
    let watch = Watch::spinner(SEARCHING, args.json.json);
    let options = SolveOptions {
        threads: args.threads as usize,
        table: args.table as usize,
        database: args.database.map(|seeds| seeds as usize),
        value_only: args.value_only,
        keep: args.keep.clone(),
        stop: watch.stop().clone(),
        ..args.tables.options()
    };
    if let Some(moves) = args.mate_in {
        return mate(args, game, moves, &options, watch);
    }
    let since = Instant::now();
    let solution = game.solve(&args.start.start(), &options, true, &mut |progress| {
        if progress.is_milestone {
            watch.aside(|| anstream::eprintln!("{}", fill(&progress.stage)));
            return;
        }
        watch.look(if progress.done.is_some() { COUNTED } else { SEARCHING });
        watch.say(progress.stage.clone());
        watch.show((progress.done.unwrap_or(0.0) * 1000.0) as u64, 1000);
    });
    drop(watch);
    print(&solution?, args.json.json);
    if !args.json.json {
        say!("{DIM}{:.1} s{DIM:#}", since.elapsed().as_secs_f64());
    }
    Ok(())
}

/// The shortest forced win.
fn mate(args: &Args, game: &GameRef, moves: u32, options: &SolveOptions, watch: Watch) -> Done {
    let mate = game.mate(&args.start.start(), moves, options, &mut |progress| watch.say(progress.stage.clone()));
    drop(watch);
    let mate = mate?;
    if args.json.json {
        say_json(&mate);
        return Ok(());
    }
    match mate.plies {
        Some(found) => say_words!("{STRONG}{} in {}{STRONG:#}: {}", wins(mate.side), plies(found), mate.pv.join(" ")),
        None => say!("no forced win of {} within {}", mate.side, counted(moves, "move", "moves")),
    }
    say!("{DIM}{} nodes{DIM:#}", mate.nodes);
    Ok(())
}

/// Says what is known.
pub(super) fn print(solution: &Solution, json: bool) {
    if json {
        say_json(solution);
        return;
    }
    say!("{}", solution.position);
    say!("{STRONG}{}{STRONG:#}", words(solution.value, solution.winner, solution.plies));
    for found in &solution.moves {
        say!("  {:>6}  {}", found.mv, words(found.value, found.winner, found.plies));
    }
}

fn words(value: ExactValue, winner: Option<&str>, known: Option<u32>) -> String {
    let within = known.map_or_else(String::new, |known| format!(" in {}", plies(known)));
    match (value, winner) {
        (ExactValue::Margin(margin), Some(winner)) => {
            format!("{} by {}{within}", wins(winner), counted(margin.unsigned_abs(), "seed", "seeds"))
        }
        (_, Some(winner)) => format!("{}{within}", wins(winner)),
        (_, None) => "a draw".into(),
    }
}
