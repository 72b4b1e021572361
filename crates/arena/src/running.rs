//! Running games, for observers of a run.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::play::MoveNote;

/// Running games by number; clones share them.
///
/// ```
/// use plyground_arena::RunningGames;
///
/// let running = RunningGames::default();
/// assert!(running.plies().is_empty() && running.first().is_none(), "nothing is played yet");
/// ```
#[derive(Clone, Debug, Default)]
pub struct RunningGames(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    games: Mutex<BTreeMap<u64, RunningGame>>,
    replays: AtomicU64,
}

/// Moves of a running game so far.
#[derive(Clone, PartialEq, Debug)]
pub struct RunningGame {
    /// Number of the game in the run, from 0.
    pub number: u64,
    /// Rules, as the game reads them.
    pub rules: String,
    /// Names of the players; the player with the first side comes first.
    pub agents: [String; 2],
    /// Position before the first move.
    pub position: String,
    /// All moves, including those of the opening.
    pub moves: Vec<String>,
    /// Note of the last move of each side.
    pub notes: [Option<MoveNote>; 2],
}

impl RunningGames {
    /// Returns the number of each game and its plies, including those of the opening.
    #[must_use]
    pub fn plies(&self) -> Vec<(u64, usize)> {
        self.games().iter().map(|(&number, game)| (number, game.moves.len())).collect()
    }

    /// Returns the game with the lowest number.
    #[must_use]
    pub fn first(&self) -> Option<RunningGame> {
        self.games().values().next().cloned()
    }

    /// Returns how often a game was played again, because this process did not run while a move was awaited.
    #[must_use]
    pub fn replays(&self) -> u64 {
        self.0.replays.load(Ordering::Relaxed)
    }

    pub(crate) fn replay(&self) {
        self.0.replays.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn begin(&self, game: RunningGame) {
        self.games().insert(game.number, game);
    }

    /// Adds a move by the side with this index.
    pub(crate) fn add(&self, number: u64, mv: String, side: usize, note: MoveNote) {
        if let Some(game) = self.games().get_mut(&number) {
            game.moves.push(mv);
            game.notes[side] = Some(note);
        }
    }

    pub(crate) fn end(&self, number: u64) {
        self.games().remove(&number);
    }

    /// Locks the games. They are consistent at any time, even when an agent has panicked.
    fn games(&self) -> MutexGuard<'_, BTreeMap<u64, RunningGame>> {
        self.0.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
