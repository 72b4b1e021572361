//! Solves Bagh-chal into a folder of tables and prints what the page of results shows.
//!
//! `cargo run --release --example solve -- FOLDER [CAPTURES] [THREADS]`

use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use bagh_chal::BaghChal;
use plyground::game::Position;
use plyground::solve::hunt::{HuntGame, SolveOptions, Stage, Tables, VerifyOptions, solve, verify};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = Path::new(arguments.first().ok_or("usage: solve FOLDER [CAPTURES] [THREADS] [verify]")?);
    let captures_to_win = arguments.get(1).map_or(Ok(5), |text| text.parse())?;
    let threads = arguments.get(2).map_or(Ok(1), |text| text.parse())?;
    std::fs::create_dir_all(folder)?;
    let options = SolveOptions { threads, ..SolveOptions::whole::<BaghChal>(captures_to_win) };
    let start = Instant::now();
    let summary = solve::<BaghChal>(folder, &options, |progress| {
        let is_ply = matches!(progress.stage, Stage::Movement { plies, .. } if plies % 20 != 0);
        if !is_ply {
            eprintln!("{:7.1} s  {}", start.elapsed().as_secs_f64(), progress.stage.text(BaghChal::SIDES));
        }
        ControlFlow::Continue(())
    })?;
    println!("solved in {:.0} s with {threads} threads", start.elapsed().as_secs_f64());
    for line in &summary.layers {
        let longest = line.longest.map_or(String::new(), |plies| format!(", longest {plies} plies"));
        let (all, folded) = (line.all, line.folded);
        println!(
            "{}, {} goats: {} {} {} ({} {} {}){longest}",
            line.layer.text(BaghChal::SIDES),
            line.animals,
            all.wins,
            all.draws,
            all.losses,
            folded.wins,
            folded.draws,
            folded.losses
        );
    }
    let rules = BaghChal::rules_of(captures_to_win);
    let tables = Tables::<BaghChal>::open(folder, &rules)?;
    let pos = BaghChal::new(&Default::default(), &rules);
    println!("the start, goats to move: {:?}", tables.probe(&pos)?.map(|value| value.result()));
    for (mv, value) in tables.moves(&pos)?.unwrap_or_default() {
        println!("  {}: {}", pos.move_text(mv), value.result().name());
    }
    if arguments.get(3).is_some_and(|word| word == "verify") {
        let options = VerifyOptions { threads, placement_one_in: 50, ..VerifyOptions::default() };
        let verified = verify(&tables, &options, |_| ControlFlow::Continue(()))?;
        println!("{verified:?}");
    }
    Ok(())
}
