//! Coverage and width of the interval of a score.
//!
//! Few pairs are enumerated: every result of a match, weighted with its probability. Many pairs are simulated. The interval of
//! Student's t, `mean +- t * deviation / sqrt(pairs)`, is measured on the same matches. It is the usual choice, but valid only
//! with many pairs of varied results.

use std::collections::BTreeMap;

use crate::distribution::student_quantile;
use crate::draws::uniform;
use crate::elo::Estimate;
use crate::interval::Interval;
use crate::likelihood::moments;
use crate::pentanomial::{PairResult, Pentanomial, normalized_elo_of};

/// Confidence level of the intervals.
const CONFIDENCE: f64 = 0.95;
/// Maximum number of pairs for which all results are enumerated; ten pairs have 1,001 results.
const MOST_ENUMERATED: u64 = 10;
/// Tolerance for rounding when an end of an interval equals the true score.
const ROUNDING: f64 = 1e-12;

/// Coverage of 95% intervals for one distribution of pairs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Coverage {
    /// Share of matches whose interval contains the expected score.
    share: f64,
    /// Mean width of the interval.
    width: f64,
    /// Share of matches whose Student's t interval contains the expected score.
    student_share: f64,
    /// Mean width of the Student's t interval.
    student_width: f64,
    /// Share of matches whose interval of normalised Elo contains the true one.
    normalized_share: f64,
}

/// Measures the intervals of matches of `pairs` pairs, whose five results have the probabilities `chances`.
///
/// The result is exact up to ten pairs. With more pairs, `matches` matches are simulated from draws of `uniform`, which are in
/// 0..1.
fn coverage(chances: [f64; 5], pairs: u64, matches: u32, mut uniform: impl FnMut() -> f64) -> Coverage {
    let (truth, normalized) = (moments(&chances).0, normalized_elo_of(&chances).expect("results vary"));
    let seen = if pairs <= MOST_ENUMERATED {
        enumerate(&chances, pairs)
    } else {
        draw(&chances, pairs, matches, &mut uniform)
    };
    let mut sum = Coverage::default();
    for (counts, weight) in seen {
        let results = Pentanomial::new(counts);
        let holds =
            |Interval { low, high }: Interval| f64::from(u8::from(low <= truth + ROUNDING && high >= truth - ROUNDING));
        let (ours, student) = (results.score_interval(CONFIDENCE), student_interval(&results));
        sum.share += weight * holds(ours);
        sum.width += weight * (ours.high - ours.low);
        sum.student_share += weight * holds(student);
        sum.student_width += weight * (student.high - student.low);
        let Estimate { low, high, .. } = results.normalized_elo(CONFIDENCE);
        let is_inside =
            low.is_none_or(|low| low <= normalized + ROUNDING) && high.is_none_or(|high| high >= normalized - ROUNDING);
        sum.normalized_share += weight * f64::from(u8::from(is_inside));
    }
    sum
}

/// Counts of the five results of a match.
type Counts = [u64; 5];

/// Returns all results with their probabilities.
fn enumerate(chances: &[f64; 5], pairs: u64) -> Vec<(Counts, f64)> {
    let ln_factorial = |count: u64| libm::lgamma(count as f64 + 1.0);
    let probability = |counts: Counts| {
        let of_one = |i: usize| match counts[i] {
            0 => 0.0,
            count => count as f64 * chances[i].ln() - ln_factorial(count),
        };
        (ln_factorial(pairs) + (0..5).map(of_one).sum::<f64>()).exp()
    };
    let mut found = Vec::new();
    for code in 0..(pairs + 1).pow(4) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|digit| code / (pairs + 1).pow(digit) % (pairs + 1));
        if let Some(rest) = pairs.checked_sub(a + b + c + d) {
            let counts = [a, b, c, d, rest];
            found.push((counts, probability(counts)));
        }
    }
    found.retain(|(_, probability)| *probability > 0.0);
    found
}

/// Returns simulated results with their shares of all matches.
fn draw(chances: &[f64; 5], pairs: u64, matches: u32, uniform: &mut impl FnMut() -> f64) -> Vec<(Counts, f64)> {
    let mut found: BTreeMap<Counts, f64> = BTreeMap::new();
    for _ in 0..matches {
        let mut results = Pentanomial::default();
        for _ in 0..pairs {
            results.add(drawn(chances, uniform()));
        }
        *found.entry(results.counts).or_default() += 1.0 / f64::from(matches);
    }
    found.into_iter().collect()
}

/// Returns the result at `point` in 0..1, by inversion of the cumulative distribution.
pub(crate) fn drawn(chances: &[f64; 5], mut point: f64) -> PairResult {
    for (chance, result) in chances.iter().zip(PairResult::ALL) {
        if point < *chance {
            return result;
        }
        point -= chance;
    }
    PairResult::WinWin
}

/// Returns the Student's t interval, clipped to 0..=1.
fn student_interval(results: &Pentanomial) -> Interval {
    let pairs = results.pairs() as f64;
    if pairs < 2.0 {
        return Interval::EVERYTHING;
    }
    let (mean, variance) = results.mean_and_variance();
    let half = student_quantile(pairs - 1.0, 0.5 + 0.5 * CONFIDENCE) * (variance / (pairs - 1.0)).sqrt();
    Interval { low: (mean - half).max(0.0), high: (mean + half).min(1.0) }
}

/// Names and probabilities of the five results.
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

#[test]
fn ninety_five_percent_of_intervals_of_few_pairs_cover_the_true_score() {
    for (name, chances) in DISTRIBUTIONS {
        for pairs in [1, 2, 3, 4, 5, 7, 10] {
            let found = coverage(chances, pairs, 0, || unreachable!("few pairs are enumerated"));
            assert!(found.share >= 0.95, "{name}, {pairs} pairs: {found:?}");
        }
    }
}

#[test]
fn ninety_four_percent_of_intervals_of_many_pairs_cover_the_true_score() {
    for (name, chances) in DISTRIBUTIONS {
        for (pairs, matches) in [(30, 3_000), (100, 2_000), (1_000, 600)] {
            let found = coverage(chances, pairs, matches, uniform(pairs));
            assert!(found.share >= 0.94, "{name}, {pairs} pairs: {found:?}");
        }
    }
}

/// The deviation of each end is that of its own distribution; with the observed deviation, 5 to 90% of the intervals of a far
/// stronger player covered the true value.
#[test]
fn intervals_of_normalised_elo_cover_it_far_from_equality() {
    for (name, chances) in DISTRIBUTIONS {
        for pairs in [2, 3, 5, 7] {
            let found = coverage(chances, pairs, 0, || unreachable!("few pairs are enumerated"));
            assert!(found.normalized_share >= 0.95, "{name}, {pairs} pairs: {found:?}");
        }
        for (pairs, matches) in [(30, 3_000), (100, 2_000), (1_000, 600)] {
            let found = coverage(chances, pairs, matches, uniform(pairs));
            assert!(found.normalized_share >= 0.925, "{name}, {pairs} pairs: {found:?}");
        }
    }
}

/// If Student's interval is valid, this one is hardly wider.
#[test]
fn intervals_are_as_narrow_as_students_where_that_is_sound() {
    for (name, chances) in DISTRIBUTIONS.into_iter().take(6) {
        for (pairs, most) in [(30, 1.06), (100, 1.03), (1_000, 1.02)] {
            // If nearly all pairs are even, a few pairs do not reveal the variance.
            if chances[2] > 0.9 {
                continue;
            }
            let found = coverage(chances, pairs, 500, uniform(pairs));
            assert!(found.width < most * found.student_width, "{name}, {pairs} pairs: {found:?}");
        }
    }
    let pairs = coverage(DISTRIBUTIONS[2].1, 1_000, 500, uniform(1));
    assert!(pairs.width < 1.08 * pairs.student_width, "{pairs:?}");
}

#[test]
fn probabilities_of_all_results_add_up() {
    for (_, chances) in DISTRIBUTIONS {
        let all = enumerate(&chances, 7);
        assert!((all.iter().map(|(_, probability)| probability).sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(all.iter().all(|(counts, _)| counts.iter().sum::<u64>() == 7));
    }
}

#[test]
fn simulation_and_enumeration_agree() {
    let chances = DISTRIBUTIONS[5].1;
    let drawn = draw(&chances, 2, 20_000, &mut uniform(5));
    for (counts, probability) in enumerate(&chances, 2) {
        let share = drawn.iter().find(|(other, _)| *other == counts).map_or(0.0, |(_, share)| *share);
        assert!((share - probability).abs() < 0.015, "{counts:?}: {share} {probability}");
    }
}

/// Prints the table of which `docs/statistics.md` shows a part.
#[test]
#[ignore = "it prints a table for people: `cargo xtask long`"]
fn table_of_coverage() {
    println!(
        "| distribution of pairs | pairs | coverage | by Student's t | width | Student's width | normalised Elo |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for (name, chances) in DISTRIBUTIONS {
        for pairs in [2, 3, 5, 10, 30, 100, 1_000] {
            let Coverage { share, width, student_share, student_width, normalized_share } =
                coverage(chances, pairs, 5_000, uniform(pairs));
            let [share, student_share, normalized] =
                [share, student_share, normalized_share].map(|share| 100.0 * share);
            println!(
                "| {name} | {pairs} | {share:.1}% | {student_share:.1}% | {width:.3} | {student_width:.3} | {normalized:.1}% |"
            );
        }
    }
}
