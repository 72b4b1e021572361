//! Reorder buffer of a run: finished games arrive in any order, and are recorded, counted and tested by their numbers.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{ArenaError, Progress};
use crate::journal::Journal;
use crate::record::Record;
use crate::standings::Standings;
use plyground_statistics::Sprt;

/// Maximum number of early games in memory when there is a file. Further ones are read from the file when they are due.
const WAITING: usize = 5_000;

/// Games of a run.
pub(super) struct ReorderBuffer<'a> {
    /// File of the run, which includes games that are not delivered yet.
    pub(super) journal: Option<Journal>,
    pub(super) sprt: Option<&'a Sprt>,
    /// Number of games of the whole schedule.
    pub(super) total: u64,
    /// Games that arrived before an earlier one.
    early: BTreeMap<u64, Record>,
    /// Number of the next game to deliver.
    pub(super) next: u64,
    /// Number of games that this run has played.
    new: u64,
    /// Whether the sequential test has decided.
    pub(super) decided: bool,
    /// Maximum number of games in `records`.
    keep: usize,
    pub(super) records: Vec<Record>,
    pub(super) standings: Standings,
}

impl<'a> ReorderBuffer<'a> {
    pub(super) fn new(
        journal: Option<Journal>,
        standings: Standings,
        total: u64,
        sprt: Option<&'a Sprt>,
        keep: usize,
    ) -> ReorderBuffer<'a> {
        ReorderBuffer {
            journal,
            sprt,
            total,
            early: BTreeMap::new(),
            next: 0,
            new: 0,
            decided: false,
            keep,
            records: Vec::new(),
            standings,
        }
    }

    /// Returns the numbers of the games that the file contains, before any is taken.
    pub(super) fn known(&self) -> Vec<Range<u64>> {
        self.journal.as_ref().map(Journal::known).unwrap_or_default()
    }

    /// Takes a game. A duplicate is ignored.
    pub(super) fn take(&mut self, record: Record, on_game: &mut dyn FnMut(&Progress<'_>)) -> Result<(), ArenaError> {
        let number = record.number;
        let is_there = |journal: &Journal| journal.has(number);
        if number < self.next || self.early.contains_key(&number) || self.journal.as_ref().is_some_and(is_there) {
            return Ok(());
        }
        match &mut self.journal {
            Some(journal) if number != self.next => {
                journal.hold(&record)?;
                if self.early.len() < WAITING {
                    self.early.insert(number, record);
                }
            }
            _ => _ = self.early.insert(number, record),
        }
        self.deliver(on_game)
    }

    /// Returns the game that is due, and whether the file still lacks it.
    fn due(&mut self) -> Result<Option<(Record, bool)>, ArenaError> {
        if let Some(record) = self.early.remove(&self.next) {
            return Ok(Some((record, true)));
        }
        let Some(journal) = &mut self.journal else { return Ok(None) };
        if let Some(record) = journal.take_written(self.next)? {
            return Ok(Some((record, false)));
        }
        Ok(journal.read_waiting(self.next)?.map(|record| (record, true)))
    }

    /// Delivers all games that are due.
    pub(super) fn deliver(&mut self, on_game: &mut dyn FnMut(&Progress<'_>)) -> Result<(), ArenaError> {
        while !self.decided && self.next < self.total {
            let Some((record, is_new)) = self.due()? else { break };
            if let (true, Some(journal)) = (is_new, &mut self.journal) {
                journal.append(&record)?;
            }
            self.next += 1;
            let counted = self.standings.add(&record);
            if let (true, Some(sprt), Some(tally)) = (counted, self.sprt, self.standings.match_tally()) {
                self.decided = sprt.status(&tally.pairs).decision.is_some();
            }
            if is_new {
                self.new += 1;
                let tally = self.standings.match_tally();
                let sprt = self.sprt.zip(tally).map(|(sprt, tally)| sprt.status(&tally.pairs));
                let (record, done, total, standings) = (&record, self.next, self.total, &self.standings);
                on_game(&Progress { record, done, new: self.new, total, standings, sprt });
            }
            if self.records.len() < self.keep {
                self.records.push(record);
            }
        }
        match &mut self.journal {
            Some(journal) if self.early.is_empty() && !journal.has_waiting() => Ok(journal.none_waits()?),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::read_records;
    use crate::record::GameResult;
    use crate::record::tests::record;
    use crate::report::Summary;

    #[test]
    fn more_games_wait_than_fit_into_memory() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.jsonl");
        let games = WAITING as u64 + 1_000;
        let game = |number: u64| {
            let agents = if number.is_multiple_of(2) { ["a", "b"] } else { ["b", "a"] };
            record(number, agents, &number.to_string(), [GameResult::First, GameResult::Draw][number as usize % 3 % 2])
        };
        let journal = Journal::open(&file, "feed").unwrap();
        let mut reorder_buffer = ReorderBuffer::new(Some(journal), Standings::new(["a", "b"]), games, None, 3);
        for number in 1..games {
            reorder_buffer.take(game(number), &mut |_| panic!("no game is due")).unwrap();
        }
        assert_eq!(reorder_buffer.early.len(), WAITING);
        let mut delivered = Vec::new();
        reorder_buffer.take(game(0), &mut |progress| delivered.push(progress.record.number)).unwrap();
        assert!(delivered.into_iter().eq(0..games));
        assert_eq!((reorder_buffer.next, reorder_buffer.records.len()), (games, 3));
        drop(reorder_buffer.journal);
        let records = read_records(&file).unwrap();
        assert!(records.iter().cloned().eq((0..games).map(game)));
        assert!(!folder.path().join("games.jsonl.early").exists());
        // The report from the standings equals the report from the games.
        assert_eq!(Summary::of_standings(&reorder_buffer.standings, None), Summary::of(&records, None));
    }
}
