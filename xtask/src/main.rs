//! Automation of the project, run as `cargo xtask <command>`.
//!
//! It is written in Rust instead of shell, so it needs only the toolchain, runs on every system, and is tested like other code.
//! [`ci`] has the steps of `.ci/run`, [`tidy`] checks the invariants of the architecture, [`fuzz`] searches for failing inputs,
//! and [`experiments`] starts the programs that need the engines.
//!
//! It is compiled before the first check, so it has few dependencies: clap without macros, and cargo's metadata as JSON.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

mod book;
mod ci;
mod crates;
mod disk;
mod dist;
mod experiments;
mod fuzz;
mod limits;
mod markdown;
mod mutation;
mod options;
mod proofs;
mod python;
mod readmes;
mod reference;
mod release;
mod screenshots;
mod site;
mod step;
mod tidy;
mod tool;
mod trial;
mod workspace;

use std::process::ExitCode;

use clap::{ArgMatches, Command};
use workspace::Workspace;

/// The action of a command.
enum Action {
    /// A function of this program.
    Run(fn(&Workspace) -> Result<(), String>),
    /// A function with arguments, and the parser of the arguments.
    With(fn(Command) -> Command, fn(&Workspace, &ArgMatches) -> Result<(), String>),
    /// An experiment, built with a cargo profile. It parses its arguments.
    Experiment(&'static str),
    /// A command of the chaos suite of `crates/cluster`. It parses its arguments.
    Cluster(&'static str),
}

use Action::{Cluster, Experiment, Run, With};

/// All commands: name, description and action.
const COMMANDS: &[(&str, &str, Action)] = &[
    ("tidy", "Check the invariants of the project and list every fault", Run(tidy::run)),
    ("ci", "Run everything that must pass before a merge; stop at the first failure", Run(ci::run)),
    ("book", "Build the documents as a book in target/book; installs mdBook if it is absent", Run(book::run)),
    ("readmes", "Write the README of each crate from the page at the top of its lib.rs", Run(readmes::run)),
    ("reference", "Write docs/reference/cli.md from the help of every command of `ply`", Run(reference::run)),
    (
        "features",
        "Check each crate with its sets of features; needs cargo-hack",
        With(crates::arguments, crates::features),
    ),
    (
        "minimal",
        "Check the lowest versions that the manifests allow; needs nightly, cargo-hack, cargo-minimal-versions",
        Run(crates::minimal),
    ),
    ("semver", "Compare the public API with the last tag; needs cargo-semver-checks", Run(crates::semver)),
    ("chaos", "Disturb runs on a cluster and on one machine, which must end like calm ones", Cluster("chaos")),
    ("cluster-bars", "Measure what a cluster costs and what a second worker gains", Cluster("bars")),
    ("cluster-forget", "Measure what a NATS server costs that forgets what it acknowledged", Cluster("forget")),
    ("slurm", "Play a match on workers of a Slurm array; needs Debian's slurm-wlm", Cluster("slurm")),
    ("dist", "Make the release artifacts in ten minutes", With(dist::arguments, dist::run)),
    ("release", "Make a version: changelog, commit, tag and artifacts", With(release::arguments, release::run)),
    ("sizes", "Check the size of the `ply` that the tests have built", Run(limits::run)),
    ("site", "Make the static site: board, engines and book", With(site::arguments, site::run)),
    (
        "screenshots",
        "Make pictures of the page in twelve states, on four windows, light and dark; needs chromedriver",
        With(screenshots::arguments, screenshots::run),
    ),
    ("fuzz", "Run the fuzz targets under libFuzzer; needs cargo-fuzz", With(fuzz::arguments, fuzz::run)),
    (
        "python",
        "Build and test the Python package; needs python3 with venv, and PyPI",
        With(python::arguments, python::run),
    ),
    ("long", "Run the slow tests, and the mutants that tests must detect", Run(proofs::long)),
    ("mutants", "Break each claim of the reports that a test reproduces: the test must fail", Experiment("dev")),
    ("mutation", "Run cargo-mutants; hours, needs cargo-mutants", With(mutation::arguments, mutation::run)),
    ("equivalence", "Compare a million searches with plain minimax in half an hour", Run(proofs::equivalence)),
    (
        "walk",
        "Walk over the board in a browser for an hour, and check the laws of the page; needs chromedriver",
        With(proofs::walk_arguments, proofs::walk),
    ),
    ("loom", "Run all interleavings of threads on the transposition table", Run(proofs::loom)),
    ("signature", "Count the nodes of fixed searches and compare benches/signature.txt", Experiment("release")),
    ("playthrough", "Print a random game position by position", Experiment("dev")),
    ("conversion", "Count how often an agent wins won positions of Tigers and Goats", Experiment("release")),
    ("bench", "Measure how fast each part is, against rivals and earlier runs", Experiment("dev")),
    // Two of its pages play their games in-process.
    ("reproduce", "Print the reports' tables and figures again, under docs/results", Experiment("release")),
];

fn main() -> ExitCode {
    let matches = arguments().get_matches();
    match run(&matches) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the command line.
fn arguments() -> Command {
    let commands = COMMANDS.iter().map(|(name, about, action)| {
        let command = Command::new(*name).about(*about);
        match action {
            Run(_) => command,
            With(arguments, _) => arguments(command),
            Experiment(_) | Cluster(_) => experiments::arguments(command),
        }
    });
    Command::new("xtask")
        .bin_name("cargo xtask")
        .about("Plyground's own automation")
        .arg_required_else_help(true)
        .subcommand_required(true)
        .subcommands(commands)
}

fn run(matches: &ArgMatches) -> Result<ExitCode, String> {
    let (name, matches) = matches.subcommand().expect("a command is required");
    let (_, _, action) = COMMANDS.iter().find(|command| command.0 == name).expect("clap knows those of the table");
    let done = match action {
        Experiment(profile) => return experiments::run(profile, name, matches),
        Cluster(command) => return experiments::run_cluster(command, matches),
        Run(run) => run(&Workspace::find()?),
        With(_, run) => run(&Workspace::find()?, matches),
    };
    done.map(|()| ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_makes_a_command_line() {
        arguments().debug_assert();
        let matches = arguments().get_matches_from(["xtask", "fuzz", "khet_move", "--seconds", "60"]);
        let (name, matches) = matches.subcommand().unwrap();
        assert_eq!((name, matches.get_one("seconds")), ("fuzz", Some(&60_u32)));
        assert_eq!(options::values(matches, "targets"), ["khet_move"]);
        let matches = arguments().get_matches_from(["xtask", "bench", "tune", "--compare", "a.json", "--help"]);
        let (name, matches) = matches.subcommand().unwrap();
        assert_eq!((name, experiments::rest(matches).count()), ("bench", 4));
        assert!(arguments().try_get_matches_from(["xtask", "nothing"]).is_err());
    }
}
