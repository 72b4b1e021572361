//! Connect Four for Plyground: a game outside of its repository, as a user would add one.
//!
//! `position.rs` has the rules, `board.rs` the board sizes, and `text.rs` their notation and diagrams. These suffice for a game.
//! `lines.rs` is an evaluation with tunable weights, `blocker.rs` a custom player, and `entry.rs` registers everything and
//! defines how the game is solved: tier by tier, one for each number of stones.
//!
//! ```
//! use plyground::game::{Game, Score};
//! use plyground::search::{Agent, Limits, SearchAgent};
//! use connect_four::{ConnectFour, Lines};
//!
//! let mut game = Game::<ConnectFour>::new(&"7x6".parse()?, &Default::default());
//! for mv in "4 1 4 1 4".split(' ') {
//!     game.play_text(mv)?;
//! }
//! // Yellow has to stop three in a column.
//! let mut agent = SearchAgent::pvs(Lines::default()).limits(Limits::depth(4));
//! let report = agent.move_for(&game, &Default::default())?;
//! assert_eq!(report.best.map(|mv| mv.number() + 1), Some(4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocker;
mod board;
mod entry;
mod lines;
mod position;
mod text;

pub use blocker::Blocker;
pub use board::Board;
pub use entry::entry;
pub use lines::{Cells, Centre, LineFeatures, Lines};
pub use position::{Column, ConnectFour, Mirror};
