//! `ply` with the four games of Plyground.

use std::process::ExitCode;

use plyground_catalog::Catalog;

fn main() -> ExitCode {
    plyground_cli::main(Catalog::standard())
}
