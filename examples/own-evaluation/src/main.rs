//! `ply` with two evaluations more.

use std::process::ExitCode;

fn main() -> ExitCode {
    plyground::main(own_evaluation::catalog())
}
