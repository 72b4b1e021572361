//! Prints the exact values of positions and of all their moves, from the tables of `--example solve`.
//!
//! ```text
//! cargo run --release --example probe -- FOLDER [FILE]
//! ```
//!
//! Reads one position per line from FILE or standard input, and prints one JSON object per line. `values` has the value for each
//! number of captures that wins, if the folder has its tables: `tigers`, `draw` or `goats`, and in the movement phase the plies
//! to the end. `forced` is the largest of these numbers with which the tigers win. `moves` has the same for each legal move, and
//! `best` the best moves for each number.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::ExitCode;

use bagh_chal::{BaghChal, GOATS};
use plyground::game::{Position, Side};
use plyground::solve::hunt::{HuntGame, OpenError, Tables};
use plyground::solve::{Value, Wdl};
use serde_json::{Map, json};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("usage: probe FOLDER [FILE]")?;
    let all_tables = open(Path::new(&folder))?;
    if all_tables.is_empty() {
        return Err(format!("{folder}: no tables of Bagh-chal: make them with `--example solve`").into());
    }
    let input: Box<dyn BufRead> = match arguments.next() {
        Some(path) => {
            let file = std::fs::File::open(&path).map_err(|error| format!("{path}: {error}"))?;
            Box::new(io::BufReader::new(file))
        }
        None => Box::new(io::stdin().lock()),
    };
    let mut output = io::stdout().lock();
    for (number, line) in (1..).zip(input.lines()) {
        let line = line?;
        let text = line.trim();
        if !text.is_empty() {
            let answer = answer(text, &all_tables).map_err(|error| format!("line {number}: {error}"))?;
            writeln!(output, "{answer}")?;
        }
    }
    Ok(())
}

type AllTables = BTreeMap<u8, Tables<BaghChal>>;

/// Opens the tables by the captures that win.
fn open(folder: &Path) -> Result<AllTables, Box<dyn Error>> {
    let mut all = AllTables::new();
    for captures in 1..=GOATS {
        match Tables::open(folder, &BaghChal::rules_of(captures)) {
            Ok(tables) => _ = all.insert(captures, tables),
            Err(OpenError::Missing { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(all)
}

/// Returns the values of a position and its moves, by the captures that win.
fn answer(text: &str, all_tables: &AllTables) -> Result<serde_json::Value, Box<dyn Error>> {
    // With as many captures as there are goats, no position is over that continues under smaller numbers.
    let any = BaghChal::parse(text, &BaghChal::rules_of(GOATS))?;
    let (mut values, mut best, mut forced) = (Map::new(), Map::new(), 0);
    let mut moves: BTreeMap<String, Map<String, serde_json::Value>> = BTreeMap::new();
    for (&captures, tables) in all_tables.range(any.captured().max(1)..) {
        let pos = BaghChal::parse(text, &BaghChal::rules_of(captures))?;
        let Some(value) = tables.probe(&pos)? else { continue };
        let (key, side) = (captures.to_string(), pos.side_to_move());
        if winner(value, side) == Some(Side::Second) {
            forced = captures;
        }
        values.insert(key.clone(), described(value, side));
        let found = if pos.outcome().is_some() { None } else { tables.moves(&pos)? };
        let found = found.unwrap_or_default();
        let top = found.iter().map(|(_, value)| *value).max();
        let names = found.iter().filter(|(_, value)| Some(*value) == top).map(|(mv, _)| pos.move_text(*mv));
        best.insert(key.clone(), names.collect());
        for (mv, value) in found {
            moves.entry(pos.move_text(mv)).or_default().insert(key.clone(), described(value, side));
        }
    }
    Ok(json!({ "position": text, "values": values, "forced": forced, "best": best, "moves": moves }))
}

fn winner(value: Value, side: Side) -> Option<Side> {
    match value.result() {
        Wdl::Win => Some(side),
        Wdl::Draw => None,
        Wdl::Loss => Some(!side),
    }
}

/// Returns the value as an object: `value` is a side or a draw, `plies` the distance to the end if it is known.
fn described(value: Value, side: Side) -> serde_json::Value {
    let name = winner(value, side).map_or("draw", BaghChal::side_name);
    match value.plies() {
        Some(plies) if value.result() != Wdl::Draw => json!({ "value": name, "plies": plies }),
        _ => json!({ "value": name }),
    }
}
