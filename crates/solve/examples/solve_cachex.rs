//! Solves a small Cachex board and prints the value of each first move under each opening rule.
//!
//! ```text
//! cargo run --release -p plyground-solve --example solve_cachex -- SIZE [FOLDER]
//! ```

#![expect(clippy::disallowed_methods, reason = "it prints how long it took")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use plyground_cachex::{BoardSize, Cachex, CachexRules};
use plyground_game::Position;
use plyground_solve::cachex::SmallBoard;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let size: BoardSize = words.next().ok_or("expected a board size")?.parse()?;
    let start = Instant::now();
    let solved = SmallBoard::solve(size).ok_or("expected a size of at most 4")?;
    println!("solved in {:.1} s", start.elapsed().as_secs_f64());
    println!("{:?}", solved.counts());
    for rules in ["standard", "standard,centre_ban=off", "standard,steal=off", "standard,steal=off,centre_ban=off"] {
        let pos = Cachex::new(&size, &rules.parse::<CachexRules>()?);
        println!("{rules}: {:?}", solved.probe(&pos)?);
        for (mv, value) in solved.moves(&pos)?.unwrap_or_default() {
            println!("  {} {:?} {:?}", pos.move_text(mv), value.result(), value.plies());
        }
    }
    if let Some(folder) = words.next() {
        solved.save(Path::new(&folder))?;
    }
    Ok(())
}
