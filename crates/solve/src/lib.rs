//! Exact values of games: retrograde analysis, tables on disk, and the full solution of Tigers and Goats.
//!
//! - [`Value`]: win, draw or loss with the distance to the end.
//! - [`retrograde()`]: values of all positions of a game that can be numbered.
//! - [`tigers`]: every arrangement of Tigers and Goats on 23 points, computed, stored, looked up and verified.
//! - [`cachex`]: every arrangement of stones on the boards of 3 x 3 and 4 x 4 cells.
//!
//! A library as quiet as the others: whoever calls [`tigers::solve`] gets told of the progress and prints it.
//!
//! ```
//! use plyground_solve::Value;
//!
//! let moves = [Value::loss(4), Value::win(9), Value::DRAW];
//! assert_eq!(moves.into_iter().max(), Some(Value::win(9)));
//! ```

pub mod cachex;
pub mod dfpn;
pub mod kalah;
mod parallel;
mod retrograde;
mod table;
pub mod tigers;
mod value;

pub use retrograde::{Indexed, Place, Solution, retrograde};
pub use table::TableError;
pub use value::{Value, Wdl};
