//! Values of positions from solved tiers, in files or in memory.

use std::collections::BTreeMap;
use std::path::Path;

use plyground_game::{Game, Position};

use super::file::{TierFile, TierSet};
use super::reached::Layout;
use super::{Rank, Scoring, SharedNumbering, TableCounts};
use crate::{ExactMove, Solution, SolveError, TableError, Tables, Value};

/// Method to find the number of a position.
pub(super) enum Locate<P> {
    /// By its key, among those of the tier.
    Keys(Layout<P>),
    /// By the numbering.
    Formula(SharedNumbering<P>),
}

/// Values of a tier: in memory if they were read or never stored, otherwise in a file.
struct Stored {
    file: Option<Box<TierFile>>,
    memory: Option<(Solution, Vec<u64>)>,
}

/// Solved tiers of one numbering.
pub(crate) struct SetTables<P> {
    locate: Locate<P>,
    tiers: BTreeMap<usize, Stored>,
}

impl<P: Position> SetTables<P> {
    /// Opens the files of a set; `None` if there are none.
    pub(super) fn open(folder: &Path, set: &TierSet, locate: Locate<P>) -> Result<Option<SetTables<P>>, TableError> {
        let stored = |(tier, file)| (tier, Stored { file: Some(Box::new(file)), memory: None });
        let tiers: BTreeMap<_, _> = set.open_all(folder)?.into_iter().map(stored).collect();
        Ok((!tiers.is_empty()).then_some(SetTables { locate, tiers }))
    }

    /// Creates tables with the values of all tiers in memory.
    pub(super) fn of(numbering: SharedNumbering<P>, solutions: Vec<Option<Solution>>) -> SetTables<P> {
        let stored = |solution| Stored { file: None, memory: Some((solution, Vec::new())) };
        let tiers = solutions.into_iter().enumerate().filter_map(|(tier, solution)| Some((tier, stored(solution?))));
        let tiers = tiers.collect();
        SetTables { locate: Locate::Formula(numbering), tiers }
    }

    /// Returns the tiers that have values.
    pub(super) fn tiers(&self) -> impl Iterator<Item = usize> {
        self.tiers.keys().copied()
    }

    /// Reads the files of the needed tiers into memory, which checks all checksums. Other tiers with files leave memory.
    pub(super) fn read(&mut self, is_needed: impl Fn(usize) -> bool) -> Result<(), TableError> {
        for (&tier, Stored { file, memory }) in &mut self.tiers {
            let Some(file) = file else { continue };
            if !is_needed(tier) {
                *memory = None;
            } else if memory.is_none() {
                *memory = Some(file.read()?);
            }
        }
        Ok(())
    }

    pub(super) fn counts(&self) -> TableCounts {
        let mut counts = TableCounts::default();
        for file in self.tiers.values().filter_map(|stored| stored.file.as_ref()) {
            counts.add(file.counts());
        }
        counts
    }

    /// Returns the stored value of a position; `None` if the tiers do not contain it.
    pub(crate) fn stored(&self, pos: &P) -> Result<Option<Value>, TableError> {
        match &self.locate {
            Locate::Formula(numbering) => {
                let Some(Rank { tier, index }) = numbering.rank(pos) else { return Ok(None) };
                self.tiers.get(&tier).map_or(Ok(None), |stored| stored.value(index))
            }
            Locate::Keys(layout) => {
                let pos = (layout.fold)(pos);
                let Some(stored) = self.tiers.get(&(layout.tier)(&pos)) else { return Ok(None) };
                stored.find(pos.key())?.map_or(Ok(None), |index| stored.value(index))
            }
        }
    }
}

impl Stored {
    fn value(&self, index: usize) -> Result<Option<Value>, TableError> {
        match (&self.memory, &self.file) {
            (Some((solution, _)), _) => Ok(solution.value(index)),
            (None, Some(file)) => file.value(index),
            (None, None) => Ok(None),
        }
    }

    fn find(&self, key: u64) -> Result<Option<usize>, TableError> {
        match (&self.memory, &self.file) {
            (Some((_, keys)), _) => Ok(keys.binary_search(&key).ok()),
            (None, Some(file)) => file.find(key),
            (None, None) => Ok(None),
        }
    }
}

/// All solved tiers of a game under the same rules.
pub(super) struct TierTables<P: Position> {
    pub(super) sets: Vec<SetTables<P>>,
    /// Rules of the tables.
    pub(super) rules: P::Rules,
    pub(super) scoring: Scoring<P>,
}

impl<P: Position> TierTables<P> {
    /// Returns the value of a position; `None` if the tables do not contain it.
    pub(super) fn probe(&self, pos: &P) -> Result<Option<Value>, TableError> {
        if let Some(outcome) = pos.outcome() {
            return Ok(self.scoring.finished(pos, outcome));
        }
        for set in &self.sets {
            if let Some(value) = set.stored(pos)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Returns the error for a position that the tables of a folder do not contain.
    pub(super) fn missing(&self, game: &Game<P>, folder: &Path) -> SolveError {
        if self.sets.is_empty() {
            let rules = &self.rules;
            let named = if *rules == P::Rules::default() { String::new() } else { format!(" --rules {rules}") };
            let command = format!("ply solve {}{named} --database", P::NAME);
            let what = format!("table of {} under rules `{rules}`", P::NAME);
            return SolveError::NoTables { folder: folder.to_owned(), what, command };
        }
        SolveError::NotInTables { held: format!("the tables do not hold `{}`", game.position()) }
    }
}

impl<P: Position> Tables<P> for TierTables<P> {
    fn moves(&self, pos: &P) -> Result<Option<Vec<ExactMove<P::Move>>>, TableError> {
        let value = |&mv| {
            let after = pos.after(mv);
            let same_side = after.side_to_move() == pos.side_to_move();
            let value = self.probe(&after)?.map(|value| self.scoring.before(value, same_side));
            Ok(value.map(|value| self.scoring.exact_move(mv, value)))
        };
        pos.legal_moves().iter().map(value).collect()
    }
}
