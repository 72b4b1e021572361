//! The generic alpha-beta beside two programs written by hand, on the same search: Kalah(6,4), `standard`.
//!
//! Without arguments, nodes a second of all three in turns, and the median ratio with its spread. With the name of one
//! (`generic`, `by-hand`, `monolith`), that one alone and once, for callgrind.

use std::time::Instant;

use plyground_benches::kalah_by_hand;
use plyground_benches::kalah_monolith::{Board, Found};
use plyground_eval::kalah::StoreDifference;
use plyground_game::Game;
use plyground_kalah::Kalah;
use plyground_search::{AlphaBeta, Options, search_once};

const DEPTH: u32 = 13;
const ROUNDS: usize = 9;
const NAMES: [&str; 3] = ["generic", "by-hand", "monolith"];

fn search(name: &str) -> Found {
    let game = Game::<Kalah>::new(&Default::default(), &Default::default());
    match name {
        "by-hand" => kalah_by_hand::search(game.position(), DEPTH),
        "monolith" => Board::new([4, 4, 4, 4, 4, 4, 0], [4, 4, 4, 4, 4, 4, 0]).search(DEPTH),
        _ => {
            let evaluation = StoreDifference::default();
            let report = search_once(&mut AlphaBeta::new(&evaluation, Options::default()), &game, DEPTH);
            Found { value: report.score.value(), nodes: report.nodes, leaves: report.leaves }
        }
    }
}

fn main() {
    if let Some(only) = std::env::args().nth(1) {
        println!("{only}: {:?}", search(&only));
        return;
    }
    let mut speeds = [const { Vec::new() }; 3];
    let mut found = Vec::new();
    for _ in 0..ROUNDS {
        for (speeds, name) in speeds.iter_mut().zip(NAMES) {
            let start = Instant::now();
            let result = search(name);
            speeds.push(result.nodes as f64 / start.elapsed().as_secs_f64() / 1e6);
            found.push(result);
        }
    }
    assert!(found.iter().all(|result| *result == found[0]), "the programs search different trees");
    println!("depth {DEPTH}: {:?}", found[0]);
    for (own, name) in speeds.iter().zip(NAMES) {
        let ratios: Vec<f64> = speeds[0].iter().zip(own).map(|(generic, own)| generic / own).collect();
        let (low, middle, high) = spread(&ratios);
        println!(
            "{name:<9}{:>7.1} million nodes a second; generic / {name}: {middle:.2} ({low:.2} to {high:.2} in {ROUNDS} rounds)",
            spread(own).1
        );
    }
}

/// The least, the median and the largest.
fn spread(values: &[f64]) -> (f64, f64, f64) {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    (values[0], values[values.len() / 2], values[values.len() - 1])
}
