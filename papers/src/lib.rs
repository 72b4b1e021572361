//! Reproduces the reports, runs the benchmarks, computes search checksums and simulates statistics.
//!
//! `cargo xtask` starts the program of this crate, so that `cargo xtask tidy` compiles neither engines nor plotters.
//! Each module is one command and can be called as a library.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "its commands are those of a program, which print as they go"
)]

pub mod bench;
pub mod conversion;
pub mod mutants;
pub mod playthrough;
pub mod reproduce;
pub mod signature;
mod workspace;

pub use workspace::Workspace;

/// The result of an experiment. Errors are only printed, so that any error will do.
pub type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;
