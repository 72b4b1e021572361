//! What `ply` does for those who run it, as one program of tests: what its files share is compiled and linked once. Others are what
//! `cargo xtask ci` calls by name or has to be run to make pages anew.

#![allow(clippy::unwrap_used)]

mod attacks;
mod chunks;
mod common;
mod contests;
mod ply;
mod puzzles;
mod tune;
