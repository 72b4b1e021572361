//! The clock of players from tables: the one file of this crate that knows the time.

#![expect(clippy::disallowed_methods, reason = "a player from tables keeps to its time")]

use std::time::Duration;

use web_time::Instant;

/// A span of time that begins when it is made; without end where there is none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    since: Instant,
    most: Option<Duration>,
}

impl Patience {
    pub(crate) fn of(most: Option<Duration>) -> Patience {
        Patience { since: Instant::now(), most }
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.most.is_some_and(|most| self.since.elapsed() > most)
    }
}
