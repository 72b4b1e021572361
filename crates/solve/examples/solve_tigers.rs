//! Solves Tigers and Goats into a folder, and prints progress, counts and the value of the game.
//!
//! ```text
//! cargo run --release -p plyground-solve --example solve_tigers -- FOLDER [GOATS [CAPTURES [THREADS]]] [--verify ONE_IN]
//! ```

#![expect(clippy::disallowed_methods, reason = "it prints how long it took")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use plyground_game::{Position, Side, StandardSetup};
use plyground_solve::hunt::{SolveOptions, Stage, VerifyOptions, solve, verify};
use plyground_solve::tigers::Tables;
use plyground_tigers::{PointSet, Tigers, TigersRules};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let share = match words.iter().position(|word| word == "--verify") {
        Some(place) => words.split_off(place).get(1).map(|share| share.parse::<u32>()).transpose()?,
        None => None,
    };
    let folder = words.first().ok_or("expected a folder for the tables")?;
    let folder = Path::new(folder);
    let number = |place: usize, usual: u8| words.get(place).map_or(Ok(usual), |word| word.parse());
    let (max_animals, captures_to_win, threads) = (number(1, 15)?, number(2, 15)?, usize::from(number(3, 2)?));
    let options = SolveOptions { threads, captures_to_win, max_animals };

    let start = Instant::now();
    let summary = solve::<Tigers>(folder, &options, |progress| {
        let passed = start.elapsed().as_secs_f64();
        let left = passed * (1.0 - progress.done) / progress.done.max(1e-9);
        let done = 100.0 * progress.done;
        let whole = matches!(progress.stage, Stage::Layer(_));
        if whole || matches!(progress.stage, Stage::Movement { plies, .. } if plies % 10 == 0) {
            println!("{passed:7.1} s  {done:5.1} %  {left:6.0} s left  {}", progress.stage.text(Tigers::SIDES));
        }
        ControlFlow::Continue(())
    })?;
    println!("solved in {:.1} s", start.elapsed().as_secs_f64());
    println!("layer, goats on the board: wins, draws, losses of the side to move (folded), longest");
    for line in &summary.layers {
        let (all, folded) = (line.all, line.folded);
        let longest = line.all.longest.map_or(String::new(), |plies| format!(", {plies} plies"));
        println!(
            "{}, {}: {} {} {} ({} {} {}){longest}",
            line.layer.text(Tigers::SIDES),
            line.animals,
            all.wins,
            all.draws,
            all.losses,
            folded.wins,
            folded.draws,
            folded.losses
        );
    }
    println!("all: {:?}", summary.total());

    let rules = TigersRules::new(captures_to_win, Some(3)).ok_or("captures are 1 to 15")?;
    let tables = Tables::open(folder, &rules)?;
    let mut pos = Tigers::new(&StandardSetup, &rules);
    if max_animals < 15 {
        pos = Tigers::from_parts(pos.tigers(), PointSet::EMPTY, max_animals, Side::First, &rules)?;
    }
    println!("{pos}: {:?}", tables.probe(&pos)?);
    for (mv, value) in tables.moves(&pos)?.unwrap_or_default() {
        println!("  {mv} {value:?}");
    }

    if let Some(placement_one_in) = share {
        let start = Instant::now();
        let options = VerifyOptions { threads, placement_one_in, ..VerifyOptions::default() };
        let report = verify(&tables, &options, |stage| {
            println!("{:7.1} s  comparing {}", start.elapsed().as_secs_f64(), stage.text(Tigers::SIDES));
            ControlFlow::Continue(())
        })?;
        println!("verified in {:.1} s: {report:?}", start.elapsed().as_secs_f64());
    }
    Ok(())
}
