//! `ply` with Bagh-chal.

use std::process::ExitCode;

use plyground::Catalog;

fn main() -> ExitCode {
    plyground::main(Catalog::standard().with(bagh_chal::entry()))
}
