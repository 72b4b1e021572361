//! What a run wants of its coordinator, and what comes back.

use std::io;

use plyground_arena::Record;

/// Which games of a run are wanted, and for how long.
pub(crate) struct PendingWork<'a> {
    pub(crate) is_pending: &'a (dyn Fn(u64) -> bool + Sync),
    /// How many may be played beyond the first that is missing.
    pub(crate) ahead: u64,
    pub(crate) is_stopped: &'a (dyn Fn() -> bool + Sync),
    /// Marks a game and all after it as doubted, so that a killed run does not keep them.
    pub(crate) doubt: &'a (dyn Fn(u64) -> io::Result<()> + Sync),
}

impl PendingWork<'_> {
    pub(super) fn is_stopped(&self) -> bool {
        (self.is_stopped)()
    }
}

/// What comes back.
#[derive(Debug)]
pub(crate) enum Item {
    Game(Box<Record>),
    /// Of a question, which counts as two games.
    Answer {
        number: u64,
        answer: bool,
    },
}

impl Item {
    /// The numbers of its games.
    pub(super) fn games(&self) -> std::ops::Range<u64> {
        match self {
            Item::Game(record) => record.number..record.number + 1,
            Item::Answer { number, .. } => 2 * number..2 * number + 2,
        }
    }
}
