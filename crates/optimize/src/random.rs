//! The random choices of optimisers: a seed fixes them all, on every machine and for every number of threads.

use std::f64::consts::TAU;

use plyground_game::random;

/// A seeded source of numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random(random::Random);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(random::Random::new(seed))
    }

    /// Uniform in 0..1.
    pub(crate) fn fraction(&mut self) -> f64 {
        self.0.fraction()
    }

    /// Uniform between two numbers.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.fraction()
    }

    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.fraction() < probability
    }

    /// 1 or -1.
    pub(crate) fn sign(&mut self) -> f64 {
        if self.chance(0.5) { 1.0 } else { -1.0 }
    }

    /// Standard normal, by Box and Muller. Logarithm and cosine are `libm`'s, because those of `std` are the system's own, and
    /// systems differ in the last bit.
    pub(crate) fn normal(&mut self) -> f64 {
        // 1 - fraction is never 0.
        let radius = (-2.0 * libm::log(1.0 - self.fraction())).sqrt();
        radius * libm::cos(TAU * self.fraction())
    }

    /// A whole number next to `value`, above or below so that the mean is `value` itself.
    pub(crate) fn round(&mut self, value: f64) -> f64 {
        let below = value.floor();
        if self.chance(value - below) { below + 1.0 } else { below }
    }

    /// An index, each with a probability in proportion to its weight; all equally likely when no weight is above 0.
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
        // Rounding may leave a last bit: it belongs to the last weight that is above 0.
        weights.iter().rposition(|&weight| weight > 0.0).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As exact as the random draws themselves: a run of an optimiser is published with its seed.
    #[test]
    fn normal_lots_are_for_ever() {
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
