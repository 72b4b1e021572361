//! Tests of `ply` as its users run it, in one program: the code that the files share is compiled and linked once. Programs of
//! their own are those that run by name: by `cargo xtask ci` for clusters, by hand to regenerate documents and pictures.

#![allow(clippy::unwrap_used)]

mod analyse;
mod attacks;
mod chunks;
mod common;
mod contests;
mod doors;
mod learn;
mod play;
mod ply;
mod puzzles;
mod records;
mod sprt;
mod trace;
mod tune;
mod usage;
