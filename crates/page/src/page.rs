//! The state behind a page: games, sessions and memory budgets.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use plyground_arena::Record;
use plyground_catalog::Catalog;

use crate::fault::Fault;
use crate::game_sessions::GameSessions;
use crate::limits::{Budget, TABLES_IN_ALL};

/// Source of recorded games.
pub trait Recorded: Send + Sync {
    /// A game of a match by its number, from 1.
    ///
    /// # Errors
    /// Returns a fault if there is no such match or game.
    fn game(&self, of: u64, number: usize) -> Result<Record, Fault>;

    /// Returns the newest records of a game under these rules, at most `most`.
    fn games_of(&self, game: &str, rules: &str, most: usize) -> Vec<Record>;
}

/// Settings of a page.
pub struct Settings {
    /// Games and agents.
    pub catalog: Catalog,
    /// Folder of the exact tables; by default that of the catalog's solver.
    pub tables: Option<PathBuf>,
    /// MiB of all transposition tables.
    pub memory: Budget,
    /// Recorded games of matches, if any.
    pub recorded: Option<Arc<dyn Recorded>>,
}

plyground_game::impl_debug!(Settings { tables, memory });

impl Settings {
    /// Creates the default settings of a catalog.
    #[must_use]
    pub fn new(catalog: Catalog) -> Settings {
        Settings { catalog, tables: None, memory: Budget::new(TABLES_IN_ALL), recorded: None }
    }
}

/// Answers requests.
pub struct Page {
    pub(crate) catalog: Catalog,
    pub(crate) game_sessions: GameSessions,
    pub(crate) memory: Budget,
    pub(crate) tables: Option<PathBuf>,
    pub(crate) recorded: Option<Arc<dyn Recorded>>,
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page").field("games", &self.games()).field("tables", &self.tables).finish_non_exhaustive()
    }
}

impl Page {
    /// A page without games yet.
    #[must_use]
    pub fn new(settings: Settings) -> Page {
        let Settings { catalog, tables, memory, recorded } = settings;
        Page { catalog, game_sessions: GameSessions::new(memory.clone()), memory, tables, recorded }
    }

    /// The games that can be played.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Returns the free memory for tables, in MiB.
    #[must_use]
    pub fn memory(&self) -> &Budget {
        &self.memory
    }

    /// Returns the number of game sessions.
    #[must_use]
    pub fn games(&self) -> usize {
        self.game_sessions.len()
    }

    /// Returns the number of search sessions.
    #[must_use]
    pub fn search_sessions(&self) -> usize {
        self.game_sessions.search_sessions()
    }
}
