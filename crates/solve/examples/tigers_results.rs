//! Prints the table values of the opening of Tigers and Goats, and the longest wins with their lines.
//!
//! ```text
//! cargo run --release -p plyground-solve --example tigers_results -- FOLDER [CAPTURES]
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::error::Error;
use std::path::Path;

use plyground_game::{Position, StandardSetup};
use plyground_solve::{Value, Wdl, tigers::Tables};
use plyground_tigers::{Tigers, TigersMove, TigersRules};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let folder = words.next().ok_or("expected the folder of the tables")?;
    let captures: u8 = words.next().map_or(Ok(15), |word| word.parse())?;
    let rules = TigersRules::new(captures, Some(3)).ok_or("captures are 1 to 15")?;
    let tables = Tables::open(Path::new(&folder), &rules)?;

    let start = Tigers::new(&StandardSetup, &rules);
    println!("{start}: {}", tables.probe(&start)?.map_or("unknown", |value| value.result().name()));
    for (mv, value) in values(&tables, &start)? {
        let after = start.after(mv);
        let mut replies: [Vec<String>; 3] = Default::default();
        for (reply, value) in values(&tables, &after)? {
            replies[value.result() as usize].push(after.move_text(reply));
        }
        let [losses, draws, wins] = replies.map(|moves| moves.join(" "));
        println!("  {mv} {}; replies of tigers: win [{wins}] draw [{draws}] loss [{losses}]", value.result().name());
    }

    for line in tables.summary().layers {
        let Some(plies) = line.all.longest else { continue };
        if let Some(pos) = tables.find(line.layer.side, line.animals, plies)? {
            println!("{pos}: {:?}: {}", tables.probe(&pos)?, best_line(&tables, pos)?);
        }
    }
    Ok(())
}

fn values(tables: &Tables, pos: &Tigers) -> Result<Vec<(TigersMove, Value)>, Box<dyn Error>> {
    Ok(tables.moves(pos)?.unwrap_or_default())
}

/// Returns the line of best play to the end, with the first of equal moves.
fn best_line(tables: &Tables, mut pos: Tigers) -> Result<String, Box<dyn Error>> {
    let mut moves = Vec::new();
    while pos.outcome().is_none() {
        let values = values(tables, &pos)?;
        let Some(&best) = values.iter().map(|(_, value)| value).max() else { break };
        if best.result() == Wdl::Draw {
            break;
        }
        let Some(&(mv, _)) = values.iter().find(|&&(_, value)| value == best) else { break };
        moves.push(pos.move_text(mv));
        pos.play_unchecked(mv);
    }
    Ok(moves.join(" "))
}
