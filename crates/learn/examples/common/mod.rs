//! What the examples that learn tables have in common: arguments, records, the fit, and the file that results.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

use plyground_arena::read_records;
use plyground_files::Existing;
use plyground_game::SearchHints;
use plyground_learn::{FitOptions, Labels, Samples, add_game, fit, fit_scale};

/// What differs between the examples.
pub struct Tables<P> {
    /// The name of the example.
    pub example: &'static str,
    /// The number of inputs of the tables.
    pub inputs: usize,
    /// The weight of the result in a label; the rest is the search's score.
    pub result_weight: f32,
    /// The value of the evaluation so far for the first side.
    pub base: fn(&P) -> f32,
    /// Visits the active inputs, seen from the first side.
    pub visit: fn(&P, &mut dyn FnMut(usize, i8)),
    /// The text of a file with these values and this provenance.
    pub text: fn(&[i16], &str) -> String,
    /// How a file begins that may be replaced.
    pub ours: &'static [u8],
}

/// Learns tables as the arguments of the program say, and writes them.
pub fn run<P: SearchHints>(tables: &Tables<P>) -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("expected the file to write")?;
    let share: f32 = arguments.next().ok_or("expected the share of the learned weights")?.parse()?;
    if !(0.0..=1.0).contains(&share) {
        return Err(format!("the share is {share}, expected a number from 0 to 1").into());
    }
    let decay: f32 = arguments.next().ok_or("expected the decay of weights")?.parse()?;
    if !(0.0..=1.0).contains(&decay) {
        return Err(format!("the decay is {decay}, expected a number from 0 to 1").into());
    }
    let inputs = |pos: &P, visit: &mut dyn FnMut(usize, i8)| {
        (tables.visit)(pos, visit);
        // One side may score more than half of the points from the starts of the games: no input is to answer for that.
        visit(tables.inputs, 1);
    };
    let mut samples = Samples::new(tables.inputs + 1);
    let (mut games, mut sources) = (0, String::new());
    for path in arguments {
        let records = read_records(Path::new(&path))?;
        for record in &records {
            add_game(&mut samples, record, tables.base, inputs)?;
        }
        games += records.len();
        let checksum = crc32fast::hash(&std::fs::read(&path)?);
        if let Some(first) = records.first() {
            let limits = first.limits.join(" and ");
            let (run, number) = (&first.run, records.len());
            let _ = writeln!(sources, "  \"run {run}: {number} games, {limits}, CRC-32 {checksum:08x}\",");
        }
    }
    let scale = fit_scale(&samples);
    println!("{games} games, {} positions, scale {scale:.0}", samples.len());
    let options = FitOptions { decay, ..FitOptions::default() };
    let labels = Labels { result_weight: tables.result_weight, scale };
    let weights = fit(&samples, &labels, &options, |epoch| {
        println!(
            "epoch {}: loss {:.5}, {:.1}% of the variance explained, {:.1}% of that held out",
            epoch.number,
            epoch.loss,
            100.0 * epoch.explained,
            100.0 * epoch.held_out
        );
    });
    let values: Vec<i16> =
        weights[..tables.inputs].iter().map(|weight| (weight * scale * share).round() as i16).collect();
    let mut provenance = String::new();
    writeln!(provenance, "source = \"cargo run --release -p plyground-learn --example {}\"", tables.example)?;
    writeln!(provenance, "share = {share}\ndecay = {decay}\nseed = {}\ngames = {games}", options.seed)?;
    writeln!(provenance, "positions = {}\nversion = \"{}\"", samples.len(), env!("CARGO_PKG_VERSION"))?;
    write!(provenance, "records = [\n{sources}]")?;
    plyground_files::write_text(Path::new(&file), Existing::Ours(tables.ours), &(tables.text)(&values, &provenance))?;
    Ok(())
}
