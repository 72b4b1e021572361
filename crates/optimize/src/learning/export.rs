//! Samples as text: the svmlight format, which the loaders of many trainers read.
//!
//! A line is a sample: the result for the first side (1, 0.5 or 0), then `input:count` for each active input, in ascending order,
//! then after `#`: the score of the search and the value of the evaluation so far, both for the first side, and the game
//! pair.
//!
//! In samples of tables, an input of the second side counts negatively, so equal inputs of both sides cancel. The last input is 1
//! in every sample: the lead of the first side. In samples of a network with `n` inputs, input `i` of the second side is written
//! as `n + i`, because for a network an input of both sides differs from one of neither. Input `n - 1` is the side to move.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::Folder;
use crate::error::OptimizeError;
use plyground_arena::MatchSpec;
use plyground_arena::StopFlag;
use plyground_arena::files::Existing;
use plyground_game::zobrist::mix;
use serde::Serialize;

use super::games::Match;
use super::samples::{Input, Samples};
use super::sampling::Sampled;
use super::{Halt, LearningOptions, LearningProgress, LearningRun, LearningStage, Purpose, Work};

/// Samples that were written to a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExportedSamples {
    /// The game.
    pub game: &'static str,
    /// The rules of all games.
    pub rules: String,
    /// The agent that played.
    pub agent: String,
    /// Number of recorded games.
    pub games: u64,
    /// Number of samples.
    pub samples: usize,
    /// Number of inputs.
    pub inputs: usize,
    /// The file.
    #[serde(serialize_with = "plyground_arena::serialize_path")]
    pub file: PathBuf,
}

impl LearningRun<'_> {
    /// Writes the samples of all recorded generations of a run to a file. Completes the first generation if no later one is
    /// recorded.
    ///
    /// # Errors
    /// As for [`LearningRun::run`], and when the file cannot be written.
    pub fn export(
        &self,
        options: &LearningOptions,
        folder: &Path,
        (file, existing): (&Path, Existing),
        stop: &StopFlag,
        each: &mut dyn FnMut(&LearningProgress<'_>),
    ) -> Result<ExportedSamples, OptimizeError> {
        options.check(self.model.inputs())?;
        let fault = |error| OptimizeError::Export { path: file.to_owned(), error };
        plyground_arena::files::can_write(file, existing).map_err(fault)?;
        let folders = ["matches", "lines"];
        let folder = Folder::open_beside(folder, &self.settings(options), options.resume, &folders)?;
        let work = Work { run: self, options, folder, stop };
        // A run can be killed between the games of a generation and their lines.
        let is_recorded = |number: &u64| work.folder.games_of(*number).exists() && work.has_lines(*number);
        let last = (1..).take_while(is_recorded).last().unwrap_or(1);
        let Sampled { samples, records, .. } = work.recorded(last, each).map_err(|halt| match halt {
            Halt::Error(error) => error,
            Halt::Budget => work.stopped(),
        })?;
        let is_network = self.model.hidden().is_some();
        plyground_arena::files::write(file, existing, |file| write(&samples, is_network, &mut BufWriter::new(file)))
            .map_err(fault)?;
        Ok(ExportedSamples {
            game: self.start.name(),
            rules: self.start.rules(),
            agent: self.agent.clone(),
            games: records.iter().map(|source| source.games).sum(),
            samples: samples.len(),
            inputs: samples.inputs(),
            file: file.to_owned(),
        })
    }
}

impl Work<'_> {
    /// Returns the samples of the recorded games, after those of the first generation have been played.
    fn recorded(&self, last: u64, each: &mut dyn FnMut(&LearningProgress<'_>)) -> Result<Sampled, Halt> {
        if last == 1 {
            let start = self.run.model.start();
            self.self_play(1, &start, each)?;
            self.search_lines(1, &start, each)?;
        }
        self.samples(last, each)
    }

    /// Plays the games of a generation.
    pub(super) fn self_play(
        &self,
        number: u64,
        present: &[i16],
        each: &mut dyn FnMut(&LearningProgress<'_>),
    ) -> Result<(), Halt> {
        let player = || ("present".to_owned(), present.to_vec());
        let games = Match {
            stage: LearningStage::SelfPlay,
            purpose: Purpose::SelfPlay,
            generation: number,
            players: vec![player(), player()],
            spec: MatchSpec::new(self.options.games.div_ceil(2), mix(self.options.seed ^ mix(number))),
            file: self.folder.games_of(number),
        };
        self.play(games, each).map(drop)
    }
}

/// Writes samples, one on a line.
fn write(samples: &Samples, is_network: bool, to: &mut impl Write) -> io::Result<()> {
    for index in 0..samples.len() {
        let sample = samples.sample(index);
        write!(to, "{}", sample.result)?;
        let mut counts: BTreeMap<usize, i32> = BTreeMap::new();
        for &Input { number, value } in samples.active(index) {
            let (number, value) = (usize::from(number), i32::from(value));
            let (number, count) =
                if is_network && value < 0 { (samples.inputs() + number, -value) } else { (number, value) };
            *counts.entry(number).or_default() += count;
        }
        for (number, count) in counts {
            // The format counts from 1.
            write!(to, " {}:{count}", number + 1)?;
        }
        writeln!(to, " # score {} base {} pair {}", sample.score, sample.base, sample.game)?;
    }
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::samples::Sample;

    /// Returns two positions of a game. Both sides have input 5 in the first one.
    fn samples() -> Samples {
        let mut samples = Samples::new(9);
        samples.add(Sample { game: 7, base: -2.5, score: 40.0, result: 0.5 });
        for (input, value) in [(8, 1), (3, -1), (0, 2), (5, 1), (3, -1), (5, -1)] {
            samples.add_input(input, value);
        }
        samples.add(Sample { game: 7, base: 0.0, score: -1.0, result: 1.0 });
        samples
    }

    fn written(is_network: bool) -> String {
        let mut text = Vec::new();
        write(&samples(), is_network, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn a_line_is_a_sample_with_its_inputs_in_order() {
        let expected = "0.5 1:2 4:-2 6:0 9:1 # score 40 base -2.5 pair 7\n1 # score -1 base 0 pair 7\n";
        assert_eq!(written(false), expected);
    }

    #[test]
    fn the_sides_of_a_network_have_their_own_inputs() {
        let expected = "0.5 1:2 6:1 9:1 13:2 15:1 # score 40 base -2.5 pair 7\n1 # score -1 base 0 pair 7\n";
        assert_eq!(written(true), expected);
    }
}
