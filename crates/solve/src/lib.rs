//! Computes exact values: retrograde analysis, tables on disk, search to the end of the game, and players that use them.
//!
//! - [`solve()`] returns the value of a position and of its moves; [`mate`] finds the shortest forced win.
//! - [`Solvable`] is the solver of a game: [`kalah::ExactKalah`], [`tigers::exact_tigers`], [`cachex::ExactCachex`].
//!   Any other game can use one of three solvers: [`Tiers`] (which makes tables), [`Retrograde`] or [`ProofNumbers`].
//! - [`KeptOracle`] keeps its tables open for many positions, and [`judge`] decides unfinished games by tables.
//! - [`TableAgent`] is an agent that plays from tables.
//!
//! These types and modules do the work:
//!
//! - [`Value`]: win, draw or loss with the distance to the end.
//! - [`retrograde()`]: values of all positions of a game that can be numbered.
//! - [`hunt`]: every arrangement of a hunting game, solved by layers, stored, probed and verified.
//! - [`tigers`]: Tigers and Goats on 23 points, solved by `hunt`, and a book of its first placements.
//! - [`kalah`]: endgame databases and an exact solver of Kalah.
//! - [`dfpn`]: whether a side can force a win within some plies, in any game.
//! - [`proof`]: values proved by subproblems on any number of machines, and certificates that others verify.
//! - [`checker`]: an independent checker of proofs.
//! - [`cachex`]: every arrangement of stones on boards of 3 x 3 and 4 x 4 cells.
//! - [`khet`]: endings with at most one piece a side besides pharaohs and sphinxes.
//!
//! The library prints nothing and reports progress through callbacks.
//!
//! ```
//! use plyground_solve::Value;
//!
//! let moves = [Value::loss(4), Value::win(9), Value::DRAW];
//! assert_eq!(moves.into_iter().max(), Some(Value::win(9)));
//! ```

mod answer;
mod error;
mod exact;
mod horizon;
mod kept_oracle;
mod limits;
mod options;
mod parallel;
mod proof_numbers;
mod reachable;
mod retrograde;
mod solvable;
mod table;
mod table_agent;
mod tiers;
mod value;

pub mod cachex;
pub mod checker;
pub mod dfpn;
pub mod hunt;
pub mod kalah;
pub mod khet;
pub mod proof;
pub mod tigers;

pub use answer::{Mate, Solved, mate, solve};
pub use error::{SolveError, SolveFailure};
pub use exact::{ExactMove, ExactValue};
pub use horizon::check_win;
pub use kept_oracle::{Judge, KeptOracle, judge};
pub use options::{OnProgress, SolveOptions, SolveProgress};
pub use proof_numbers::ProofNumbers;
pub use reachable::{Retrograde, ValuedPosition};
pub use retrograde::{Indexed, Place, Solution, retrograde};
pub use solvable::{Oracle, Solvable, Tables};
pub use table::{TableError, contents};
pub use table_agent::TableAgent;
pub use tiers::{Rank, TableCheck, TableCounts, Tiered, Tiers};
pub use value::{Value, Wdl};
