//! Samples: positions as lists of active inputs, with their labels.

use crate::recorded::is_held_out;

/// A position without its inputs. All values are from the first side's point of view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Group of games of the position. A group is learned from or held out as a whole.
    pub game: u64,
    /// The value of the evaluation so far, in its unit.
    pub base: f32,
    /// The score of the search that chose the move, in the unit of the evaluation; infinite for a proven win or loss.
    pub score: f32,
    /// The result of the game: 1 for a win of the first side, 1/2 for a draw, 0 for a loss.
    pub result: f32,
}

/// An active input of a sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Input {
    pub(crate) number: u16,
    pub(crate) value: i8,
}

/// Samples over a fixed number of inputs.
#[derive(Clone, PartialEq, Debug)]
pub struct Samples {
    inputs: usize,
    samples: Vec<Sample>,
    /// The inputs of all samples, one after the other.
    active: Vec<Input>,
    /// Index of the first input of each sample.
    starts: Vec<usize>,
}

/// Part of the samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Samples that are learned from.
    Learned,
    /// Samples that are held out.
    HeldOut,
}

impl Samples {
    /// Returns an empty set of samples for this number of inputs.
    ///
    /// # Panics
    /// When the number exceeds 65,536.
    #[must_use]
    pub fn new(inputs: usize) -> Samples {
        assert!(inputs <= 1 << 16, "{inputs} inputs, expected at most 65,536");
        Samples { inputs, samples: Vec::new(), active: Vec::new(), starts: Vec::new() }
    }

    /// Adds a sample without inputs.
    pub fn add(&mut self, sample: Sample) {
        self.starts.push(self.active.len());
        self.samples.push(sample);
    }

    /// Adds an input to the sample that was added last.
    ///
    /// # Panics
    /// When there is no such input, or no sample yet.
    pub fn add_input(&mut self, input: usize, value: i8) {
        assert!(input < self.inputs, "input {input} of {}", self.inputs);
        assert!(!self.samples.is_empty(), "an input needs a sample");
        self.active.push(Input { number: input as u16, value });
    }

    /// Returns the number of samples.
    #[must_use]
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Returns whether there are no samples.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Returns whether the evaluation so far has a value other than 0.
    pub(crate) fn has_base(&self) -> bool {
        self.samples.iter().any(|sample| sample.base != 0.0)
    }

    /// Returns the number of inputs.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Returns the sample at an index.
    #[must_use]
    pub fn sample(&self, index: usize) -> &Sample {
        &self.samples[index]
    }

    /// Returns the indices of a part.
    #[must_use]
    pub fn part(&self, part: Part) -> Vec<usize> {
        let part_of = |index: usize| if is_held_out(self.samples[index].game) { Part::HeldOut } else { Part::Learned };
        (0..self.len()).filter(|&index| part_of(index) == part).collect()
    }

    pub(crate) fn all_active(&self) -> &[Input] {
        &self.active
    }

    pub(crate) fn active(&self, index: usize) -> &[Input] {
        let end = self.starts.get(index + 1).copied().unwrap_or(self.active.len());
        &self.active[self.starts[index]..end]
    }
}
