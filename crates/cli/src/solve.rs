//! `ply solve` and `ply probe`: exact values.

#![expect(clippy::disallowed_methods, reason = "it prints how long it took")]

use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plyground_catalog::{SolveByName, Solved, SolvedValue, Solver, StopFlag};

use crate::Failure;
use crate::args::{ProbeArgs, SolveArgs, TablesArgs};
use crate::out::say;
use crate::paint::{DIM, STRONG};

fn solver(args: &TablesArgs) -> Solver {
    let mut solver = Solver::default();
    if let Some(folder) = &args.tables {
        solver.tables.clone_from(folder);
    }
    solver
}

pub(crate) fn run(args: &SolveArgs) -> Result<(), Failure> {
    let stop = StopFlag::default();
    let on_interrupt = stop.clone();
    _ = ctrlc::set_handler(move || on_interrupt.stop());
    let solver = Solver {
        threads: args.threads as usize,
        table: args.table as usize,
        database: args.database.map(|seeds| seeds as usize),
        value_only: args.value_only,
        keep: args.keep.clone(),
        stop,
        ..solver(&args.tables)
    };
    let (game, start) = (args.position.game, args.position.start());
    if let Some(moves) = args.mate_in {
        let mate = solver.mate(game, &start, moves)?;
        if args.json {
            say!("{}", serde_json::to_string(&mate).expect("plain data can be written"));
            return Ok(());
        }
        match mate.plies {
            Some(plies) => say!("{STRONG}a win in {plies} plies{STRONG:#}: {}", mate.pv.join(" ")),
            None => say!("no forced win within {moves} moves"),
        }
        say!("{DIM}{} nodes{DIM:#}", mate.nodes);
        return Ok(());
    }
    let target = if args.json { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(1000), target);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent}%  {msg}  {elapsed}, {eta} left") {
        bar.set_style(style);
    }
    let since = Instant::now();
    let solved = solver.solve(game, &start, &mut |progress| {
        bar.set_message(progress.stage.clone());
        if let Some(done) = progress.done {
            bar.set_position((done * 1000.0) as u64);
        }
    });
    bar.finish_and_clear();
    let solved = solved?;
    print(&solved, args.json);
    if !args.json {
        say!("{DIM}{:.1} s{DIM:#}", since.elapsed().as_secs_f64());
    }
    Ok(())
}

pub(crate) fn run_probe(args: &ProbeArgs) -> Result<(), Failure> {
    let solved = solver(&args.tables).probe(args.position.game, &args.position.start())?;
    print(&solved, args.json);
    Ok(())
}

fn print(solved: &Solved, json: bool) {
    if json {
        say!("{}", serde_json::to_string(solved).expect("plain data can be written"));
        return;
    }
    say!("{}", solved.position);
    say!("{STRONG}{}{STRONG:#}", words(solved.value, solved.winner, solved.plies));
    for found in &solved.moves {
        say!("  {:>6}  {}", found.mv, words(found.value, found.winner, found.plies));
    }
}

fn words(value: SolvedValue, winner: Option<&str>, plies: Option<u32>) -> String {
    let plies = plies.map_or_else(String::new, |plies| format!(" in {plies} plies"));
    match (value, winner) {
        (SolvedValue::Margin(margin), Some(winner)) => format!("{winner} wins by {}{plies}", margin.abs()),
        (_, Some(winner)) => format!("{winner} wins{plies}"),
        (_, None) => "a draw".into(),
    }
}
