//! The samples of a generation: positions of all games so far, each once.

use std::collections::HashSet;

use plyground_arena::{read_records, text_digest};
use plyground_play::State;

use super::log::RecordSource;
use super::{Halt, LearningError, LearningProgress, LearningStage, OnProgress, Work};
use crate::records::add_game;
use crate::samples::Samples;

/// Bytes of the largest file of records.
const LARGEST: u64 = 1 << 32;

impl Work<'_> {
    /// Returns the samples of the last generations and the files that they come from, in the order of the generations.
    pub(super) fn samples(&self, last: u64, each: OnProgress<'_>) -> Result<(Samples, Vec<RecordSource>), Halt> {
        let model = self.run.model;
        let inputs = model.inputs();
        // A network has a lead of its own.
        let has_lead = model.hidden().is_none();
        let mut samples = Samples::new(inputs + usize::from(has_lead));
        let mut seen = HashSet::new();
        let mut sources = Vec::new();
        for generation in (1..=last).rev() {
            let path = self.folder.games_of(generation);
            let records = read_records(&path).map_err(LearningError::Records)?;
            let text = plyground_arena::files::read_text(&path, LARGEST)
                .map_err(|error| LearningError::Read { path: path.clone(), error })?;
            sources.push(RecordSource {
                file: format!("games/{generation:05}.jsonl"),
                games: records.len() as u64,
                run: records.first().map(|record| record.run.clone()).unwrap_or_default(),
                digest: text_digest(&text),
            });
            drop(text);
            for record in &records {
                if samples.len() >= self.options.most_positions {
                    break;
                }
                add_game(
                    &mut samples,
                    record,
                    &*self.run.start,
                    |state: &dyn State| seen.insert(model.key(state)),
                    |state| model.base(state),
                    |state, visit| {
                        model.visit(state, visit);
                        // One side may score more than half of the points from the starts of the games: no input is to answer
                        // for that.
                        if has_lead {
                            visit(inputs, 1);
                        }
                    },
                )
                .map_err(LearningError::Learn)?;
            }
            let (done, total) = (last - generation + 1, last);
            each(&LearningProgress::Step { generation: last, stage: LearningStage::Samples, done, total });
            if let Some(halt) = self.halted() {
                return Err(halt);
            }
        }
        sources.reverse();
        if samples.is_empty() {
            return Err(Halt::Error(LearningError::NoPositions));
        }
        Ok((samples, sources))
    }
}
