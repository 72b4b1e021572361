//! Learns the tables of `plyground_eval::khet::Learned` from records of self-play: `khet-tables FILE SHARE DECAY RECORDS...`.
//!
//! `FILE` is written; it must not exist or be a file of tables. `SHARE` is the share of the learned weights that is added to
//! the evaluation, 0 to 1: matches decide it, because results of games overrate what is already known. `DECAY` pulls weights to
//! 0: the held-out games decide it. The records come from `ply match khet ... --out RECORDS`; the shipped file names them.
#![allow(clippy::print_stdout, reason = "a program prints")]

mod common;

use std::sync::LazyLock;

use common::Tables;
use plyground_eval::khet::{PieceTables, Strong};
use plyground_game::{Evaluate, Side};
use plyground_khet::Khet;

static STRONG: LazyLock<Strong> = LazyLock::new(Strong::default);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    common::run(&Tables::<Khet> {
        example: "khet-tables",
        inputs: PieceTables::INPUTS,
        result_weight: 0.75,
        base: |pos| STRONG.evaluate(pos, &(), Side::First).value() as f32,
        visit: |pos, visit| PieceTables::inputs(pos, |input, sign| visit(input, sign as i8)),
        text: |values, provenance| PieceTables::new(values).to_text(provenance),
        ours: b"game = \"khet\"\nevaluation = \"learned\"",
    })
}
