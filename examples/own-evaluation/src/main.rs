//! `ply` with two additional evaluations.

use std::process::ExitCode;

fn main() -> ExitCode {
    plyground::main(own_evaluation::catalog())
}
