//! The two-layer whole-number network and the inputs of an arrangement that the networks of Tigers and Goats share.
//!
//! The inputs are the points of tigers and goats, every pair of a tiger and a goat, the points closed to the tigers, the open
//! goats, and the landing points of the tigers. Each network has further inputs before them.

use plyground_tigers::{PointSet, Tigers};

const POINTS: usize = 23;
// The first input of each kind. A kind has one input per point, except the pairs: one per pair of points.
const TIGERS_AT: usize = 0;
const GOATS_AT: usize = TIGERS_AT + POINTS;
const PAIRS_AT: usize = GOATS_AT + POINTS;
const CLOSED_AT: usize = PAIRS_AT + POINTS * POINTS;
const OPEN_AT: usize = CLOSED_AT + POINTS;
const LANDING_AT: usize = OPEN_AT + POINTS;

/// Number of inputs of an arrangement.
pub(super) const ARRANGEMENT: usize = LANDING_AT + POINTS;

/// Maximum number of active inputs: one before the arrangement, three tigers, each with up to 15 goats, these goats, and one per
/// point for the last three kinds. No two of these kinds share a point: a closed point is free and out of reach, a landing point
/// is free and in reach, and the point of an open goat is occupied.
pub(super) const MOST_ACTIVE: usize = 1 + 3 + 3 * 15 + 15 + POINTS;

/// Number of neurons in the first layer.
pub(super) const FIRST: usize = 64;
/// Number of neurons in the second layer.
pub(super) const SECOND: usize = 32;
/// The whole number that represents 1.
pub(super) const UNIT: i32 = 64;
/// The largest absolute value of a parameter, and the largest activation, in units of 1 / [`UNIT`].
pub(super) const MOST: i32 = 127;

/// Returns the number of parameters of a network: the weights of both layers and of the output, and the biases of the second
/// layer and of the output.
pub(super) const fn parameters(inputs: usize) -> usize {
    inputs * FIRST + SECOND * FIRST + 2 * SECOND + 1
}

/// Visits the active inputs of an arrangement, numbered from `first`. A position and its mirror image have the same inputs.
#[inline]
pub(super) fn visit_arrangement(pos: &Tigers, first: usize, mut visit: impl FnMut(usize)) {
    let sets = [pos.tigers(), pos.goats(), pos.closed_points(), pos.open_goats(), pos.landing_points()];
    let mirrored = [pos.tigers().mirrored(), pos.goats().mirrored()];
    // The position and its mirror image share the inputs of the one with the lower bits.
    let is_mirrored = mirrored.map(PointSet::bits) < [sets[0].bits(), sets[1].bits()];
    let [tigers, goats, closed, open, landing] = if is_mirrored { sets.map(PointSet::mirrored) } else { sets };
    for tiger in tigers {
        visit(first + TIGERS_AT + tiger.index());
        goats.into_iter().for_each(|goat| visit(first + PAIRS_AT + tiger.index() * POINTS + goat.index()));
    }
    for (at, set) in [(GOATS_AT, goats), (CLOSED_AT, closed), (OPEN_AT, open), (LANDING_AT, landing)] {
        set.into_iter().for_each(|point| visit(first + at + point.index()));
    }
}

/// A network in the layout of the search, with widened numbers: bytes would have to be widened at each leaf.
pub(super) struct Network {
    /// The weights of each input for the neurons of the first layer.
    inputs: Box<[[i16; FIRST]]>,
    /// The weights from each neuron of the first layer to the second, and the biases in units of 1 / [`UNIT`] squared.
    neurons: [[i16; SECOND]; FIRST],
    biases: [i32; SECOND],
    /// The weights of the output for the second layer, and its bias.
    output: [i32; SECOND],
    bias: i32,
}

impl Network {
    /// Reads one-byte parameters in units of 1 / [`UNIT`]: the first layer by inputs, the second layer by its neurons, the biases
    /// of the second layer, the output weights, and the output bias.
    ///
    /// # Panics
    /// If no network has this number of parameters.
    pub(super) fn read(bytes: &[u8]) -> Network {
        let inputs = (bytes.len() - parameters(0)) / FIRST;
        assert_eq!(bytes.len(), parameters(inputs), "parameters of no network");
        let mut parameters = bytes.iter().map(|&byte| byte.cast_signed());
        let mut next = || parameters.next().expect("their number was checked");
        let inputs = (0..inputs).map(|_| std::array::from_fn(|_| next().into())).collect();
        let mut neurons = [[0; SECOND]; FIRST];
        for neuron in 0..SECOND {
            for weights in &mut neurons {
                weights[neuron] = next().into();
            }
        }
        let biases = std::array::from_fn(|_| i32::from(next()) * UNIT);
        let output = std::array::from_fn(|_| next().into());
        Network { inputs, neurons, biases, output, bias: next().into() }
    }

    /// Returns the output for these active inputs in units of 1 / [`UNIT`] squared, from -524,256 to 524,256.
    // Not inlined: a caller may be compiled for size.
    #[must_use]
    pub(super) fn log_odds(&self, active: &[u16]) -> i32 {
        let mut sums = [0; FIRST];
        for &input in active {
            for (sum, weight) in sums.iter_mut().zip(&self.inputs[usize::from(input)]) {
                *sum += weight;
            }
        }
        let mut second = self.biases;
        // Most neurons of the first layer are inactive.
        for (&given, weights) in sums.iter().zip(&self.neurons).filter(|&(&given, _)| given > 0) {
            let given = i32::from(given).min(MOST) as i16;
            for (sum, &weight) in second.iter_mut().zip(weights) {
                *sum += i32::from(given) * i32::from(weight);
            }
        }
        let mut odds = self.bias * UNIT;
        for (sum, weight) in second.iter().zip(&self.output) {
            // Rounds to the nearest unit.
            odds += weight * ((sum + UNIT / 2) / UNIT).clamp(0, MOST);
        }
        odds
    }
}

/// Log-odds per step of a [`Logistic`], in units of 1 / [`UNIT`] squared.
const STEP: i32 = 8;
/// Steps of a [`Logistic`] on each side of 0: eight log-odds.
const STEPS: i32 = 8 * UNIT * UNIT / STEP;
/// The factor of the odds per step: the exponential function of `-STEP / UNIT^2`.
const STEP_ODDS: f64 = 0.9980487811074755;

/// A table of the logistic function times a number of points. Products and quotients are the same on every machine.
pub(super) struct Logistic(Vec<i16>);

impl Logistic {
    pub(super) fn new(worth: i16) -> Logistic {
        let odds = std::iter::successors(Some(1.0), |odds| Some(odds * STEP_ODDS)).take(STEPS as usize + 1);
        let low: Vec<i16> = odds.map(|odds| (f64::from(worth) * odds / (1.0 + odds)).round() as i16).collect();
        let high = low[1..].iter().map(|value| worth - value);
        Logistic(low.iter().rev().copied().chain(high).collect())
    }

    /// Returns the points of log-odds in units of 1 / [`UNIT`] squared.
    pub(super) fn of(&self, odds: i32) -> i32 {
        let step = (odds / STEP).clamp(-STEPS, STEPS);
        self.0[(step + STEPS) as usize].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_logistic_function() {
        for worth in [4_000, 32_000] {
            let table = Logistic::new(worth);
            for step in -STEPS..=STEPS {
                let odds = f64::from(step * STEP) / f64::from(UNIT * UNIT);
                let exact = f64::from(worth) / (1.0 + (-odds).exp());
                let found = f64::from(table.of(step * STEP));
                assert!((found - exact).abs() < 0.51, "{step}: {found} for {exact}");
            }
        }
    }
}
