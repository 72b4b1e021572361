//! The games of all pages, each under a name that cannot be guessed.

#![expect(clippy::disallowed_methods, reason = "games that nobody plays go")]

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use axum::http::StatusCode;

use crate::fault::Fault;
use crate::limits::{Bucket, ROOM_REQUESTS, ROOMS, lock};
use crate::played::Played;
use crate::searches::Slots;

/// A game with its own limits.
pub(crate) struct Room {
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
}

/// All games.
#[derive(Default)]
pub(crate) struct Rooms {
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    // Seeded by the system; the names are its answers.
    names: RandomState,
    count: Mutex<u64>,
}

impl Rooms {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        lock(&self.rooms).len()
    }

    /// Takes a game in; the one that was idle longest makes room when there are too many.
    pub(crate) fn add(&self, played: Played) -> String {
        let number = {
            let mut count = lock(&self.count);
            *count += 1;
            *count
        };
        let name = format!("{:016x}{:016x}", self.names.hash_one((number, 1)), self.names.hash_one((number, 2)));
        let room = Room {
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
        rooms.insert(name.clone(), Arc::new(room));
        name
    }

    /// A game by its name.
    pub(crate) fn find(&self, name: &str) -> Result<Arc<Room>, Fault> {
        let room = lock(&self.rooms).get(name).cloned().ok_or_else(|| Fault::missing("game"))?;
        if !room.requests.take() {
            return Err(Fault::new(StatusCode::TOO_MANY_REQUESTS, "too many requests for this game: wait a second"));
        }
        *lock(&room.used) = Instant::now();
        Ok(room)
    }

    /// Forgets a game and stops its searches.
    pub(crate) fn remove(&self, name: &str) -> Result<(), Fault> {
        lock(&self.rooms).remove(name).map(|_| ()).ok_or_else(|| Fault::missing("game"))
    }
}
