//! Checks that are too slow for the tests: ignored tests, a million searches compared with plain minimax, and all interleavings
//! of threads.

use clap::{Arg, ArgMatches, value_parser};

use crate::mutation;
use crate::step::Step;
use crate::workspace::Workspace;

/// `cargo xtask long`: runs the ignored tests in the release profile, the checks of the rival outside of the workspace, the
/// mutants that the tests must detect, and then all mutants of cargo-mutants.
///
/// # Errors
/// Fails if one of them fails.
pub(crate) fn long(workspace: &Workspace) -> Result<(), String> {
    let rival = "cargo clippy --locked --manifest-path benches/rivals/board_game/Cargo.toml --target-dir target/rivals -- -D warnings";
    Step::new("rival", rival).run(&workspace.root)?;
    let mut tests = "cargo test --workspace --release --locked -- --ignored".to_owned();
    if std::env::var_os("PLYGROUND_TABLES").is_none() {
        println!(
            "note: book and puzzles of Tigers and Goats are not compared: PLYGROUND_TABLES names no folder of tables"
        );
        tests += " --skip the_book_agrees_with_the_tables --skip one_move_alone_keeps_the_value_at_tigers";
    }
    Step::new("long tests", &tests).with("INSTA_UPDATE", "no").run(&workspace.root)?;
    // The tests ask a fortieth of them.
    let law = "cargo test --release --locked --package plyground-catalog --all-features --test all -- exact_values";
    Step::new("exact values of 20,000 positions", law).with("PLYGROUND_EXACT_TIMES", "40").run(&workspace.root)?;
    // Bagh-chal's solution by layers is compared with plain retrograde analysis, and Connect Four is learned from scratch.
    let examples = "cargo test --release --locked --package bagh-chal --package connect-four --test solve --test learn";
    Step::new("slow tests of examples", examples).run(&workspace.root)?;
    // The board without a server takes three minutes to compile, which is too long for every change.
    Step::new("site", "cargo xtask site").run(&workspace.root)?;
    let pages = "cargo test --workspace --all-features --test browser -- --ignored --test-threads 1 --skip site::speed site:: screens::";
    Step::new("site in a browser", pages)
        .with("PLYGROUND_SITE", workspace.target.join("board"))
        .run(&workspace.root)?;
    Step::new("mutants", "cargo xtask mutants").run(&workspace.root)?;
    mutation::try_parts(workspace, &[], &[])
}

/// `cargo xtask equivalence`: searches half a million random positions, depths and options by two algorithms that promise the
/// value of plain minimax, and compares with plain minimax.
///
/// # Errors
/// Fails if a case differs or nothing could be run.
pub(crate) fn equivalence(workspace: &Workspace) -> Result<(), String> {
    let million = "cargo test --release --locked --package plyground-search --test all -- --ignored --nocapture a_million_searches";
    Step::new("equivalence", million).run(&workspace.root)
}

/// `cargo xtask loom`: tests all interleavings of threads on the transposition table, compiled in a separate target folder.
///
/// # Errors
/// Fails if an interleaving violates an invariant or nothing could be run.
pub(crate) fn loom(workspace: &Workspace) -> Result<(), String> {
    let interleavings = "cargo test --release --locked --package plyground-search --test loom --target-dir target/loom";
    Step::new("loom", interleavings).with("RUSTFLAGS", "--cfg loom").run(&workspace.root)
}

/// Adds the time and the seed of a walk.
pub(crate) fn walk_arguments(command: clap::Command) -> clap::Command {
    let number = |name: &'static str| Arg::new(name).long(name).value_name("N").value_parser(value_parser!(u64));
    command
        .arg(number("seconds").default_value("3600").help("How long to walk"))
        .arg(number("seed").help("First seed, as a failed walk prints it [default: the time]"))
}

/// `cargo xtask walk`: walks over the board in a browser. A walk of two minutes from the first seed is part of `cargo xtask ci`.
///
/// # Errors
/// Fails if a law of the page is broken, after the seed and the last steps were printed.
pub(crate) fn walk(workspace: &Workspace, matches: &ArgMatches) -> Result<(), String> {
    let test =
        "cargo test --package plyground-journeys --features browser --test browser -- --ignored --nocapture walk::";
    let seconds = matches.get_one::<u64>("seconds").expect("it has a default");
    let mut step = Step::new("walk", test).with("PLYGROUND_WALK_SECONDS", seconds.to_string());
    if let Some(seed) = matches.get_one::<u64>("seed") {
        step = step.with("PLYGROUND_WALK_SEED", seed.to_string());
    }
    step.run(&workspace.root)
}
