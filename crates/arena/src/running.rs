//! The games that are being played just now, for observers of a run.
//!
//! ```
//! use plyground_arena::RunningGames;
//!
//! let running = RunningGames::default();
//! assert!(running.plies().is_empty() && running.first().is_none(), "nothing is played yet");
//! ```

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::play::MoveNote;

/// Running games by number; clones share them.
#[derive(Clone, Debug, Default)]
pub struct RunningGames(Arc<Mutex<BTreeMap<u64, RunningGame>>>);

/// A game as far as it has been played.
#[derive(Clone, PartialEq, Debug)]
pub struct RunningGame {
    /// Its number in the run, from 0.
    pub number: u64,
    /// The rules, as the game reads them.
    pub rules: String,
    /// The players, the one who has the first side first.
    pub agents: [String; 2],
    /// Where the moves begin from.
    pub position: String,
    /// All moves, those of the opening included.
    pub moves: Vec<String>,
    /// What was noted last about a move of each side.
    pub notes: [Option<MoveNote>; 2],
}

impl RunningGames {
    /// The numbers of the games and the plies played in each, those of the opening included.
    #[must_use]
    pub fn plies(&self) -> Vec<(u64, usize)> {
        self.games().iter().map(|(&number, game)| (number, game.moves.len())).collect()
    }

    /// The game with the lowest number.
    #[must_use]
    pub fn first(&self) -> Option<RunningGame> {
        self.games().values().next().cloned()
    }

    pub(crate) fn begin(&self, game: RunningGame) {
        self.games().insert(game.number, game);
    }

    /// A move of a game, by the side with this index.
    pub(crate) fn add(&self, number: u64, mv: String, side: usize, note: MoveNote) {
        if let Some(game) = self.games().get_mut(&number) {
            game.moves.push(mv);
            game.notes[side] = Some(note);
        }
    }

    pub(crate) fn end(&self, number: u64) {
        self.games().remove(&number);
    }

    /// Games are whole at any time, also when an agent has panicked.
    fn games(&self) -> MutexGuard<'_, BTreeMap<u64, RunningGame>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
