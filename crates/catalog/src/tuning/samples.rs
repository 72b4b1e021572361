//! Recorded games as samples for regression: every position after the opening, with its features and its end.

use std::path::PathBuf;

use plyground_arena::{Record, read_records};
use plyground_eval::WeightFile;
use plyground_game::{Evaluate, Game, Outcome};
use plyground_optimize::Samples;

use crate::error::CatalogError;
use crate::playable::{ForEvaluation, Playable};

/// Reads files of records.
pub(super) fn read<P: Playable>(files: &[PathBuf], start: &WeightFile) -> Result<Samples, CatalogError> {
    let mut records = Vec::new();
    for file in files {
        let read = read_records(file).map_err(|error| CatalogError::Other(error.to_string()))?;
        if let Some(other) = read.iter().find(|record| record.game != P::NAME) {
            let message = format!("`{}` holds games of {}: expected {}", file.display(), other.game, P::NAME);
            return Err(CatalogError::Other(message));
        }
        records.extend(read);
    }
    P::with_weights(start, Measure { records: &records, names: start })?
}

struct Measure<'a> {
    records: &'a [Record],
    names: &'a WeightFile,
}

impl<P: Playable> ForEvaluation<P> for Measure<'_> {
    type Out = Result<Samples, CatalogError>;

    fn call<E: Evaluate<P> + 'static>(self, evaluation: E) -> Self::Out {
        if E::BY_PATH {
            let message = format!(
                "values of `{}` depend on the way to a position: expected an evaluation of positions alone",
                self.names.evaluation
            );
            return Err(CatalogError::Other(message));
        }
        let mut samples = Samples::default();
        for (number, record) in self.records.iter().enumerate() {
            let outcome = Outcome::from(record.result);
            let rules: P::Rules = record.rules.parse()?;
            let start = P::parse(&record.opening.position, &rules)?;
            let mut game = Game::from_position(start, &rules);
            for (ply, text) in record.moves.split_whitespace().enumerate() {
                if ply >= record.opening.plies {
                    let side = game.position().side_to_move();
                    let terms = evaluation.explain(game.position(), side);
                    if samples.is_empty() {
                        samples = Samples::new(terms.iter().map(|term| term.name.to_owned()).collect());
                    }
                    let features: Vec<f64> = terms.iter().map(|term| term.value).collect();
                    let result = match outcome {
                        Outcome::Draw => 0.5,
                        Outcome::Win(winner) => f64::from(u8::from(winner == side)),
                    };
                    samples.add(number as u64, &features, result);
                }
                game.play_text(text).map_err(|error| {
                    CatalogError::Other(format!("game {} of the records, move {}: {error}", number + 1, ply + 1))
                })?;
            }
        }
        Ok(samples)
    }
}
