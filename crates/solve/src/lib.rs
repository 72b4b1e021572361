//! Exact values of games.

mod parallel;
pub mod tigers;
