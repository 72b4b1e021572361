//! Prints the coverage and the width of the 95% interval of a score, compared with the interval of Student's t.
//!
//! ```text
//! cargo run --release -p plyground-statistics --example coverage [MATCHES]
//! ```
//!
//! Up to 10 pairs, the results are enumerated. With more pairs, MATCHES matches (5,000 by default) are simulated per cell.

#![allow(clippy::print_stdout, reason = "a program prints")]

use plyground_statistics::coverage;

/// Names, and probabilities of two losses, loss and draw, even, win and draw, two wins.
const DISTRIBUTIONS: [(&str, [f64; 5]); 10] = [
    ("independent games of equals", [0.0625, 0.25, 0.375, 0.25, 0.0625]),
    ("pairs won or lost as one", [0.45, 0.02, 0.06, 0.02, 0.45]),
    ("openings decide", [0.01, 0.02, 0.94, 0.02, 0.01]),
    ("mostly draws", [0.005, 0.04, 0.91, 0.04, 0.005]),
    ("all results alike", [0.2; 5]),
    ("stronger", [0.05, 0.1, 0.2, 0.3, 0.35]),
    ("draws and rare defeats", [0.03, 0.0, 0.92, 0.05, 0.0]),
    ("won but for rare defeats", [0.02, 0.0, 0.0, 0.08, 0.9]),
    ("99% of the points", [0.0, 0.0, 0.01, 0.02, 0.97]),
    ("rare blowouts", [0.01, 0.0, 0.0, 0.0, 0.99]),
];
const PAIRS: [u64; 7] = [2, 3, 5, 10, 30, 100, 1_000];

/// SplitMix64 \[Steele2014\], a source of numbers in 0..1.
fn uniform(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let matches = std::env::args().nth(1).map_or(Ok(5_000), |text| text.parse())?;
    println!("| distribution of pairs | pairs | coverage | by Student's t | width | Student's width |");
    println!("|---|---:|---:|---:|---:|---:|");
    for (name, chances) in DISTRIBUTIONS {
        for pairs in PAIRS {
            let found = coverage(chances, pairs, matches, uniform(pairs));
            println!(
                "| {name} | {pairs} | {:.1}% | {:.1}% | {:.3} | {:.3} |",
                100.0 * found.share,
                100.0 * found.student_share,
                found.width,
                found.student_width
            );
        }
    }
    Ok(())
}
