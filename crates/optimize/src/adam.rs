//! Adam \[Kingma2015\], with the constants of its paper.

/// The state of Adam: `f32` for the many weights of tables and networks, `f64` for those of a regression.
///
/// ```
/// use plyground_optimize::Adam;
///
/// // The smallest value of (x - 3)^2.
/// let (mut x, mut adam) = ([0.0_f32], Adam::<f32>::new(1));
/// for _ in 0..500 {
///     let slope = 2.0 * (x[0] - 3.0);
///     adam.step(x.iter_mut().map(|x| (x, slope, 0.05)));
/// }
/// assert!((x[0] - 3.0).abs() < 0.01);
/// ```
#[derive(Clone, Debug)]
pub struct Adam<F> {
    /// Number of steps so far.
    pub(crate) steps: i32,
    /// The means of each weight's slopes and of their squares.
    moments: Vec<(F, F)>,
}

/// Implements Adam for a type of numbers. `$least` is added to each divisor.
macro_rules! adam {
    ($number:ty, $least:literal, $power:expr) => {
        impl Adam<$number> {
            /// Returns the state for this number of weights, before the first step.
            #[must_use]
            pub fn new(weights: usize) -> Self {
                Adam { steps: 0, moments: vec![(0.0, 0.0); weights] }
            }

            /// Changes all weights. Each comes with the slope of what decreases, and its step size.
            pub fn step<'a>(&mut self, weights: impl Iterator<Item = (&'a mut $number, $number, $number)>) {
                const MEAN: $number = 0.9;
                const SQUARE: $number = 0.999;
                self.steps += 1;
                let [mean_bias, square_bias] = [MEAN, SQUARE].map(|rest| 1.0 - $power(rest, self.steps));
                for ((weight, slope, rate), (mean, square)) in weights.zip(&mut self.moments) {
                    *mean = MEAN * *mean + (1.0 - MEAN) * slope;
                    *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
                    // A square root is exact on every machine.
                    *weight -= rate * (*mean / mean_bias) / ((*square / square_bias).sqrt() + $least);
                }
            }
        }
    };
}

adam!(f32, 1e-8, |base, steps: i32| libm::powf(base, steps as f32));
adam!(f64, 1e-12, f64::powi);
