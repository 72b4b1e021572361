//! External programs as players, by the text protocol of `docs/reference/protocol.md`.
//!
//! [`EnginePlayer`] is the client, [`serve_engine`] the engine. A program may crash, hang, flood its output or answer nonsense.
//! It then loses its game, the record names the cause, and the next game restarts it. Every wait has a time limit.

mod check;
mod command;
mod game;
mod go;
#[cfg(unix)]
mod guard;
mod info;
mod player;
mod process;
mod query;
mod server;

pub use check::{Finding, check_engine};
pub use command::{EngineCommand, ParseCommandError};
pub use game::EngineGame;
pub use go::{DEFAULT_LIMITS, GoCommand, go_line, read_go};
pub use player::{EnginePlayer, Patience};
pub use query::Query;
pub use server::{EngineAbout, EngineOption, OpenGame, Settings, serve_engine};
