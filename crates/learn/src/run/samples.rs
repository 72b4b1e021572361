//! The samples of a generation: positions of all games so far, each once.

use std::collections::HashSet;

use plyground_arena::{read_records, text_digest};
use plyground_play::State;

use super::log::RecordSource;
use super::{Halt, LearningError, LearningProgress, LearningStage, OnProgress, Work};
use crate::records::{PositionLabel, visit_game};
use crate::samples::{Sample, Samples};

/// Bytes of the largest file of records.
const LARGEST: u64 = 1 << 32;

impl Work<'_> {
    /// Returns the samples of the last generations and the files that they come from, in the order of the generations.
    pub(super) fn samples(&self, last: u64, each: OnProgress<'_>) -> Result<(Samples, Vec<RecordSource>), Halt> {
        let model = self.run.model;
        let inputs = model.inputs();
        // A network has its own lead.
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
                let mut add = |state: &dyn State, PositionLabel { game, score, result }| {
                    samples.add(Sample { game, base: model.base(state), score, result });
                    model.visit(state, &mut |input, value| samples.add_input(input, value));
                    // One side may score more than half of the points from the starting positions. This input absorbs that lead.
                    if has_lead {
                        samples.add_input(inputs, 1);
                    }
                };
                visit_game(record, &*self.run.start, self.options.filter, |state, label| {
                    if !seen.insert(model.key(state)) {
                        return;
                    }
                    add(state, label);
                    if model.hidden().is_some() {
                        model.images(state).iter().for_each(|image| add(&**image, label));
                    }
                })
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
