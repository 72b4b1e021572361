//! Checks that are too slow for the tests: ignored tests, a million searches compared with plain minimax, and all interleavings
//! of threads.

use crate::step::Step;
use crate::workspace::Workspace;
use crate::{example, mutation};

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
    example::long(workspace)?;
    // The board without a server takes three minutes to compile, which is too long for every change.
    Step::new("site", "cargo xtask site").run(&workspace.root)?;
    let pages = "cargo test --workspace --all-features --test browser -- --ignored --test-threads 1 --skip site::speed site:: screens::";
    Step::new("site in a browser", pages)
        .with("PLYGROUND_SITE", workspace.target.join("board"))
        .run(&workspace.root)?;
    Step::new("mutants", "cargo xtask mutants").run(&workspace.root)?;
    mutation::all(workspace)
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
