//! The catalog: a list of games that any crate can extend.

use std::path::Path;
use std::sync::Arc;

use plyground_arena::Record;
use plyground_game::SearchHints;
use plyground_game::notation::quote;

use crate::any_game::{AnyGame, ErasedGame};
use crate::entry::Entry;
use crate::error::CatalogError;
use crate::games;
use crate::keys::Key;
use crate::spec::{AgentInfo, AgentSpec};
use crate::suggestion::expected_name;

/// A game of a catalog, with its type erased.
pub type GameRef = Arc<dyn AnyGame>;

/// A list of games. Cloning is cheap.
///
/// ```
/// use plyground_catalog::{Catalog, Start};
///
/// let catalog = Catalog::standard();
/// let names: Vec<&str> = catalog.games().iter().map(|game| game.info().name).collect();
/// assert_eq!(names, ["khet", "kalah", "tigers", "cachex"]);
///
/// let session = catalog.game("Kalah")?.open(&Start { moves: "3 1".into(), ..Start::default() })?;
/// assert_eq!(session.show().side, "north");
///
/// let error = catalog.game("chess").unwrap_err();
/// assert_eq!(error.to_string(), "unknown game `chess`: expected one of `khet`, `kalah`, `tigers`, `cachex`");
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    games: Vec<GameRef>,
}

impl Catalog {
    /// Creates a catalog without games.
    #[must_use]
    pub fn empty() -> Catalog {
        Catalog::default()
    }

    /// Creates a catalog of the four games of Plyground.
    #[must_use]
    pub fn standard() -> Catalog {
        Catalog::empty().with(games::khet()).with(games::kalah()).with(games::tigers()).with(games::cachex())
    }

    /// Adds a game; a game of the same name is replaced.
    #[must_use]
    pub fn with<P: SearchHints>(mut self, entry: Entry<P>) -> Catalog {
        self.games.retain(|game| game.info().name != P::NAME);
        self.games.push(Arc::new(ErasedGame::new(entry)));
        self
    }

    /// Sets the folder of exact tables for agents and runs that name none, such as that of `PLYGROUND_TABLES`. A program calls it
    /// once, before anything else; later calls have no effect.
    pub fn use_tables(&self, folder: &Path) {
        self.games.iter().for_each(|game| game.use_tables(folder));
    }

    /// Returns all games.
    #[must_use]
    pub fn games(&self) -> &[GameRef] {
        &self.games
    }

    /// Returns a game by name, ignoring case.
    ///
    /// # Errors
    /// Fails if there is no such game.
    pub fn game(&self, name: &str) -> Result<&GameRef, CatalogError> {
        self.games.iter().find(|game| game.info().name.eq_ignore_ascii_case(name)).ok_or_else(|| {
            let expected = expected_name(name, self.games.iter().map(|game| game.info().name));
            CatalogError::Input(format!("unknown game {}: expected {expected}", quote(name)))
        })
    }

    /// Reads the spec of an agent of a game. Unlike [`AnyGame::agent`], the error distinguishes an agent of another game from an
    /// unknown one.
    ///
    /// # Errors
    /// Fails if the game has no such agent, or the agent no such key.
    pub fn agent(&self, game: &dyn AnyGame, text: &str) -> Result<AgentSpec, CatalogError> {
        game.agent(text).map_err(|error| {
            let name = text.split(':').next().unwrap_or(text);
            let here = game.info().name;
            let own = game.info().agents.iter().any(|info| info.name == name);
            match self.agents().iter().find(|info| !own && info.name == name) {
                Some(info) => CatalogError::other_game(info.name, info.game.unwrap_or(here), here),
                None => error,
            }
        })
    }

    /// Returns the agents of all games, each once: those common to all games first.
    #[must_use]
    pub fn agents(&self) -> Vec<Arc<AgentInfo>> {
        let mut agents: Vec<Arc<AgentInfo>> = Vec::new();
        let all = self.games.iter().flat_map(|game| &game.info().agents);
        for info in all {
            if !agents.iter().any(|other| other.name == info.name && other.game == info.game) {
                agents.push(Arc::clone(info));
            }
        }
        agents.sort_by_key(|info| info.game.is_some());
        agents
    }

    /// Returns the keys of all agents, each once.
    #[must_use]
    pub fn keys(&self) -> Vec<Key> {
        let mut keys: Vec<Key> = Vec::new();
        for key in self.agents().iter().flat_map(|info| &info.keys) {
            if !keys.iter().any(|other| other.name == key.name) {
                keys.push(*key);
            }
        }
        keys
    }

    /// Returns a recorded game as text for `ply play --load`.
    ///
    /// # Errors
    /// Fails if the catalog does not have the game or the record does not fit it.
    pub fn export(&self, record: &Record) -> Result<String, CatalogError> {
        let state = self.game(&record.game)?.state(&record.start())?;
        let [one, other] = &record.limits;
        let limits = if one == other { one.clone() } else { format!("{one}; {other}") };
        let tags = [
            ("id", record.id.clone()),
            ("first", record.agents[0].clone()),
            ("second", record.agents[1].clone()),
            ("limits", limits),
            ("opening", record.opening.plies.to_string()),
            ("cause", record.cause.clone()),
        ];
        Ok(state.record(&tags.map(|(name, value)| (name.to_owned(), value)), Some(record.result.into())))
    }
}
