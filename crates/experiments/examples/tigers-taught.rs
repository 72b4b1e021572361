//! Learns the parameters of `plyground_eval::tigers::Taught` from the tables of the whole game: `tigers-taught TABLES [FILE]`.
//! The tables come from `ply solve tigers --tables TABLES`; the file is that of the program where none is named.
//!
//! A logistic regression for each class of tiger sets, by Newton's method, on drawn arrangements with their exact values.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::error::Error;
use std::path::Path;

use nalgebra::{DMatrix, DVector};
use plyground_eval::tigers::Taught;
use plyground_game::Side;
use plyground_game::random::Random;
use plyground_solve::Wdl;
use plyground_solve::tigers::Tables;
use plyground_tigers::{PointSet, Tigers, TigersRules};

/// Arrangements drawn for each number of goats outside and taken and each side to move.
const DRAWN: usize = 200;
/// Of every so many pairs of arrangements one is kept to measure what was learnt; a pair may be an arrangement and its image.
const KEPT: usize = 10;
const STEPS: usize = 8;
/// How much a parameter is held to 0: those of what was never seen stay there.
const RIDGE: f64 = 1.0;

/// A drawn arrangement.
struct Sample {
    places: Vec<usize>,
    goats_win: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("expected the folder of the tables")?;
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../eval/src/tigers/taught.bin");
    let file = arguments.next().unwrap_or_else(|| shipped.into());
    let tables = Tables::open(Path::new(&folder), &TigersRules::default())?;
    let mut random = Random::new(0);
    let mut learnt = vec![0u8; Taught::CLASSES * Taught::PARAMETERS];
    let (mut kept, mut wrong, mut wins, mut classes) = (0, 0, 0, 0);
    for tigers in (0..1u32 << 23).filter(|bits| bits.count_ones() == 3).map(PointSet::from_bits) {
        if tigers.mirrored().bits() < tigers.bits() {
            continue;
        }
        let (class, samples) = draw(&tables, tigers, &mut random)?;
        let (seen, unseen): (Vec<_>, Vec<_>) =
            samples.into_iter().enumerate().partition(|(number, _)| number / 2 % KEPT > 0);
        let seen: Vec<Sample> = seen.into_iter().map(|(_, sample)| sample).collect();
        let bytes = regression(&seen).map(|value| (16.0 * value).round().clamp(-127.0, 127.0) as i8);
        for (_, sample) in unseen {
            let odds: i32 = sample.places.iter().map(|&place| i32::from(bytes[place])).sum();
            kept += 1;
            wins += usize::from(sample.goats_win);
            wrong += usize::from((odds > 0) != sample.goats_win);
        }
        for (place, byte) in bytes.iter().enumerate() {
            learnt[place * Taught::CLASSES + class] = byte.cast_unsigned();
        }
        classes += 1;
        if classes % 50 == 0 {
            eprintln!("{classes} of {} classes", Taught::CLASSES);
        }
    }
    std::fs::write(&file, &learnt)?;
    let percent = |count: usize| 100.0 * count as f64 / f64::from(kept);
    println!(
        "{file}: {} bytes; goats win {:.1}% of {kept} arrangements that were not seen",
        learnt.len(),
        percent(wins)
    );
    println!("{:.1}% of them are judged wrong", percent(wrong));
    Ok(())
}

/// Arrangements with these tigers, and the number of their class.
fn draw(tables: &Tables, tigers: PointSet, random: &mut Random) -> Result<(usize, Vec<Sample>), Box<dyn Error>> {
    let rules = TigersRules::default();
    let (mut samples, mut class) = (Vec::new(), 0);
    for outside in 0..=10 {
        for taken in 0..=2 {
            for side in Side::ALL {
                for _ in 0..DRAWN {
                    let mut goats = PointSet::EMPTY;
                    while goats.len() < 15 - outside - taken {
                        let point = PointSet::from_bits(1 << random.below(23));
                        if !point.meets(tigers) {
                            goats = PointSet::from_bits(goats.bits() | point.bits());
                        }
                    }
                    let pos = Tigers::from_parts(tigers, goats, outside as u8, side, &rules)?;
                    let Some(value) = tables.probe(&pos)? else { continue };
                    let goats_win = value.result() == if side == Side::First { Wdl::Win } else { Wdl::Loss };
                    // Tigers that are their own image must not tell left from right.
                    let images = if tigers.mirrored() == tigers { vec![goats, goats.mirrored()] } else { vec![goats] };
                    for goats in images {
                        let image = Tigers::from_parts(tigers, goats, outside as u8, side, &rules)?;
                        let places;
                        (class, places) = Taught::parameters(&image).ok_or("nothing is learnt of such arrangements")?;
                        samples.push(Sample { places, goats_win });
                    }
                }
            }
        }
    }
    Ok((class, samples))
}

/// The parameters that make the samples most likely.
fn regression(samples: &[Sample]) -> DVector<f64> {
    let mut parameters = DVector::zeros(Taught::PARAMETERS);
    for _ in 0..STEPS {
        let mut gradient = -RIDGE * &parameters;
        let mut curvature = DMatrix::from_diagonal_element(Taught::PARAMETERS, Taught::PARAMETERS, RIDGE);
        for Sample { places, goats_win } in samples {
            let odds: f64 = places.iter().map(|&place| parameters[place]).sum();
            let chance = 1.0 / (1.0 + (-odds).exp());
            let (error, spread) = (f64::from(u8::from(*goats_win)) - chance, chance * (1.0 - chance));
            for &place in places {
                gradient[place] += error;
                for &other in places {
                    curvature[(other, place)] += spread;
                }
            }
        }
        let solved = curvature.cholesky().expect("a ridge makes it positive definite");
        parameters += solved.solve(&gradient);
    }
    parameters
}
