//! The project's own automation, run as `cargo xtask <command>`.
//!
//! Rust instead of shell scripts: it needs nothing but the toolchain, runs on every system, and is tested like any
//! other code. The [`ci`] steps are the ones that `.ci/run` runs, [`tidy`] checks the invariants of the architecture,
//! [`fuzz`] looks for inputs that break them, and [`experiments`] starts what needs the engines.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

mod book;
mod ci;
mod experiments;
mod fuzz;
mod markdown;
mod minimum;
mod proofs;
mod step;
mod tidy;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use workspace::Workspace;

/// Plyground's own automation.
#[derive(Parser)]
#[command(bin_name = "cargo xtask", arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check what a program can check of the project's invariants; every fault is listed
    Tidy,
    /// Count the nodes of fixed searches, and compare them with benches/signature.txt
    Signature(experiments::Arguments),
    /// Print a random game position by position
    Playthrough(experiments::Arguments),
    /// Count how often the sequential test errs, by simulated tests
    SprtCheck(experiments::Arguments),
    /// Measure how fast each part is, against rivals and earlier runs
    Bench(experiments::Arguments),
    /// Make the reports' tables and figures again, beside ours, under docs/results
    Reproduce(experiments::Arguments),
    /// Run the tests that take too long for every change, optimised
    Long,
    /// Compare a million searches with plain minimax; takes half an hour
    Equivalence,
    /// Run all interleavings of threads on the transposition table
    Loom,
    /// Build the documents as a book in target/book; installs mdBook when it is absent
    Book,
    /// Run everything that has to pass before a change is merged; stop at the first failure
    Ci,
    /// Run the fuzz targets under libFuzzer, for long; needs cargo-fuzz
    Fuzz {
        /// The targets to run; all of `fuzz/Cargo.toml` when none is named
        targets: Vec<String>,
        /// How long each target runs
        #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
        seconds: u32,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<ExitCode, String> {
    let workspace = Workspace::find()?;
    let root = &workspace.root;
    match command {
        Command::Signature(arguments) => return experiments::run("dev", "signature", &arguments),
        Command::Playthrough(arguments) => return experiments::run("dev", "playthrough", &arguments),
        Command::SprtCheck(arguments) => return experiments::run("quick", "sprt-check", &arguments),
        Command::Bench(arguments) => return experiments::run("dev", "bench", &arguments),
        // Two of its pages play their games within the program.
        Command::Reproduce(arguments) => return experiments::run("release", "reproduce", &arguments),
        Command::Tidy => tidy::run(&workspace),
        Command::Long => proofs::long(root),
        Command::Equivalence => proofs::equivalence(root),
        Command::Loom => proofs::loom(root),
        Command::Book => book::run(root),
        Command::Ci => ci::run(&workspace),
        Command::Fuzz { targets, seconds } => fuzz::run(root, &targets, seconds),
    }?;
    Ok(ExitCode::SUCCESS)
}
