//! What `ply` does for those who run it, as one program of tests: what its files share is compiled and linked once. Alone stand those
//! that are called by name: by `cargo xtask ci` for clusters, by hand to make documents and pictures anew.

#![allow(clippy::unwrap_used)]

mod attacks;
mod chunks;
mod common;
mod contests;
mod doors;
mod ply;
mod puzzles;
mod records;
mod sprt;
mod trace;
mod tune;
