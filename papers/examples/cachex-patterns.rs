//! Fits the weights of Cachex's ordering patterns to the quiet moves of recorded games: `cachex-patterns FILE RECORDS...`.
//!
//! The records come from `ply match cachex ... --out RECORDS`. A softmax model predicts the played move among all quiet moves
//! from the sum of its weights, fitted by stochastic gradient descent with a step size per weight (Adagrad). The moves of a
//! random opening, and those of a search with a proven score, are left out. Some seconds.
#![allow(clippy::print_stdout, reason = "a program prints")]

use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;

use plyground_arena::{MoveScore, Record, read_records};
use plyground_cachex::Cachex;
use plyground_game::random::Random;
use plyground_game::{Class, Position};

const EPOCHS: usize = 12;
const RATE: f32 = 0.1;
/// Each step pulls the weights that it changes to 0 by this share of them.
const DECAY: f32 = 0.000_1;
/// One of this many pairs of games is held out.
const HELD_OUT: u64 = 10;
/// Bytes per unit of log-odds.
const SCALE: f32 = 20.0;

/// The patterns of the quiet moves of a position, and the index of the played move.
struct Choice {
    moves: Vec<[usize; 4]>,
    played: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("expected the file to write")?;
    let (mut samples, mut held_out) = (Vec::new(), Vec::new());
    for path in arguments {
        for record in read_records(Path::new(&path))? {
            let part = if record.pair % HELD_OUT == 0 { &mut held_out } else { &mut samples };
            add_choices(&record, part)?;
        }
    }
    if samples.is_empty() {
        return Err("the records have no quiet moves".into());
    }
    println!("{} quiet moves, {} held out", samples.len(), held_out.len());
    let mut random = Random::new(0);
    let (mut weights, mut squares) = (vec![0.0f32; Cachex::PATTERNS], vec![1.0f32; Cachex::PATTERNS]);
    for epoch in 1..=EPOCHS {
        random.shuffle(&mut samples);
        for Choice { moves, played } in &samples {
            for (index, (patterns, chance)) in moves.iter().zip(chances(&weights, moves)).enumerate() {
                let slope = chance - f32::from(u8::from(index == *played));
                for &pattern in patterns {
                    let slope = slope + DECAY * weights[pattern];
                    squares[pattern] += slope * slope;
                    weights[pattern] -= RATE * slope / squares[pattern].sqrt();
                }
            }
        }
        let (loss, rank, first) = measured(&weights, &held_out);
        println!("epoch {epoch}: held-out loss {loss:.4}, mean rank {rank:.2}, best move first {first:.1}%");
    }
    std::fs::write(&file, bytes(&weights))?;
    Ok(())
}

/// Adds the quiet moves of a record.
fn add_choices(record: &Record, choices: &mut Vec<Choice>) -> Result<(), Box<dyn Error>> {
    let mut pos = Cachex::parse(&record.opening.position, &record.rules.parse()?)?;
    let mut previous = None;
    for (ply, text) in record.moves.split_whitespace().enumerate() {
        let mv = pos.parse_move(text)?;
        let score = ply.checked_sub(record.opening.plies).and_then(|place| record.scores.get(place));
        if matches!(score, Some(MoveScore::Value(_))) && !pos.is_noisy(mv) {
            let (mut moves, mut played) = (Vec::new(), 0);
            let _ = pos.visit_moves(Class::Quiet, |other| {
                if other == mv {
                    played = moves.len();
                }
                moves.extend(other.cell().map(|cell| pos.patterns(cell, previous).map(Cachex::canonical_pattern)));
                ControlFlow::<()>::Continue(())
            });
            choices.push(Choice { moves, played });
        }
        pos.play(mv)?;
        previous = mv.cell();
    }
    Ok(())
}

/// Returns the chance of each move.
fn chances(weights: &[f32], moves: &[[usize; 4]]) -> Vec<f32> {
    let odds: Vec<f32> = moves.iter().map(|patterns| patterns.iter().map(|&pattern| weights[pattern]).sum()).collect();
    let most = odds.iter().fold(f32::MIN, |most, &odds| most.max(odds));
    let parts: Vec<f32> = odds.iter().map(|odds| (odds - most).exp()).collect();
    let sum: f32 = parts.iter().sum();
    parts.iter().map(|part| part / sum).collect()
}

/// Returns the mean loss, the mean rank of the played move from 1, and the percentage of moves with rank 1.
fn measured(weights: &[f32], choices: &[Choice]) -> (f64, f64, f64) {
    let (mut loss, mut ranks, mut first) = (0.0, 0.0, 0.0);
    for Choice { moves, played } in choices {
        let chances = chances(weights, moves);
        let own = chances[*played];
        loss -= f64::from(own.max(1e-9).ln());
        let better = chances.iter().filter(|&&chance| chance > own).count() as f64;
        let equal = chances.iter().filter(|&&chance| chance == own).count() as f64;
        let rank = 1.0 + better + (equal - 1.0) / 2.0;
        ranks += rank;
        first += f64::from(u8::from(rank == 1.0));
    }
    let count = choices.len().max(1) as f64;
    (loss / count, ranks / count, 100.0 * first / count)
}

/// Returns the weights of all patterns in the format of the program.
fn bytes(weights: &[f32]) -> Vec<u8> {
    let byte = |pattern| ((weights[Cachex::canonical_pattern(pattern)] * SCALE).round() as i8).cast_unsigned();
    (0..Cachex::PATTERNS).map(byte).collect()
}
