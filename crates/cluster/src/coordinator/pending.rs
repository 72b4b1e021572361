//! Pending work of a run, and the items that a coordinator delivers.

use std::io;

use plyground_arena::Record;

/// Pending games of a run.
pub(crate) struct PendingWork<'a> {
    pub(crate) is_pending: &'a (dyn Fn(u64) -> bool + Sync),
    /// Maximum distance from the first missing game to a game that may be played.
    pub(crate) ahead: u64,
    pub(crate) is_stopped: &'a (dyn Fn() -> bool + Sync),
    /// Marks a game and all later ones as doubted, so that a resumed run removes them.
    pub(crate) doubt: &'a (dyn Fn(u64) -> io::Result<()> + Sync),
}

impl PendingWork<'_> {
    pub(super) fn is_stopped(&self) -> bool {
        (self.is_stopped)()
    }
}

/// Item of a result.
#[derive(Debug)]
pub(crate) enum Item {
    Game(Box<Record>),
    /// Answer to a question, which counts as two games.
    Answer {
        number: u64,
        answer: bool,
    },
}

impl Item {
    /// Returns the numbers of its games.
    pub(super) fn games(&self) -> std::ops::Range<u64> {
        match self {
            Item::Game(record) => record.number..record.number + 1,
            Item::Answer { number, .. } => 2 * number..2 * number + 2,
        }
    }
}
