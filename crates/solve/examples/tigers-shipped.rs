//! Builds the files of Tigers and Goats that are part of the program, `book.bin`, `endings.bin` and `goat-wins.bin`: `tigers-shipped
//! TABLES [FOLDER]`. `ply solve tigers --tables TABLES` builds the tables of the whole game; by default, FOLDER is that of
//! the program.
#![allow(clippy::print_stdout, reason = "a program prints")]

use std::error::Error;
use std::path::Path;

use plyground_solve::tigers::{Book, Endings, GoatWins, Tables};
use plyground_tigers::TigersRules;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("expected the folder of the tables")?;
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tigers");
    let target = arguments.next().unwrap_or_else(|| shipped.into());
    let tables = Tables::open(Path::new(&folder), &TigersRules::default())?;
    let files = [
        ("book.bin", Book::make(&tables)?),
        ("endings.bin", Endings::make(&tables)?),
        ("goat-wins.bin", GoatWins::make(&tables)?),
    ];
    for (name, bytes) in files {
        let file = Path::new(&target).join(name);
        std::fs::write(&file, &bytes)?;
        println!("{}: {} bytes", file.display(), bytes.len());
    }
    Ok(())
}
