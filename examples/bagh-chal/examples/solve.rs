//! Solves Bagh-chal into a folder of tables and prints the data of the results page.
//!
//! ```text
//! cargo run --release --example solve -- FOLDER [CAPTURES[-CAPTURES]] [THREADS] [verify]
//! ```
//!
//! Finished layers are stored, so an interrupted run can be resumed. `verify` compares every position of the movement phase and
//! one in 50 of the placement phase with the moves of the rules.

use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use bagh_chal::BaghChal;
use plyground::game::Position;
use plyground::solve::contents;
use plyground::solve::hunt::{HuntGame, SolveOptions, Stage, Summary, Tables, VerifyOptions, solve, verify};

const USAGE: &str = "usage: solve FOLDER [CAPTURES[-CAPTURES]] [THREADS] [verify]";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = Path::new(arguments.first().ok_or(USAGE)?);
    let captures = arguments.get(1).map_or("5", String::as_str);
    let (first, last) = captures.split_once('-').unwrap_or((captures, captures));
    let number = |text: &str| text.parse::<u8>().map_err(|error| format!("captures `{text}`: {error}; {USAGE}"));
    let threads = match arguments.get(2) {
        Some(text) => text.parse().map_err(|error| format!("threads `{text}`: {error}; {USAGE}"))?,
        None => 1,
    };
    let is_verified = match arguments.get(3).map(String::as_str) {
        Some("verify") => true,
        Some(other) => return Err(format!("`{other}` is not `verify`; {USAGE}").into()),
        None => false,
    };
    std::fs::create_dir_all(folder)?;
    for captures_to_win in number(first)?..=number(last)? {
        let options = SolveOptions { threads, ..SolveOptions::whole::<BaghChal>(captures_to_win) };
        let summary = solve::<BaghChal>(folder, &options, |progress| {
            if !matches!(progress.stage, Stage::Movement { plies, .. } if plies % 20 != 0) {
                eprintln!("{captures_to_win} captures: {}", progress.stage.text(BaghChal::SIDES));
            }
            ControlFlow::Continue(())
        })?;
        let tables = Tables::<BaghChal>::open(folder, &BaghChal::rules_of(captures_to_win))?;
        print_results(&summary, &tables)?;
        if is_verified {
            let options = VerifyOptions { threads, placement_one_in: 50, ..VerifyOptions::default() };
            let verified = verify(&tables, &options, |_| ControlFlow::Continue(()))?;
            println!("{verified:?}");
        }
    }
    println!("file, checksum, bytes of data:");
    print!("{}", contents(folder, BaghChal::NAME));
    Ok(())
}

/// Prints the value of the start and of each first placement, the counts of each layer, and a longest win of each layer.
fn print_results(summary: &Summary, tables: &Tables<BaghChal>) -> Result<(), Box<dyn Error>> {
    let start = BaghChal::new(&Default::default(), &BaghChal::rules_of(summary.captures_to_win));
    let value = tables.probe(&start)?.map_or("unknown", |value| value.result().name());
    println!("{} captures, the goats to move at the start: {value}", summary.captures_to_win);
    for (mv, value) in tables.moves(&start)?.unwrap_or_default() {
        println!("  {}: {}", start.move_text(mv), value.result().name());
    }
    println!("wins, draws and losses of the side to move; in brackets with one set of tigers of each class:");
    for line in &summary.layers {
        let (all, folded) = (line.all, line.folded);
        let longest = match line.all.longest {
            Some(plies) => match tables.find(line.layer.side, line.animals, plies)? {
                Some(pos) => format!(", longest {plies} plies: {pos}"),
                None => format!(", longest {plies} plies"),
            },
            None => String::new(),
        };
        println!(
            "{}, {} goats: {} {} {} ({} {} {}){longest}",
            line.layer.text(BaghChal::SIDES),
            line.animals,
            all.wins,
            all.draws,
            all.losses,
            folded.wins,
            folded.draws,
            folded.losses
        );
    }
    let total = summary.total();
    println!("all: {} {} {}", total.wins, total.draws, total.losses);
    Ok(())
}
