//! All that a page can ask of: the games, and what is remembered of them.

use std::path::PathBuf;
use std::sync::Arc;

use plyground_arena::Record;
use plyground_catalog::Catalog;

use crate::api::{self, games::NewGame};
use crate::fault::Fault;
use crate::limits::{Budget, TABLES_IN_ALL};
use crate::request::{Reply, Request};
use crate::rooms::Rooms;

/// Where recorded games come from.
pub trait Recorded: Send + Sync {
    /// A game of a match by its number, from 1.
    ///
    /// # Errors
    /// When there is no such match or game.
    fn game(&self, of: u64, number: usize) -> Result<Record, Fault>;
}

/// What a page is given.
pub struct Settings {
    /// The games, and who can play them.
    pub catalog: Catalog,
    /// Where tables of exact values are; else as the catalog's solver finds them.
    pub tables: Option<PathBuf>,
    /// MiB of all transposition tables.
    pub memory: Budget,
    /// Games of matches, where there are any.
    pub recorded: Option<Arc<dyn Recorded>>,
}

impl Settings {
    /// A catalog, and else what is usual.
    #[must_use]
    pub fn new(catalog: Catalog) -> Settings {
        Settings { catalog, tables: None, memory: Budget::new(TABLES_IN_ALL), recorded: None }
    }
}

/// Answers requests.
pub struct Page {
    pub(crate) catalog: Catalog,
    pub(crate) rooms: Rooms,
    pub(crate) memory: Budget,
    pub(crate) tables: Option<PathBuf>,
    pub(crate) recorded: Option<Arc<dyn Recorded>>,
}

impl Page {
    /// A page without games yet.
    #[must_use]
    pub fn new(settings: Settings) -> Page {
        let Settings { catalog, tables, memory, recorded } = settings;
        Page { catalog, rooms: Rooms::new(memory.clone()), memory, tables, recorded }
    }

    /// Answers.
    ///
    /// # Errors
    /// When there is nothing to answer: a fault says why.
    pub fn ask(&self, request: &Request<'_>) -> Result<Reply, Fault> {
        api::answer(self, request)
    }

    /// The games that can be played.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// What is left of the memory for tables.
    #[must_use]
    pub fn memory(&self) -> &Budget {
        &self.memory
    }

    /// Games that are kept now.
    #[must_use]
    pub fn games(&self) -> usize {
        self.rooms.len()
    }

    /// Sessions with an agent that are kept for the next search.
    #[must_use]
    pub fn thinkers(&self) -> usize {
        self.rooms.thinkers()
    }

    /// A game as a request that begins it, for another page that is to search in it.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn copy(&self, name: &str) -> Result<String, Fault> {
        let room = self.rooms.find(name)?;
        let request = NewGame::of(&room.played());
        Ok(serde_json::to_string(&request).expect("plain data can be written"))
    }

    /// Takes a game of another page in, under the name that it has there; it replaces the one of that name, whose agents go on with
    /// what they know.
    ///
    /// # Errors
    /// When the game cannot be begun.
    pub fn keep(&self, name: &str, copy: &str) -> Result<(), Fault> {
        let new: NewGame = serde_json::from_str(copy).map_err(|error| Fault::bad(error.to_string()))?;
        self.rooms.put(name, new.open(self)?);
        Ok(())
    }
}
