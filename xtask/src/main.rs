//! The project's own automation, run as `cargo xtask <command>`.
//!
//! Rust instead of shell scripts: it needs nothing but the toolchain, runs on every system, and is tested like any
//! other code. The [`ci`] steps are the ones that `.ci/run` runs, [`tidy`] checks the invariants of the architecture,
//! [`fuzz`] looks for inputs that break them.

mod bench;
mod book;
mod ci;
mod fuzz;
mod playthrough;
mod proofs;
mod reproduce;
mod signature;
mod sprt_check;
mod tidy;

use std::process::ExitCode;

use cargo_metadata::camino::Utf8PathBuf;
use cargo_metadata::{Metadata, MetadataCommand};
use clap::{Parser, Subcommand};

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
    Signature {
        /// Write the counts into the file instead
        #[arg(long)]
        write: bool,
    },
    /// Print a random game position by position
    Playthrough(playthrough::Arguments),
    /// Count how often the sequential test errs, by simulated tests; build with --release
    SprtCheck {
        /// How many tests are simulated for each rate
        #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
        tests: u32,
        /// Fixes all draws
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Measure how fast each part is, against rivals and earlier runs
    Bench(bench::Arguments),
    /// Make the reports' tables and figures again, beside ours, under docs/results
    Reproduce {
        /// Which report; all when none is named
        report: Option<reproduce::Report>,
        /// As long as it needs, instead of minutes
        #[arg(long)]
        full: bool,
    },
    /// Run the tests that take too long for every change, optimised
    Long,
    /// Compare a million searches with plain minimax; takes half an hour
    Equivalence,
    /// Run all interleavings of threads on the transposition table
    Loom,
    /// Build the documents as a book in target/book, and follow every link; installs mdBook when it is absent
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
    let arguments = Arguments::parse();
    let done = workspace().and_then(|workspace| match arguments.command {
        Command::Tidy => tidy::run(&workspace.root, &workspace.metadata),
        Command::Signature { write } => signature::run(&workspace.root, write),
        Command::Playthrough(arguments) => playthrough::run(&arguments),
        Command::SprtCheck { tests, seed } => sprt_check::run(tests, seed),
        Command::Reproduce { report, full } => reproduce::run(&workspace.root, report, full),
        Command::Bench(arguments) => bench::run(&workspace.root, &arguments),
        Command::Long => ci::long(&workspace.root),
        Command::Equivalence => proofs::equivalence(&workspace.root),
        Command::Loom => proofs::loom(&workspace.root),
        Command::Book => book::run(&workspace.root),
        Command::Ci => ci::run(&workspace.root, &workspace.metadata),
        Command::Fuzz { targets, seconds } => fuzz::run(&workspace.root, &targets, seconds),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace around the current folder.
struct Workspace {
    root: Utf8PathBuf,
    metadata: Metadata,
}

/// Asks cargo instead of `env!("CARGO_MANIFEST_DIR")`: two clones may share a target folder, and so the binary.
fn workspace() -> Result<Workspace, String> {
    let metadata = MetadataCommand::new().no_deps().exec().map_err(|error| format!("cargo metadata: {error}"))?;
    Ok(Workspace { root: metadata.workspace_root.clone(), metadata })
}
