//! What depends on the way to a position: repetition and limits of turns.
//!
//! A position alone cannot know that it stands for the third time. A [`History`] holds the keys of a game so far; a
//! search pushes on the way down and pops on the way up. Each game chooses its own counting through
//! [`HistoryRules`], [`Position::repetition_key`] and [`Position::turns_played`]. A result on the board comes first: a
//! winning move wins even when it would also draw.
//!
//! ```
//! use plyground_game::{History, HistoryEnd, HistoryRules};
//!
//! let mut history = History::from_keys(HistoryRules { repetition: Some(3), turn_limit: None }, 0, 77);
//! for key in [1, 77, 2] {
//!     history.push_key(key, false);
//!     assert_eq!(history.end(), None);
//! }
//! history.push_key(77, false);
//! assert_eq!(history.end(), Some(HistoryEnd::Repetition(3)));
//! history.pop();
//! assert_eq!(history.end(), None);
//! ```

use std::fmt;

use crate::{Outcome, Position, Rules};

/// Which histories end a game, always as a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HistoryRules {
    /// The game is drawn when the same key occurs for this many times, the start counting as one; at least 2.
    pub repetition: Option<u32>,
    /// The game is drawn when this many turns have been played.
    pub turn_limit: Option<u32>,
}

/// A draw by history.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HistoryEnd {
    /// The position occurred this many times.
    Repetition(u32),
    /// This many turns were played.
    TurnLimit(u32),
}

impl HistoryEnd {
    /// The result: a draw.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        Outcome::Draw
    }
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
    /// The first entry that can still be equal to later ones: everything before an irreversible move cannot.
    since: u32,
}

/// The keys of a game, from its start to the present position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    rules: HistoryRules,
    turns_before: u32,
    entries: Vec<Entry>,
}

impl History {
    /// A game that begins at `start`.
    #[must_use]
    pub fn new<P: Position>(start: &P, rules: &P::Rules) -> History {
        History::from_keys(rules.history(), start.turns_played(), start.repetition_key())
    }

    /// A game that begins after `turns_before` turns at a position with this repetition key.
    #[must_use]
    pub fn from_keys(rules: HistoryRules, turns_before: u32, start_key: u64) -> History {
        History { rules, turns_before, entries: vec![Entry { key: start_key, since: 0 }] }
    }

    /// Notes that the legal move `mv` led from `before` to `after`.
    #[inline]
    pub fn push<P: Position>(&mut self, before: &P, mv: P::Move, after: &P) {
        self.push_key(after.repetition_key(), before.is_irreversible(mv));
    }

    /// Notes a move to a position with this repetition key.
    #[inline]
    pub fn push_key(&mut self, key: u64, irreversible: bool) {
        let since = match self.entries.last() {
            Some(last) if !irreversible => last.since,
            _ => self.entries.len() as u32,
        };
        self.entries.push(Entry { key, since });
    }

    /// Forgets the last move.
    ///
    /// # Panics
    /// When there is none.
    #[inline]
    pub fn pop(&mut self) {
        assert!(self.entries.len() > 1, "the start of a game cannot be taken back");
        self.entries.pop();
    }

    /// Moves made since the start that this history knows.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.entries.len() - 1
    }

    /// Turns played in all, those before the start included.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.turns_before + self.plies() as u32
    }

    /// How often the present position has occurred, itself included.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        self.entries.last().map_or(0, |last| {
            self.entries[last.since as usize..].iter().filter(|entry| entry.key == last.key).count() as u32
        })
    }

    /// The draw by history that the present position is, if any. The board's own result goes before it.
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

    /// The result of `pos`, the present position of this history: by the board, else by the history.
    #[inline]
    #[must_use]
    pub fn outcome<P: Position>(&self, pos: &P) -> Option<Outcome> {
        match pos.outcome() {
            None if P::HAS_HISTORY => self.end().map(HistoryEnd::outcome),
            outcome => outcome,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THREE: HistoryRules = HistoryRules { repetition: Some(3), turn_limit: Some(9) };

    #[test]
    fn an_irreversible_move_starts_the_count_anew() {
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
    fn turns_before_the_start_count_for_the_limit() {
        let mut history = History::from_keys(THREE, 7, 0);
        history.push_key(1, false);
        assert_eq!((history.turns(), history.end()), (8, None));
        history.push_key(2, false);
        assert_eq!(history.end(), Some(HistoryEnd::TurnLimit(9)));
    }
}
