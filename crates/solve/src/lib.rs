//! Exact values of games: retrograde analysis, tables on disk, and the full solution of Tigers and Goats.
//!
//! - [`Value`]: win, draw or loss with the distance to the end.
//! - [`tigers`]: every arrangement of Tigers and Goats on 23 points, computed, stored, looked up and verified.
//!
//! A library as quiet as the others: whoever calls [`tigers::solve`] gets told of the progress and prints it.
//!
//! ```
//! use plyground_solve::Value;
//!
//! let moves = [Value::loss(4), Value::win(9), Value::DRAW];
//! assert_eq!(moves.into_iter().max(), Some(Value::win(9)));
//! ```

mod parallel;
mod table;
pub mod tigers;
mod value;

pub use table::TableError;
pub use value::{Value, Wdl};
