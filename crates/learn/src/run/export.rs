//! Samples as text: the svmlight format, which the loaders of many trainers read.
//!
//! A line is a sample: the result for the first side (1, 0.5 or 0), then `input:count` for each active input, in ascending order,
//! then after `#`: the score of the search and the value of the evaluation so far, both for the first side, and the game
//! pair. The last input of a network is the side to move: 1 for the first side and -1 for the second. The last input of tables is
//! 1 in every sample: the lead of the first side.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use plyground_arena::MatchSpec;
use plyground_arena::StopFlag;
use plyground_arena::files::Existing;
use plyground_game::zobrist::mix;
use plyground_optimize::Folder;
use serde::Serialize;

use super::games::Match;
use super::samples::Sampled;
use super::{Halt, LearningError, LearningOptions, LearningProgress, LearningRun, LearningStage, Purpose, Work};
use crate::samples::Samples;

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
    ) -> Result<ExportedSamples, LearningError> {
        options.check(self.model.inputs())?;
        let fault = |error| LearningError::Write { path: file.to_owned(), error };
        plyground_arena::files::can_write(file, existing).map_err(fault)?;
        let folder = Folder::open_beside(folder, &self.settings(options), options.resume)?;
        folder.make("matches")?;
        folder.make("lines")?;
        let work = Work { run: self, options, folder, stop };
        // A run can be killed between the games of a generation and their lines.
        let is_recorded = |number: &u64| work.folder.games_of(*number).exists() && work.has_lines(*number);
        let last = (1..).take_while(is_recorded).last().unwrap_or(1);
        let Sampled { samples, records, .. } = work.recorded(last, each).map_err(|halt| match halt {
            Halt::Error(error) => error,
            Halt::Budget => LearningError::Stopped { folder: work.folder.path().to_owned() },
        })?;
        plyground_arena::files::write(file, existing, |file| write(&samples, &mut BufWriter::new(file)))
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
fn write(samples: &Samples, to: &mut impl Write) -> io::Result<()> {
    for index in 0..samples.len() {
        let sample = samples.sample(index);
        write!(to, "{}", sample.result)?;
        let mut active: Vec<(u16, i32)> = Vec::new();
        for input in samples.active(index) {
            match active.iter_mut().find(|(number, _)| *number == input.number) {
                Some((_, count)) => *count += i32::from(input.value),
                None => active.push((input.number, input.value.into())),
            }
        }
        active.sort_unstable();
        for (number, count) in active {
            write!(to, " {number}:{count}")?;
        }
        writeln!(to, " # score {} base {} pair {}", sample.score, sample.base, sample.game)?;
    }
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::Sample;

    #[test]
    fn a_line_is_a_sample_with_its_inputs_in_order() {
        let mut samples = Samples::new(9);
        samples.add(Sample { game: 7, base: -2.5, score: 40.0, result: 0.5 });
        for (input, value) in [(8, 1), (3, -1), (0, 2), (3, -1)] {
            samples.add_input(input, value);
        }
        samples.add(Sample { game: 7, base: 0.0, score: -1.0, result: 1.0 });
        let mut text = Vec::new();
        write(&samples, &mut text).unwrap();
        let expected = "0.5 0:2 3:-2 8:1 # score 40 base -2.5 pair 7\n1 # score -1 base 0 pair 7\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
