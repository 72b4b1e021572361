//! The games of all pages, each under a name that cannot be guessed.

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

/// A game with its own limits.
pub(crate) struct GameSession {
    number: u64,
    search_sessions: Arc<SearchSessions>,
    played: Mutex<Played>,
    requests: Bucket,
    used: Mutex<Instant>,
    /// Its searches.
    pub(crate) slots: Slots,
}

impl GameSession {
    /// The game.
    pub(crate) fn played(&self) -> MutexGuard<'_, Played> {
        lock(&self.played)
    }

    /// The session that thinks for a purpose with this agent.
    pub(crate) fn search_session(&self, purpose: &'static str, spec: &AgentSpec) -> Result<Arc<SearchSession>, Fault> {
        self.search_sessions.find(self.number, purpose, spec)
    }
}

impl Drop for GameSession {
    fn drop(&mut self) {
        self.search_sessions.leave(self.number);
    }
}

/// All games.
pub(crate) struct GameSessions {
    game_sessions: Mutex<HashMap<String, Arc<GameSession>>>,
    search_sessions: Arc<SearchSessions>,
    // Seeded by the system; the names are its answers.
    names: RandomState,
    count: Mutex<u64>,
}

impl GameSessions {
    /// None yet; what searches of them remember is a part of this budget.
    pub(crate) fn new(memory: Budget) -> GameSessions {
        let search_sessions = Arc::new(SearchSessions::new(memory));
        GameSessions {
            game_sessions: Mutex::default(),
            search_sessions,
            names: RandomState::new(),
            count: Mutex::default(),
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        lock(&self.game_sessions).len()
    }

    /// How many sessions that think are kept.
    pub(crate) fn search_sessions(&self) -> usize {
        self.search_sessions.len()
    }

    /// Takes a game in; the one that was idle longest makes room when there are too many.
    pub(crate) fn add(&self, played: Played) -> String {
        let number = self.count();
        let name = format!("{:016x}{:016x}", self.names.hash_one((number, 1)), self.names.hash_one((number, 2)));
        self.insert(name.clone(), number, played);
        name
    }

    /// Takes a game in under a name; it replaces the one of that name.
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

    /// A game by its name.
    pub(crate) fn find(&self, name: &str) -> Result<Arc<GameSession>, Fault> {
        let game_session = lock(&self.game_sessions).get(name).cloned().ok_or_else(|| Fault::missing("game"))?;
        if !game_session.requests.take() {
            return Err(Fault::new(Status::TooMany, "too many requests for this game: wait a second"));
        }
        *lock(&game_session.used) = Instant::now();
        Ok(game_session)
    }

    /// Forgets a game and stops its searches.
    pub(crate) fn remove(&self, name: &str) -> Result<(), Fault> {
        lock(&self.game_sessions).remove(name).map(|_| ()).ok_or_else(|| Fault::missing("game"))
    }
}
