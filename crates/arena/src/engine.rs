//! Programs of others, and how they are talked to: the text protocol of `docs/reference/protocol.md`.
//!
//! [`EnginePlayer`] is a player at the other end of a pipe, [`serve_engine`] the other end itself. A program may crash, hang, flood or
//! answer nonsense: it loses its game with the cause named, and begins again with the next. No wait is without a limit.
//!
//! ```
//! use plyground_arena::engine::EngineCommand;
//!
//! let command: EngineCommand = "./my-engine --net 'weights 3.bin'".parse()?;
//! assert_eq!(command.program, "./my-engine");
//! assert_eq!(command.arguments, ["--net", "weights 3.bin"]);
//! # Ok::<(), plyground_arena::engine::ParseCommandError>(())
//! ```

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

pub use command::{EngineCommand, ParseCommandError};
pub use game::EngineGame;
pub use go::{DEFAULT_LIMITS, GoCommand, go_line, read_go};
pub use player::{EnginePlayer, Patience};
pub use query::Query;
pub use server::{EngineAbout, EngineOption, OpenGame, Settings, serve_engine};
