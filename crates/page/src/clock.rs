//! The clocks of a game on two devices. The server counts, so that no page can stop or lengthen its clock.
//!
//! They run like the clocks of a game on one device: after the first move, for the side to move at the end of the line.

#![expect(clippy::disallowed_methods, reason = "it counts the time of users")]

use std::time::Duration;

use plyground_game::Side;
use serde::{Deserialize, Serialize};
use web_time::Instant;

use crate::fault::Fault;

/// Maximum time of a clock, in milliseconds.
const MOST: u64 = 600 * 60_000;

/// The clocks of both sides as pages send and receive them, in milliseconds.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Times {
    /// Initial time of a side.
    full: u64,
    /// Increment per move.
    more: u64,
    left: [u64; 2],
    /// The side whose clock runs. The game determines it, so it is ignored in a request.
    #[serde(default)]
    running: Option<usize>,
}

/// The clocks of a game.
pub(crate) struct Clock {
    times: Times,
    /// When `times` was right.
    since: Instant,
}

impl Clock {
    /// Starts clocks with these times.
    pub(crate) fn new(times: Times) -> Result<Clock, Fault> {
        let Times { full, more, left, .. } = times;
        if full == 0 || [full, more, left[0], left[1]].iter().any(|&time| time > MOST) {
            return Err(Fault::bad(format!("`clock`: expected times up to {MOST} milliseconds, and a `full` above 0")));
        }
        Ok(Clock { times, since: Instant::now() })
    }

    /// Returns the times of a new game with these clocks.
    pub(crate) fn afresh(&self) -> Times {
        Times { left: [self.times.full; 2], running: None, ..self.times }
    }

    /// Returns the milliseconds since the times were right.
    fn elapsed(&self) -> u64 {
        u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Returns the times now, if the clock of this side runs.
    pub(crate) fn times(&self, running: Option<Side>) -> Times {
        let mut times = Times { running: running.map(Side::index), ..self.times };
        if let Some(side) = running {
            let left = &mut times.left[side.index()];
            *left = left.saturating_sub(self.elapsed());
        }
        times
    }

    /// Subtracts the elapsed time from that of the running side, and returns whether this side has none left.
    pub(crate) fn tick(&mut self, running: Option<Side>) -> bool {
        // Whole milliseconds, so that frequent requests do not stop the clock.
        let elapsed = Duration::from_millis(self.elapsed());
        self.times = self.times(running);
        self.since += elapsed;
        running.is_some_and(|side| self.times.left[side.index()] == 0)
    }

    /// Adds the increment of a move.
    pub(crate) fn add(&mut self, side: Side) {
        let left = &mut self.times.left[side.index()];
        *left = (*left + self.times.more).min(MOST);
    }
}
