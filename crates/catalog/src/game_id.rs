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

use plyground_cachex::Cachex;
use plyground_game::Position;
use plyground_game::options::one_of;
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_tigers::Tigers;

use crate::error::CatalogError;
use crate::playable::Playable;

/// One of the games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameId {
    /// Khet 2.0.
    Khet,
    /// Kalah and Kalaha.
    Kalah,
    /// Tigers and Goats on 23 points.
    Tigers,
    /// Cachex.
    Cachex,
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
    pub const ALL: [GameId; 4] = [GameId::Khet, GameId::Kalah, GameId::Tigers, GameId::Cachex];

    /// The name in commands and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GameId::Khet => Khet::NAME,
            GameId::Kalah => Kalah::NAME,
            GameId::Tigers => Tigers::NAME,
            GameId::Cachex => Cachex::NAME,
        }
    }

    /// Calls `job` with the game's type.
    pub fn with<J: ForGame>(self, job: J) -> J::Out {
        match self {
            GameId::Khet => job.call::<Khet>(),
            GameId::Kalah => job.call::<Kalah>(),
            GameId::Tigers => job.call::<Tigers>(),
            GameId::Cachex => job.call::<Cachex>(),
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
