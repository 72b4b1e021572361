//! Solves starts of Kalah and prints a line of JSON for each: values, nodes, CPU seconds and seconds on the clock.
//!
//! ```text
//! cargo run --release -p plyground-solve --example solve_kalah -- RULES SETUP[+moves]... [database=SEEDS] [table=MIB]
//!     [threads=T] [tables=FOLDER] [seconds=LIMIT] [keep=FILE] [guess=VALUE] [ladder=MARGIN,...]
//! ```
//!
//! Without `database`, a suitable one is built, and without `tables` it is not saved. `+moves` adds the value of each
//! opening move. With `seconds`, bounds are printed if the value is not found in time. With `keep`, the results are
//! written to FILE every five minutes and at the end, and the next run resumes from it. A guess far from the value
//! gives early bounds from that side if the value itself would take too long. With `ladder`, which needs `keep`, only
//! these margins are asked, in order: whether the value reaches them.

#![expect(clippy::disallowed_methods, reason = "it prints how long it took")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

#[path = "kalah/mod.rs"]
mod shared;

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use plyground_game::Position;
use plyground_kalah::{Kalah, KalahRules, KalahSetup};
use plyground_search::StopFlag;
use plyground_solve::kalah::{Bounds, Keep, Rung, Solver};
use shared::{cpu, database};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let rules: KalahRules = words.next().ok_or("expected rules, then set-ups")?.parse()?;
    let (options, setups): (Vec<String>, Vec<String>) = words.partition(|word| word.contains('='));
    let option = |name: &str| options.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
    let mebibytes = option("table").map_or(Ok(512), str::parse)?;
    let threads = option("threads").map_or(Ok(1), str::parse)?;
    let guess: Option<i32> = option("guess").map(str::parse).transpose()?;
    let limit: Option<u64> = option("seconds").map(str::parse).transpose()?;
    for word in setups {
        let (setup, with_moves) = word.strip_suffix("+moves").map_or((&word[..], false), |word| (word, true));
        let setup: KalahSetup = setup.parse()?;
        let start = Kalah::new(&setup, &rules);
        let seeds = option("database").map_or(Ok(Solver::suited_database(&start)), str::parse)?;
        let began = cpu();
        let database = database(setup, &rules, seeds, threads, option("tables").map(Path::new))?;
        let loaded = cpu() - began;
        let mut solver = Solver::new(database, mebibytes).threads(threads);
        let stop = StopFlag::default();
        if let Some(seconds) = limit {
            let stop = stop.clone();
            // The thread ends with the program at the latest.
            thread::spawn(move || {
                thread::sleep(Duration::from_secs(seconds));
                stop.stop();
            });
        }
        let (began, clock) = (cpu(), Instant::now());
        let report = |Bounds { lower, upper }| {
            eprintln!("{setup}: from {lower} to {upper} after {:.1} CPU seconds", cpu() - began);
        };
        let keep = option("keep").map(|path| Keep { path: path.into(), every: Duration::from_secs(300) });
        let mut rungs = Vec::new();
        let found = match (&keep, option("ladder")) {
            (Some(keep), Some(ladder)) => {
                let margins: Vec<i32> = ladder.split(',').map(str::parse).collect::<Result<_, _>>()?;
                let mut since = began;
                solver.ladder_kept(&start, &margins, keep, &stop, |Rung { at, reached, nodes }| {
                    let now = cpu();
                    let seconds = now - std::mem::replace(&mut since, now);
                    let reached = reached.map_or_else(|| "null".to_owned(), |reached| reached.to_string());
                    let rung =
                        format!("{{\"at\":{at},\"reached\":{reached},\"nodes\":{nodes},\"seconds\":{seconds:.2}}}");
                    eprintln!("{setup}: {rung}");
                    rungs.push(rung);
                })?
            }
            (None, Some(_)) => return Err("a ladder needs keep=FILE".into()),
            (Some(keep), None) => solver.bounds_kept(&start, guess, keep, &stop, report)?,
            (None, None) => solver.bounds(&start, guess, &stop, report),
        };
        let Bounds { lower, upper } = found.ok_or("this cannot be solved")?;
        let mut line = format!(
            "{{\"rules\":\"{rules}\",\"setup\":\"{setup}\",\"lower\":{lower},\"upper\":{upper},\"nodes\":{},\"seconds\":{:.2},\
             \"elapsed\":{:.2},\"database\":{seeds},\"database_seconds\":{loaded:.2},\"table\":{mebibytes},\"threads\":{threads}",
            solver.nodes(),
            cpu() - began,
            clock.elapsed().as_secs_f64()
        );
        if let Some(guess) = guess {
            write!(line, ",\"guess\":{guess}")?;
        }
        if !rungs.is_empty() {
            write!(line, ",\"ladder\":[{}]", rungs.join(","))?;
        }
        if with_moves && lower == upper {
            // The results so far are printed, even if the rest takes too long.
            eprintln!("{line}}}");
            let moves = solver.moves(&start, &stop, |_| {}).ok_or("stopped among the moves")?;
            let moves: Vec<String> =
                moves.iter().rev().map(|(mv, value)| format!("{{\"move\":\"{mv}\",\"value\":{value}}}")).collect();
            let (nodes, seconds) = (solver.nodes(), cpu() - began);
            write!(line, ",\"moves\":[{}],\"moves_nodes\":{nodes},\"moves_seconds\":{seconds:.2}", moves.join(","))?;
        }
        println!("{line}}}");
    }
    Ok(())
}
