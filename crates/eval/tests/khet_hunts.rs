//! Hunts for the pharaoh: lost positions of a side that is ahead by two pyramids or more, and by its own search.
//!
//! The positions come from games of `best-2`, whose evaluation has no tables; no table was fitted to these games. `cargo run
//! --release -p plyground-papers --example khet-hunts -- RECORDS` prints such positions.
#![allow(clippy::unwrap_used)]

use plyground_eval::khet::{Learned, Strong};
use plyground_game::{Evaluate, Position, Side};
use plyground_khet::{Khet, KhetRules};

/// Pairs of lines: `hunted` has a position whose side loses its pharaoh, `winning` one with the same lead whose side wins.
const HUNTS: &str = include_str!("khet-hunts.txt");

/// Returns the values of the positions of a kind for the side that is ahead.
fn values(kind: &str, evaluation: &impl Evaluate<Khet, Path = ()>) -> Vec<i32> {
    let value = |line: &str| {
        let (side, position) = line.split_once(' ').unwrap();
        let side = Side::ALL.into_iter().find(|&of| Khet::side_name(of) == side).unwrap();
        let pos = Khet::parse(position, &KhetRules::default()).unwrap();
        evaluation.evaluate(&pos, &(), side).value()
    };
    HUNTS.lines().filter_map(|line| line.strip_prefix(kind)?.strip_prefix(' ').map(value)).collect()
}

/// Returns the share of pairs in which the hunted side has the smaller value. Values that do not depend on the kind have 0.5.
fn discerned(hunted: &[i32], winning: &[i32]) -> f64 {
    let pairs = hunted.iter().flat_map(|hunted| winning.iter().map(move |winning| (hunted, winning)));
    let points: f64 = pairs.map(|(hunted, winning)| f64::from(1 + hunted.cmp(winning).reverse() as i8) / 2.0).sum();
    points / (hunted.len() * winning.len()) as f64
}

#[test]
fn learned_tables_see_danger_to_the_pharaoh() {
    let (strong, learned) = (Strong::default(), Learned::default());
    let of_strong = discerned(&values("hunted", &strong), &values("winning", &strong));
    let of_learned = discerned(&values("hunted", &learned), &values("winning", &learned));
    assert!(of_learned > of_strong + 0.05, "{of_strong:.3} {of_learned:.3}");
}
