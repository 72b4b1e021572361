//! Matches and tournaments that can be believed.
//!
//! Is this agent better? The answer needs games from varied openings with sides swapped, statistics that do not promise
//! more than the games hold, and records that survive a crash.
//!
//! ```
//! use plyground_arena::statistics::Pentanomial;
//!
//! assert_eq!(Pentanomial::new([1, 2, 10, 4, 3]).score(), Some(0.575));
//! ```

pub mod statistics;
