//! The end of a budget of time.
#![allow(
    clippy::disallowed_methods,
    reason = "a budget of time ends a run between games; each game is the same at any time"
)]

use std::time::{Duration, Instant};

/// The end of a budget.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    start: Instant,
    budget: Duration,
}

impl Deadline {
    /// Returns the deadline after this time.
    pub(crate) fn after(budget: Duration) -> Deadline {
        Deadline { start: Instant::now(), budget }
    }

    /// Returns whether the deadline has passed.
    pub(crate) fn has_passed(&self) -> bool {
        self.start.elapsed() >= self.budget
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_of_nothing_is_spent_at_once() {
        assert!(Deadline::after(Duration::ZERO).has_passed());
        assert!(!Deadline::after(Duration::from_secs(3_600)).has_passed());
    }
}
