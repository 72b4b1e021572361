//! Code that the Kalah examples share.

use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;

use plyground_kalah::{KalahRules, KalahSetup};
use plyground_solve::kalah::Database;

/// Reads the database of a folder, or builds it and stores it there.
pub(crate) fn database(
    setup: KalahSetup,
    rules: &KalahRules,
    seeds: usize,
    threads: usize,
    folder: Option<&Path>,
) -> Result<Database, Box<dyn Error>> {
    if let Some(folder) = folder
        && let Some(found) = Database::open(folder, setup.houses(), rules)?.filter(|found| found.seeds() == seeds)
    {
        return Ok(found.load()?);
    }
    let each = |_| ControlFlow::Continue(());
    let made = Database::build(setup.houses(), rules, seeds, threads, each).ok_or("no such database")?;
    if let Some(folder) = folder {
        made.save(folder)?;
    }
    Ok(made)
}

/// Returns the CPU seconds of this process, in steps of a hundredth; 0 if the system does not report them as Linux
/// does.
pub(crate) fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // User and system time are the eleventh and twelfth numbers after the name and the state.
    let numbers = stat.rsplit(')').next().unwrap_or_default().split(' ').filter_map(|field| field.parse::<f64>().ok());
    numbers.skip(10).take(2).sum::<f64>() / 100.0
}
