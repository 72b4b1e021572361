//! The program that `cargo xtask` starts for its experiments. It parses the command, calls the library and prints errors.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use plyground_papers::{Result, Workspace, bench, conversion, mutants, playthrough, reproduce, signature};

/// Plyground's experiments.
#[derive(Parser)]
#[command(bin_name = "cargo xtask", arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Count the nodes of fixed searches, and compare them with benches/signature.txt
    Signature(signature::Arguments),
    /// Print a random game position by position
    Playthrough(playthrough::Arguments),
    /// Count how often an agent keeps the exact value of a position against perfect play
    Conversion(conversion::Arguments),
    /// Measure how fast each part is, against rivals and earlier runs
    Bench(bench::Arguments),
    /// Make the reports' tables and figures again, beside ours, under docs/results
    Reproduce(reproduce::Arguments),
    /// Break each claim of the reports that a test reproduces: the test must fail
    Mutants(mutants::Arguments),
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Signature(arguments) => signature::run(&Workspace::find()?, &arguments),
        Command::Playthrough(arguments) => playthrough::run(&arguments),
        Command::Conversion(arguments) => conversion::run(&arguments),
        Command::Bench(arguments) => bench::run(&Workspace::find()?, &arguments),
        Command::Reproduce(arguments) => reproduce::run(&Workspace::find()?, &arguments),
        Command::Mutants(arguments) => mutants::run(&Workspace::find()?, &arguments),
    }
}
