//! The random draws of optimisers. A seed determines all of them, on every machine and with every number of threads.

use std::f64::consts::TAU;

use plyground_game::random;

/// A seeded random number generator.
#[derive(Clone, Debug)]
pub(crate) struct Random(random::Random);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(random::Random::new(seed))
    }

    /// Returns a uniform number in 0..1.
    pub(crate) fn fraction(&mut self) -> f64 {
        self.0.fraction()
    }

    /// Returns a uniform number between two numbers.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.fraction()
    }

    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.fraction() < probability
    }

    /// Returns 1 or -1.
    pub(crate) fn sign(&mut self) -> f64 {
        if self.chance(0.5) { 1.0 } else { -1.0 }
    }

    /// Returns a standard normal number by the Box-Muller transform. Logarithm and cosine come from `libm`, because
    /// those of `std` are the system's and differ in the last bit between systems.
    pub(crate) fn normal(&mut self) -> f64 {
        // 1 - fraction is never 0.
        let radius = (-2.0 * libm::log(1.0 - self.fraction())).sqrt();
        radius * libm::cos(TAU * self.fraction())
    }

    /// Returns a whole number next to `value`, rounded up or down at random so that the mean is `value`.
    pub(crate) fn round(&mut self, value: f64) -> f64 {
        let below = value.floor();
        if self.chance(value - below) { below + 1.0 } else { below }
    }

    /// Returns an index with a probability proportional to its weight. All indices are equally likely if no weight is
    /// positive.
    pub(crate) fn weighted(&mut self, weights: &[f64]) -> usize {
        let sum: f64 = weights.iter().sum();
        if sum <= 0.0 {
            return self.0.below(weights.len());
        }
        let mut rest = self.fraction() * sum;
        for (index, weight) in weights.iter().enumerate() {
            if rest < *weight {
                return index;
            }
            rest -= weight;
        }
        // Rounding may leave a remainder, which belongs to the last positive weight.
        weights.iter().rposition(|&weight| weight > 0.0).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs of optimisers are published with their seeds, so these draws must never change.
    #[test]
    fn normal_draws_never_change() {
        let mut random = Random::new(1);
        assert_eq!(
            [random.normal(), random.normal(), random.normal()],
            [1.902_754_323_108_286_2, 0.488_989_778_411_454_2, -2.070_116_160_170_958]
        );
    }

    #[test]
    fn means_and_spreads_are_right() {
        let mut random = Random::new(5);
        let draws: Vec<f64> = (0..20_000).map(|_| random.normal()).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let square = draws.iter().map(|draw| draw * draw).sum::<f64>() / draws.len() as f64;
        assert!(mean.abs() < 0.03 && (square - 1.0).abs() < 0.05, "{mean} {square}");
        let rounded = (0..20_000).map(|_| random.round(-1.25)).sum::<f64>() / 20_000.0;
        assert!((rounded + 1.25).abs() < 0.02, "{rounded}");
        assert!((0..100).all(|_| [-2.0, -1.0].contains(&random.round(-1.25))));
    }

    #[test]
    fn weights_decide_how_often() {
        let mut random = Random::new(1);
        let mut counts = [0; 3];
        for _ in 0..9_000 {
            counts[random.weighted(&[1.0, 0.0, 2.0])] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((2_800..3_200).contains(&counts[0]), "{counts:?}");
        let mut seen = [false; 2];
        for _ in 0..50 {
            seen[random.weighted(&[0.0, 0.0])] = true;
        }
        assert_eq!(seen, [true; 2]);
    }
}
