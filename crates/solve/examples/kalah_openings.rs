//! Makes and verifies the included values of the first plies of Kalah(6,4).
//!
//! ```text
//! cargo run --release -p plyground-solve --example kalah_openings -- make|verify standard|empty-capture FILE
//!     [database=SEEDS] [table=MIB] [limit=POSITIONS] [seed=N]
//! ```
//!
//! `make` appends a byte for each position to FILE, which is in `crates/solve/books`. Ctrl-C stops it at any time, and the
//! same command resumes. With `limit` it ends after so many new positions. `verify` solves `limit` random positions of the
//! file (default 100) again, without the values of others.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

#[path = "kalah/mod.rs"]
mod shared;

use std::error::Error;
use std::fs::{self, File};
use std::io::Write as _;

use plyground_game::random::Random;
use plyground_kalah::KalahRules;
use plyground_search::StopFlag;
use plyground_solve::kalah::{Solver, openings};
use shared::{cpu, database};

/// CPU seconds between two progress reports.
const REPORT: f64 = 60.0;

fn main() -> Result<(), Box<dyn Error>> {
    let (options, words): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|word| word.contains('='));
    let [work, rules, path] = &words[..] else { return Err("expected make or verify, RULES and FILE".into()) };
    let rules: KalahRules = rules.parse()?;
    let option = |name: &str| options.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
    let stored = option("database").map_or(Ok(18), str::parse)?;
    let mebibytes = option("table").map_or(Ok(2048), str::parse)?;
    let is_verified = match work.as_str() {
        "make" => false,
        "verify" => true,
        other => return Err(format!("expected make or verify, not `{other}`").into()),
    };
    let limit: usize = option("limit").map_or(Ok(if is_verified { 100 } else { usize::MAX }), str::parse)?;

    let mut file = File::options().append(true).create(!is_verified).open(path)?;
    file.try_lock().map_err(|error| format!("{path}: {error}; is another run writing it?"))?;
    let known = fs::read(path)?;
    let mut random = Random::new(option("seed").map_or(Ok(1), str::parse)?);
    let mut chosen: Vec<usize> = (0..known.len()).collect();
    random.shuffle(&mut chosen);
    chosen.truncate(limit);

    let mut solver = Solver::new(database("6x4".parse()?, &rules, stored, 1, None)?, mebibytes);
    let (began, mut reported, mut solved, mut at, mut failed) = (cpu(), 0.0, 0, 0, None);
    openings(rules.capture, |pos| {
        let given = known.get(at).map(|byte| byte.cast_signed());
        at += 1;
        if given.is_some() && !(is_verified && chosen.contains(&(at - 1))) {
            return given;
        }
        if is_verified && given.is_none() || !is_verified && solved == limit {
            return None;
        }
        let value = solver.value(pos, given.map(i32::from), &StopFlag::default())? as i8;
        solved += 1;
        let result: Result<(), Box<dyn Error>> = match given {
            None => file.write_all(&[value.cast_unsigned()]).map_err(Into::into),
            Some(given) if given == value => Ok(()),
            Some(given) => Err(format!("byte {}: {pos} has the value {value}, not {given}", at - 1).into()),
        };
        if cpu() - began - reported >= REPORT {
            reported = cpu() - began;
            eprintln!("{solved} positions solved in {reported:.0} CPU seconds");
        }
        failed = result.err();
        failed.is_none().then_some(value)
    });
    if let Some(error) = failed {
        return Err(error);
    }
    let seconds = cpu() - began;
    println!(
        "{} of {} positions solved in {seconds:.0} CPU seconds; a database of {stored} seeds",
        solved,
        known.len().max(at)
    );
    Ok(())
}
