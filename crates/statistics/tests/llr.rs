//! Compares the log-likelihood ratio with independent computations: numerical maximisation of the likelihood, and the normal
//! approximation of fishtest.

use plyground_statistics::{EloModel, Pentanomial, Sprt, score_of_elo};

const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// Replacement of a count of 0 in fishtest.
const RARE: f64 = 1e-3;

/// Counts of published tests, with bounds in normalised Elo and the ratio to six digits, as fishtest prints it.
const PUBLISHED: [([u64; 5], f64, f64, f64); 5] = [
    ([39, 8843, 26675, 9240, 44], 0.5, 2.5, 2.941_675),
    ([379, 10170, 21828, 10640, 343], 0.0, 2.0, 2.945_495),
    ([14, 423, 1125, 414, 11], -5.0, 0.0, -0.033_063),
    ([10, 20, 30, 25, 15], 0.0, 5.0, 0.232_803),
    ([0, 1, 2, 3, 4], 0.0, 10.0, 0.280_467),
];

/// Returns the maximum of a unimodal function, by golden-section search.
fn maximum(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    let golden = 0.5 * (5.0_f64.sqrt() - 1.0);
    for _ in 0..90 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        if f(a) > f(b) {
            high = b;
        } else {
            low = a;
        }
    }
    f(0.5 * (low + high))
}

/// Returns the maximum log-likelihood with a given mean and, if it is fixed, second moment around that mean.
///
/// By Lagrange multipliers it is `sum c ln(c / n)` less the maximum over x and y of `sum c ln(1 + x d + y e)`, with the distances
/// d and e of each result from both moments. That sum is concave, so nested golden-section searches find its maximum.
fn most_likely(counts: &[f64; 5], mean: f64, variance: Option<f64>) -> f64 {
    let n: f64 = counts.iter().sum();
    let constant: f64 = counts.iter().map(|count| count * (count / n).ln()).sum();
    let value = |x: f64, y: f64| -> f64 {
        let term = |(count, share): (&f64, f64)| {
            let d = share - mean;
            let inside = 1.0 + x * d + y * variance.map_or(0.0, |variance| d * d - variance);
            if inside > 0.0 { count * inside.ln() } else { f64::NEG_INFINITY }
        };
        counts.iter().zip(SHARES).map(term).sum()
    };
    // This is the range of x in which all terms exist. If it is empty, the value decreases with the distance from a y that has
    // one.
    let over_x = |y: f64| {
        let bounds = SHARES.map(|share| {
            let d = share - mean;
            (d, -(1.0 + y * variance.map_or(0.0, |variance| d * d - variance)))
        });
        let low = bounds.iter().filter(|(d, _)| *d > 0.0).map(|(d, rest)| rest / d).fold(f64::NEG_INFINITY, f64::max);
        let high = bounds.iter().filter(|(d, _)| *d < 0.0).map(|(d, rest)| rest / d).fold(f64::INFINITY, f64::min);
        if low < high { maximum(low, high, |x| value(x, y)) } else { -1e9 * (low - high + 1.0) }
    };
    let best = if variance.is_some() { maximum(-40.0, 40.0, over_x) } else { over_x(0.0) };
    constant - best
}

/// Returns the ratio of two hypotheses, each a mean or an advantage in standard deviations of a pair.
fn ratio(counts: [u64; 5], model: EloModel, elo0: f64, elo1: f64) -> f64 {
    let counts = counts.map(|count| if count == 0 { RARE } else { count as f64 });
    let likelihood = |elo: f64| match model {
        EloModel::Logistic => most_likely(&counts, score_of_elo(elo), None),
        EloModel::Normalized if elo == 0.0 => most_likely(&counts, 0.5, None),
        EloModel::Normalized => {
            // The standard deviation of a game is sqrt 2 times that of a pair of games.
            let advantage = elo * 10_f64.ln() / 800.0 * 2.0_f64.sqrt();
            let mean_of = |deviation: f64| 0.5 + advantage * deviation;
            maximum(0.01, 0.499, |deviation| most_likely(&counts, mean_of(deviation), Some(deviation * deviation)))
        }
    };
    likelihood(elo1) - likelihood(elo0)
}

#[test]
fn published_ratios_are_reproduced_twice() {
    for (counts, elo0, elo1, expected) in PUBLISHED {
        let sprt = Sprt::new(elo0, elo1, EloModel::Normalized).unwrap();
        let found = sprt.llr(&Pentanomial::new(counts));
        assert!((found - expected).abs() < 1e-6, "{counts:?}: {found} instead of {expected}");
        let naive = ratio(counts, EloModel::Normalized, elo0, elo1);
        assert!((naive - expected).abs() < 2e-4, "{counts:?}: {naive} instead of {expected}");
    }
}

#[test]
fn logistic_ratios_are_those_of_the_likelihood() {
    for (counts, elo0, elo1, _) in PUBLISHED {
        let found = Sprt::new(elo0, elo1, EloModel::Logistic).unwrap().llr(&Pentanomial::new(counts));
        let naive = ratio(counts, EloModel::Logistic, elo0, elo1);
        assert!((found - naive).abs() < 1e-6, "{counts:?}: {found}, {naive}");
    }
}

/// Compares with fishtest's approximation for many pairs: `(s1 - s0) (2 mean - s0 - s1) n / (2 variance)`.
#[test]
fn logistic_ratios_of_many_pairs_are_nearly_normal() {
    for (counts, elo0, elo1, _) in &PUBLISHED[..3] {
        let n = counts.iter().sum::<u64>() as f64;
        let mean = counts.iter().zip(SHARES).map(|(&count, share)| count as f64 * share).sum::<f64>() / n;
        let variance =
            counts.iter().zip(SHARES).map(|(&count, share)| count as f64 * (share - mean).powi(2)).sum::<f64>() / n;
        let [zero, one] = [*elo0, *elo1].map(score_of_elo);
        let normal = (one - zero) * (2.0 * mean - zero - one) * n / (2.0 * variance);
        let found = Sprt::new(*elo0, *elo1, EloModel::Logistic).unwrap().llr(&Pentanomial::new(*counts));
        assert!((found - normal).abs() < 0.01 * normal.abs().max(0.1), "{counts:?}: {found}, {normal}");
    }
}
