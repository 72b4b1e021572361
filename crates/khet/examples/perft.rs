//! Counts move sequences and measures the speed: `cargo run --release -p plyground-khet --example perft -- 5 classic official`.

use std::time::Instant;

use plyground_game::{Position, perft::perft};
use plyground_khet::{Khet, KhetRules, KhetSetup};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |index: usize, usual: &'static str| words.get(index).map_or(usual, String::as_str);
    let depth: u32 = word(0, "4").parse()?;
    let setup: KhetSetup = word(1, "classic").parse()?;
    let rules: KhetRules = word(2, "official").parse()?;
    let start = Instant::now();
    let found = perft(&Khet::new(&setup, &rules), depth);
    let seconds = start.elapsed().as_secs_f64();
    println!("{setup} {rules} depth {depth}: {} + {} in {seconds:.2} s", found.nodes, found.finished);
    Ok(())
}
