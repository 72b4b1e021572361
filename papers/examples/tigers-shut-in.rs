//! Learns the parameters of `plyground_eval::tigers::ShutInNetwork` from the tables of the whole game: `tigers-shut-in TABLES
//! [FILE]`. The tables come from `ply solve tigers --tables TABLES`. Default of FILE: the file of the program.
//!
//! It fits random arrangements with their exact values by Adam on the logistic loss. It takes about ten minutes on two cores and
//! 2 GB.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

mod shut_in;

use std::error::Error;
use std::ops::RangeInclusive;
use std::path::Path;

use plyground_eval::tigers::ShutInNetwork;
use plyground_game::Side;
use plyground_game::random::Random;
use plyground_solve::Wdl;
use plyground_solve::tigers::Tables;
use plyground_tigers::{GOATS, PointSet, Tigers, TigersRules};
use shut_in::{Network, Node, Sample, points};

/// Number of random arrangements for each number of goats outside and each side to move, by captured goats. A draw is surer with
/// more captured goats.
const DRAWN: [usize; 3] = [600_000, 400_000, 200_000];
/// Numbers of goats outside with twice as many arrangements, because games are decided there.
const EARLY: RangeInclusive<u8> = 7..=10;
/// One of this many arrangements is held out.
const KEPT: usize = 50;
const EPOCHS: usize = 10;
/// The step size of the first step.
const RATE: f32 = 0.002;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("expected the folder of the tables")?;
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/eval/src/tigers/shut_in_network.bin");
    let file = arguments.next().unwrap_or_else(|| shipped.into());
    let tables = Tables::open(Path::new(&folder), &TigersRules::default())?;
    let mut random = Random::new(0);
    let mut samples = draw(&tables, &mut random)?;
    random.shuffle(&mut samples);
    let kept = samples.split_off(samples.len() - samples.len() / KEPT);
    let mut network = Network::random(ShutInNetwork::INPUTS, inputs, &mut random);
    network.fit(&mut samples, EPOCHS, RATE, &mut random);
    std::fs::write(&file, network.bytes())?;
    // The network is measured as it is in the file, with rounded parameters.
    let (network, mut node) = (network.rounded(), Node::new());
    let is_win = |sample: &Sample| sample.target > 0.5;
    let wrong = kept.iter().filter(|sample| (network.log_odds(&sample.pos, &mut node) > 0.0) != is_win(sample)).count();
    let wins = kept.iter().filter(|sample| is_win(sample)).count();
    let percent = |count: usize| 100.0 * count as f64 / kept.len() as f64;
    println!("{file}: goats win {:.1}% of {} arrangements drawn apart", percent(wins), kept.len());
    println!("{:.1}% of them are judged wrong", percent(wrong));
    Ok(())
}

fn inputs(pos: &Tigers, active: &mut Vec<usize>) {
    ShutInNetwork::inputs(pos, |input| active.push(input)).expect("only such arrangements are drawn");
}

/// Returns random arrangements with their values.
fn draw(tables: &Tables, random: &mut Random) -> Result<Vec<Sample>, Box<dyn Error>> {
    let rules = TigersRules::default();
    let mut samples = Vec::new();
    for outside in 0..=GOATS {
        eprintln!("drawing arrangements with {outside} goats outside");
        for (taken, drawn) in (0..=GOATS - outside).zip(DRAWN) {
            for side in Side::ALL {
                for _ in 0..drawn * if EARLY.contains(&outside) { 2 } else { 1 } {
                    let tigers = points(3, PointSet::EMPTY, random);
                    let goats = points((GOATS - outside - taken).into(), tigers, random);
                    let pos = Tigers::from_parts(tigers, goats, outside, side, &rules)?;
                    let Some(value) = tables.probe(&pos)? else { continue };
                    let goats_win = value.result() == if side == Side::First { Wdl::Win } else { Wdl::Loss };
                    samples.push(Sample { pos, target: f32::from(u8::from(goats_win)) });
                }
            }
        }
    }
    Ok(samples)
}
