//! The samples of a generation: positions of all games so far and of their stored lines, each once. A position that exact tables
//! contain has their result as its label.

use std::collections::HashSet;

use plyground_arena::{read_records, text_digest};
use plyground_game::{Outcome, Side};
use plyground_play::State;

use super::log::RecordSource;
use super::records::{PositionLabel, visit_game};
use super::samples::{Sample, Samples};
use super::{Halt, LearningProgress, LearningStage, OnProgress, Work};
use crate::error::OptimizeError;
use crate::folder;

/// Message of an error: no position passed the filters.
const NO_POSITIONS: &str =
    "the games have no position to learn from: all are random, decided, or noisy; expected more games or nodes";

/// The samples of a generation with their sources.
pub(super) struct Sampled {
    pub(super) samples: Samples,
    /// The files that they come from, in the order of the generations.
    pub(super) records: Vec<RecordSource>,
    /// Number of samples whose label is an exact result.
    pub(super) exact: usize,
    /// Number of samples that are positions of principal variations.
    pub(super) of_lines: usize,
}

impl Work<'_> {
    /// Returns the samples of the last generations.
    pub(super) fn samples(&self, last: u64, each: OnProgress<'_>) -> Result<Sampled, Halt> {
        let model = self.run.model;
        let inputs = model.inputs();
        // A network has its own lead.
        let has_lead = model.hidden().is_none();
        let mut samples = Samples::new(inputs + usize::from(has_lead));
        let mut seen = HashSet::new();
        let mut sources = Vec::new();
        let (mut exact, mut of_lines) = (0, 0);
        for generation in (1..=last).rev() {
            let path = self.folder.games_of(generation);
            let records = read_records(&path).map_err(OptimizeError::Records)?;
            let text = folder::read(&path)?;
            sources.push(RecordSource {
                file: format!("games/{generation:05}.jsonl"),
                games: records.len() as u64,
                run: records.first().map(|record| record.run.clone()).unwrap_or_default(),
                digest: text_digest(&text),
            });
            drop(text);
            let lines = self.lines(generation)?;
            for record in &records {
                if samples.len() >= self.options.most_positions {
                    break;
                }
                let mut fault = None;
                let mut add = |state: &dyn State, PositionLabel { game, score, result, .. }| {
                    samples.add(Sample { game, base: model.base(state), score, result });
                    model.visit(state, &mut |input, value| samples.add_input(input, value));
                    // One side may score more than half of the points from the starting positions. This input absorbs that lead.
                    if has_lead {
                        samples.add_input(inputs, 1);
                    }
                };
                let mut take = |state: &dyn State, label: PositionLabel| {
                    if !seen.insert(model.key(state)) {
                        return 0;
                    }
                    let known = self.run.tables.as_ref().map_or(Ok(None), |tables| (tables.judge)(state));
                    let result = known.unwrap_or_else(|detail| {
                        fault.get_or_insert(detail);
                        None
                    });
                    let label = result.map_or(label, |result| exact_label(label, result));
                    let label = self.options.half_life.map_or(label, |half_life| label.decayed(half_life));
                    add(state, label);
                    let images = if model.hidden().is_some() { model.images(state) } else { Vec::new() };
                    images.iter().for_each(|image| add(&**image, label));
                    let new = 1 + images.len();
                    exact += if result.is_some() { new } else { 0 };
                    new
                };
                let filter = self.options.filter;
                let mut followed = Ok(());
                visit_game(record, &*self.run.start, filter, |state, label| {
                    take(state, label);
                    if followed.is_ok() {
                        followed = lines.follow((record.number, state), filter, |state| of_lines += take(state, label));
                    }
                })
                .and(followed)?;
                if let Some(detail) = fault {
                    return Err(OptimizeError::Failed(detail).into());
                }
            }
            let (done, total) = (last - generation + 1, last);
            each(&LearningProgress::Step { generation: last, stage: LearningStage::Samples, done, total });
            if let Some(halt) = self.halted() {
                return Err(halt);
            }
        }
        sources.reverse();
        if samples.is_empty() {
            return Err(Halt::Error(OptimizeError::Failed(NO_POSITIONS.into())));
        }
        Ok(Sampled { samples, records: sources, exact, of_lines })
    }
}

/// Returns the label of a position whose result with best play is known.
fn exact_label(label: PositionLabel, result: Outcome) -> PositionLabel {
    let (score, result) = match result {
        Outcome::Win(Side::First) => (f32::INFINITY, 1.0),
        Outcome::Win(Side::Second) => (f32::NEG_INFINITY, 0.0),
        Outcome::Draw => (0.0, 0.5),
    };
    PositionLabel { score, result, plies: 0, ..label }
}
