//! Builds the book of Tigers and Goats from the tables of the whole game: `tigers-book TABLES [BOOK]`. `ply solve
//! tigers --tables TABLES` builds the tables; by default, BOOK is that of the program.
#![allow(clippy::print_stdout, reason = "a program prints")]

use std::error::Error;
use std::path::Path;

use plyground_solve::tigers::{Book, Tables};
use plyground_tigers::TigersRules;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("expected the folder of the tables")?;
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tigers/book.bin");
    let book = arguments.next().unwrap_or_else(|| shipped.into());
    let bits = Book::make(&Tables::open(Path::new(&folder), &TigersRules::default())?)?;
    std::fs::write(&book, &bits)?;
    println!("{book}: {} bytes", bits.len());
    Ok(())
}
