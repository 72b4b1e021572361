//! The game sessions of all pages, under names that cannot be guessed.

#![expect(clippy::disallowed_methods, reason = "idle games are removed")]

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard};

use plyground_catalog::AgentSpec;
use web_time::Instant;

use crate::fault::{Fault, Status};
use crate::limits::{Bucket, Budget, GAME_REQUESTS, GAME_SESSIONS, lock};
use crate::played::Played;
use crate::search_sessions::{SearchSession, SearchSessions};
use crate::slots::Slots;

/// Game with its own limits.
pub(crate) struct GameSession {
    number: u64,
    search_sessions: Arc<SearchSessions>,
    played: Mutex<Played>,
    requests: Bucket,
    used: Mutex<Instant>,
    /// Its running searches.
    pub(crate) slots: Slots,
}

impl GameSession {
    /// The game.
    pub(crate) fn played(&self) -> MutexGuard<'_, Played> {
        lock(&self.played)
    }

    /// Returns the search session of this agent for a purpose.
    pub(crate) fn search_session(&self, purpose: &'static str, spec: &AgentSpec) -> Result<Arc<SearchSession>, Fault> {
        self.search_sessions.find(self.number, purpose, spec)
    }
}

impl Drop for GameSession {
    fn drop(&mut self) {
        self.search_sessions.leave(self.number);
    }
}

/// All game sessions.
pub(crate) struct GameSessions {
    game_sessions: Mutex<HashMap<String, Arc<GameSession>>>,
    search_sessions: Arc<SearchSessions>,
    // The system seeds it; names are its hashes.
    names: RandomState,
    count: Mutex<u64>,
}

impl GameSessions {
    /// Creates an empty set. The tables of its searches count against this budget.
    pub(crate) fn new(memory: Budget) -> GameSessions {
        let search_sessions = Arc::new(SearchSessions::new(memory));
        GameSessions {
            game_sessions: Mutex::default(),
            search_sessions,
            names: RandomState::new(),
            count: Mutex::default(),
        }
    }

    /// Returns the number of game sessions.
    pub(crate) fn len(&self) -> usize {
        lock(&self.game_sessions).len()
    }

    /// Returns the number of search sessions.
    pub(crate) fn search_sessions(&self) -> usize {
        self.search_sessions.len()
    }

    /// Adds a game and returns its name. Beyond the limit, the game that was idle the longest is removed.
    pub(crate) fn add(&self, played: Played) -> String {
        let number = self.count();
        let name = format!("{:016x}{:016x}", self.names.hash_one((number, 1)), self.names.hash_one((number, 2)));
        self.insert(name.clone(), number, played);
        name
    }

    /// Adds a game under a name, or replaces the game of that name.
    pub(crate) fn put(&self, name: &str, played: Played) {
        if let Some(game_session) = lock(&self.game_sessions).get(name) {
            *game_session.played() = played;
            return;
        }
        let number = self.count();
        self.insert(name.to_owned(), number, played);
    }

    fn count(&self) -> u64 {
        let mut count = lock(&self.count);
        *count += 1;
        *count
    }

    fn insert(&self, name: String, number: u64, played: Played) {
        let game_session = GameSession {
            number,
            search_sessions: Arc::clone(&self.search_sessions),
            played: Mutex::new(played),
            requests: Bucket::new(GAME_REQUESTS),
            used: Mutex::new(Instant::now()),
            slots: Slots::default(),
        };
        let mut game_sessions = lock(&self.game_sessions);
        if game_sessions.len() >= GAME_SESSIONS {
            let idle = game_sessions
                .iter()
                .min_by_key(|(_, game_session)| *lock(&game_session.used))
                .map(|(name, _)| name.clone());
            if let Some(idle) = idle {
                game_sessions.remove(&idle);
            }
        }
        game_sessions.insert(name, Arc::new(game_session));
    }

    /// Returns the game of a name.
    pub(crate) fn find(&self, name: &str) -> Result<Arc<GameSession>, Fault> {
        let game_session = lock(&self.game_sessions).get(name).cloned().ok_or_else(|| Fault::missing("game"))?;
        if !game_session.requests.take() {
            return Err(Fault::new(Status::TooMany, "too many requests for this game: wait a second"));
        }
        *lock(&game_session.used) = Instant::now();
        Ok(game_session)
    }

    /// Removes a game and stops its searches.
    pub(crate) fn remove(&self, name: &str) -> Result<(), Fault> {
        lock(&self.game_sessions).remove(name).map(|_| ()).ok_or_else(|| Fault::missing("game"))
    }
}
