//! Brownian motion between two bounds, which approximates the path of a log-likelihood ratio.
//!
//! A walk starts at 0, drifts, and stops at the first bound that it reaches. For short times its probabilities are a sum over
//! mirror images of the start; for long times they are a Fourier series \[Borodin2002\]. Each converges where the other does not.

use std::f64::consts::PI;

use crate::distribution::ln_normal_cdf;

/// Walk that stops at the bounds `lower` < 0 < `upper`.
///
/// ```
/// use plyground_statistics::Brownian;
///
/// let walk = Brownian { lower: -3.0, upper: 3.0, drift: 0.0, deviation: 1.0 };
/// assert!((walk.chance_of_worse(5.0, 0.0) - 0.5).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Brownian {
    /// Lower bound.
    pub lower: f64,
    /// Upper bound.
    pub upper: f64,
    /// Mean change per unit of time.
    pub drift: f64,
    /// Standard deviation after a unit of time; positive.
    pub deviation: f64,
}

impl Brownian {
    /// Returns the probability of a worse end than `at` at `time`: stopped at the lower bound earlier, or running and lower. An
    /// end at the upper bound is better, the earlier it comes.
    #[must_use]
    pub fn chance_of_worse(&self, time: f64, at: f64) -> f64 {
        if at >= self.upper {
            return (1.0 - self.mirrored().chance_of_stopping_below(time)).clamp(0.0, 1.0);
        }
        let stopped = self.chance_of_stopping_below(time);
        if at <= self.lower { stopped } else { (stopped + self.chance_of_running_below(time, at)).clamp(0.0, 1.0) }
    }

    fn mirrored(&self) -> Brownian {
        Brownian { lower: -self.upper, upper: -self.lower, drift: -self.drift, ..*self }
    }

    /// Returns time, start and drift of the same walk with deviation 1 between the bounds 0 and 1.
    fn scaled(&self, time: f64) -> (f64, f64, f64) {
        let width = self.upper - self.lower;
        let time = time * (self.deviation / width).powi(2);
        (time, -self.lower / width, self.drift * width / self.deviation.powi(2))
    }

    /// Returns the probability that the walk has stopped at the lower bound by `time`.
    fn chance_of_stopping_below(&self, time: f64) -> f64 {
        let (time, start, drift) = self.scaled(time);
        if time <= 0.0 {
            return 0.0;
        }
        let root = time.sqrt();
        if time < 0.5 {
            // First passages through 0 of the walk and of its mirror images, at distances start + 2k.
            let mut sum = 0.0;
            for k in -12..=12_i32 {
                let distance = start + 2.0 * f64::from(k);
                let away = distance.abs();
                sum += distance.signum()
                    * (scaled_cdf(-drift * (away + start), (drift * time - away) / root)
                        + scaled_cdf(drift * (away - start), (-drift * time - away) / root));
            }
            return sum.clamp(0.0, 1.0);
        }
        // The probability of ever stopping below, minus that of stopping there after `time`.
        let ever = if drift.abs() < 1e-9 {
            1.0 - start
        } else if drift > 0.0 {
            // In this form of exp(-2 drift start) (1 - exp(-2 drift (1 - start))) / (1 - exp(-2 drift)), nothing overflows.
            (-2.0 * drift * start).exp() * (-2.0 * drift * (1.0 - start)).exp_m1() / (-2.0 * drift).exp_m1()
        } else {
            (2.0 * drift * (1.0 - start)).exp_m1() / (2.0 * drift).exp_m1()
        };
        let later: f64 = (1..=40)
            .map(f64::from)
            .map(|n| {
                let rate = 0.5 * (n * n * PI * PI + drift * drift);
                n * PI * (n * PI * start).sin() / rate * (-rate * time - drift * start).exp()
            })
            .sum();
        (ever - later).clamp(0.0, 1.0)
    }

    /// Returns the probability that the walk is still running at `time`, below `at`.
    fn chance_of_running_below(&self, time: f64, at: f64) -> f64 {
        let place = (at - self.lower) / (self.upper - self.lower);
        let (time, start, drift) = self.scaled(time);
        if time <= 0.0 {
            return if place > start { 1.0 } else { 0.0 };
        }
        let root = time.sqrt();
        if time < 0.5 {
            let mut sum = 0.0;
            for k in -12..=12_i32 {
                for (image, sign) in [(start + 2.0 * f64::from(k), 1.0), (-start + 2.0 * f64::from(k), -1.0)] {
                    let exponent = drift * (image - start);
                    let z = |x: f64| (x - image - drift * time) / root;
                    sum += sign * scaled_between(exponent, z(0.0), z(place));
                }
            }
            return sum.clamp(0.0, 1.0);
        }
        let sum: f64 = (1..=40)
            .map(f64::from)
            .map(|n| {
                let (sin, cos) = (n * PI * place).sin_cos();
                let rate = 0.5 * (n * n * PI * PI + drift * drift);
                // The integral of exp(drift x) sin(n pi x) from 0 to the place, times exp(-rate time - drift start).
                let upper = (drift * (place - start) - rate * time).exp() * (drift * sin - n * PI * cos);
                let lower = (-drift * start - rate * time).exp() * -(n * PI);
                2.0 * (n * PI * start).sin() * (upper - lower) / (drift * drift + n * n * PI * PI)
            })
            .sum();
        sum.clamp(0.0, 1.0)
    }
}

/// Returns exp(`exponent`) times the normal distribution function at `z`. One factor may be huge while the other is tiny.
fn scaled_cdf(exponent: f64, z: f64) -> f64 {
    (exponent + ln_normal_cdf(z)).exp()
}

/// Returns exp(`exponent`) times the probability of a value between `low` and `high`, from the tail without cancellation.
fn scaled_between(exponent: f64, low: f64, high: f64) -> f64 {
    if low > 0.0 {
        scaled_cdf(exponent, -low) - scaled_cdf(exponent, -high)
    } else {
        scaled_cdf(exponent, high) - scaled_cdf(exponent, low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::uniform;

    fn walks() -> impl Iterator<Item = Brownian> {
        [(-3.0, 3.0), (-2.9, 4.0), (-0.5, 6.0)].into_iter().flat_map(|(lower, upper)| {
            [-2.0, -0.3, 0.0, 0.7, 3.0].map(|drift| Brownian { lower, upper, drift, deviation: 1.5 })
        })
    }

    #[test]
    fn a_walk_begins_at_its_start() {
        for walk in walks() {
            let below = [-0.1, 0.0, 0.1].map(|at| walk.chance_of_running_below(0.0, at));
            assert_eq!(below, [0.0, 0.0, 1.0], "{walk:?}");
        }
    }

    #[test]
    fn both_series_meet() {
        for walk in walks() {
            let width = (walk.upper - walk.lower) / walk.deviation;
            let time = 0.5 * width * width;
            for at in [walk.lower, -0.2, 1.0, walk.upper] {
                let (before, after) = (walk.chance_of_worse(time * (1.0 - 1e-12), at), walk.chance_of_worse(time, at));
                assert!((before - after).abs() < 1e-9, "{walk:?} at {at}: {before} {after}");
            }
        }
    }

    #[test]
    fn all_chances_add_up() {
        for walk in walks() {
            for time in [0.01, 0.3, 1.0, 4.0, 30.0] {
                let below = walk.chance_of_stopping_below(time);
                let above = walk.mirrored().chance_of_stopping_below(time);
                let running = walk.chance_of_running_below(time, walk.upper);
                assert!((below + above + running - 1.0).abs() < 1e-8, "{walk:?} {time}: {below} {running} {above}");
            }
        }
    }

    #[test]
    fn strong_drifts_are_stable() {
        for drift in [-400.0, -40.0, 40.0, 400.0] {
            let walk = Brownian { lower: -3.0, upper: 3.0, drift, deviation: 1.0 };
            for time in [1e-4, 0.01, 1.0, 100.0] {
                let worse = walk.chance_of_worse(time, 1.0);
                assert!((0.0..=1.0).contains(&worse), "{walk:?} {time}: {worse}");
            }
            let end = walk.chance_of_worse(100.0, 1.0);
            assert!((end - if drift > 0.0 { 0.0 } else { 1.0 }).abs() < 1e-9);
        }
    }

    #[test]
    fn simulated_walks_agree() {
        let walk = Brownian { lower: -1.0, upper: 1.5, drift: 0.4, deviation: 1.0 };
        let (time, at, steps, runs) = (0.8, 0.3, 400, 20_000);
        let mut uniform = uniform(3);
        let step = time / f64::from(steps);
        // Discrete steps cross a bound late, by 0.5826 deviations of a step (Chernoff's correction).
        let margin = 0.5826 * step.sqrt();
        let mut worse = 0;
        for _ in 0..runs {
            let mut place = 0.0;
            for _ in 0..steps {
                let coin = if uniform() < 0.5 { 1.0 } else { -1.0 };
                place += walk.drift * step + coin * step.sqrt();
                if place <= walk.lower + margin || place >= walk.upper - margin {
                    break;
                }
            }
            worse += i32::from(place < at);
        }
        let found = f64::from(worse) / f64::from(runs);
        let expected = walk.chance_of_worse(time, at);
        assert!((found - expected).abs() < 0.02, "{found} {expected}");
    }
}
