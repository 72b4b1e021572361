//! Tests of `ply` as a user runs it, in one program, so that shared code is compiled once. Separate programs are those that run
//! by name: clusters by `cargo xtask ci`, documents and pictures by hand to regenerate them.

#![allow(clippy::unwrap_used)]

mod analyse;
mod attacks;
mod chunks;
mod common;
mod contests;
mod doors;
mod exact_doors;
mod grade;
mod learn;
mod owned;
mod play;
mod ply;
mod puzzles;
mod records;
mod sprt;
#[cfg(unix)]
mod system;
mod trace;
mod tune;
mod usage;
