//! Solves starts of Kalah: values, nodes and times, as docs/results.md prints them.
//!
//! ```text
//! cargo run --profile quick -p plyground-solve --example solve_kalah -- RULES SETUP[:GUESS][+moves]... [database=N] [table=MIB]
//! ```
//!
//! Without `database`, one that suits the position is built, and its time counts. A guess of the value saves half of the
//! work when it is right. `+moves` adds the value of each opening move.

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use plyground_game::Position;
use plyground_kalah::{Kalah, KalahRules, KalahSetup};
use plyground_search::StopFlag;
use plyground_solve::kalah::{Database, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let rules: KalahRules = words.next().ok_or("expected rules, then set-ups")?.parse()?;
    let (options, setups): (Vec<String>, Vec<String>) = words.partition(|word| word.contains('='));
    let option = |name: &str| options.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
    let mebibytes = option("table").map_or(Ok(512), str::parse)?;
    let threads = option("threads").map_or(Ok(1), str::parse)?;
    println!("{rules}: set-up, value, nodes, seconds, database");
    for word in setups {
        let (word, with_moves) = word.strip_suffix("+moves").map_or((&word[..], false), |word| (word, true));
        let (setup, guess) = match word.split_once(':') {
            Some((setup, guess)) => (setup, Some(guess.parse()?)),
            None => (word, None),
        };
        let setup: KalahSetup = setup.parse()?;
        let start = Kalah::new(&setup, &rules);
        let since = Instant::now();
        let started = cpu();
        let seeds = option("database").map_or(Ok(Solver::suited_database(&start)), str::parse)?;
        let each = |_| ControlFlow::Continue(());
        let folder = option("tables").map(std::path::Path::new);
        let found = match folder {
            Some(folder) => Database::open(folder, setup.houses(), &rules)?.filter(|found| found.seeds() == seeds),
            None => None,
        };
        let database = match found {
            Some(found) => found.load()?,
            None => {
                let made = Database::build(setup.houses(), &rules, seeds, threads, each).ok_or("no such database")?;
                if let Some(folder) = folder {
                    made.save(folder)?;
                }
                made
            }
        };
        let built = cpu() - started;
        let began = cpu();
        let mut solver = Solver::new(database, mebibytes).threads(threads);
        let stop = StopFlag::default();
        let value = solver.value(&start, guess, &stop).ok_or("this cannot be solved")?;
        let seconds = since.elapsed().as_secs_f64();
        let searched = cpu() - began;
        println!(
            "{setup}, {value}, {}, {searched:.1}, {seeds} seeds in {built:.1} s, {seconds:.1} s wall",
            solver.nodes()
        );
        if with_moves {
            let moves = solver.moves(&start, &stop, |_| {}).ok_or("this cannot be solved")?;
            let moves: Vec<String> = moves.iter().rev().map(|(mv, value)| format!("{mv}: {value}")).collect();
            println!("  {} after {:.1} s of search and {} nodes", moves.join(", "), cpu() - began, solver.nodes());
        }
    }
    Ok(())
}

/// CPU seconds of this process, in steps of a hundredth.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<f64> =
        stat.rsplit(')').next().unwrap_or_default().split(' ').filter_map(|field| field.parse().ok()).collect();
    // Without the letter of the state, user and system time are the eleventh and twelfth.
    fields.get(10..12).map_or(0.0, |times| times.iter().sum::<f64>() / 100.0)
}
