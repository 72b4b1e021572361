//! A small network over sparse inputs, learned from self-play, on top of another evaluation.
//!
//! The network has two layers. The hidden layer has two vectors of neurons, one for each side, and they share their weights:
//! an input that counts for the first side adds its row of `own` to the vector of the first side and its row of `other` to that
//! of the second; an input that counts against the first side exchanges the two. A neuron is clipped to 0 and 1 (clipped ReLU).
//! The value is the sum of `output` times the difference of the two vectors, so exchanging the sides changes its sign. One more
//! input, the last, belongs to the side to move.
//!
//! All numbers are whole numbers of 16 bits. An activation of 1 is [`Network::ONE`], sums saturate, and the value is divided by
//! `divisor` at the end, so that one file gives the same values on every machine.

use std::sync::Arc;

use plyground_game::Side;
use thiserror::Error;

use crate::weights::{NETWORK, TableInfo, WeightError, WeightFile};

/// The reason why parameters are not a network.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The number of parameters matches no number of neurons.
    #[error(
        "{found} numbers for {inputs} inputs, expected those of 8 to {} neurons, in steps of 8",
        Network::MOST_HIDDEN
    )]
    Size {
        /// Number of inputs.
        inputs: usize,
        /// Number of parameters.
        found: usize,
    },
    /// The divisor is not positive.
    #[error("`divisor` is {0}, expected 1 to {max}", max = i16::MAX)]
    Divisor(i16),
}

/// A two-layer network with whole-number parameters.
///
/// ```
/// use plyground_eval::Network;
/// use plyground_game::Side;
///
/// // One input and 8 neurons of which one is used: an input of the first side is worth 5.
/// let mut values = vec![0; Network::values_of(1, 8)];
/// values[0] = Network::ONE; // own, input 0, neuron 0
/// values[2 * 2 * 8 + 8] = 5; // output, neuron 0
/// values[Network::values_of(1, 8) - 1] = Network::ONE; // divisor
/// let network = Network::new(1, &values)?;
/// assert_eq!(network.value(Side::First, |sums| sums.add(0, 1)), 5);
/// assert_eq!(network.value(Side::Second, |sums| sums.add(0, -1)), -5);
/// # Ok::<(), plyground_eval::NetworkError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    inputs: usize,
    hidden: usize,
    values: Arc<[i16]>,
    /// For each input its row of `own`, then its row of `other`.
    rows: Arc<[i16]>,
}

/// The sums of the neurons for both sides, while the active inputs of a position are added.
pub struct NetworkSums<'a> {
    network: &'a Network,
    /// The sums of the first side, then those of the second.
    sums: [i16; 2 * Network::MOST_HIDDEN],
}

/// Size of a group of neurons, which a compiler turns into one vector instruction.
const GROUP: usize = 8;

impl Network {
    /// Name of the evaluation in network files.
    pub const NAME: &'static str = NETWORK;
    /// The whole number that represents an activation of 1.
    pub const ONE: i16 = 256;
    /// Maximum number of neurons of a side. With this limit, no sum of activations times weights overflows 32 bits.
    pub const MOST_HIDDEN: usize = 128;

    /// Returns the number of parameters of a network with this many inputs, without the side to move, and neurons per side.
    #[must_use]
    pub const fn values_of(inputs: usize, hidden: usize) -> usize {
        2 * (inputs + 1) * hidden + 2 * hidden + 1
    }

    /// Returns the network with these parameters: the rows of `own` for each input and for the side to move, those of `other`,
    /// `bias`, `output` and `divisor`.
    ///
    /// # Errors
    /// If no number of neurons has this many parameters, or the divisor is not positive.
    pub fn new(inputs: usize, values: &[i16]) -> Result<Network, NetworkError> {
        let hidden = values.len().saturating_sub(1) / (2 * inputs + 4);
        if !Network::is_hidden(hidden) || values.len() != Network::values_of(inputs, hidden) {
            return Err(NetworkError::Size { inputs, found: values.len() });
        }
        let divisor = values[values.len() - 1];
        if divisor < 1 {
            return Err(NetworkError::Divisor(divisor));
        }
        let (own, rest) = values.split_at((inputs + 1) * hidden);
        let rows = own.chunks_exact(hidden).zip(rest.chunks_exact(hidden));
        let rows = rows.flat_map(|(own, other)| own.iter().chain(other)).copied().collect();
        Ok(Network { inputs, hidden, values: values.into(), rows })
    }

    /// Returns the parameters of a network whose value is 0 everywhere.
    ///
    /// # Panics
    /// If the number of neurons is not a multiple of 8 from 8 to [`Network::MOST_HIDDEN`].
    #[must_use]
    pub fn zeros(inputs: usize, hidden: usize) -> Vec<i16> {
        assert!(Network::is_hidden(hidden), "{hidden} neurons");
        let mut values = vec![0; Network::values_of(inputs, hidden)];
        *values.last_mut().expect("there is a divisor") = 1;
        values
    }

    /// Returns whether a network can have this many neurons per side.
    #[must_use]
    pub const fn is_hidden(hidden: usize) -> bool {
        hidden.is_multiple_of(GROUP) && hidden >= GROUP && hidden <= Network::MOST_HIDDEN
    }

    /// Returns the number of inputs, without the side to move.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Returns the number of neurons of a side.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Returns all parameters, in the order of [`Network::new`].
    #[must_use]
    pub fn values(&self) -> &[i16] {
        &self.values
    }

    /// Returns the value of a position for the first side. `visit` adds the active inputs; `mover` is the side to move.
    #[inline]
    #[must_use]
    pub fn value(&self, mover: Side, visit: impl FnOnce(&mut NetworkSums<'_>)) -> i32 {
        let mut sums = NetworkSums { network: self, sums: [0; 2 * Network::MOST_HIDDEN] };
        let bias = &self.values[2 * (self.inputs + 1) * self.hidden..][..self.hidden];
        sums.sums[..self.hidden].copy_from_slice(bias);
        sums.sums[self.hidden..2 * self.hidden].copy_from_slice(bias);
        visit(&mut sums);
        sums.add_row(self.inputs, if mover == Side::First { 1 } else { -1 });
        sums.value()
    }

    /// Returns the network of a weight file.
    ///
    /// # Errors
    /// If the file is for another evaluation, or a table is missing, unknown or of another size.
    pub fn from_file(file: &WeightFile) -> Result<Network, WeightError> {
        let table = |name: &str| file.tables.iter().find(|table| table.name == name);
        let rows = table("own").map_or(0, |table| table.rows.len());
        let hidden = table("bias").and_then(|table| table.rows.first()).map_or(0, Vec::len);
        let values = file.tables_of(&file.game, Network::NAME, &Network::tables(rows.max(2), hidden))?;
        let line = |name: &str| table(name).map_or(1, |table| table.line);
        if !Network::is_hidden(hidden) {
            let message = format!(
                "`bias` has {hidden} numbers, expected a multiple of {GROUP} from {GROUP} to {}",
                Network::MOST_HIDDEN
            );
            return Err(file.fault(line("bias"), message));
        }
        Network::new(rows - 1, &values).map_err(|error| file.fault(line("divisor"), error.to_string()))
    }

    /// Returns a weight file with this network, without provenance: it adds to the evaluation `base`, and its inputs are those
    /// of the evaluation `inputs`, or `planes`.
    #[must_use]
    pub fn to_file(&self, game: &str, base: &str, inputs: &str) -> WeightFile {
        let tables = Network::tables(self.inputs + 1, self.hidden);
        let mut file = WeightFile::of_tables(game, Network::NAME, tables, &self.values);
        (file.base, file.inputs) = (Some(base.to_owned()), Some(inputs.to_owned()));
        file
    }

    fn tables(rows: usize, hidden: usize) -> [TableInfo; 5] {
        [
            TableInfo::new("own", rows, hidden),
            TableInfo::new("other", rows, hidden),
            TableInfo::new("bias", 1, hidden),
            TableInfo::new("output", 1, hidden),
            TableInfo::new("divisor", 1, 1),
        ]
    }
}

plyground_game::impl_debug!(Network { inputs, hidden });
plyground_game::impl_debug!(NetworkSums { network } for [] NetworkSums<'_>);

impl NetworkSums<'_> {
    /// Adds an active input with its count for the first side.
    ///
    /// # Panics
    /// If the network has no such input.
    #[inline]
    pub fn add(&mut self, input: usize, count: i8) {
        assert!(input < self.network.inputs, "input {input} of {}", self.network.inputs);
        self.add_row(input, count);
    }

    #[inline]
    fn add_row(&mut self, input: usize, count: i8) {
        let hidden = self.network.hidden;
        let row = &self.network.rows[2 * hidden * input..2 * hidden * (input + 1)];
        let (own, other) = row.split_at(hidden);
        let (own, other) = if count < 0 { (other, own) } else { (own, other) };
        let (first, second) = self.sums[..2 * hidden].split_at_mut(hidden);
        match count.unsigned_abs() {
            1 => {
                add(first, own);
                add(second, other);
            }
            times => {
                add_times(first, own, times);
                add_times(second, other, times);
            }
        }
    }

    #[inline]
    fn value(&self) -> i32 {
        let Network { inputs, hidden, values, .. } = self.network;
        let output = &values[2 * (inputs + 1) * hidden + hidden..][..*hidden];
        let (first, second) = self.sums[..2 * hidden].split_at(*hidden);
        let mut lanes = [0_i32; GROUP];
        let groups = first.chunks_exact(GROUP).zip(second.chunks_exact(GROUP)).zip(output.chunks_exact(GROUP));
        for ((first, second), output) in groups {
            for (lane, ((&first, &second), &weight)) in lanes.iter_mut().zip(first.iter().zip(second).zip(output)) {
                // The absolute value is at most ONE, so the product of two 16-bit numbers fits.
                let difference = first.clamp(0, Network::ONE) - second.clamp(0, Network::ONE);
                *lane += i32::from(difference) * i32::from(weight);
            }
        }
        lanes.iter().sum::<i32>() / i32::from(values[values.len() - 1])
    }
}

/// Adds a row to sums.
#[inline]
fn add(sums: &mut [i16], row: &[i16]) {
    for (sums, row) in sums.chunks_exact_mut(GROUP).zip(row.chunks_exact(GROUP)) {
        for (sum, &weight) in sums.iter_mut().zip(row) {
            *sum = sum.saturating_add(weight);
        }
    }
}

/// Adds a row to sums `times` times.
#[inline]
fn add_times(sums: &mut [i16], row: &[i16], times: u8) {
    for (sums, row) in sums.chunks_exact_mut(GROUP).zip(row.chunks_exact(GROUP)) {
        for (sum, &weight) in sums.iter_mut().zip(row) {
            let exact = i32::from(*sum) + i32::from(times) * i32::from(weight);
            *sum = exact.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a network of three inputs with different parameters everywhere.
    fn network() -> Network {
        let count = Network::values_of(3, 16) as i32;
        let mut values: Vec<i16> = (0..count).map(|place| ((place * 7_919) % 301 - 150) as i16).collect();
        *values.last_mut().unwrap() = 64;
        Network::new(3, &values).unwrap()
    }

    /// Returns the value by its definition, without overflow limits.
    fn plain(network: &Network, mover: Side, inputs: &[(usize, i8)]) -> i32 {
        let (rows, hidden) = (4, 16);
        let (own, rest) = network.values().split_at(rows * hidden);
        let (other, rest) = rest.split_at(rows * hidden);
        let turn = (3, if mover == Side::First { 1 } else { -1 });
        let neuron = |side: i32, neuron: usize| {
            let sum: i32 = inputs.iter().chain([&turn]).fold(i32::from(rest[neuron]), |sum, &(input, count)| {
                let row = if i32::from(count) * side > 0 { own } else { other };
                sum + i32::from(count.abs()) * i32::from(row[input * hidden + neuron])
            });
            sum.clamp(0, 256)
        };
        let sum: i32 = (0..hidden).map(|j| (neuron(1, j) - neuron(-1, j)) * i32::from(rest[hidden + j])).sum();
        sum / 64
    }

    #[test]
    fn values_are_those_of_the_definition() {
        let network = network();
        let cases: [&[(usize, i8)]; 5] = [&[], &[(0, 1)], &[(1, -1), (2, 1)], &[(0, 3), (1, -2), (2, 0)], &[(2, 127)]];
        let mut different = std::collections::BTreeSet::new();
        for inputs in cases {
            for mover in Side::ALL {
                let value =
                    network.value(mover, |sums| inputs.iter().for_each(|&(input, count)| sums.add(input, count)));
                assert_eq!(value, plain(&network, mover, inputs), "{mover:?} {inputs:?}");
                let swapped = inputs.iter().map(|&(input, count)| (input, -count)).collect::<Vec<_>>();
                let other = network.value(!mover, |sums| swapped.iter().for_each(|&(i, count)| sums.add(i, count)));
                assert_eq!(other, -value, "the sides are exchanged");
                different.insert(value);
            }
        }
        assert!(different.len() > 5, "{different:?}");
    }

    #[test]
    fn files_are_read_as_they_are_written() {
        let network = network();
        let text = network.to_file("kalah", "strong", "planes").to_string();
        assert!(
            text.starts_with("game = \"kalah\"\nevaluation = \"network\"\nversion = 1\nbase = \"strong\"\n"),
            "{text}"
        );
        let file = WeightFile::read("n.toml", &text).unwrap();
        assert_eq!((file.base.as_deref(), file.inputs.as_deref()), (Some("strong"), Some("planes")));
        assert_eq!(Network::from_file(&file).unwrap(), network);
        for (from, to, message) in [
            ("divisor", "devisor", "no table `devisor`, expected one of `own`"),
            ("[64]", "[0]", "`divisor` is 0, expected 1 to 32767"),
            ("[64]", "[64, 1]", "table `divisor` must be 1 rows of 1 numbers"),
            ("base = \"strong\"\n", "", "`base` is missing at the top"),
            ("inputs = \"planes\"\n", "", "`inputs` is missing at the top"),
            ("bias = [\n  [", "bias = [\n  [1, ", "must be 4 rows of 17 numbers"),
            ("[tables]", "[piece]\nweight = 1\n[tables]", "no feature `piece`, expected `[tables]` alone"),
        ] {
            let file = WeightFile::read("n.toml", &text.replacen(from, to, 1)).unwrap();
            let error = Network::from_file(&file).expect_err(to).to_string();
            assert!(error.starts_with("n.toml:") && error.contains(message), "{error}");
        }
        let other = WeightFile::read("n.toml", &text.replace("\"network\"", "\"learned\"")).unwrap();
        let error = other.tables_of("kalah", "learned", &Network::tables(4, 16)).unwrap_err().to_string();
        assert_eq!(error, "n.toml:1: `base` means nothing in the evaluation `learned`, expected one of a network");
    }

    #[test]
    fn numbers_of_no_network_are_refused() {
        let size =
            |hidden: usize| Network::new(3, &vec![1; Network::values_of(3, hidden)]).map(|network| network.hidden());
        assert_eq!((size(8), size(128)), (Ok(8), Ok(128)));
        assert!(size(12).is_err() && size(0).is_err() && size(136).is_err());
        assert!(Network::new(3, &[1; 100]).unwrap_err().to_string().starts_with("100 numbers for 3 inputs, expected"));
        assert_eq!(Network::new(3, &[0; Network::values_of(3, 8)]), Err(NetworkError::Divisor(0)));
        let zeros = Network::new(3, &Network::zeros(3, 8)).unwrap();
        assert_eq!(zeros.value(Side::First, |sums| sums.add(1, 1)), 0);
    }

    #[test]
    fn sums_saturate() {
        let hidden = 8;
        let mut values = Network::zeros(2, hidden);
        values[..2 * hidden].fill(i16::MAX);
        values[3 * hidden..5 * hidden].fill(i16::MIN);
        values[7 * hidden..8 * hidden].fill(1);
        let network = Network::new(2, &values).unwrap();
        // Without saturation, two rows would wrap to a sum below 0, and so would 127 times one row.
        let largest = i32::from(Network::ONE) * hidden as i32;
        for inputs in [[(0, 1), (1, 1)], [(0, 127), (1, 0)]] {
            let value =
                network.value(Side::First, |sums| inputs.iter().for_each(|&(input, count)| sums.add(input, count)));
            assert_eq!(value, largest, "{inputs:?}");
        }
    }
}
