//! Learns the tables of `plyground_eval::kalah::Learned` from records of self-play: `kalah-tables FILE SHARE DECAY RECORDS...`.
//!
//! The arguments are those of `khet-tables`. The label is the result alone. The records come from `ply match kalah ... --out
//! RECORDS`; the shipped file names them.
#![allow(clippy::print_stdout, reason = "a program prints")]

mod common;

use std::sync::LazyLock;

use common::Tables;
use plyground_eval::kalah::{HouseTables, Strong};
use plyground_game::{Evaluate, Position, Side};
use plyground_kalah::Kalah;

static STRONG: LazyLock<Strong> = LazyLock::new(Strong::default);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    common::run(&Tables::<Kalah> {
        example: "kalah-tables",
        inputs: HouseTables::INPUTS,
        result_weight: 1.0,
        base: |pos| STRONG.evaluate(pos, &(), Side::First).value() as f32,
        visit: |pos, visit| {
            // Inputs count for the side to move.
            let sign = if pos.side_to_move() == Side::First { 1 } else { -1 };
            HouseTables::inputs(pos, |input| visit(input, sign));
        },
        text: |values, provenance| HouseTables::new(values).to_text(provenance),
        ours: b"game = \"kalah\"\nevaluation = \"learned\"",
    })
}
