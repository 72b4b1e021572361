//! Proofs that take longer than a test may: a million searches against plain minimax, and all interleavings of threads.

use cargo_metadata::camino::Utf8Path;

use crate::ci::Step;

/// `cargo xtask equivalence`: one million random positions, depths and options, each searched by an algorithm that promises
/// the value of plain minimax, and by plain minimax. The profile is `quick`: nothing waits for link-time optimisation.
///
/// # Errors
/// When a case differs, or nothing could be run.
pub(crate) fn equivalence(root: &Utf8Path) -> Result<(), String> {
    Step::new(
        "equivalence",
        "cargo test --profile quick --locked --package plyground-search --test exactness -- --ignored --nocapture a_million_cases",
        &[],
    )
    .run(root)
}

/// `cargo xtask loom`: all interleavings of threads on the transposition table. Everything is compiled anew for it, so it
/// has a target folder of its own.
///
/// # Errors
/// When an interleaving breaks a promise, or nothing could be run.
pub(crate) fn loom(root: &Utf8Path) -> Result<(), String> {
    Step::new(
        "loom",
        "cargo test --profile quick --locked --package plyground-search --test loom --target-dir target/loom",
        &[("RUSTFLAGS", "--cfg loom")],
    )
    .run(root)
}
