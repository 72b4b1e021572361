//! Learns the parameters of `plyground_eval::tigers::ShutInNetwork` from the tables of the whole game: `tigers-shut-in TABLES
//! [FILE]`. The tables come from `ply solve tigers --tables TABLES`. Default of FILE: the file of the program.
//!
//! It fits random arrangements with their exact values by Adam on the logistic loss. It takes about ten minutes on two cores and
//! 2 GB.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

mod shut_in;

use std::ops::RangeInclusive;

use plyground_eval::tigers::ShutInNetwork;
use plyground_game::random::Random;
use plyground_tigers::{GOATS, Tigers};
use shut_in::{Network, Result, Sample, draw, file, goats_win, hold_out, open};

/// Number of random arrangements for each number of goats outside and each side to move, by captured goats. A draw is surer with
/// more captured goats.
const DRAWN: [usize; 3] = [600_000, 400_000, 200_000];
/// Numbers of goats outside with twice as many arrangements, because games are decided there.
const EARLY: RangeInclusive<u8> = 7..=10;
const EPOCHS: usize = 10;
/// The step size of the first step.
const RATE: f32 = 0.002;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let tables = open(arguments.next())?;
    let file = file(arguments.next(), "shut_in_network.bin");
    let mut random = Random::new(0);
    let drawn = |outside| DRAWN.map(|drawn| if EARLY.contains(&outside) { 2 * drawn } else { drawn });
    let mut samples = draw(0..=GOATS, drawn, &mut random, |pos| {
        let value = tables.probe(&pos)?;
        Ok(value.map(|value| Sample { pos, target: f32::from(u8::from(goats_win(&pos, value))) }))
    })?;
    let held_out = hold_out(&mut samples, &mut random);
    let mut network = Network::random(ShutInNetwork::INPUTS, inputs, &mut random);
    network.fit(&mut samples, EPOCHS, RATE, &mut random);
    std::fs::write(&file, network.bytes())?;
    let wins = held_out.iter().filter(|sample| sample.target > 0.5).count();
    let percent = 100.0 * wins as f64 / held_out.len() as f64;
    println!("{}: goats win {percent:.1}% of {} arrangements drawn apart", file.display(), held_out.len());
    println!("{:.1}% of them are judged wrong", network.percent_wrong(&held_out));
    Ok(())
}

fn inputs(pos: &Tigers, active: &mut Vec<usize>) {
    ShutInNetwork::inputs(pos, |input| active.push(input)).expect("only such arrangements are drawn");
}
