//! Verification of tables against the rules: the value of each position is the best over its moves, which the rules
//! crate generates.
//!
//! It shares no code with the solver. Distances are compared as well, so a win or loss in `n` plies depends on
//! positions decided in fewer plies, down to finished games. A position stored as a draw has no move that wins and at
//! least one that draws, so neither side can force a win. Together this proves all values. Margins have no distances: in a
//! game whose positions can repeat within a tier, two wrong margins could support each other.

use std::collections::HashSet;

use ahash::RandomState;
use plyground_game::random::Random;
use plyground_game::{Game, Position};

use super::reached::Layout;
use super::tables::{SetTables, TierTables};
use super::{Scoring, TableCheck, Tiered};
use crate::parallel::for_each;
use crate::proof::Sample;
use crate::{OnProgress, SolveError, SolveOptions, SolveProgress, TableError, Value};

/// Number of positions that are compared between two progress reports.
const BATCH: usize = 1 << 15;
/// Number of positions that a thread takes at a time.
const CHUNK: usize = 1 << 11;
/// Maximum number of wrong positions that are reported.
const EXAMPLES: usize = 5;
/// Maximum number of plies of a random game.
const LONGEST_GAME: usize = 1000;

/// Source of the values of positions.
pub(crate) trait Values<P>: Sync {
    /// Returns the value of a position; `None` if it is not known.
    fn probe(&self, pos: &P) -> Result<Option<Value>, TableError>;

    /// Returns all stored values of a position, which may be finished.
    fn stored(&self, pos: &P) -> Result<Vec<Value>, TableError>;

    /// Returns the kind of the values.
    fn scoring(&self) -> Scoring<P> {
        Scoring::Results
    }
}

impl<P: Position> Values<P> for TierTables<P> {
    fn probe(&self, pos: &P) -> Result<Option<Value>, TableError> {
        TierTables::probe(self, pos)
    }

    fn stored(&self, pos: &P) -> Result<Vec<Value>, TableError> {
        self.sets.iter().filter_map(|set| set.stored(pos).transpose()).collect()
    }

    fn scoring(&self) -> Scoring<P> {
        self.scoring
    }
}

/// Comparison of tables with the rules, from the current position of a game.
pub(crate) struct Verifier<'a, P: Position> {
    pub(crate) game: &'a Game<P>,
    pub(crate) options: &'a SolveOptions,
}

impl<P: Position> Verifier<'_, P> {
    /// Compares the positions that can follow: all, with an independent traversal of the game, or those of random
    /// games.
    pub(super) fn reached(
        &self,
        layout: Layout<P>,
        mut tables: TierTables<P>,
        sample: Sample,
        progress: OnProgress<'_>,
    ) -> Result<TableCheck, SolveError> {
        let Sample::Some(count, seed) = sample else {
            tables.sets.iter_mut().try_for_each(|set| set.read(|_| true))?;
            return self.walk(layout, &tables, progress);
        };
        let (mut random, mut check) = (Random::new(seed), TableCheck::default());
        while check.positions < count as u64 {
            self.report(check.positions, Some(count as u64), progress)?;
            let mut pos = self.game.position().clone();
            for _ in 0..LONGEST_GAME {
                if check.positions < count as u64 {
                    compare(&tables, &pos, &mut check)?;
                }
                let moves = pos.legal_moves();
                if moves.is_empty() {
                    break;
                }
                pos.play_unchecked(moves[random.below(moves.len())]);
            }
        }
        Ok(check)
    }

    /// Compares the positions of a numbering by formula: all, one tier after the other, or a random sample.
    pub(super) fn ranked(
        &self,
        numbering: &dyn Tiered<P>,
        mut tables: TierTables<P>,
        sample: Sample,
        progress: OnProgress<'_>,
    ) -> Result<TableCheck, SolveError> {
        let tiers: Vec<usize> = tables.sets.iter().flat_map(SetTables::tiers).collect();
        if let Sample::Some(..) = sample {
            let sizes: Vec<usize> = tiers.iter().map(|&tier| numbering.size(tier)).collect();
            let unrank = |mut index: usize| {
                let place = sizes.iter().position(|&size| {
                    let is_here = index < size;
                    index -= if is_here { 0 } else { size };
                    is_here
                });
                numbering.unrank(tiers[place?], index)
            };
            return self.numbered(sizes.iter().sum(), unrank, &tables, sample, progress);
        }
        let mut check = TableCheck::default();
        for &tier in &tiers {
            let is_needed = |other| other == tier || numbering.leads_to(tier).contains(&other);
            tables.sets.iter_mut().try_for_each(|set| set.read(is_needed))?;
            let unrank = |index| numbering.unrank(tier, index);
            check.add(self.numbered(numbering.size(tier), unrank, &tables, sample, progress)?);
        }
        Ok(check)
    }

    fn walk(
        &self,
        layout: Layout<P>,
        tables: &TierTables<P>,
        progress: OnProgress<'_>,
    ) -> Result<TableCheck, SolveError> {
        let start = (layout.fold)(self.game.position());
        // The set is never iterated, so its order does not matter.
        let mut seen = HashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        seen.insert(start.clone());
        let (mut pending, mut check) = (vec![start], TableCheck::default());
        while !pending.is_empty() {
            self.report(check.positions, None, progress)?;
            let batch = pending.split_off(pending.len().saturating_sub(BATCH));
            self.compare_all(tables, &batch, &mut check)?;
            for pos in batch {
                for &mv in &pos.legal_moves() {
                    let after = (layout.fold)(&pos.after(mv));
                    if seen.insert(after.clone()) {
                        pending.push(after);
                    }
                }
            }
        }
        Ok(check)
    }

    /// Compares the positions of `total` numbers: all, or a random sample.
    pub(crate) fn numbered(
        &self,
        total: usize,
        unrank: impl Fn(usize) -> Option<P>,
        values: &impl Values<P>,
        sample: Sample,
        progress: OnProgress<'_>,
    ) -> Result<TableCheck, SolveError> {
        let mut check = TableCheck::default();
        let (count, mut random) = match sample {
            Sample::Some(count, seed) if total > 0 => (count, Some(Random::new(seed))),
            _ => (total, None),
        };
        for begin in (0..count).step_by(BATCH) {
            self.report(begin as u64, Some(count as u64), progress)?;
            let numbers = (begin..count.min(begin + BATCH)).map(|number| match &mut random {
                Some(random) => random.below(total),
                None => number,
            });
            let positions: Vec<P> = numbers.filter_map(&unrank).collect();
            self.compare_all(values, &positions, &mut check)?;
        }
        Ok(check)
    }

    fn report(&self, done: u64, total: Option<u64>, progress: OnProgress<'_>) -> Result<(), SolveError> {
        let stage = format!("{done} positions compared");
        progress(&match total {
            Some(total) => SolveProgress::share(stage, done as f64 / total.max(1) as f64),
            None => SolveProgress::stage(stage),
        });
        if self.options.stop.is_stopped() {
            return Err(SolveError::Stopped { before: "all positions were compared" });
        }
        Ok(())
    }

    /// Compares some positions.
    fn compare_all(&self, values: &impl Values<P>, positions: &[P], check: &mut TableCheck) -> Result<(), SolveError> {
        let threads = if positions.len() <= CHUNK { 1 } else { self.options.threads };
        let work = |(found, result): &mut (TableCheck, Result<(), TableError>), chunk: &[P]| {
            for pos in chunk {
                if let Err(error) = compare(values, pos, found) {
                    *result = Err(error);
                }
            }
        };
        for (found, result) in for_each(threads, positions.chunks(CHUNK), || (TableCheck::default(), Ok(())), work) {
            check.add(found);
            result?;
        }
        Ok(())
    }
}

impl TableCheck {
    fn add(&mut self, other: TableCheck) {
        self.positions += other.positions;
        self.wrong += other.wrong;
        self.examples.extend(other.examples);
        self.examples.sort();
        self.examples.truncate(EXAMPLES);
    }
}

/// Compares the value of a position with those of its moves.
fn compare<P: Position>(values: &impl Values<P>, pos: &P, check: &mut TableCheck) -> Result<(), TableError> {
    let scoring = values.scoring();
    let expected = match pos.outcome() {
        Some(outcome) => scoring.finished(pos, outcome),
        None => {
            let mut best = None;
            for mv in pos.legal_moves() {
                let after = pos.after(mv);
                let Some(value) = values.probe(&after)? else {
                    best = None;
                    break;
                };
                best = best.max(Some(scoring.before(value, after.side_to_move() == pos.side_to_move())));
            }
            best
        }
    };
    let found = values.stored(pos)?;
    check.positions += 1;
    // Tables may omit finished positions, so only an unfinished one must be stored.
    let is_complete = !found.is_empty() || pos.outcome().is_some();
    let wrong = found.into_iter().find(|&value| Some(value) != expected);
    if is_complete && wrong.is_none() {
        return Ok(());
    }
    check.wrong += 1;
    if check.examples.len() < EXAMPLES {
        let text = |value: Option<Value>| value.map_or_else(|| "no value".to_owned(), |value| scoring.text(value));
        check.examples.push(format!("`{pos}` has {}, its moves give {}", text(wrong), text(expected)));
    }
    Ok(())
}
