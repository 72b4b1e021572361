//! Learns the tables of `plyground_eval::khet::Learned` from records of self-play: `khet-tables FILE SHARE DECAY RECORDS...`.
//!
//! `FILE` is written; it must not exist or be a file of tables. `SHARE` is the share of the learned weights that is added to
//! the evaluation, 0 to 1: matches decide it, because results of games overrate what is already known. `DECAY` pulls weights to
//! 0: the held-out games decide it. The records come from `ply match khet ... --out RECORDS`; the shipped file names them.
#![allow(clippy::print_stdout, reason = "a program prints")]

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

use plyground_arena::files::Existing;
use plyground_arena::read_records;
use plyground_eval::SparseFeatures as _;
use plyground_eval::khet::{PieceSquares, PieceTables, Strong};
use plyground_game::{Evaluate, Side};
use plyground_khet::Khet;
use plyground_optimize::learning::{
    FitOptions, Labels, PositionFilter, PositionLabel, Sample, Samples, fit, fit_scale, visit_game,
};
use plyground_play::{Start, State};

/// The weight of the result in a label; the rest is the search's score.
const RESULT_WEIGHT: f32 = 0.75;

fn main() -> Result<(), Box<dyn Error>> {
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
    let strong = Strong::default();
    let khet = Start::default().state::<Khet>()?;
    let position = |state: &dyn State| state.typed::<Khet>().expect("a game of Khet").position().clone();
    let base = |state: &dyn State| strong.evaluate(&position(state), &(), Side::First).value() as f32;
    let mut samples = Samples::new(PieceTables::inputs() + 1);
    let mut add = |state: &dyn State, PositionLabel { game, score, result, .. }| {
        samples.add(Sample { game, base: base(state), score, result });
        PieceSquares::visit(&position(state), |input, value| samples.add_input(input, value));
        // Red scores more than half of the points from the starting positions. This input absorbs that lead, so no piece does.
        samples.add_input(PieceTables::inputs(), 1);
    };
    let (mut games, mut sources) = (0, String::new());
    for path in arguments {
        let records = read_records(Path::new(&path))?;
        for record in &records {
            visit_game(record, &*khet, PositionFilter::Quiet, &mut add)?;
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
    let labels = Labels { result_weight: RESULT_WEIGHT, scale };
    let weights = fit(&samples, &labels, &options, |epoch| {
        println!(
            "epoch {}: loss {:.5}, {:.1}% of the variance explained, {:.1}% of that held out",
            epoch.number,
            epoch.loss,
            100.0 * epoch.explained,
            100.0 * epoch.held_out
        );
        true
    });
    let values: Vec<i16> =
        weights[..PieceTables::inputs()].iter().map(|weight| (weight * scale * share).round() as i16).collect();
    let mut provenance = String::new();
    writeln!(provenance, "source = \"cargo run --release -p plyground-papers --example khet-tables\"")?;
    writeln!(provenance, "share = {share}\ndecay = {decay}\nseed = {}\ngames = {games}", options.seed)?;
    writeln!(provenance, "positions = {}\nversion = \"{}\"", samples.len(), env!("CARGO_PKG_VERSION"))?;
    write!(provenance, "records = [\n{sources}]")?;
    let mut tables = PieceTables::new(&values).to_file();
    tables.provenance = provenance.parse()?;
    let text = tables.to_string();
    plyground_arena::files::write_text(
        Path::new(&file),
        Existing::Ours(b"game = \"khet\"\nevaluation = \"learned\""),
        &text,
    )?;
    Ok(())
}
