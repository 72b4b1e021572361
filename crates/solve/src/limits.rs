//! Clock of players that use tables. This is the only file of the crate that reads the time.

#![expect(clippy::disallowed_methods, reason = "a player from tables keeps to its time")]

use std::time::Duration;

use web_time::Instant;

/// Time span that starts at its creation; unlimited if it has no duration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeSpan {
    since: Instant,
    most: Option<Duration>,
}

impl TimeSpan {
    pub(crate) fn of(most: Option<Duration>) -> TimeSpan {
        TimeSpan { since: Instant::now(), most }
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.most.is_some_and(|most| self.since.elapsed() > most)
    }
}
