//! Recorded games as samples for regression: every position after the opening, with its features and the result of its
//! game.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use plyground_arena::{Record, read_checked_records};
use plyground_game::Outcome;

use super::TuningRun;
use crate::Samples;
use crate::error::OptimizeError;
use crate::recorded::replay;

/// Reads files of records.
pub(super) fn read(run: &TuningRun<'_>, files: &[PathBuf]) -> Result<Samples, OptimizeError> {
    let game = run.state.name();
    let mut records = Vec::new();
    for path in files {
        let mut check = |record: &Record| {
            let is_other = record.game != game;
            if is_other { Ok(()) } else { record.check(&*run.state, run.can_fail).map(|_| ()) }
        };
        let read = read_checked_records(path, &mut check).map_err(OptimizeError::Records)?;
        if let Some(other) = read.iter().find(|record| record.game != game) {
            let found = format!("`{}` contains games of {}", path.display(), other.game);
            return Err(OptimizeError::input(format!("{found}: expected {game}")));
        }
        records.extend(read);
    }
    let explain = run.explain.ok_or_else(|| OptimizeError::Input {
        text: format!("values of `{}` depend on the path to a position", run.agent),
        hint: Some("expected an evaluation of positions alone"),
    })?;
    let mut samples = Samples::default();
    let (mut groups, mut seen) = (HashMap::new(), HashSet::new());
    for record in &records {
        // Both games of a pair have one opening, so both are held out or neither. A repeated game is no new evidence.
        let next = groups.len() as u64;
        let group = *groups.entry((&record.run, record.pair)).or_insert(next);
        if !seen.insert((&record.opening.position, &record.moves)) {
            continue;
        }
        let outcome = Outcome::from(record.result);
        replay(record, &*run.state, |ply, state, _| {
            if ply >= record.opening.plies {
                let terms = explain(state);
                if samples.is_empty() {
                    samples = Samples::new(terms.iter().map(|term| term.name.to_owned()).collect());
                }
                let features: Vec<f64> = terms.iter().map(|term| term.value).collect();
                samples.add(group, &features, outcome.points(state.side_to_move()));
            }
        })?;
    }
    Ok(samples)
}
