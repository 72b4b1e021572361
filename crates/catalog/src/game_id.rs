//! The games by name, and the one place that turns a name into a type.
//!
//! ```
//! use plyground_catalog::{ForGame, GameId, Playable};
//!
//! struct Sides;
//! impl ForGame for Sides {
//!     type Out = [&'static str; 2];
//!     fn call<P: Playable>(self) -> [&'static str; 2] {
//!         P::SIDES
//!     }
//! }
//!
//! assert_eq!("kalah".parse::<GameId>()?.with(Sides), ["south", "north"]);
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use plyground_game::Position;
use plyground_game::options::one_of;
use plyground_kalah::Kalah;

use crate::error::CatalogError;
use crate::playable::Playable;

/// One of the games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameId {
    /// Kalah and Kalaha.
    Kalah,
}

/// Something to do with the type of a game.
pub trait ForGame {
    /// The result.
    type Out;

    /// Does it.
    fn call<P: Playable>(self) -> Self::Out;
}

impl GameId {
    /// All games, in the order in which they are listed.
    pub const ALL: [GameId; 1] = [GameId::Kalah];

    /// The name in commands and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GameId::Kalah => Kalah::NAME,
        }
    }

    /// Calls `job` with the game's type.
    pub fn with<J: ForGame>(self, job: J) -> J::Out {
        match self {
            GameId::Kalah => job.call::<Kalah>(),
        }
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for GameId {
    type Err = CatalogError;

    fn from_str(text: &str) -> Result<GameId, CatalogError> {
        let found = GameId::ALL.into_iter().find(|game| game.name() == text);
        found.ok_or_else(|| CatalogError::unknown_game(text, one_of(GameId::ALL.map(GameId::name))))
    }
}
