//! Where finished games are put in order: kept, counted and tested by their numbers, however they come in.

use std::collections::{BTreeMap, HashSet};

use super::{ArenaError, Progress};
use crate::journal::{Journal, Stored};
use crate::record::Record;
use crate::standings::Standings;
use crate::statistics::Sprt;

/// The games of a run.
pub(super) struct Desk<'a> {
    pub(super) journal: Option<Journal>,
    pub(super) sprt: Option<&'a Sprt>,
    /// Games of the whole schedule.
    pub(super) total: u64,
    /// In the file, but not yet delivered.
    written: BTreeMap<u64, Record>,
    /// Not in the file: they wait for earlier ones.
    early: BTreeMap<u64, Record>,
    /// The number to deliver next.
    pub(super) next: u64,
    /// Games that this run has played.
    new: u64,
    /// Whether the sequential test has.
    pub(super) decided: bool,
    pub(super) records: Vec<Record>,
    pub(super) standings: Standings,
}

fn by_number(records: Vec<Record>) -> BTreeMap<u64, Record> {
    records.into_iter().map(|record| (record.number, record)).collect()
}

impl<'a> Desk<'a> {
    pub(super) fn new(
        journal: Option<(Journal, Stored)>,
        standings: Standings,
        total: u64,
        sprt: Option<&'a Sprt>,
    ) -> Desk<'a> {
        let (journal, stored) = journal.map_or((None, Stored::default()), |(journal, stored)| (Some(journal), stored));
        Desk {
            journal,
            sprt,
            total,
            written: by_number(stored.written),
            early: by_number(stored.waiting),
            next: 0,
            new: 0,
            decided: false,
            records: Vec::new(),
            standings,
        }
    }

    /// Games that are there and wait for earlier ones.
    pub(super) fn known(&self) -> HashSet<u64> {
        self.written.keys().chain(self.early.keys()).copied().collect()
    }

    /// Takes a game; one that is there already is not looked at.
    pub(super) fn take(&mut self, record: Record, on_game: &mut dyn FnMut(&Progress<'_>)) -> Result<(), ArenaError> {
        let number = record.number;
        if number < self.next || self.early.contains_key(&number) || self.written.contains_key(&number) {
            return Ok(());
        }
        if number != self.next
            && let Some(journal) = &mut self.journal
        {
            journal.hold(&record)?;
        }
        self.early.insert(number, record);
        self.deliver(on_game)
    }

    /// Delivers all games that are due.
    pub(super) fn deliver(&mut self, on_game: &mut dyn FnMut(&Progress<'_>)) -> Result<(), ArenaError> {
        let had_early = !self.early.is_empty();
        while !self.decided && self.next < self.total {
            let (record, is_new) = match (self.written.remove(&self.next), self.early.remove(&self.next)) {
                (Some(record), _) => (record, false),
                (None, Some(record)) => (record, true),
                (None, None) => break,
            };
            if let (true, Some(journal)) = (is_new, &mut self.journal) {
                journal.append(&record)?;
            }
            self.next += 1;
            let counted = self.standings.add(&record);
            if let (true, Some(sprt), Some(tally)) = (counted, self.sprt, self.standings.match_tally()) {
                self.decided = sprt.status(&tally.pairs).decision.is_some();
            }
            self.records.push(record);
            if is_new && let Some(record) = self.records.last() {
                self.new += 1;
                let tally = self.standings.match_tally();
                let sprt = self.sprt.zip(tally).map(|(sprt, tally)| sprt.status(&tally.pairs));
                let (done, total, standings) = (self.next, self.total, &self.standings);
                on_game(&Progress { record, done, new: self.new, total, standings, sprt });
            }
        }
        if let (true, true, Some(journal)) = (had_early, self.early.is_empty(), &mut self.journal) {
            journal.none_waits()?;
        }
        Ok(())
    }
}
