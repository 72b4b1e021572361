//! Solves a start.
use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use plyground_game::Position;
use plyground_kalah::{Kalah, KalahRules, KalahSetup};
use plyground_search::StopFlag;
use plyground_solve::kalah::{Database, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let setup: KalahSetup = words[0].parse()?;
    let rules: KalahRules = words[1].parse()?;
    let seeds: usize = words[2].parse()?;
    let table: usize = words[3].parse()?;
    let guess: i32 = words.get(4).map_or(Ok(0), |word| word.parse())?;
    let start = Instant::now();
    let database = Database::build(setup.houses(), &rules, seeds, 1, |_| ControlFlow::Continue(())).ok_or("size")?;
    println!("database {:.2}", start.elapsed().as_secs_f64());
    let mut solver = Solver::new(database, table);
    println!("table {:.2}", start.elapsed().as_secs_f64());
    let value = solver.value(&Kalah::new(&setup, &rules), guess, &StopFlag::default());
    println!("{value:?} {} nodes {:.2}", solver.nodes(), start.elapsed().as_secs_f64());
    Ok(())
}
