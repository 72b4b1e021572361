//! The games of all pages, each under a name that cannot be guessed.

#![expect(clippy::disallowed_methods, reason = "idle games are removed")]

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard};

use plyground_catalog::AgentSpec;
use web_time::Instant;

use crate::fault::{Fault, Status};
use crate::limits::{Bucket, Budget, ROOM_REQUESTS, ROOMS, lock};
use crate::played::Played;
use crate::slots::Slots;
use crate::thinkers::{Thinker, Thinkers};

/// A game with its own limits.
pub(crate) struct Room {
    number: u64,
    thinkers: Arc<Thinkers>,
    played: Mutex<Played>,
    requests: Bucket,
    used: Mutex<Instant>,
    /// Its searches.
    pub(crate) slots: Slots,
}

impl Room {
    /// The game.
    pub(crate) fn played(&self) -> MutexGuard<'_, Played> {
        lock(&self.played)
    }

    /// The session that thinks for a purpose with this agent.
    pub(crate) fn thinker(&self, purpose: &'static str, spec: &AgentSpec) -> Result<Arc<Thinker>, Fault> {
        self.thinkers.find(self.number, purpose, spec)
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.thinkers.leave(self.number);
    }
}

/// All games.
pub(crate) struct Rooms {
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    thinkers: Arc<Thinkers>,
    // Seeded by the system; the names are its answers.
    names: RandomState,
    count: Mutex<u64>,
}

impl Rooms {
    /// None yet; what searches of them remember is a part of this budget.
    pub(crate) fn new(memory: Budget) -> Rooms {
        let thinkers = Arc::new(Thinkers::new(memory));
        Rooms { rooms: Mutex::default(), thinkers, names: RandomState::new(), count: Mutex::default() }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        lock(&self.rooms).len()
    }

    /// How many sessions that think are kept.
    pub(crate) fn thinkers(&self) -> usize {
        self.thinkers.len()
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
        if let Some(room) = lock(&self.rooms).get(name) {
            *room.played() = played;
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
        let room = Room {
            number,
            thinkers: Arc::clone(&self.thinkers),
            played: Mutex::new(played),
            requests: Bucket::new(ROOM_REQUESTS),
            used: Mutex::new(Instant::now()),
            slots: Slots::default(),
        };
        let mut rooms = lock(&self.rooms);
        if rooms.len() >= ROOMS {
            let idle = rooms.iter().min_by_key(|(_, room)| *lock(&room.used)).map(|(name, _)| name.clone());
            if let Some(idle) = idle {
                rooms.remove(&idle);
            }
        }
        rooms.insert(name, Arc::new(room));
    }

    /// A game by its name.
    pub(crate) fn find(&self, name: &str) -> Result<Arc<Room>, Fault> {
        let room = lock(&self.rooms).get(name).cloned().ok_or_else(|| Fault::missing("game"))?;
        if !room.requests.take() {
            return Err(Fault::new(Status::TooMany, "too many requests for this game: wait a second"));
        }
        *lock(&room.used) = Instant::now();
        Ok(room)
    }

    /// Forgets a game and stops its searches.
    pub(crate) fn remove(&self, name: &str) -> Result<(), Fault> {
        lock(&self.rooms).remove(name).map(|_| ()).ok_or_else(|| Fault::missing("game"))
    }
}
