//! Hides the type of a game and of its players: [`State`] and [`Player`].
//!
//! Rules and searches are generic over the position type and compiled for each game.
//! Matches, records, tuners and front ends use a `dyn State` and a `dyn Player`, and are compiled once for all games.
//! This costs one virtual call per move; the search of a move has no virtual call.
//!
//! ```
//! use plyground_game::Side;
//! use plyground_kalah::Kalah;
//! use plyground_play::{AgentPlayer, Player, Start, State};
//! use plyground_search::RandomAgent;
//!
//! let mut state = Start::default().state::<Kalah>()?;
//! let mut player = AgentPlayer::<Kalah>::boxed(RandomAgent::new(7));
//! while state.outcome().is_none() {
//!     let report = player.move_for(&*state, &Default::default())?;
//!     state.apply(report.best.expect("the game is not over"))?;
//! }
//! assert!(state.plies() > 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod files;
mod game_state;
mod player;
mod start;
mod state;

pub use game_state::{GameState, Observation};
pub use player::{AgentPlayer, OnReport, Player};
pub use start::{Start, StartError};
pub use state::{Action, ActionError, State};
