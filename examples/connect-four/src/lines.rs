//! Evaluations of undecided positions.
//!
//! [`LineFeatures`] measures the position. `weights/lines.toml` contains the weight of each feature, and `connect-four tune`
//! improves them. [`Cells`] lists the stones, and `connect-four learn` fits the value of each stone by its cell.

use plyground::eval::{Bounds, FeatureInfo, Features, Linear, SparseFeatures, TableInfo};
use plyground::game::{Evaluate, Score, Side};

use crate::position::{ConnectFour, DIRECTIONS};

/// The sum of weight x feature.
pub type Lines = Linear<LineFeatures>;

/// Stones in the middle, open lines and threats.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineFeatures;

const WEIGHT: Bounds = Bounds::new(-100.0, 100.0, 2.0);

const fn info(name: &'static str, about: &'static str, unit: &'static str) -> FeatureInfo {
    FeatureInfo::new(name, about, unit, (-60, 60), WEIGHT)
}

impl Features for LineFeatures {
    type Game = ConnectFour;
    type Values = [i32; 4];

    const NAME: &'static str = "lines";
    const INFO: &'static [FeatureInfo] = &[
        info("centre", "own stones in the middle", "stones"),
        info("twos", "lines of four cells with two own stones and no other", "lines"),
        info("threats", "empty cells on which an own stone would make four", "cells"),
        info(
            "parity",
            "threats in rows that the other side has to fill first: odd rows for red, even ones for yellow",
            "cells",
        ),
    ];
    const DEFAULTS: &'static str = include_str!("../weights/lines.toml");

    fn measure(pos: &ConnectFour, side: Side) -> [i32; 4] {
        let (own, other) = (count(pos, side), count(pos, side.other()));
        std::array::from_fn(|feature| own[feature] - other[feature])
    }
}

/// Returns the features of one side.
fn count(pos: &ConnectFour, side: Side) -> [i32; 4] {
    let threats = threats(pos.of(side), pos.empty());
    // Rows 1, 3, 5 and 7, counted from 1.
    let odd_rows = 0x5555_5555_5555_5555;
    let good = threats & if side == Side::First { odd_rows } else { !odd_rows };
    let cells = [pos.of(side) & pos.board.centre(), threats, good].map(|cells| cells.count_ones() as i32);
    [cells[0], twos(pos, side), cells[1], cells[2]]
}

/// Returns the number of lines of four cells with exactly two stones of this side and none of the other.
fn twos(pos: &ConnectFour, side: Side) -> i32 {
    let four = |cells: u64, step| [0, 1, 2, 3].map(|place| cells >> (place * step));
    let lines = DIRECTIONS.map(|step| {
        let [a, b, c, d] = four(pos.of(side), step);
        // An even number that is neither 0 nor 4.
        let two = !(a ^ b ^ c ^ d) & (a | b | c | d) & !(a & b & c & d);
        let free = four(pos.of(side) | pos.empty(), step).into_iter().fold(u64::MAX, |all, cells| all & cells);
        (two & free).count_ones() as i32
    });
    lines.iter().sum()
}

/// Returns the empty cells on which one more of these stones makes four.
fn threats(stones: u64, empty: u64) -> u64 {
    let mut threats = 0;
    for step in DIRECTIONS {
        for gap in 0..4 {
            let before = (1..=gap).fold(u64::MAX, |all, far| all & stones << (far * step));
            let behind = (1..=3 - gap).fold(u64::MAX, |all, far| all & stones >> (far * step));
            threats |= empty & before & behind;
        }
    }
    threats
}

/// Counts the stones in the middle: an evaluation in one line, for comparisons.
#[derive(Clone, Copy, Debug, Default)]
pub struct Centre;

impl Evaluate<ConnectFour> for Centre {
    type Path = ();

    fn evaluate(&self, pos: &ConnectFour, (): &(), side: Side) -> Score {
        Score::new(LineFeatures::measure(pos, side)[0])
    }
}

/// Stones by cell, for tables that `connect-four learn` fits. Each side has its own table, because the first side needs other
/// cells.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cells;

impl SparseFeatures for Cells {
    type Game = ConnectFour;

    fn tables() -> Vec<TableInfo> {
        // One row per column of the largest board, from the left, with its cells from the bottom.
        ["red", "yellow"].map(|side| TableInfo::new(side, 8, 8)).into()
    }

    fn visit(pos: &ConnectFour, mut visit: impl FnMut(usize, i8)) {
        for (side, count) in [(Side::First, 1), (Side::Second, -1)] {
            let mut stones = pos.of(side);
            while stones != 0 {
                visit(64 * side.index() + stones.trailing_zeros() as usize, count);
                stones &= stones - 1;
            }
        }
    }
}
