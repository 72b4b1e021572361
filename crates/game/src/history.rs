//! Draws that depend on the path to a position: repetition and turn limits.
//!
//! A position alone does not show its number of occurrences. A [`History`] stores the keys of a game so far. A search
//! pushes keys on its way down and pops them on its way up. Each game defines its own counting by [`HistoryRules`],
//! [`Position::repetition_key`] and [`Position::turns_played`]. The result on the board takes precedence: a winning
//! move wins even if it also completes a draw.

use alloc::vec::Vec;
use core::fmt;

use crate::history_rules::HistoryRules;
use crate::zobrist::mix;
use crate::{Outcome, Position, Rules};

/// A draw by history.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HistoryEnd {
    /// The position occurred this many times.
    Repetition(u32),
    /// This many turns were played.
    TurnLimit(u32),
}

impl fmt::Display for HistoryEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HistoryEnd::Repetition(times) => write!(f, "the position has occurred {times} times"),
            HistoryEnd::TurnLimit(1) => f.write_str("1 turn has been played"),
            HistoryEnd::TurnLimit(turns) => write!(f, "{turns} turns have been played"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    key: u64,
    /// Index of the first entry that can equal later ones. Entries before an irreversible move cannot.
    since: u32,
    /// Number of occurrences of the position, including this one.
    times: u32,
    /// Maximum number of occurrences of any position since that entry.
    most: u32,
    /// Hash sum over all positions since that entry, with multiplicity.
    all: u64,
    /// Hash sum over those positions that are one occurrence away from a draw.
    critical: u64,
}

/// The keys of a game, from its start to the current position.
///
/// ```
/// use plyground_game::{History, HistoryEnd, HistoryRules};
///
/// let mut history = History::from_keys(HistoryRules { repetition: Some(2), turn_limit: None }, 0, 77);
/// history.push_key(1, false);
/// assert_eq!(history.end(), None);
/// history.push_key(77, false);
/// assert_eq!(history.end(), Some(HistoryEnd::Repetition(2)));
/// history.pop();
/// assert_eq!(history.end(), None, "the second 77 is taken back");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    rules: HistoryRules,
    turns_before: u32,
    entries: Vec<Entry>,
}

impl History {
    /// Returns the history of a game that starts at `start`.
    #[must_use]
    pub fn new<P: Position>(start: &P, rules: &P::Rules) -> History {
        History::from_keys(rules.history(), start.turns_played(), start.repetition_key())
    }

    /// Returns the history of a game that starts after `turns_before` turns at a position with this repetition key.
    #[must_use]
    pub fn from_keys(rules: HistoryRules, turns_before: u32, start_key: u64) -> History {
        let mut history = History { rules, turns_before, entries: Vec::new() };
        history.push_key(start_key, true);
        history
    }

    /// Adds the position `after` that the legal move `mv` led to from `before`.
    #[inline]
    pub fn push<P: Position>(&mut self, before: &P, mv: P::Move, after: &P) {
        self.push_key(after.repetition_key(), before.is_irreversible(mv));
    }

    /// Adds a position with this repetition key.
    #[inline]
    pub fn push_key(&mut self, key: u64, irreversible: bool) {
        let mut entry = Entry { key, since: self.entries.len() as u32, times: 1, most: 1, all: 0, critical: 0 };
        let Some(repetition) = self.rules.repetition else {
            self.entries.push(entry);
            return;
        };
        if let Some(last) = self.entries.last()
            && !irreversible
        {
            let before = &self.entries[last.since as usize..];
            entry.since = last.since;
            entry.times += before.iter().filter(|entry| entry.key == key).count() as u32;
            entry.most = last.most.max(entry.times);
            entry.all = last.all;
            entry.critical = last.critical;
        }
        let term = mix(key);
        entry.all = entry.all.wrapping_add(term);
        if entry.times + 1 == repetition {
            entry.critical = entry.critical.wrapping_add(term);
        }
        self.entries.push(entry);
    }

    /// Returns a hash of the part of the history that can affect the value of the current position, searched `plies`
    /// deep. The hash is equal for equal histories, and 0 if no draw by history is within reach.
    ///
    /// No position can repeat within `no_return_within` plies. With `exact`, the hash covers every position that could
    /// complete a draw within reach. Without it, the hash covers only positions one occurrence away from a draw, and
    /// ignores positions that would have to occur twice below.
    #[must_use]
    pub fn signature(&self, plies: u32, no_return_within: u32, exact: bool) -> u64 {
        let Some(last) = self.entries.last() else { return 0 };
        let mut signature = 0;
        if let Some(repetition) = self.rules.repetition {
            // A position with n occurrences must occur repetition - n more times below, the first time after one ply.
            let visits = repetition.saturating_sub(last.most).max(1);
            let reach = |visits: u32| 1 + (visits - 1).saturating_mul(no_return_within + 1);
            if plies >= reach(2) && exact && plies >= reach(visits) {
                signature = last.all;
            } else if visits == 1 && plies >= 1 {
                signature = last.critical;
            }
        }
        if let Some(limit) = self.rules.turn_limit
            && self.turns().saturating_add(plies) >= limit
        {
            signature ^= mix(u64::from(self.turns()) ^ 0x7475_726e);
        }
        signature
    }

    /// Removes the last move.
    ///
    /// # Panics
    /// Panics at the start of the game.
    #[inline]
    pub fn pop(&mut self) {
        assert!(self.entries.len() > 1, "the start of a game cannot be taken back");
        self.entries.pop();
    }

    /// Returns the number of moves in this history.
    #[inline]
    #[must_use]
    pub fn plies(&self) -> usize {
        self.entries.len() - 1
    }

    /// Returns the number of turns played, including those before the start.
    #[inline]
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.turns_before + self.plies() as u32
    }

    /// Returns the number of turns left before the turn limit ends the game; `None` without a limit.
    #[must_use]
    pub fn turns_left(&self) -> Option<u32> {
        self.rules.turn_limit.map(|limit| limit.saturating_sub(self.turns()))
    }

    /// Returns the repetition keys with at least `times` occurrences that can occur again, each once, in ascending
    /// order. Returns an empty list if repetitions do not count.
    #[must_use]
    pub fn repeated_keys(&self, times: u32) -> Vec<u64> {
        let (Some(last), Some(_)) = (self.entries.last(), self.rules.repetition) else { return Vec::new() };
        let since = self.entries[last.since as usize..].iter();
        let mut keys: Vec<u64> = since.filter(|entry| entry.times >= times).map(|entry| entry.key).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// Returns the number of occurrences of the current position, including this one; 1 if repetitions do not count.
    #[inline]
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        self.entries.last().map_or(0, |last| last.times)
    }

    /// Returns the draw by history in the current position, if any. The result on the board takes precedence.
    #[inline]
    #[must_use]
    pub fn end(&self) -> Option<HistoryEnd> {
        if let Some(times) = self.rules.repetition
            && self.occurrences() >= times
        {
            return Some(HistoryEnd::Repetition(times));
        }
        match self.rules.turn_limit {
            Some(limit) if self.turns() >= limit => Some(HistoryEnd::TurnLimit(limit)),
            _ => None,
        }
    }

    /// Returns the result of `pos`, the current position of this history: by the board, or else by the history.
    #[inline]
    #[must_use]
    pub fn outcome<P: Position>(&self, pos: &P) -> Option<Outcome> {
        match pos.outcome() {
            None if P::HAS_HISTORY => self.end().map(|_| Outcome::Draw),
            outcome => outcome,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THREE: HistoryRules = HistoryRules { repetition: Some(3), turn_limit: Some(9) };

    #[test]
    fn an_irreversible_move_restarts_the_count() {
        let mut history = History::from_keys(THREE, 0, 5);
        history.push_key(6, false);
        history.push_key(5, false);
        assert_eq!(history.occurrences(), 2);
        history.push_key(5, true);
        assert_eq!(history.occurrences(), 1);
        history.push_key(5, false);
        assert_eq!(history.occurrences(), 2);
        history.pop();
        history.pop();
        assert_eq!(history.occurrences(), 2);
    }

    #[test]
    fn a_signature_is_what_a_draw_within_reach_depends_on() {
        let rules = HistoryRules { repetition: Some(3), turn_limit: None };
        let play = |keys: &[u64]| {
            let mut history = History::from_keys(rules, 0, 1);
            keys.iter().for_each(|&key| history.push_key(key, false));
            history
        };
        // No position has occurred twice. If none repeats within 3 plies, a draw needs plies 1 and 5.
        let (one, other) = (play(&[2, 3, 4]), play(&[5, 6, 4]));
        assert_eq!(one.signature(4, 3, true), 0);
        assert_eq!(one.signature(9, 3, false), 0);
        assert_ne!(one.signature(5, 3, true), other.signature(5, 3, true));
        assert_eq!(play(&[2, 3, 4]).signature(5, 3, true), play(&[3, 2, 4]).signature(5, 3, true));
        // The start has occurred twice: one ply is enough.
        let twice = play(&[2, 3, 4, 1, 2]);
        assert_ne!(twice.signature(1, 3, false), 0);
        assert_eq!(twice.signature(0, 3, true), 0);
        // A limit counts only if it can be reached.
        let limited = History::from_keys(HistoryRules { repetition: None, turn_limit: Some(9) }, 3, 1);
        assert_eq!(limited.signature(5, 1, true), 0);
        assert_ne!(limited.signature(6, 1, true), 0);
    }

    #[test]
    fn repeated_keys_are_those_since_the_last_irreversible_move() {
        let mut history = History::from_keys(THREE, 2, 5);
        for (key, irreversible) in [(6, false), (7, true), (8, false), (7, false), (9, false)] {
            history.push_key(key, irreversible);
        }
        for (times, keys) in [(1, &[7, 8, 9][..]), (2, &[7]), (3, &[])] {
            assert_eq!(history.repeated_keys(times), keys);
        }
        assert_eq!(history.turns_left(), Some(2));
        let free = History::from_keys(HistoryRules::default(), 0, 5);
        assert!(free.repeated_keys(1).is_empty() && free.turns_left().is_none());
    }

    #[test]
    fn turns_before_the_start_count_for_the_limit() {
        let mut history = History::from_keys(THREE, 7, 0);
        history.push_key(1, false);
        assert_eq!((history.turns(), history.end()), (8, None));
        history.push_key(2, false);
        assert_eq!(history.end(), Some(HistoryEnd::TurnLimit(9)));
    }
}
