//! Lines that the reports of a match and of a test on counts share: score, pairs and Elo.

use std::fmt;

use plyground_statistics::{Interval, Pentanomial};

/// Confidence level of all intervals.
pub(super) const CONFIDENCE: f64 = 0.95;

/// Writes the score, the pairs and Elo, one line each.
pub(super) fn write_evidence(f: &mut fmt::Formatter<'_>, pairs: &Pentanomial, confidence: f64) -> fmt::Result {
    let Some(score) = pairs.score() else {
        return writeln!(f, "score: unknown, because no pair is complete");
    };
    let Interval { low, high } = pairs.score_interval(confidence);
    writeln!(f, "score: {:.1}% [{:.1}, {:.1}]", 100.0 * score, 100.0 * low, 100.0 * high)?;
    let [ll, ld, even, wd, ww] = pairs.counts;
    writeln!(f, "pairs: LL {ll}, LD {ld}, DD or WL {even}, WD {wd}, WW {ww}")?;
    let elo = pairs.elo(confidence);
    if elo.value.is_some() {
        return writeln!(f, "Elo: {elo}; normalised {}", pairs.normalized_elo(confidence));
    }
    let done = if score == 0.0 { "lost" } else { "won" };
    let games = 2 * pairs.pairs();
    writeln!(f, "Elo: {elo}: all {games} games were {done}, so there is no estimate, and none of normalised Elo")
}
