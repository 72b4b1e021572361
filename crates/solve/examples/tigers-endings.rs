//! Builds the endings of Tigers and Goats with up to five goats: `tigers-endings TABLES [FILE]`. `ply solve tigers
//! --tables TABLES` builds the tables of the whole game; by default, FILE is that of the program.
#![allow(clippy::print_stdout, reason = "a program prints")]

use std::error::Error;
use std::path::Path;

use plyground_solve::tigers::{Endings, Tables};
use plyground_tigers::TigersRules;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("expected the folder of the tables")?;
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tigers/endings.bin");
    let file = arguments.next().unwrap_or_else(|| shipped.into());
    let bytes = Endings::make(&Tables::open(Path::new(&folder), &TigersRules::default())?)?;
    std::fs::write(&file, &bytes)?;
    println!("{file}: {} bytes", bytes.len());
    Ok(())
}
