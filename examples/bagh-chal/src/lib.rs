//! Bagh-chal for Plyground: four tigers hunt twenty goats on 25 points.
//!
//! The crate is outside the workspace, like a user's game. `board.rs` has the points and lines, `position.rs` the rules,
//! `moves.rs` the moves, `rules.rs` the options, `notation.rs` and `diagram.rs` the texts, and `symmetry.rs` the eight symmetries
//! of the square. `hunt.rs` is an evaluation, `hunting.rs` makes the game solvable, `scene.rs` draws the board, and `entry.rs`
//! registers everything.
//!
//! ```
//! use bagh_chal::BaghChal;
//! use plyground::game::{Game, Position};
//!
//! let mut game = Game::<BaghChal>::new(&Default::default(), &"standard".parse()?);
//! for mv in ["c1", "a1xa1"] {
//!     if let Err(error) = game.play_text(mv) {
//!         assert!(error.to_string().starts_with("cannot read move `a1xa1`"));
//!     }
//! }
//! assert_eq!(game.position().to_string(), "T3T/5/5/5/T1G1T t 19 0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod diagram;
mod entry;
mod hunt;
mod hunting;
mod moves;
mod notation;
mod position;
mod rules;
mod scene;
mod symmetry;

pub use board::{GOATS, JUMPS, Jump, Point, Points, STEPS, Step, TIGERS};
pub use entry::entry;
pub use hunt::{Hunt, HuntFeatures};
pub use moves::{BaghChalMove, MoveKind};
pub use position::BaghChal;
pub use rules::{BaghChalRules, StuckGoats};
pub use symmetry::SquareSymmetry;
