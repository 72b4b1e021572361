//! The games that are being played just now, for whoever watches a run.
//!
//! ```
//! use plyground_arena::RunningGames;
//!
//! let running = RunningGames::default();
//! assert!(running.plies().is_empty(), "nothing is played yet");
//! ```

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Running games by number, with their lengths; clones share them.
#[derive(Clone, Debug, Default)]
pub struct RunningGames(Arc<Mutex<BTreeMap<u64, usize>>>);

impl RunningGames {
    /// The numbers of the games and the plies played in each, those of the opening included.
    #[must_use]
    pub fn plies(&self) -> Vec<(u64, usize)> {
        self.games().iter().map(|(&number, &plies)| (number, plies)).collect()
    }

    pub(crate) fn set(&self, number: u64, plies: usize) {
        self.games().insert(number, plies);
    }

    pub(crate) fn end(&self, number: u64) {
        self.games().remove(&number);
    }

    /// Numbers are whole at any time, also when an agent has panicked.
    fn games(&self) -> MutexGuard<'_, BTreeMap<u64, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
